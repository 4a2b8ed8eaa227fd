//! What the turns of a round add up to, for one backend on one worker.

use crate::record::Outcomes;
use crate::solver::Used;

/// Sums over a worker's turns of one backend in one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tally {
    /// What became of the puzzles.
    pub outcomes: Outcomes,
    /// Puzzles solvers contradict each other on, undecided by the recount.
    pub disputed: u64,
    /// Claims that no recount confirmed.
    pub unconfirmed: u64,
    /// Puzzles of which solutions were counted and none was shown.
    pub only_counted: u64,
    /// Wall time inside the clock.
    pub wall_ns: u64,
    /// What was used inside the clock: CPU time, switches, faults.
    pub used: Used,
    /// The harness's own part of the turn: between the blocks, not inside the clock.
    pub harness_ns: u64,
    /// Solves that the watchdog ended.
    pub timed_out_solves: u64,
    /// Wall time of these, inside the clock.
    pub timed_out_ns: u64,
    /// Sum over the puzzles of the shorter turn, where they were timed one by one.
    pub shorter_ns: u64,
    /// Guesses of the first turn.
    pub guesses: u64,
    /// Puzzles the first turn decided without a guess.
    pub no_guess: u64,
    /// Highest resident memory seen, in bytes.
    pub peak_rss_bytes: u64,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            outcomes: Outcomes::default(),
            disputed: 0,
            unconfirmed: 0,
            only_counted: 0,
            wall_ns: 0,
            used: Used::NOTHING,
            harness_ns: 0,
            timed_out_solves: 0,
            timed_out_ns: 0,
            shorter_ns: 0,
            guesses: 0,
            no_guess: 0,
            peak_rss_bytes: 0,
        }
    }
}

impl Tally {
    /// Both workers' sums as one.
    pub(crate) fn merge(self, other: Self) -> Self {
        Self {
            outcomes: self.outcomes.merge(other.outcomes),
            disputed: self.disputed + other.disputed,
            unconfirmed: self.unconfirmed + other.unconfirmed,
            only_counted: self.only_counted + other.only_counted,
            wall_ns: self.wall_ns + other.wall_ns,
            used: self.used.plus(other.used),
            harness_ns: self.harness_ns + other.harness_ns,
            timed_out_solves: self.timed_out_solves + other.timed_out_solves,
            timed_out_ns: self.timed_out_ns + other.timed_out_ns,
            shorter_ns: self.shorter_ns + other.shorter_ns,
            guesses: self.guesses.saturating_add(other.guesses),
            no_guess: self.no_guess + other.no_guess,
            peak_rss_bytes: self.peak_rss_bytes.max(other.peak_rss_bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_with_zero_changes_nothing() {
        let tally = Tally { wall_ns: 7, disputed: 1, peak_rss_bytes: 9, ..Tally::default() };
        assert_eq!(tally.merge(Tally::default()), tally);
        assert_eq!(Tally::default().merge(tally), tally);
    }
}
