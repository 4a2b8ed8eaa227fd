//! What a round leaves behind, besides its records.

use serde::{Deserialize, Serialize};

use crate::record::incident::Incident;
use crate::run::work::bounds::Lost;
use crate::run::work::durations::BackendTimes;
use crate::run::work::leavings::Leavings;
use crate::run::work::slowest::Slow;
use crate::run::work::spent::Spent;

/// How far a tier is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TierSoFar {
    /// Rounds that were measured.
    pub rounds: u64,
    /// Number of the next group; groups without a puzzle have no round.
    pub next_group: u64,
    /// Wall time of the rounds.
    pub spent_ns: u64,
}

/// What a round leaves behind, besides its records.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct RoundLeft {
    /// Number of the round's tier.
    pub tier: usize,
    /// How far that is after the round.
    pub tier_so_far: TierSoFar,
    /// Wall time of the rounds of the phase until then, pauses left out.
    pub elapsed_ns: u64,
    /// Latencies, one or more for each backend that has its figures from the tier.
    pub times: Vec<BackendTimes>,
    /// Whether every puzzle of the tier has been met equally often.
    pub ends_coverage: bool,
    /// Puzzles that may be among the slowest, with the index of the backend.
    pub slowest: Vec<(usize, Slow)>,
    /// Puzzles that the user must hear of.
    pub incidents: Vec<Incident>,
    /// Where the workers' time went.
    pub spent: Spent,
    /// Time that backends have lost in the phase so far, by their index.
    pub lost: Vec<(usize, Lost)>,
}

impl RoundLeft {
    /// Takes in what a worker hands over.
    pub(super) fn add(&mut self, worker: Leavings) {
        self.times.extend(worker.times);
        self.slowest.extend(worker.slowest);
        self.incidents.extend(worker.incidents);
        self.spent = self.spent.merge(worker.spent);
    }
}
