//! Who looks on while a run goes on: writes its rows, shows its progress, and says when it is
//! enough.

use std::io;

use crate::record::Record;

use super::entry::{PhaseEnded, PhasePlanned};
use super::round_left::RoundLeft;
use crate::record::puzzle_row::PuzzleRow;
use crate::run::work::phase::Phase;
use crate::run::work::warm::StartUp;

/// Whether a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// Until the budget is spent.
    Continue,
    /// What was asked is known: the phase ends here.
    Enough,
}

/// What one round found.
#[derive(Clone, Debug)]
pub(crate) struct RoundReport {
    /// One for each backend that had at least one whole turn.
    pub records: Vec<Record>,
    /// The puzzles one by one; empty unless the job asks for them.
    pub rows: Vec<PuzzleRow>,
    /// What else it leaves behind.
    pub left: RoundLeft,
}

/// Looks on from the conductor's thread, between rounds, outside every clock.
pub(crate) trait Observer {
    /// A phase begins.
    ///
    /// # Errors
    /// Ends the run.
    fn phase(&mut self, _phase: &Phase<'_>) -> io::Result<()> {
        Ok(())
    }

    /// All solvers of the first worker have been started and warmed up, at such a cost.
    ///
    /// # Errors
    /// Ends the run.
    fn started(&mut self, _start_ups: &[StartUp]) -> io::Result<()> {
        Ok(())
    }

    /// The rounds of a phase are planned; where they were planned before, that does not count.
    fn planned(&mut self, _planned: &PhasePlanned) {}

    /// A round that an earlier process of the run has measured.
    ///
    /// # Errors
    /// Ends the run.
    fn replayed(&mut self, _report: &RoundReport) -> io::Result<()> {
        Ok(())
    }

    /// A phase has come to its end.
    fn ended(&mut self, _ended: &PhaseEnded) {}

    /// A round has ended; `done` is the share of the phase's budget that is spent.
    ///
    /// # Errors
    /// Ends the run.
    fn round(&mut self, report: &RoundReport, done: f64) -> io::Result<Next>;
}
