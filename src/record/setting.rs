//! What was measured, and how: what a row shares with the rows that it may be compared with.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Pass;
use crate::puzzle::Order;
use crate::solver::Goal;

/// The setting of a measurement, the same for all solvers of a phase. Every row of every file names
/// it, the solver and, where they matter, the block and the sample.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// Dataset, by the name the run gave it.
    pub dataset: String,
    /// Order of the puzzles; a number, the box size, in the rows.
    pub order: Order,
    /// What was asked of each puzzle.
    pub goal: Goal,
    /// Kind of measurement.
    pub pass: Pass,
    /// Workers.
    pub threads: u32,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dataset, order, goal, pass, threads } = self;
        let plural = if *threads == 1 { "" } else { "s" };
        write!(f, "{dataset}, {order}, {goal}, {}, {threads} thread{plural}", pass.name())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The setting of most tests: two workers on 17-clue puzzles.
    pub(crate) fn sample() -> Setting {
        Setting {
            dataset: "royle17.txt".to_owned(),
            order: Order::THREE,
            goal: Goal::Unique,
            pass: Pass::Throughput,
            threads: 2,
        }
    }

    #[test]
    fn a_setting_reads_as_a_list() {
        assert_eq!(sample().to_string(), "royle17.txt, 9x9, unique, throughput, 2 threads");
        let one = Setting { threads: 1, pass: Pass::Latency, ..sample() };
        assert_eq!(one.to_string(), "royle17.txt, 9x9, unique, latency, 1 thread");
    }
}
