//! Latencies measured one by one, folded: of all solves, and of puzzles.

use hdrhistogram::Histogram;

use super::Setting;

/// The latencies of one backend over the puzzles of one order in one dataset: pass `latency`,
/// blocks of one.
#[derive(Clone, Debug)]
pub struct Latencies {
    /// What was measured, and how.
    pub setting: Setting,
    /// Backend.
    pub solver: String,
    /// Every solve, in nanoseconds at 3 significant digits: what the machine did meanwhile is in it.
    pub solves: Histogram<u64>,
    /// The shorter of the two turns of a round, for every puzzle equally often: over the rounds that
    /// met all of them, or over all rounds where none of the puzzles came twice.
    pub puzzles: Histogram<u64>,
    /// How often each puzzle stands in `puzzles`.
    pub times_each: u64,
    /// Shortest time of the puzzle that took longest, in nanoseconds.
    pub longest_ns: Option<u64>,
    /// What reading the clock twice with nothing between costs, in nanoseconds, at the median.
    pub clock_overhead_ns: u64,
}

impl Latencies {
    /// Distinct puzzles in `puzzles`.
    pub fn distinct(&self) -> u64 {
        self.puzzles.len() / self.times_each.max(1)
    }
}
