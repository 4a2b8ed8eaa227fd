//! The first rounds of a phase, looked at before they are passed on: where a puzzle costs something
//! quite different from what the calibration has shown, rounds are sized anew and begun again.

use std::io;

use super::calibrate::own_ns;
use super::observe::{Next, Observer, RoundReport};
use crate::record::{Record, TurnTimes};
use crate::run::plan::tiers::Tier;
use crate::run::work::phase::Phase;
use crate::run::work::turn::Timing;
use crate::run::work::warm::StartUp;

/// Costs that are more than this many times as high or low as planned are far off.
const FAR_OFF: f64 = 4.0;
/// Rounds that are looked at: each backend has come first in one of them.
const ROUNDS: usize = 2;
/// Share of the budget after which they count whatever they show.
const LATEST: f64 = 0.5;
/// One that takes longer is not held back for another.
const LONG_NS: u64 = 100_000_000;

/// Holds the first rounds back until it is known whether they count.
pub(crate) struct First<'a> {
    inner: &'a mut dyn Observer,
    /// The backends by name, as costs are sorted.
    names: Vec<&'a str>,
    tier: &'a Tier,
    cost_ns: &'a [f64],
    held: Vec<RoundReport>,
    /// Whether the rounds held back count.
    is_decided: bool,
    found_ns: Option<Vec<f64>>,
}

impl<'a> First<'a> {
    /// Looks at the rounds of a phase's first tier, which was planned for these costs.
    pub(crate) fn of(
        phase: &'a Phase<'_>,
        tier: &'a Tier,
        cost_ns: &'a [f64],
        inner: &'a mut dyn Observer,
    ) -> Self {
        let names = phase.backends.iter().map(|backend| backend.id()).collect();
        Self { inner, names, tier, cost_ns, held: Vec::new(), is_decided: false, found_ns: None }
    }

    /// What puzzles cost where that is far from what was planned: then no round was passed on.
    /// Otherwise all were.
    ///
    /// # Errors
    /// When the observer cannot write.
    pub(crate) fn finish(mut self) -> io::Result<Option<Vec<f64>>> {
        if self.found_ns.is_none() {
            self.pass_on(0.0)?;
        }
        Ok(self.found_ns)
    }

    fn pass_on(&mut self, done: f64) -> io::Result<Next> {
        self.is_decided = true;
        for report in std::mem::take(&mut self.held) {
            if self.inner.round(&report, done)? == Next::Enough {
                return Ok(Next::Enough);
            }
        }
        Ok(Next::Continue)
    }

    /// Costs by what the rounds took, where one is far from what it was planned for.
    fn far_off(&self) -> Option<Vec<f64>> {
        let mut sums = vec![(0, 0); self.names.len()];
        for record in self.held.iter().flat_map(|report| &report.records) {
            let outcomes = &record.outcomes;
            // Restarts and limits do not count as the cost of a puzzle, and what is wrong is to be
            // shown.
            if outcomes.crashed + outcomes.timed_out + outcomes.wrong + record.disputed > 0 {
                return None;
            }
            let at = self.names.iter().position(|name| *name == record.solver)?;
            sums[at].0 += time_ns(record);
            sums[at].1 += record.solves();
        }
        let mut found = self.cost_ns.to_vec();
        let mut is_far = false;
        for &backend in &self.tier.own {
            let (ns, solves) = sums[backend];
            if solves == 0 {
                return None;
            }
            let (was, is) = (self.cost_ns[backend].max(0.1), (ns as f64 / solves as f64).max(0.1));
            is_far |= is > FAR_OFF * was || was > FAR_OFF * is;
            found[backend] = is;
        }
        is_far.then_some(found)
    }
}

/// A record's time as the calibration takes it.
fn time_ns(record: &Record) -> u64 {
    let turns = record.each_turn.iter().flatten();
    let own = turns.map(|&TurnTimes { wall_ns, used }| own_ns(Timing { wall_ns, used })).sum();
    if record.each_turn[0].is_some() { own } else { record.wall_ns }
}

impl Observer for First<'_> {
    fn started(&mut self, start_ups: &[StartUp]) -> io::Result<()> {
        self.inner.started(start_ups)
    }

    fn round(&mut self, report: &RoundReport, done: f64) -> io::Result<Next> {
        if self.is_decided {
            return self.inner.round(report, done);
        }
        self.held.push(report.clone());
        let is_long = report.records.iter().any(|record| record.elapsed_ns > LONG_NS);
        if self.held.len() < ROUNDS && !is_long {
            return Ok(Next::Continue);
        }
        // Later there would not be time for others.
        self.found_ns = self.far_off().filter(|_| done < LATEST);
        if self.found_ns.is_some() { Ok(Next::Enough) } else { self.pass_on(done) }
    }
}

#[cfg(test)]
mod tests;
