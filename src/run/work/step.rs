//! What the conductor has workers do at once, and what they hand back.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::clock::Clock;
use super::done::Done;
use super::leavings::Leavings;
use super::phase::{Round, RunError};
use super::tally::Tally;
use super::warm::StartUp;
use super::worker::Worker;
use crate::record::puzzle_row::PuzzleRow;

/// What every worker does before the next step is given.
#[derive(Clone)]
pub(crate) struct Step<'a> {
    /// The round; none where there is nothing to do.
    pub round: Option<Round<'a>>,
    /// Whether to take the puzzles of the round out of the file first.
    pub fills: bool,
    pub turn: Option<TurnTask>,
    /// Whether to settle who was right at the end.
    pub settles: bool,
    pub per_puzzle: bool,
}

impl Step<'_> {
    /// Nothing to do: it is over when every worker has started.
    pub(crate) const REST: Self =
        Self { round: None, fills: false, turn: None, settles: false, per_puzzle: false };
}

/// Which backend's turn it is.
#[derive(Clone, Copy)]
pub(crate) struct TurnTask {
    pub backend: usize,
    /// Whether it is its first turn in the round.
    pub first: bool,
}

/// What workers have handed to the conductor.
#[derive(Default)]
pub(crate) struct Results {
    contents: Mutex<Contents>,
}

#[derive(Default)]
pub(crate) struct Contents {
    /// Of the turn, in the order in which workers came through.
    pub done: Vec<Done>,
    /// For each worker, what became of the puzzles, by member of the tier.
    pub settled: Vec<Vec<Tally>>,
    pub rows: Vec<PuzzleRow>,
    /// One for each worker.
    pub leavings: Vec<Leavings>,
    /// What the first worker's solvers took to start.
    pub start_ups: Vec<StartUp>,
    pub error: Option<RunError>,
}

impl Contents {
    /// Drops what was handed over of a round that does not count, but for what the user must hear
    /// of and the time it took.
    pub(crate) fn forget_round(&mut self) {
        self.settled.clear();
        self.rows.clear();
        for worker in &mut self.leavings {
            worker.times.clear();
            worker.slowest.clear();
        }
    }
}

impl Results {
    /// The results in hand.
    pub(crate) fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the first error.
    pub(crate) fn fail(&self, error: RunError) {
        self.contents().error.get_or_insert(error);
    }
}

/// Takes a step.
///
/// # Errors
/// When a solver or the file fails; what is left of the step is left out.
pub(crate) fn take<C: Clock>(
    worker: &mut Worker<'_, C>,
    step: &Step<'_>,
    results: &Results,
) -> Result<(), RunError> {
    let Some(round) = &step.round else { return Ok(()) };
    if step.fills {
        worker.fill(round)?;
    }
    if let Some(TurnTask { backend, first }) = step.turn {
        let done = worker.turn(round.tier, backend, first)?;
        results.contents().done.push(done);
    }
    if step.settles {
        let tallies = worker.settle(round)?;
        let leavings = worker.leave_round(round.tier);
        let mut contents = results.contents();
        contents.settled.push(tallies);
        contents.leavings.push(leavings);
        if step.per_puzzle {
            worker.rows(round.tier, &mut contents.rows);
        }
    }
    Ok(())
}
