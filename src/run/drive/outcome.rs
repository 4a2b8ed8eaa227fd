//! What the workers of a phase leave behind.

use crate::record::Outcomes;
use crate::record::incident::{Incident, add_new};
use crate::run::work::clock::Clock;
use crate::run::work::phase::Phase;
use crate::run::work::slowest::Slowest;
use crate::run::work::spent::Spent;
use crate::run::work::times::Times;
use crate::run::work::worker::Worker;

/// What a phase leaves behind, besides its records.
pub(crate) struct PhaseOutcome {
    /// For each backend.
    pub times: Vec<Times>,
    /// For each backend.
    pub slowest: Vec<Slowest>,
    pub incidents: Vec<Incident>,
    pub spent: Spent,
    /// What became of each backend's puzzles, rounds added up.
    pub outcomes: Vec<Outcomes>,
    /// Share of the budget that was left when there had been as many rounds as may be.
    pub unspent: Option<f64>,
}

/// A worker's results, free of its thread.
pub(super) type WorkerResult = Option<(Vec<(Times, Slowest)>, Vec<Incident>, Spent)>;

/// Takes a worker's results off its thread.
pub(super) fn leave<C: Clock>(worker: Result<Worker<'_, C>, ()>) -> WorkerResult {
    let worker = worker.ok()?;
    let states = worker.states.into_iter().map(|state| (state.times, state.slowest)).collect();
    Some((states, worker.judge.incidents, worker.spent))
}

/// Puts the results of all workers together.
pub(super) fn gather(
    phase: &Phase<'_>,
    workers: impl Iterator<Item = (Vec<(Times, Slowest)>, Vec<Incident>, Spent)>,
    elapsed_ns: u64,
) -> PhaseOutcome {
    let mut left = PhaseOutcome {
        times: phase.backends.iter().map(|_| Times::new()).collect(),
        slowest: phase.backends.iter().map(|_| Slowest::new()).collect(),
        incidents: Vec::new(),
        spent: Spent { elapsed_ns, ..Spent::default() },
        outcomes: Vec::new(),
        unspent: None,
    };
    for (states, incidents, spent) in workers {
        for (backend, (times, slowest)) in states.into_iter().enumerate() {
            let known = std::mem::replace(&mut left.times[backend], Times::new());
            left.times[backend] = known.merge(times);
            let known = std::mem::take(&mut left.slowest[backend]);
            left.slowest[backend] = known.merge(slowest);
        }
        add_new(&mut left.incidents, incidents);
        left.spent = left.spent.merge(spent);
    }
    left
}
