//! Looks on during a run: writes each round's rows at once and moves the progress bar.

use std::io;

use super::files::RecordRows;
use super::journal::RunJournal;
use super::puzzle_files::{PuzzleFiles, row_of, solved};
use super::sampling::Sampling;
use crate::cli::gate::remarks::slow_start;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::record::Record;
use crate::report::per_puzzle::Solved;
use crate::report::puzzle_sample::SampledPuzzle;
use crate::run::drive::entry::{PhaseEnded, PhasePlanned};
use crate::run::drive::observe::{Next, Observer, RoundReport};
use crate::run::work::phase::Phase;
use crate::run::work::warm::StartUp;

/// Writes records as they come, keeps them for the summary, and shows how far the run is.
pub(super) struct RunObserver<'a> {
    records: Vec<Record>,
    rows: RecordRows,
    puzzles: PuzzleFiles<'a>,
    sampling: Sampling<'a>,
    journal: RunJournal,
    progress: Progress,
    /// Names of the solvers of the phase.
    solvers: Vec<String>,
    /// What the first start of each solver has cost.
    start_ups: Vec<(String, StartUp)>,
}

/// What a run measured, and what became of the files it was written to.
pub(super) struct Observed {
    /// All rounds.
    pub records: Vec<Record>,
    /// The sample of single puzzles.
    pub sample: Vec<SampledPuzzle>,
    /// BLAKE3 of records.csv, if that is whole.
    pub records_blake3: Option<String>,
    /// Why a file is not whole.
    pub lost: Vec<anyhow::Error>,
    /// What is to be said of slow starts.
    pub remarks: Vec<String>,
    /// The journal, up to its end.
    pub journal: RunJournal,
}

impl<'a> RunObserver<'a> {
    /// Begins with the files to write.
    pub(super) fn new(
        rows: RecordRows,
        puzzles: PuzzleFiles<'a>,
        sampling: Sampling<'a>,
        journal: RunJournal,
        quiet: bool,
    ) -> Self {
        Self {
            records: Vec::new(),
            rows,
            puzzles,
            sampling,
            journal,
            progress: Progress::new(quiet),
            solvers: Vec::new(),
            start_ups: Vec::new(),
        }
    }

    /// Ends the files and takes the bar off the screen.
    pub(super) fn finish(self) -> Observed {
        drop(self.progress);
        let mut lost = Vec::new();
        let records_blake3 = self.rows.finish().map_err(|error| lost.push(error)).ok();
        lost.extend(self.puzzles.finish());
        let remarks =
            self.start_ups.iter().filter_map(|(name, one)| slow_start(name, one)).collect();
        let sample = self.sampling.finish();
        let journal = self.journal;
        Observed { records: self.records, sample, records_blake3, lost, remarks, journal }
    }
}

impl Observer for RunObserver<'_> {
    fn phase(&mut self, phase: &Phase<'_>) -> io::Result<()> {
        self.progress.begin_phase(phase);
        self.puzzles.phase(phase);
        self.sampling.phase(phase);
        self.solvers = phase.backends.iter().map(|backend| backend.id().to_owned()).collect();
        Ok(())
    }

    fn started(&mut self, start_ups: &[StartUp]) -> io::Result<()> {
        for (name, start_up) in self.solvers.iter().zip(start_ups) {
            if self.start_ups.iter().all(|(known, _)| known != name) {
                self.start_ups.push((name.clone(), *start_up));
            }
        }
        Ok(())
    }

    fn planned(&mut self, planned: &PhasePlanned) {
        self.journal.planned(planned);
    }

    fn replayed(&mut self, report: &RoundReport) -> io::Result<()> {
        interrupt::keep_results();
        self.take(report);
        Ok(())
    }

    /// A file that cannot be written ends nothing: what is measured stays in memory, and the loss
    /// is reported at the end.
    fn round(&mut self, report: &RoundReport, done: f64) -> io::Result<Next> {
        interrupt::keep_results();
        let of_use = self.take(report);
        self.journal.round(report, of_use.iter().map(row_of).collect());
        self.progress.set(done);
        Ok(Next::Continue)
    }

    fn ended(&mut self, ended: &PhaseEnded) {
        self.journal.ended(ended);
    }
}

impl RunObserver<'_> {
    /// Takes a round in, and returns those of its puzzles that something is made from in the end.
    fn take(&mut self, report: &RoundReport) -> Vec<Solved> {
        self.rows.write(&report.records);
        let solved = solved(&report.rows);
        self.puzzles.round(report, &solved);
        let sampled = self.sampling.round(&solved);
        self.records.extend_from_slice(&report.records);
        if self.journal.keeps_rows { solved } else { sampled }
    }
}
