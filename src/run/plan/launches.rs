//! Which groups a launch measures. Pure.
//!
//! What two copies of a solver differ by stays the same for as long as a process lives, so a
//! dataset is divided among several processes: to each a part of its own, drawn at random, and to all of
//! them the anchors, on which they can be held against each other. Every group is met once before
//! any is met twice.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::puzzle::seed::mix;

/// Minimum number of launches that a dataset is divided among: fewer say little about how launches differ.
pub(crate) const LEAST_LAUNCHES: u64 = 8;
/// One group in so many is an anchor: eight launches of the 17-clue set spend a third of their time
/// on them, and know each other's placement to half a percent.
const ANCHORS: u64 = 20;
/// What a launch measures of the candidate at least, if the dataset is large enough: CPU time, ...
const LEAST_CPU_NS: f64 = 250e6;
/// ... and calls. What happens more rarely than that, a launch may not meet. Somewhat more than
/// 20,000: groups are not all of a size.
const LEAST_CALLS: f64 = 20_500.0;
/// Fraction of the budget that one launch may take ...
const MOST_OF_BUDGET: f64 = 0.1;
/// ... and for the sake of those calls: with fewer, every launch would end before the rare one.
const MOST_FOR_CALLS: f64 = 0.2;
/// Fraction of a launch that is left for anchors where it cannot hold a tenth of the dataset.
const ANCHORS_OF_LAUNCH: f64 = 0.3;

/// How the groups of a dataset are divided among launches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LaunchPlan {
    seed: u64,
    groups: u64,
    /// Groups that every launch measures.
    anchors: u64,
    /// Groups of its own that each launch measures.
    own: u64,
    /// Times that a launch goes over its groups.
    passes: u64,
}

/// What the plan is made from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs {
    /// Seed of every draw.
    pub seed: u64,
    /// Groups of the dataset.
    pub groups: u64,
    /// Calls of one solver in one turn: puzzles of a group, times the repeats.
    pub calls: u64,
    /// Time of a call of the candidate, in nanoseconds.
    pub candidate_ns: f64,
    /// Time of a call of all solvers together.
    pub all_ns: f64,
    /// Wall time for all launches, in nanoseconds.
    pub budget_ns: u64,
}

/// A group of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LaunchGroup {
    /// The group.
    pub group: u64,
    /// Whether every launch has it.
    pub anchor: bool,
}

impl LaunchPlan {
    /// Plans so that a launch is long enough to meet what happens now and then, and short
    /// enough for several to fit into the budget.
    pub(crate) fn new(needs: &Needs) -> Self {
        let Needs { seed, groups, .. } = *needs;
        let groups = groups.max(1);
        let calls = 2.0 * needs.calls.max(1) as f64; // of the candidate in a round: two turns
        let round_ns = calls * needs.all_ns.max(0.1);
        let rounds_in = |fraction: f64| (fraction * needs.budget_ns as f64 / round_ns).max(2.0);
        // Long enough for the time and for the calls, but not for the time at the cost of the budget.
        let most = rounds_in(MOST_OF_BUDGET);
        let for_time = LEAST_CPU_NS / (calls * needs.candidate_ns.max(0.1));
        let for_calls = (LEAST_CALLS / calls).min(rounds_in(MOST_FOR_CALLS));
        let wanted = for_time.min(most).max(for_calls).ceil() as u64;
        // On a large dataset a twentieth of the groups would be more than a launch can hold.
        let anchors = groups.div_ceil(ANCHORS).min((ANCHORS_OF_LAUNCH * most).ceil() as u64);
        let others = groups - anchors;
        let each = others.div_ceil(LEAST_LAUNCHES).min(most.ceil() as u64);
        let own = each.max(wanted.saturating_sub(anchors)).clamp(1, others.max(1));
        // A launch that holds all groups and has time left goes over them again.
        let passes = if own >= others { (wanted / groups).max(1) } else { 1 };
        Self { seed, groups, anchors, own, passes }
    }

    /// Launches after which every group was met `coverages` times.
    #[cfg(test)]
    fn launches_for(&self, coverages: u64) -> u64 {
        let others = self.groups - self.anchors;
        (others * coverages).div_ceil(self.own).max(1)
    }

    /// Times that every group was met in so many launches.
    pub(crate) fn coverages(&self, launches: u64) -> u64 {
        let others = self.groups - self.anchors;
        launches.saturating_mul(self.own).checked_div(others).unwrap_or(launches)
    }

    /// Groups of the dataset.
    pub(crate) fn groups(&self) -> u64 {
        self.groups
    }

    /// Returns true if a launch meets a group more than once.
    pub(crate) fn repeats(&self) -> bool {
        self.passes > 1
    }

