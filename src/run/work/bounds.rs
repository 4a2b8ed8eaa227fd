//! What bounds a phase whatever its solvers do: when its budget is spent, when everything ends, and
//! which solvers have lost so much time that they are left out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use serde::{Deserialize, Serialize};

/// Times at which a phase's bounds are reached, by the clock of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// Limit of one puzzle, in nanoseconds.
    pub puzzle_ns: Option<u64>,
    /// Wall time for the phase, in nanoseconds.
    pub budget_ns: u64,
    /// From then on a turn ends with the first puzzle that times out.
    pub spent_at_ns: u64,
    /// From then on every block is stopped and nothing else is begun.
    pub end_ns: u64,
}

/// What a puzzle may take beyond twice the budget where it has no limit, in nanoseconds.
const GRACE_NS: u64 = 1_000_000_000;

impl Bounds {
    /// A phase may take twice its budget and a puzzle's limit, but end no later than the dataset's
    /// phases together.
    pub(crate) fn new(
        now_ns: u64,
        budget_ns: u64,
        puzzle_ns: Option<u64>,
        dataset_end_ns: u64,
    ) -> Self {
        let spent_at_ns = now_ns.saturating_add(budget_ns);
        let end_ns = end_ns(now_ns, budget_ns, puzzle_ns).min(dataset_end_ns);
        Self { puzzle_ns, budget_ns, spent_at_ns, end_ns }
    }

    /// Those of a phase of which so much time is over already.
    pub(crate) fn after(self, elapsed_ns: u64) -> Self {
        Self {
            spent_at_ns: self.spent_at_ns.saturating_sub(elapsed_ns),
            end_ns: self.end_ns.saturating_sub(elapsed_ns),
            ..self
        }
    }
}

/// The end of something that begins now: twice the budget and one puzzle's limit later.
pub(crate) fn end_ns(now_ns: u64, budget_ns: u64, puzzle_ns: Option<u64>) -> u64 {
    let grace_ns = puzzle_ns.unwrap_or(GRACE_NS);
    now_ns.saturating_add(budget_ns.saturating_mul(2)).saturating_add(grace_ns)
}

/// Puzzles in a row on which a solver times out or dies before it can be left out.
const IN_A_ROW: u32 = 4;

/// Time that a backend has lost in a phase, over all workers: in blocks that were stopped, and in
/// starting again.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    ns: AtomicU64,
    times: AtomicU64,
    left_out: AtomicBool,
    early: AtomicBool,
}

/// Time that a backend has lost, as it is kept beyond a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Lost {
    /// Wall time over all workers.
    pub ns: u64,
    /// Blocks.
    pub times: u64,
    /// Whether the backend is to have no more turns, ...
    pub left_out: bool,
    /// ... although there was time for more.
    pub early: bool,
}

/// A block without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Loss {
    /// Wall time it took.
    pub ns: u64,
    /// Whether the watchdog stopped it; otherwise the solver died.
    pub is_stopped: bool,
    /// Puzzles in a row that the worker's solver has not answered, this one included.
    pub in_a_row: u32,
    /// When it ended, by the clock of the run.
    pub now_ns: u64,
}

impl Losses {
    /// Returns true if the backend is to have no more turns.
    pub(crate) fn is_left_out(&self) -> bool {
        self.left_out.load(Relaxed)
    }

    /// Returns true if it is left out although there was time for more.
    pub(crate) fn is_left_out_early(&self) -> bool {
        self.early.load(Relaxed)
    }

    /// What was lost so far; nothing where nothing was.
    pub(crate) fn lost(&self) -> Option<Lost> {
        let (times, ns) = self.so_far();
        let (left_out, early) = (self.is_left_out(), self.is_left_out_early());
        (times > 0).then_some(Lost { ns, times, left_out, early })
    }

    /// Those of a phase that goes on.
    pub(crate) fn continuing(lost: Lost) -> Self {
        Self {
            ns: lost.ns.into(),
            times: lost.times.into(),
            left_out: lost.left_out.into(),
            early: lost.early.into(),
        }
    }

    /// Blocks that were lost, and wall time over all workers, in nanoseconds.
    pub(crate) fn so_far(&self) -> (u64, u64) {
        (self.times.load(Relaxed), self.ns.load(Relaxed))
    }

    /// Takes a loss into account. `fair_ns` is the backend's fair part of all workers' time, or
    /// nothing where no other backend could use what it loses.
    pub(crate) fn add(&self, loss: Loss, bounds: &Bounds, fair_ns: Option<u64>) {
        let lost_ns = self.ns.fetch_add(loss.ns, Relaxed) + loss.ns;
        self.times.fetch_add(1, Relaxed);
        if loss.is_stopped && loss.now_ns >= bounds.spent_at_ns {
            self.left_out.store(true, Relaxed);
        } else if loss.in_a_row >= IN_A_ROW && fair_ns.is_some_and(|fair_ns| lost_ns >= fair_ns) {
            self.early.store(true, Relaxed);
            self.left_out.store(true, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds =
        Bounds { puzzle_ns: Some(10), budget_ns: 100, spent_at_ns: 100, end_ns: 210 };

    fn loss(in_a_row: u32, now_ns: u64) -> Loss {
        Loss { ns: 10, is_stopped: true, in_a_row, now_ns }
    }

    #[test]
    fn a_phase_ends_at_twice_its_budget_and_a_puzzle_or_with_its_dataset() {
        assert_eq!(Bounds::new(0, 100, Some(10), 1000), BOUNDS);
        assert_eq!(Bounds::new(0, 100, Some(10), 150).end_ns, 150);
        assert_eq!(Bounds::new(7, 100, None, u64::MAX).end_ns, 207 + GRACE_NS);
        assert_eq!(Bounds::new(7, u64::MAX, Some(u64::MAX), u64::MAX).end_ns, u64::MAX);
    }

    #[test]
    fn a_solver_that_loses_more_than_its_part_in_a_row_is_left_out() {
        let losses = Losses::default();
        (1..=3).for_each(|n| losses.add(loss(n, 50), &BOUNDS, Some(30)));
        assert!(!losses.is_left_out(), "three in a row may be hard puzzles");
        losses.add(loss(4, 50), &BOUNDS, Some(50));
        assert!(!losses.is_left_out(), "not yet more than its part");
        losses.add(loss(1, 50), &BOUNDS, Some(50));
        assert!(!losses.is_left_out(), "it has answered in between");
        losses.add(loss(4, 50), &BOUNDS, Some(50));
        assert!(losses.is_left_out() && losses.is_left_out_early());
        assert_eq!(losses.so_far(), (6, 60));
    }

    #[test]
    fn a_solver_that_is_alone_is_left_out_only_once_the_budget_is_spent() {
        let losses = Losses::default();
        (1..=30).for_each(|n| losses.add(loss(n, 99), &BOUNDS, None));
        losses.add(Loss { is_stopped: false, ..loss(31, 100) }, &BOUNDS, None);
        assert!(!losses.is_left_out());
        losses.add(loss(1, 100), &BOUNDS, None);
        assert!(losses.is_left_out() && !losses.is_left_out_early());
    }
}
