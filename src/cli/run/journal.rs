//! What a run writes to its journal while it goes on.
//!
//! A write that fails is kept until the end, and nothing more is written: what was written before it
//! stands.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;

use crate::cli::interrupt;
use crate::record::journal::{FILE, Journal};
use crate::record::puzzle_row::PuzzleRow;
use crate::run::drive::entry::{Entry, PhaseEnded, PhasePlanned, RunBegun};
use crate::run::drive::observe::RoundReport;

/// The journal of a run.
pub(super) struct RunJournal {
    path: PathBuf,
    journal: Option<Journal>,
    failed: Option<io::Error>,
    /// Whether rows of single puzzles are wanted, all of them.
    pub keeps_rows: bool,
    text: Vec<u8>,
}

impl RunJournal {
    /// Begins the journal of a run in its folder.
    pub(super) fn begin(folder: &Path, begun: &RunBegun, keeps_rows: bool) -> Self {
        let path = folder.join(FILE);
        let (journal, failed) = match Journal::create(&path) {
            Ok(journal) => (Some(journal), None),
            Err(error) => (None, Some(error)),
        };
        let mut all = Self { path, journal, failed, keeps_rows, text: Vec::new() };
        all.add(&Entry::Begun(std::borrow::Cow::Borrowed(begun)));
        all
    }

    /// Goes on with a journal.
    pub(super) fn continuing(path: PathBuf, journal: Journal, keeps_rows: bool) -> Self {
        Self { path, journal: Some(journal), failed: None, keeps_rows, text: Vec::new() }
    }

    /// The rounds of a phase are planned.
    pub(super) fn planned(&mut self, planned: &PhasePlanned) {
        self.add(&Entry::Planned(std::borrow::Cow::Borrowed(planned)));
    }

    /// A round has ended; `rows` are those of its puzzles that are of use. One that an interrupt may
    /// have cut short is left out, so that it will be measured as a whole.
    pub(super) fn round(&mut self, report: &RoundReport, rows: Vec<PuzzleRow>) {
        if !interrupt::is_interrupted() {
            self.add(&Entry::round(&report.records, rows, &report.left));
        }
    }

    /// A phase has ended, unless an interrupt has ended it.
    pub(super) fn ended(&mut self, ended: &PhaseEnded) {
        if !interrupt::is_interrupted() {
            self.add(&Entry::Ended(std::borrow::Cow::Borrowed(ended)));
        }
    }

    /// Adds an entry.
    pub(super) fn add(&mut self, entry: &Entry<'_>) {
        let Some(journal) = self.journal.as_mut().filter(|_| self.failed.is_none()) else { return };
        self.text.clear();
        let written = serde_json::to_writer(&mut self.text, entry).map_err(io::Error::from);
        self.failed = written.and_then(|()| journal.add(&self.text)).err();
    }

    /// Has everything reach the disk. The time that all of it took.
    pub(super) fn sync(&mut self) -> Duration {
        let Some(journal) = &mut self.journal else { return Duration::ZERO };
        if let Err(error) = journal.sync() {
            self.failed.get_or_insert(error);
        }
        journal.took()
    }

    /// Removes it: everything that it holds is in the other files of the run.
    pub(super) fn remove(self) {
        let _ = fs::remove_file(&self.path); // a journal too many does no harm
    }

    /// Keeps it, for the run to go on from it.
    ///
    /// # Errors
    /// When not all of it could be written.
    pub(super) fn keep(self) -> anyhow::Result<()> {
        let Some(error) = self.failed else { return Ok(()) };
        Err(error).with_context(|| {
            format!(
                "cannot write {} to its end; is the disk full? Rounds up to then are in it: free some \
                 space, then continue with `run --resume {}`",
                self.path.display(),
                self.path.parent().unwrap_or(Path::new(".")).display()
            )
        })
    }
}
