//! Looks on during a gate: keeps its records, and ends each phase once its verdict is clear.

use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::compare::judge::{Extent, Question, Sequential, Timing};
use crate::compare::pairing::{PairingError, Series};
use crate::compare::verdict::Threshold;
use crate::record::Record;
use crate::run::drive::launch::series::Reached;
use crate::run::drive::observe::Next;
use crate::run::plan::deal::LEAST_LAUNCHES;

/// Judges phase after phase.
pub(super) struct SequentialLook<'a> {
    progress: &'a Progress,
    question: Question,
    error: f64,
    records: Vec<Record>,
    /// Where the phase in hand begins in the records, and its judge.
    phase: Option<(usize, Sequential)>,
    verdicts: Vec<Result<(Series, Timing), PairingError>>,
}

/// What a gate measured, and a verdict for each phase.
pub(super) struct Seen {
    /// All rounds.
    pub records: Vec<Record>,
    /// One for each phase.
    pub verdicts: Vec<Result<(Series, Timing), PairingError>>,
}

impl<'a> SequentialLook<'a> {
    /// Asks the same of every phase, each answer wrong with a chance of `error`.
    pub(super) fn new(progress: &'a Progress, question: Question, error: f64) -> Self {
        Self { progress, question, error, records: Vec::new(), phase: None, verdicts: Vec::new() }
    }

    /// Begins a phase: a dataset and order, by name, what the verdict on it is to be about, and the
    /// change that matters there.
    pub(super) fn phase(&mut self, name: &str, extent: Extent, threshold: Threshold) {
        self.end_phase();
        self.progress.begin(name);
        let judge =
            Sequential::new(Question { extent, threshold, ..self.question.clone() }, self.error);
        self.phase = Some((self.records.len(), judge));
    }

    /// Takes in a launch that has ended, and says whether the verdict is clear.
    pub(super) fn launch(&mut self, records: Vec<Record>, reached: Reached) -> Next {
        interrupt::keep_results();
        // One wrong answer or crash decides, however long it goes on.
        let is_bad = |r: &Record| r.outcomes.wrong + r.outcomes.crashed + r.disputed > 0;
        let is_wrong = records.iter().any(is_bad);
        self.records.extend(records);
        self.progress.set(reached.done);
        let Some((from, judge)) = &mut self.phase else { return Next::Continue };
        let is_enough = reached.launches >= LEAST_LAUNCHES;
        let mut is_clear =
            || judge.look(&self.records[*from..], reached.coverages, reached.done).is_some();
        if is_wrong || (is_enough && is_clear()) { Next::Enough } else { Next::Continue }
    }

    /// Ends the last phase.
    pub(super) fn finish(mut self) -> Seen {
        self.end_phase();
        Seen { records: self.records, verdicts: self.verdicts }
    }

    fn end_phase(&mut self) {
        if let Some((from, judge)) = self.phase.take() {
            self.verdicts.push(judge.finish(&self.records[from..]));
        }
    }
}
