//! Whose recount is believed, how long recounts may take, and what they found in a run.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::puzzle::Order;
use crate::record::Setting;
use crate::solver::{Backend, Goal};

use super::found::Found;

/// Share of a run's budget that recounts may take.
const SHARE: f64 = 0.1;
/// CPU time for them at least, for each worker of a phase: a budget of nothing has a round, too.
const LEAST: Duration = Duration::from_millis(50);

/// Trusted solvers, and what they found. One serves all phases of a run, and further runs over the
/// same datasets by the same names.
pub(crate) struct Trust {
    solvers: Vec<Box<dyn Backend>>,
    found: Mutex<Vec<(Asked, Arc<Found>)>>,
    bytes: Arc<AtomicUsize>,
    /// CPU nanoseconds left for recounts.
    left_ns: AtomicI64,
    /// In a launch, the groups that need no recount if their claims are those confirmed.
    settled: Option<Mutex<HashMap<u64, u64>>>,
}

/// What the processes of a series know of recounts: what the launches before have left, or found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Recounts {
    /// CPU nanoseconds that are left for them.
    pub left_ns: u64,
    /// Groups of which every claim was confirmed, and a digest of these claims.
    pub settled: HashMap<u64, u64>,
}

/// Which puzzles, and what is asked of them.
type Asked = (String, Order, Goal);

/// Trusted solvers at most.
pub(crate) const WHO: usize = 3;

impl Trust {
    /// Trusts these solvers, the fastest on 9x9 first and the best on big grids last. Each must be
    /// complete, and another algorithm than the others.
    ///
    /// # Panics
    /// When there are more than [`WHO`].
    pub(crate) fn new(solvers: Vec<Box<dyn Backend>>) -> Self {
        assert!(solvers.len() <= WHO, "no more than {WHO} trusted solvers");
        Self {
            solvers,
            found: Mutex::default(),
            bytes: Arc::default(),
            left_ns: AtomicI64::new(0),
            settled: None,
        }
    }

    /// In a process that measures one launch of a series: with what the launches before have left.
    pub(crate) fn continuing(mut self, recounts: Recounts) -> Self {
        self.left_ns.store(i64::try_from(recounts.left_ns).unwrap_or(i64::MAX / 2), Relaxed);
        self.settled = Some(Mutex::new(recounts.settled));
        self
    }

    /// What a launch leaves to the next one.
    pub(crate) fn recounts(&self) -> Recounts {
        let settled = self
            .settled
            .as_ref()
            .map(|settled| settled.lock().unwrap_or_else(PoisonError::into_inner).clone());
        Recounts {
            left_ns: u64::try_from(self.left_ns.load(Relaxed)).unwrap_or(0),
            settled: settled.unwrap_or_default(),
        }
    }

    /// Returns true where groups are remembered beyond this process.
    pub(crate) fn remembers_groups(&self) -> bool {
        self.settled.is_some()
    }

    /// Returns true if a launch has confirmed the same claims on a group before.
    pub(crate) fn is_settled(&self, group: u64, digest: u64) -> bool {
        self.settled.as_ref().is_some_and(|settled| {
            let settled = settled.lock().unwrap_or_else(PoisonError::into_inner);
            settled.get(&group) == Some(&digest)
        })
    }

    /// Remembers that every claim on a group was confirmed.
    pub(crate) fn settle(&self, group: u64, digest: u64) {
        if let Some(settled) = &self.settled {
            settled.lock().unwrap_or_else(PoisonError::into_inner).insert(group, digest);
        }
    }

    /// A trusted solver by its number.
    pub(crate) fn solver(&self, number: usize) -> &dyn Backend {
        &*self.solvers[number]
    }

    /// Which trusted solvers are algorithms that a backend's answers to blocks of `block` puzzles
    /// or more may come from.
    pub(crate) fn run_by(&self, backend: &dyn Backend, block: usize) -> [bool; WHO] {
        let mut runs = [false; WHO];
        for (runs, trusted) in runs.iter_mut().zip(&self.solvers) {
            *runs = backend.runs(trusted.id(), block);
        }
        runs
    }

