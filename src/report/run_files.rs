//! What a run's folder holds, read back for forms that are made from a whole run.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::difficulties::{self, PuzzleDifficulty};
use super::histogram::{self, LoggedHistogram};
use super::incidents::{self, IncidentRow};
use super::puzzle_sample::{self, SampledPuzzle};
use super::slowest::{self, Slow};
use super::summary::{self, SummaryRow};
use super::sums::summarize;
use super::verdict::json::{self, Account};
use crate::record::{Manifest, Record};

/// A run, as its folder holds it. What a run that was cut short did not write is empty.
#[derive(Debug)]
pub(crate) struct RunFiles {
    /// What the run was.
    pub manifest: Manifest,
    /// Its rounds.
    pub records: Vec<Record>,
    /// Its summary.
    pub rows: Vec<SummaryRow>,
    /// Its latencies.
    pub histograms: Vec<LoggedHistogram>,
    /// The puzzles its solvers took longest over.
    pub slowest: Vec<Slow>,
    /// The puzzles that went wrong.
    pub incidents: Vec<IncidentRow>,
    /// A sample of the single puzzles.
    pub puzzles: Vec<SampledPuzzle>,
    /// How hard puzzles are, where that was found out.
    pub difficulties: Vec<PuzzleDifficulty>,
    /// The verdict, of a gate.
    pub verdict: Option<Account>,
}

/// Why a file of a run cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}; was it changed after the run? Use another copy, or move the file away", path.display())]
pub(crate) struct RunFileError {
    path: PathBuf,
    source: io::Error,
}

impl RunFiles {
    /// Reads what stands beside `records` and `manifest` in the folder of their run.
    ///
    /// # Errors
    /// When a file is there and is not what a run writes.
    pub(crate) fn read(
        folder: &Path,
        manifest: Manifest,
        records: Vec<Record>,
    ) -> Result<Self, RunFileError> {
        let read = Reading { folder };
        let rows = read.file("summary.csv", |file| Ok(summary::read_csv(file)?))?;
        let histograms = read.file("latency.hlog", histogram::read_log)?;
        let mut incidents = Vec::new();
        for name in incidents::FILES {
            incidents.extend(
                read.file(name, |file| incidents::read_csv(file, manifest.goal))?
                    .unwrap_or_default(),
            );
        }
        Ok(Self {
            rows: rows.unwrap_or_else(|| summarize(&records, &[], &manifest)),
            histograms: histograms.unwrap_or_default(),
            slowest: read
                .file("slowest.csv", |file| Ok(slowest::read_csv(file)?))?
                .unwrap_or_default(),
            puzzles: read.file(puzzle_sample::FILE, puzzle_sample::read)?.unwrap_or_default(),
            difficulties: read.file(difficulties::FILE, difficulties::read)?.unwrap_or_default(),
            verdict: read.file(json::FILE, Account::read)?,
            incidents,
            manifest,
            records,
        })
    }

    /// The number of a solver in the run; those that the manifest does not know come last.
    pub(crate) fn number_of(&self, solver: &str) -> usize {
        let backends = &self.manifest.backends;
        backends.iter().position(|backend| backend.id == solver).unwrap_or(backends.len())
    }
}

struct Reading<'a> {
    folder: &'a Path,
}

impl Reading<'_> {
    /// What a file holds; nothing where there is none.
    fn file<T>(
        &self,
        name: &str,
        read: impl FnOnce(File) -> io::Result<T>,
    ) -> Result<Option<T>, RunFileError> {
        let path = self.folder.join(name);
        let content = fs::File::open(&path).and_then(read);
        match content {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(source) => Err(RunFileError { path, source }),
        }
    }
}
