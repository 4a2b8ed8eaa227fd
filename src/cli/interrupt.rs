//! Ctrl-C, SIGTERM and SIGHUP. Before something was measured, one of them ends the program at once;
//! then the first asks the run to end after the blocks in hand, and the second ends the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

use super::streams::remark;
use crate::foreign::process::confine;

/// Exit code of what was interrupted, as shells give it for SIGINT.
pub(super) const INTERRUPTED_BY_USER: u8 = 130;

/// Time that results have to reach their files after an interrupt.
const PATIENCE: Duration = Duration::from_secs(10);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Whether there is something that an end at once would lose.
static HAS_RESULTS: AtomicBool = AtomicBool::new(false);
/// A folder that is worth nothing before there are results.
static EMPTY_FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Begins to listen. Where the system does not allow it, its own answer to signals stands, which is
/// to end the program.
pub(super) fn listen() {
    // Past a limit on the size of files a write is to fail like any other.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let heard: &[i32] =
        if is_ignored(SIGHUP) { &[SIGINT, SIGTERM] } else { &[SIGINT, SIGTERM, SIGHUP] };
    let Ok(mut signals) = Signals::new(heard) else { return };
    let handle = signals.handle();
    let listener = thread::Builder::new().name("signals".to_owned()).stack_size(128 << 10);
    if listener.spawn(move || attend(&mut signals)).is_err() {
        // What is caught and not listened to could not be ended at all.
        handle.close();
        for &signal in heard {
            let _ = signal_hook::flag::register_conditional_default(
                signal,
                Arc::new(AtomicBool::new(true)),
            );
        }
    }
}

/// The sign that is raised by the first of the signals.
pub(super) fn sign() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Returns true if the program was interrupted.
pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// From now on there are results: the first signal is only a wish to end.
pub(super) fn keep_results() {
    if !HAS_RESULTS.swap(true, Ordering::Relaxed) {
        EMPTY_FOLDER.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// From now on everything that can be kept is kept: the next signal ends the program.
pub(super) fn results_are_kept() {
    HAS_RESULTS.store(false, Ordering::Relaxed);
}

/// Names a folder to remove where the program is interrupted before there are results.
pub(super) fn remove_if_empty(folder: &Path) {
    *EMPTY_FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.to_owned());
}

/// Heeds signals for ever. After the first, results have a while to reach their files: a solver
/// that does not come back must not keep the program from ending.
fn attend(signals: &mut Signals) {
    loop {
        signals.wait().for_each(|_| heed());
        let since = Instant::now();
        while is_interrupted() && HAS_RESULTS.load(Ordering::Relaxed) {
            if since.elapsed() > PATIENCE {
                remark(
                    "a solver does not return: exiting; the rows measured so far are in the \
                    run's folder",
                );
                leave();
            }
            thread::sleep(Duration::from_millis(20));
            signals.pending().for_each(|_| heed());
        }
    }
}

fn heed() {
    let is_first = !INTERRUPTED.swap(true, Ordering::Relaxed);
    let has_results = HAS_RESULTS.load(Ordering::Relaxed);
    if is_first && has_results {
        return remark("interrupted: writing what was measured; interrupt again to exit at once");
    }
    let folder = EMPTY_FOLDER.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(folder) = folder {
        let _ = fs::remove_dir_all(folder);
    }
    leave();
}

/// Ends the program as interrupted, without what was registered for its end: that would wait for a
/// library in this process that is still being loaded.
fn leave() -> ! {
    confine::leave_at_once(INTERRUPTED_BY_USER.into())
}

/// Returns true if the parent has this program ignore a signal, as `nohup` does with SIGHUP.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