    /// Who recounts what backends claim that run these algorithms: of the two that suit puzzles of
    /// this order best the first that none of them runs, or else both. From 16x16 on the last suits
    /// best.
    pub(crate) fn panel(&self, order: Order, runs: &[[bool; WHO]]) -> Vec<usize> {
        let takes = |number: &usize| self.solvers[*number].abilities().orders.contains(&order);
        let mut able: Vec<usize> = (0..self.solvers.len()).filter(takes).collect();
        if order > Order::THREE {
            able.reverse();
        }
        able.truncate(2);
        let is_independent = |number: &&usize| runs.iter().all(|runs| !runs[**number]);
        match able.iter().find(is_independent) {
            Some(&number) => vec![number],
            None => able,
        }
    }

    /// What is known of some puzzles.
    pub(crate) fn found(&self, setting: &Setting) -> Arc<Found> {
        let Setting { dataset, order, goal, .. } = setting;
        let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = |(known, _): &&(Asked, Arc<Found>)| {
            (&known.0, &known.1, &known.2) == (dataset, order, goal)
        };
        if let Some((_, found)) = all.iter().find(is_known) {
            return Arc::clone(found);
        }
        let found = Arc::new(Found::new(*goal, Arc::clone(&self.bytes)));
        all.push(((dataset.clone(), *order, *goal), Arc::clone(&found)));
        found
    }

    /// Allows recounts a tenth of a phase's budget. What earlier phases left over stays.
    pub(crate) fn allow(&self, budget: Duration, workers: usize) {
        let allowed = budget.mul_f64(SHARE).max(LEAST) * workers as u32;
        self.left_ns.fetch_add(i64::try_from(allowed.as_nanos()).unwrap_or(i64::MAX / 2), Relaxed);
    }

    /// Returns true while there is time for another recount.
    pub(crate) fn has_time(&self) -> bool {
        self.left_ns.load(Relaxed) > 0
    }

    /// Takes the time of a recount into account.
    pub(crate) fn spend(&self, ns: u64) {
        self.left_ns.fetch_sub(i64::try_from(ns).unwrap_or(i64::MAX / 2), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;
    use crate::foreign::renamed::Renamed;
    use crate::foreign::spec;

    fn panel(order: Order, backends: &[&dyn Backend], block: usize) -> Vec<String> {
        let trust = Trust::new(builtin::trusted());
        let runs: Vec<_> = backends.iter().map(|one| trust.run_by(*one, block)).collect();
        let numbers = trust.panel(order, &runs);
        numbers.into_iter().map(|number| trust.solver(number).id().to_owned()).collect()
    }

    fn of_specs(order: Order, specs: &[&str], block: usize) -> Vec<String> {
        let backends: Vec<_> = specs.iter().map(|spec| spec::parse(spec).unwrap()).collect();
        let backends: Vec<&dyn Backend> = backends.iter().map(|backend| &**backend).collect();
        panel(order, &backends, block)
    }

    #[test]
    fn no_solver_confirms_itself() {
        let nine = |specs: &[&str]| of_specs(Order::THREE, specs, 100);
        assert_eq!(nine(&["brute-force"]), ["vector"]);
        assert_eq!(nine(&["mrv", "lockstep"]), ["vector"]);
        assert_eq!(nine(&["vector"]), ["mrv"]);
        assert_eq!(nine(&["slowed:vector?factor=2", "brute-force"]), ["mrv"]);
        assert_eq!(nine(&["vector", "mrv"]), ["vector", "mrv"], "each for the other");
        assert_eq!(of_specs(Order::THREE, &["lockstep"], 1), ["mrv"], "few are vector's");
        assert_eq!(of_specs(Order::FOUR, &["brute-force"], 1), ["sat"], "mrv may search for hours");
        assert_eq!(of_specs(Order::FIVE, &["mrv"], 1), ["sat"]);
        assert_eq!(of_specs(Order::FIVE, &["sat"], 1), ["mrv"]);
        let twin = Renamed::new("twin".to_owned(), builtin::find("vector").unwrap());
        assert_eq!(panel(Order::THREE, &[&twin], 1), ["mrv"]);
    }

    #[test]
    fn time_left_over_is_kept_for_later() {
        let trust = Trust::new(Vec::new());
        assert!(!trust.has_time());
        trust.allow(Duration::from_secs(10), 2);
        trust.spend(1_999_999_999);
        assert!(trust.has_time());
        trust.spend(1);
        assert!(!trust.has_time());
    }
}
