//! Looks on during a gate: keeps its records, and ends each phase once its verdict is clear.

use std::io;

use crate::compare::judge::{Question, Sequential, Timing};
use crate::compare::pairing::{PairingError, Series};
use crate::record::Record;
use crate::run::{Next, Observer, Phase, RoundReport};

/// Judges phase after phase.
pub struct Looker {
    question: Question,
    error: f64,
    records: Vec<Record>,
    /// Where the phase in hand begins in the records, and its judge.
    phase: Option<(usize, Sequential)>,
    verdicts: Vec<Result<(Series, Timing), PairingError>>,
}

/// What a gate measured, and a verdict for each phase.
pub struct Seen {
    /// All rounds.
    pub records: Vec<Record>,
    /// One for each phase.
    pub verdicts: Vec<Result<(Series, Timing), PairingError>>,
}

impl Looker {
    /// Asks the same of every phase, each answer wrong with a chance of `error`.
    pub fn new(question: Question, error: f64) -> Self {
        Self { question, error, records: Vec::new(), phase: None, verdicts: Vec::new() }
    }

    /// Ends the last phase.
    pub fn finish(mut self) -> Seen {
        self.end_phase();
        Seen { records: self.records, verdicts: self.verdicts }
    }

    fn end_phase(&mut self) {
        if let Some((from, judge)) = self.phase.take() {
            self.verdicts.push(judge.finish(&self.records[from..]));
        }
    }
}

impl Observer for Looker {
    fn phase(&mut self, _: &Phase<'_>) -> io::Result<()> {
        self.end_phase();
        let judge = Sequential::new(self.question.clone(), self.error);
        self.phase = Some((self.records.len(), judge));
        Ok(())
    }

    fn round(&mut self, report: &RoundReport, done: f64) -> io::Result<Next> {
        self.records.extend_from_slice(&report.records);
        let Some((from, judge)) = &mut self.phase else { return Ok(Next::Continue) };
        let is_pair = report.records.first().is_some_and(|record| record.round % 2 == 1);
        // One wrong answer decides, however long it goes on.
        let is_wrong = report.records.iter().any(|r| r.outcomes.wrong > 0 || r.disputed > 0);
        let mut is_clear = || judge.look(&self.records[*from..], done).is_some();
        Ok(if is_pair && (is_wrong || is_clear()) { Next::Enough } else { Next::Continue })
    }
}
