//! A verdict in the making: looks at a phase while it goes on, and its verdict once one of them is clear or
//! the phase has ended.

use super::judge::{Question, Timing, timing};
use super::looks::Looks;
use super::pairing::{PairingError, Series, shared};
use super::verdict::Verdict;
use crate::record::Record;

/// One look at a phase while it went on, or the last one when it had ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    /// Launches that had ended.
    pub launches: u32,
    /// What their times said, with the error of this look.
    pub timing: Timing,
}

/// Judges a run while it goes on.
pub(crate) struct Sequential {
    question: Question,
    looks: Looks,
    looked: Vec<Look>,
    is_settled: bool,
}

/// The verdict on a phase: that of its last look.
#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    /// Where baseline and candidate met.
    pub series: Series,
    /// What the times say.
    pub timing: Timing,
    /// All looks, the last one included.
    pub looks: Vec<Look>,
}

impl Sequential {
    /// A judge that is wrong with a chance of `error`, all looks together.
    pub(crate) fn new(question: Question, error: f64) -> Self {
        Self { question, looks: Looks::new(error), looked: Vec::new(), is_settled: false }
    }

    /// Looks at the records of a phase so far, if a look is due when every puzzle was met so many
    /// times and this share of the budget is gone, and gives the verdict once it is clear.
    pub(crate) fn look(
        &mut self,
        records: &[Record],
        coverages: u64,
        share: f64,
    ) -> Option<Verdict> {
        if !self.looks.is_due(coverages, share) {
            return None;
        }
        let series = self.series(records).ok()?;
        let error = self.looks.due(coverages, share)?;
        // What cannot be compared yet may be later; at the end it is an error.
        let timing = timing(records, &series, &self.question, error).ok()?;
        self.looked.push(Look { launches: launches(records), timing });
        self.is_settled = timing.verdict != Verdict::Unclear;
        self.is_settled.then_some(timing.verdict)
    }

    /// Where baseline and candidate meet.
    fn series(&self, records: &[Record]) -> Result<Series, PairingError> {
        let Question { baseline, candidate, .. } = &self.question;
        let like = Series::of(records.last().ok_or(PairingError::Nothing)?);
        shared(records, &like, baseline, candidate).ok_or_else(|| PairingError::Absent {
            solver: candidate.clone(),
            series: like.to_string(),
        })
    }

    /// The verdict of the look that ended the run or, if none did, of a last one.
    ///
    /// # Errors
    /// When the records cannot be held against each other.
    pub(crate) fn finish(mut self, records: &[Record]) -> Result<Judgement, PairingError> {
        let series = self.series(records)?;
        let timing = match self.looked.last().filter(|_| self.is_settled) {
            Some(look) => look.timing,
            None => {
                let timing = timing(records, &series, &self.question, self.looks.last())?;
                self.looked.push(Look { launches: launches(records), timing });
                timing
            }
        };
        Ok(Judgement { series, timing, looks: self.looked })
    }
}

/// Launches that have rows.
fn launches(records: &[Record]) -> u32 {
    records.iter().map(|record| record.launch).max().unwrap_or(0)
}