    /// Rounds of a launch.
    pub(crate) fn rounds(&self) -> u64 {
        (self.anchors + self.own.min(self.groups - self.anchors)) * self.passes
    }

    /// The groups of a launch, counted from 0, in the order in which it measures them.
    pub(crate) fn of(&self, launch: u64) -> Vec<LaunchGroup> {
        let all = self.shuffled((0..self.groups).collect(), u64::MAX);
        let (anchors, others) = all.split_at(self.anchors as usize);
        let own = self.own.min(others.len() as u64);
        let is_whole = own == others.len() as u64;
        let places = launch.saturating_mul(own)..launch.saturating_add(1).saturating_mul(own);
        let mut cycle = (u64::MAX, Vec::new());
        let mut met: Vec<LaunchGroup> =
            anchors.iter().map(|&group| LaunchGroup { group, anchor: true }).collect();
        // The launches stand one after the other on an endless row of shuffled decks of the other
        // groups, so that every group comes once before any comes twice.
        for place in places {
            let (nth, at) = (place / others.len() as u64, place % others.len() as u64);
            if cycle.0 != nth {
                cycle = (nth, self.shuffled(others.to_vec(), nth));
            }
            // Where a launch holds all groups, all are met by every launch.
            met.push(LaunchGroup { group: cycle.1[at as usize], anchor: is_whole });
        }
        let mut rounds = Vec::with_capacity(met.len() * self.passes as usize);
        // In an order of its own each time: a fixed one would give a group the same neighbours always.
        for pass in 0..self.passes {
            let mut order = met.clone();
            order.shuffle(&mut self.rng(mix(launch, pass)));
            rounds.extend(order);
        }
        rounds
    }

    fn shuffled(&self, mut groups: Vec<u64>, nth: u64) -> Vec<u64> {
        groups.shuffle(&mut self.rng(nth));
        groups
    }

    fn rng(&self, index: u64) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(mix(self.seed, index))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn needs(groups: u64, calls: u64, call_ns: f64) -> Needs {
        let budget_ns = 20_000_000_000;
        Needs { seed: 7, groups, calls, candidate_ns: call_ns, all_ns: 2.0 * call_ns, budget_ns }
    }

    proptest! {
        #[test]
        fn every_group_is_met_before_any_is_met_twice_and_anchors_always(
            groups in 1u64..2000, calls in 1u64..3000, call_ns in 100.0..1e7,
        ) {
            let plan = LaunchPlan::new(&needs(groups, calls, call_ns));
            for coverages in 1..3 {
                let mut times_met = BTreeMap::<u64, u64>::new();
                let launches = plan.launches_for(coverages);
                for launch in 0..launches {
                    let met = plan.of(launch);
                    prop_assert_eq!(met.len() as u64, plan.rounds());
                    for one in met {
                        *times_met.entry(one.group).or_default() += 1;
                    }
                }
                prop_assert_eq!(times_met.len() as u64, groups);
                prop_assert!(times_met.values().all(|&times| times >= coverages));
            }
            let anchors = |launch| {
                let mut anchors: Vec<u64> =
                    plan.of(launch).iter().filter(|one| one.anchor).map(|one| one.group).collect();
                anchors.sort_unstable();
                anchors
            };
            prop_assert!(!anchors(0).is_empty());
            prop_assert_eq!(anchors(0), anchors(5));
        }
    }

    #[test]
    fn a_slow_library_on_the_17_clue_set_is_divided_among_launches_of_twenty_thousand_calls() {
        let plan = LaunchPlan::new(&needs(614, 80, 25_000.0));
        assert_eq!((plan.launches_for(1), plan.anchors, plan.own), (6, 31, 98));
        assert!(plan.rounds() * 2 * 80 >= 20_000, "calls of the candidate");
    }

    #[test]
    fn a_fast_solver_goes_over_the_whole_set_in_each_launch() {
        let plan = LaunchPlan::new(&needs(7, 6800, 300.0));
        assert_eq!(plan.launches_for(1), 1);
        let candidate_ns = plan.rounds() as f64 * 2.0 * 6800.0 * 300.0;
        assert!((200e6..400e6).contains(&candidate_ns), "{candidate_ns}");
        assert!(plan.of(3).iter().all(|one| one.anchor));
    }

    #[test]
    fn launches_of_a_large_dataset_leave_room_for_others() {
        let plan = LaunchPlan::new(&needs(1_000_000, 80, 25_000.0));
        let wall_ns = plan.rounds() as f64 * 4.0 * 80.0 * 25_000.0;
        assert!(wall_ns < 3e9, "{wall_ns}");
    }
}
