//! What a run leaves behind, besides its records.

use crate::record::incident::Incident;
use crate::record::slow_puzzle::SlowPuzzle;
use crate::record::{Latencies, Setting};

use super::memory::Memory;
use super::shortfall::paused;
use crate::run::work::pauses::Paused;
use crate::run::work::spent::Spent;

/// What a whole run leaves behind, besides its records.
#[derive(Default)]
pub(crate) struct Findings {
    /// One for each phase, in the order they ran.
    pub phases: Vec<PhaseFindings>,
    /// What reading the clock costs, in nanoseconds.
    pub clock_overhead_ns: u64,
    /// What the user should know about the run as a whole.
    pub notes: Vec<String>,
}

/// What a phase leaves behind, besides its records.
pub(crate) struct PhaseFindings {
    /// Index of the dataset in the job.
    pub dataset: usize,
    /// What was measured, and how.
    pub setting: Setting,
    /// Names of the backends, by the index that incidents use.
    pub backends: Vec<String>,
    /// Latencies of each backend that has any; latency pass only.
    pub latencies: Vec<Latencies>,
    /// The slowest puzzles of each backend, measured again alone; latency pass only.
    pub slowest: Vec<Vec<SlowPuzzle>>,
    /// Puzzles that the user must hear of.
    pub incidents: Vec<Incident>,
    /// Where the workers' time went.
    pub spent: Spent,
    /// How long it was interrupted by a stop of the program or the machine.
    pub paused: Paused,
    /// For each backend, whether it remembers answers; empty where that was not asked.
    pub memories: Vec<Memory>,
}

impl Findings {
    /// What is to be said of stops of the program or the machine.
    pub(crate) fn paused(&self) -> Option<String> {
        paused(self.phases.iter().fold(Paused::default(), |sum, phase| sum.plus(phase.paused)))
    }
}
