//! The kind of measurement, and what that means for those who measure and show it.

use serde::{Deserialize, Serialize};

/// The kind of measurement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// Large blocks on all workers: what a batch costs.
    Throughput,
    /// Blocks of one puzzle on one worker: what a caller waits.
    Latency,
    /// Instructions counted instead of times.
    Instructions,
}

impl Pass {
    /// As it stands in the rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Throughput => "throughput",
            Self::Latency => "latency",
            Self::Instructions => "instructions",
        }
    }

    /// The pass of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Throughput, Self::Latency, Self::Instructions];
        all.into_iter().find(|pass| pass.name() == name)
    }

    /// Returns true if puzzles are handed over and timed one by one: there are percentiles, and each
    /// puzzle's shorter turn is kept.
    pub const fn times_single_puzzles(self) -> bool {
        matches!(self, Self::Latency)
    }

    /// Returns true if the elapsed time of its turns gives a rate.
    pub const fn has_rate(self) -> bool {
        matches!(self, Self::Throughput)
    }

    /// Returns true if the CPU clock is read around each block; around single puzzles it would disturb
    /// them.
    pub const fn reads_cpu_clock(self) -> bool {
        matches!(self, Self::Throughput)
    }

    /// Returns true if it is for solvers, too, that take their whole sample at once.
    pub const fn takes_whole_samples(self) -> bool {
        matches!(self, Self::Throughput)
    }

    /// Returns true if its figures are instructions, not times.
    pub const fn counts_instructions(self) -> bool {
        matches!(self, Self::Instructions)
    }
}
