//! How far a measurement is: a bar on standard error, if that is a terminal, and nothing otherwise.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::dataset::Opening;
use crate::run::work::phase::Phase;
use crate::text;

/// Steps of the bar in one phase.
const STEPS: u64 = 1000;

/// The bar, which is off the screen once this is dropped.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// At the beginning; `quiet` shows none.
    pub(super) fn new(quiet: bool) -> Self {
        Self::of(STEPS, "{wide_msg} {bar:30} {percent:>3} % {elapsed:>4}", quiet)
    }

    /// A bar that counts puzzles.
    pub(super) fn counting(puzzles: u64) -> Self {
        let template = "{wide_msg} {bar:30} {percent:>3} % {human_pos} at {per_sec}";
        Self::of(puzzles, template, false)
    }

    /// A bar of a file of so many bytes that is read.
    fn reading(name: &str, bytes: u64) -> Self {
        let template = "{wide_msg} {bar:30} {percent:>3} % of {total_bytes}, {eta} left";
        let bar = Self::of(bytes, template, false);
        bar.name(name);
        bar
    }

    fn of(length: u64, template: &str, quiet: bool) -> Self {
        let target = match quiet {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr_with_hz(10),
        };
        let bar = ProgressBar::with_draw_target(Some(length), target);
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // The ticker's thread is started without a way to fail; a hidden bar needs none.
        if !bar.is_hidden() && thread::Builder::new().spawn(|| ()).is_ok() {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Self(bar)
    }

    /// A phase begins.
    pub(super) fn begin_phase(&self, phase: &Phase<'_>) {
        let (name, pass, threads) =
            (&phase.setting.dataset, phase.setting.pass.name(), phase.threads());
        let workers = if threads == 1 { "worker" } else { "workers" };
        self.begin(&format!("{name} {}, {pass}, {threads} {workers}", phase.setting.order));
    }

    /// Something of that name begins.
    pub(super) fn begin(&self, name: &str) {
        self.name(name);
        self.0.set_position(0);
    }

    /// What is done from now on has that name.
    pub(super) fn name(&self, name: &str) {
        self.0.set_message(text::line(name).into_owned());
    }

    /// So many more puzzles are done.
    pub(super) fn add(&self, puzzles: u64) {
        self.0.inc(puzzles);
    }

    /// Takes the bar off the screen while something is written there.
    pub(super) fn suspended(&self, write: impl FnOnce()) {
        self.0.suspend(write);
    }

    /// So much of the phase is done, from 0 to 1.
    pub(super) fn set(&self, done: f64) {
        self.0.set_position((done * STEPS as f64) as u64);
    }
}

/// What takes no longer than this to open has no bar.
const PATIENCE: Duration = Duration::from_millis(700);
/// How often the bar of an opening moves.
const LOOK: Duration = Duration::from_millis(100);

/// Opens a file and meanwhile shows, on a terminal, how far that is and how long it will take.
pub(super) fn of_opening<T>(path: &Path, opening: &Opening, open: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return open();
    }
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let look_on = || {
            let begun = Instant::now();
            let mut bar = None;
            while !is_done.load(Relaxed) {
                thread::park_timeout(LOOK);
                let (read, of) = opening.progress();
                if begun.elapsed() > PATIENCE && read < of {
                    let name = format!("opening {}", text::name(path.as_os_str()));
                    let bar = bar.get_or_insert_with(|| Progress::reading(&name, of));
                    bar.0.set_position(read);
                }
            }
        };
        // Without a thread for it there is no bar.
        let looker = thread::Builder::new().spawn_scoped(scope, look_on).ok();
        let opened = open();
        is_done.store(true, Relaxed);
        if let Some(looker) = looker {
            looker.thread().unpark();
        }
        opened
    })
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
