//! What the rounds of a phase add up to, one after the other: what it leaves behind in the end, and
//! where it goes on after a failure.

use crate::record::Outcomes;
use crate::record::incident::{Incident, add_new};
use crate::run::work::bounds::Lost;
use crate::run::work::leavings::Leavings;
use crate::run::work::phase::Phase;
use crate::run::work::slowest::Slowest;
use crate::run::work::spent::Spent;
use crate::run::work::times::Times;

use super::observe::RoundReport;
use super::round_left::{RoundLeft, TierSoFar};

/// What the rounds of a phase add up to so far.
pub(crate) struct PhaseSoFar {
    /// For each backend.
    pub times: Vec<Times>,
    /// For each backend.
    pub slowest: Vec<Slowest>,
    pub incidents: Vec<Incident>,
    pub spent: Spent,
    /// What became of each backend's puzzles, rounds added up.
    pub outcomes: Vec<Outcomes>,
    /// How far each tier is, by its number.
    pub tiers: Vec<TierSoFar>,
    /// Wall time of the rounds, pauses left out.
    pub elapsed_ns: u64,
    /// Time that backends have lost, by their index.
    pub lost: Vec<(usize, Lost)>,
}

impl PhaseSoFar {
    /// Before the first round.
    pub(crate) fn new(phase: &Phase<'_>) -> Self {
        let backends = || phase.backends.iter();
        Self {
            times: backends().map(|_| Times::new()).collect(),
            slowest: backends().map(|_| Slowest::new()).collect(),
            incidents: Vec::new(),
            spent: Spent::default(),
            outcomes: backends().map(|_| Outcomes::default()).collect(),
            tiers: Vec::new(),
            elapsed_ns: 0,
            lost: Vec::new(),
        }
    }

    /// Takes in a round.
    pub(crate) fn add(&mut self, phase: &Phase<'_>, report: &RoundReport) {
        for record in &report.records {
            let is_its = |backend: &&dyn crate::solver::Backend| backend.id() == record.solver;
            if let Some(backend) = phase.backends.iter().position(is_its) {
                self.outcomes[backend] = self.outcomes[backend].merge(record.outcomes);
            }
        }
        let left = &report.left;
        self.add_times(left);
        for (backend, slow) in &left.slowest {
            if let Some(slowest) = self.slowest.get_mut(*backend) {
                slowest.take(slow.clone());
            }
        }
        add_new(&mut self.incidents, left.incidents.iter().cloned());
        self.spent = self.spent.merge(left.spent);
        if self.tiers.len() <= left.tier {
            self.tiers.resize(left.tier + 1, TierSoFar::default());
        }
        self.tiers[left.tier] = left.tier_so_far;
        self.elapsed_ns = left.elapsed_ns;
        self.lost.clone_from(&left.lost);
    }

    fn add_times(&mut self, left: &RoundLeft) {
        let mut ended = Vec::new();
        for round in &left.times {
            if let Some(times) = self.times.get_mut(round.backend) {
                times.add(round);
                ended.push(round.backend);
            }
        }
        ended.sort_unstable();
        ended.dedup(); // each worker has handed over its part
        for backend in ended.into_iter().filter(|_| left.ends_coverage) {
            self.times[backend].end_coverage();
        }
    }

    /// Takes in what a worker hands over when it goes.
    pub(super) fn add_last(&mut self, worker: Leavings) {
        add_new(&mut self.incidents, worker.incidents);
        self.spent = self.spent.merge(worker.spent);
    }
}

/// What a phase leaves behind, besides its records.
pub(crate) struct PhaseOutcome {
    /// What its rounds add up to.
    pub so_far: PhaseSoFar,
    /// Share of the budget that was left when there had been as many rounds as may be.
    pub unspent: Option<f64>,
}
