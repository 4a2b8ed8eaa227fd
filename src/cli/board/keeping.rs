//! Where a game is kept, and the thread that writes it as it is played: a disk that is slow keeps no
//! key waiting.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::board::saved::{self, Saved};
use crate::board::{Game, Session};
use crate::report::whole::WholeFile;

/// Least time between two writings of the file.
const PAUSE: Duration = Duration::from_millis(200);
/// Characters of a hash that name a puzzle's file: 64 bits.
const NAME: usize = 16;
/// Bytes by which a saved game is recognised.
const FIRST: u64 = 64;

/// Where this program keeps what is played: `$XDG_STATE_HOME`, or the usual place for it.
fn folder() -> Option<PathBuf> {
    let variable =
        |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = variable("XDG_STATE_HOME");
    let state = state.or_else(|| variable("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("sudoku-bench/boards"))
}

/// The file in which a puzzle is kept unless the user names one.
pub(super) fn file_of(puzzle: &[u8]) -> Option<PathBuf> {
    let name = &blake3::hash(puzzle).to_hex()[..NAME];
    Some(folder()?.join(format!("{name}.txt")))
}

/// The file of the game that was played last.
pub(super) fn last() -> Option<PathBuf> {
    let entries = fs::read_dir(folder()?).ok()?.flatten();
    let dated = entries.filter_map(|entry| {
        let path = entry.path();
        let is_game = path.extension().is_some_and(|ending| ending == "txt");
        Some((entry.metadata().ok()?.modified().ok()?, path)).filter(|_| is_game)
    });
    dated.max().map(|(_, path)| path)
}

/// Returns true if a file holds a saved game.
pub(super) fn is_saved(path: &Path) -> bool {
    let begin = || {
        let file = fs::File::open(path).ok().filter(|_| path.is_file())?;
        let mut first = Vec::new();
        file.take(FIRST).read_to_end(&mut first).ok()?;
        Some(first)
    };
    begin().is_some_and(|first| saved::is_saved(&first))
}

/// Reads a saved game.
///
/// # Errors
/// When it cannot be read; names its line.
pub(super) fn read(path: &Path) -> anyhow::Result<Saved> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    saved::read(&text).with_context(|| format!("{}", path.display()))
}

/// Refuses to write a game over something else.
///
/// # Errors
/// When the file is there and is not a saved game.
pub(super) fn guard(path: &Path) -> anyhow::Result<()> {
    if path.exists() && !is_saved(path) {
        bail!("{} is there and is not a saved game; name another file", path.display());
    }
    Ok(())
}

/// What of a game has to reach its file.
#[derive(Clone, PartialEq, Eq)]
struct Revision {
    path: PathBuf,
    moves: usize,
    here: usize,
    checkpoints: Vec<(String, usize)>,
    own_marks: bool,
}

impl Revision {
    fn of(game: &Game, path: &Path) -> Self {
        let checkpoints = game.checkpoints().iter().map(|one| (one.name.clone(), one.place));
        Self {
            path: path.to_owned(),
            moves: game.history().moves().len(),
            here: game.history().here(),
            checkpoints: checkpoints.collect(),
            own_marks: game.bookkeeping() == crate::board::sheet::Bookkeeping::Own,
        }
    }

    fn is_empty(&self) -> bool {
        self.moves == 0 && self.checkpoints.is_empty()
    }
}

/// A text and the file that it belongs in.
type Job = (PathBuf, String);

/// Keeps games: the newest state of each reaches its file soon, and at the latest when this is
/// closed.
pub(super) struct Keeper {
    path: Option<PathBuf>,
    kept: Option<Revision>,
    writer: Option<(Sender<Job>, JoinHandle<()>)>,
}

impl Keeper {
    /// Begins, without a file. `report` is called with the reason when a game cannot be written, and
    /// with `None` when it can again.
    ///
    /// # Errors
    /// When no thread can be started.
    pub(super) fn start(report: impl Fn(Option<String>) + Send + 'static) -> std::io::Result<Self> {
        let (sender, jobs) = channel();
        let thread = thread::Builder::new().name("keeper".to_owned());
        let thread = thread.spawn(move || write_all(&jobs, &report))?;
        Ok(Self { path: None, kept: None, writer: Some((sender, thread)) })
    }

    /// The file in which the game is kept.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns true if something was entered that is kept.
    pub(super) fn has_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// Keeps another game from now on; `as_it_is` if the file holds its state already.
    pub(super) fn keep_in(&mut self, path: Option<PathBuf>, as_it_is: Option<&Game>) {
        self.kept = path.as_deref().zip(as_it_is).map(|(path, game)| Revision::of(game, path));
        self.path = path;
    }

    /// Hands a game over that has changed; `always` also one that has not.
    pub(super) fn keep(&mut self, session: &Session, always: bool) {
        let (Some(path), Some((sender, _))) = (&self.path, &self.writer) else { return };
        let revision = Revision::of(session.game(), path);
        let is_new = self.kept.as_ref() != Some(&revision);
        let is_wanted = self.kept.is_some() || !revision.is_empty();
        if always || (is_new && is_wanted) {
            let text = saved::write(session.game(), session.cursor());
            let _ = sender.send((path.clone(), text)); // a thread that died has said why
            self.kept = Some(revision);
        }
    }

    /// Waits until everything is written.
    pub(super) fn close(&mut self) {
        if let Some((sender, thread)) = self.writer.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.close();
    }
}

/// Writes what comes, until nothing more can come: the first at once, and of what comes within the
/// next moment the newest for each file.
fn write_all(jobs: &Receiver<Job>, report: &impl Fn(Option<String>)) {
    let mut failed = false;
    let mut waiting: Vec<Job> = jobs.recv().into_iter().collect();
    while !waiting.is_empty() {
        for (path, text) in waiting {
            let written = write(&path, &text);
            if written.is_err() || failed {
                failed = written.is_err();
                report(written.err().map(|error| format!("{error:#}")));
            }
        }
        waiting = gather(jobs);
    }
}

/// What comes within [`PAUSE`], or after it if nothing does; nothing where no more can come.
fn gather(jobs: &Receiver<Job>) -> Vec<Job> {
    let until = Instant::now() + PAUSE;
    let mut waiting: Vec<Job> = Vec::new();
    loop {
        match jobs.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(job) => {
                waiting.retain(|(path, _)| *path != job.0);
                waiting.push(job);
            }
            Err(RecvTimeoutError::Timeout) if waiting.is_empty() => {
                return jobs.recv().into_iter().collect();
            }
            Err(_) => return waiting,
        }
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    WholeFile::write(path, |file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
}
