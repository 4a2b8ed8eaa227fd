//! Whether the rounds of a launch cost what they were planned for.

use super::message::{Course, Party};
use crate::record::Record;
use crate::run::plan::tiers::TURN_NS;

/// Rounds that are more than this many times as long or short as planned have their size changed.
const FAR_OFF: f64 = 4.0;

/// Costs by what the rounds of a launch took, where that is far from what they were planned for.
pub(super) fn far_off(
    records: &[Record],
    parties: &[Party],
    cost_ns: &[f64],
    course: &Course,
) -> Option<Vec<f64>> {
    let is_marred = |r: &Record| r.outcomes.crashed + r.outcomes.timed_out > 0;
    if records.iter().any(is_marred) {
        return None; // restarts and limits do not count as the cost of a puzzle
    }
    let has = |name: &&Party| records.iter().any(|record| record.solver == name.name);
    let names: Vec<&str> = parties.iter().filter(has).map(|party| &*party.name).collect();
    if names.len() != cost_ns.len() {
        return None;
    }
    let mean = |name: &str| {
        let own = records.iter().filter(|record| record.solver == name);
        let (ns, solves) = own.fold((0, 0), |(ns, solves), record| {
            (ns + record.cpu_ns.unwrap_or(record.wall_ns), solves + record.solves())
        });
        ns as f64 / solves.max(1) as f64
    };
    let found: Vec<f64> = names.iter().map(|name| mean(name)).collect();
    let slowest = |costs: &[f64]| costs.iter().copied().fold(0.1, f64::max);
    let (was, is) = (slowest(cost_ns), slowest(&found));
    let times = course.tier.repeats * course.tier.isomorphs;
    let turn_ns = is * course.tier.puzzles as f64 * f64::from(times);
    let is_far = is > FAR_OFF * was || was > FAR_OFF * is;
    (is_far && (turn_ns > FAR_OFF * TURN_NS as f64 || turn_ns * FAR_OFF < TURN_NS as f64))
        .then_some(found)
}
