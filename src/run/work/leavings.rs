//! What a worker hands over at the end of a round, besides the tallies.

use crate::record::incident::Incident;

use super::durations::BackendTimes;
use super::slowest::Slow;
use super::spent::Spent;

/// What a worker hands over at the end of a round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leavings {
    /// Of each backend that has its figures from the round's tier; latency pass only.
    pub times: Vec<BackendTimes>,
    /// Puzzles that were among the worker's slowest, with the index of the backend.
    pub slowest: Vec<(usize, Slow)>,
    /// Puzzles that the user must hear of, new to this worker.
    pub incidents: Vec<Incident>,
    /// What its wall time was spent on since it last handed something over.
    pub spent: Spent,
}
