//! Latencies measured one by one, folded.

use hdrhistogram::Histogram;

use crate::puzzle::Order;
use crate::solver::Goal;

/// The latencies of one backend over the puzzles of one order in one dataset: pass `latency`,
/// blocks of one.
#[derive(Clone, Debug)]
pub struct Latencies {
    /// Dataset, by the name the run gave it.
    pub dataset: String,
    /// Order of the puzzles.
    pub order: Order,
    /// What was asked of each puzzle.
    pub goal: Goal,
    /// Backend.
    pub solver: String,
    /// Workers.
    pub threads: u32,
    /// Nanoseconds of each block of one, at 3 significant digits.
    pub histogram: Histogram<u64>,
    /// What reading the clock twice with nothing between costs, in nanoseconds, at the median.
    pub clock_overhead_ns: u64,
}
