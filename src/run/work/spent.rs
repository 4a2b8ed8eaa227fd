//! Where the workers' wall time went.

use serde::{Deserialize, Serialize};

/// Wall time of one or more workers, by what it was spent on, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Spent {
    /// Starting solvers: loading libraries, bringing up processes, also after a crash or a stop.
    pub start_ns: u64,
    /// Blocks that were stopped or crashed and led to nothing: their puzzles were solved anew.
    pub lost_ns: u64,
    /// Reading, parsing, copying and scrambling puzzles.
    pub fill_ns: u64,
    /// Turns without starts and lost blocks: inside the clock, and judging and tallying between the
    /// blocks.
    pub turn_ns: u64,
    /// Inside the clock.
    pub clocked_ns: u64,
    /// Settling who was right, recounts included.
    pub settle_ns: u64,
    /// Finding out what a puzzle costs each solver, and timing the slowest puzzles again.
    pub aside_ns: u64,
    /// The phase as a whole, times its workers; what the parts leave of it is waiting.
    pub elapsed_ns: u64,
}

impl Spent {
    /// What one worker did while the others of the phase waited, and started solvers for.
    pub(crate) fn aside(wall_ns: u64, start_ns: u64, threads: usize) -> Self {
        Self {
            start_ns,
            aside_ns: wall_ns.saturating_sub(start_ns),
            elapsed_ns: wall_ns * threads as u64,
            ..Self::default()
        }
    }

    /// Both workers' times as one.
    pub(crate) fn merge(self, other: Self) -> Self {
        Self {
            start_ns: self.start_ns + other.start_ns,
            lost_ns: self.lost_ns + other.lost_ns,
            fill_ns: self.fill_ns + other.fill_ns,
            turn_ns: self.turn_ns + other.turn_ns,
            clocked_ns: self.clocked_ns + other.clocked_ns,
            settle_ns: self.settle_ns + other.settle_ns,
            aside_ns: self.aside_ns + other.aside_ns,
            elapsed_ns: self.elapsed_ns + other.elapsed_ns,
        }
    }

    /// Each use with its share of the whole, the shares adding up to 1. Nothing where no time was
    /// spent at all.
    pub(crate) fn shares(&self) -> Vec<(&'static str, f64)> {
        if self.elapsed_ns == 0 {
            return Vec::new();
        }
        let parts = [
            ("inside the clock", self.clocked_ns),
            ("judge, tally", self.turn_ns.saturating_sub(self.clocked_ns)),
            ("map, parse, copy", self.fill_ns),
            ("settle, recount", self.settle_ns),
            ("start solvers", self.start_ns),
            ("lost blocks", self.lost_ns),
            ("calibrate, slowest again", self.aside_ns),
        ];
        let known: u64 = parts.iter().map(|part| part.1).sum();
        let whole = self.elapsed_ns.max(known);
        let waiting = ("wait", whole - known);
        parts
            .into_iter()
            .chain([waiting])
            .map(|(use_, ns)| (use_, ns as f64 / whole as f64))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_add_up() {
        let spent = Spent {
            start_ns: 3,
            lost_ns: 2,
            fill_ns: 10,
            turn_ns: 60,
            clocked_ns: 50,
            settle_ns: 5,
            aside_ns: 4,
            elapsed_ns: 100,
        };
        let shares = spent.shares();
        assert_eq!(shares[0], ("inside the clock", 0.5));
        let last = [("lost blocks", 0.02), ("calibrate, slowest again", 0.04), ("wait", 0.16)];
        assert_eq!((shares[4], &shares[5..]), (("start solvers", 0.03), &last[..]));
        assert!((shares.iter().map(|s| s.1).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(Spent::default().shares().is_empty());
    }

    #[test]
    fn what_one_worker_does_aside_has_the_others_wait() {
        let shares = Spent::aside(10, 4, 2).shares();
        let of = |part: &str| shares.iter().find(|share| share.0 == part).map(|share| share.1);
        assert_eq!(of("start solvers"), Some(0.2));
        assert_eq!(of("calibrate, slowest again"), Some(0.3));
        assert_eq!(of("wait"), Some(0.5));
    }

    #[test]
    fn merging_with_zero_changes_nothing() {
        let spent = Spent {
            start_ns: 6,
            lost_ns: 7,
            fill_ns: 1,
            turn_ns: 2,
            clocked_ns: 3,
            settle_ns: 4,
            aside_ns: 8,
            elapsed_ns: 5,
        };
        assert_eq!(spent.merge(Spent::default()), spent);
    }
}
