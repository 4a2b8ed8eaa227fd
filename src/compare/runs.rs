//! One solver in several runs: what each run says of it, and how far runs differ.
//!
//! A run is one time of day of one process. How much the next one would differ cannot be known from
//! within: two runs of one binary missed each other's intervals in four of five trials, by 0.4 to
//! 1.3 %. So the error is that between the runs of a side (Kalibera and Jones 2013, "Rigorous
//! Benchmarking in Reasonable Time": repeat the highest level that varies), with one variance for
//! both sides; and where each side has but one run, changes below [`FLOOR`] are not decided.

use std::collections::BTreeMap;

use super::clock::{Clock, Deciding};
use super::differences::same_isomorphs;
use super::estimate::{Estimate, Variance, of_sample};
use super::pairing::{PairingError, Series, by_round};
use crate::record::{Manifest, Record};

/// The change below which one run a side gives no verdict: machines change their speed by a few
/// percent from run to run.
pub(crate) const FLOOR: f64 = 0.05;

/// A solver in a series of one run.
#[derive(Clone, Debug)]
pub(crate) struct InRun<'a> {
    /// The run's rows.
    pub records: &'a [Record],
    /// What the run was.
    pub manifest: &'a Manifest,
    /// Where.
    pub series: Series,
    /// The solver, by its name in that run.
    pub solver: String,
}

/// Old and new runs of a solver against each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Across {
    /// New over old.
    pub estimate: Estimate,
    /// Mean time of a puzzle in the old runs, in nanoseconds.
    pub old_ns: f64,
    /// Mean time of a puzzle in the new runs, likewise.
    pub new_ns: f64,
    /// The clock these are on.
    pub clock: Clock,
    /// Whether all runs were compared on the same groups.
    pub is_paired: bool,
}

/// Puzzles of a group, and the time for going over it once, in nanoseconds.
type Groups = BTreeMap<u64, (u64, f64)>;

/// Holds runs against each other by CPU time, on the groups that all of them measured.
///
/// # Errors
/// When a run has no rounds of its solver, or took no time for them.
pub(crate) fn across(old: &[InRun<'_>], new: &[InRun<'_>]) -> Result<Across, PairingError> {
    let clock = clock(old.iter().chain(new))?;
    let of = |runs: &[InRun<'_>]| -> Result<Vec<Groups>, PairingError> {
        runs.iter().map(|run| groups(run, clock)).collect()
    };
    let (mut was, mut is) = (of(old)?, of(new)?);
    let is_paired = are_same_puzzles(old, new) && keep_common(&mut was, &mut is);
    let (old_ns, new_ns): (Vec<f64>, Vec<f64>) =
        (was.iter().map(per_puzzle_ns).collect(), is.iter().map(per_puzzle_ns).collect());
    let estimate = match (&*was, &*is) {
        ([was], [is]) if is_paired => {
            let pairs: Vec<(f64, f64)> =
                was.iter().map(|(group, (_, ns))| (*ns, is[group].1)).collect();
            of_sample(&pairs).ok_or(PairingError::Nothing)?
        }
        ([was], [is]) => {
            let alone = |groups: &Groups| {
                let pairs: Vec<(f64, f64)> =
                    groups.values().map(|(puzzles, ns)| (*puzzles as f64, *ns)).collect();
                of_sample(&pairs).ok_or(PairingError::Nothing)
            };
            alone(is)?.less(&alone(was)?)
        }
        _ => {
            let logs = |ns: &[f64]| ns.iter().map(|ns| ns.ln()).collect::<Vec<_>>();
            let groups = was.iter().chain(&is).map(BTreeMap::len).min().unwrap_or(0);
            Estimate { groups, ..between(&logs(&old_ns), &logs(&new_ns)) }
        }
    };
    let mean = |ns: &[f64]| (ns.iter().map(|ns| ns.ln()).sum::<f64>() / ns.len() as f64).exp();
    Ok(Across { estimate, old_ns: mean(&old_ns), new_ns: mean(&new_ns), clock, is_paired })
}

/// The difference of two means of independent figures with one variance; unknown where there are
/// but two figures.
pub(crate) fn between(old: &[f64], new: &[f64]) -> Estimate {
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let squares = |of: &[f64]| of.iter().map(|x| (x - mean(of)).powi(2)).sum::<f64>();
    let dof = (old.len() + new.len()) as f64 - 2.0;
    let launches = if dof < 1.0 {
        Variance::UNKNOWN
    } else {
        let each = (squares(old) + squares(new)) / dof;
        Variance { variance: each * (1.0 / old.len() as f64 + 1.0 / new.len() as f64), dof }
    };
    let log_ratio = mean(new) - mean(old);
    Estimate { log_ratio, turns: Variance::NONE, launches, third: 0.0, groups: 0 }
}

/// CPU time, unless a run lacks it or its solver sleeps or works in further threads.
fn clock<'r, 'a: 'r>(runs: impl Iterator<Item = &'r InRun<'a>>) -> Result<Clock, PairingError> {
    for run in runs {
        let rounds = by_round(run.records, &run.series, &run.solver)?;
        let is_wall = matches!(
            Deciding::of(rounds.values().map(|record| (*record, *record))),
            Deciding::WallOfSleeper(_) | Deciding::WallOfThreads(_)
        );
        if is_wall || rounds.values().any(|record| record.cpu_ns.is_none_or(|ns| ns == 0)) {
            return Ok(Clock::Wall);
        }
    }
    Ok(Clock::Cpu)
}

fn groups(run: &InRun<'_>, clock: Clock) -> Result<Groups, PairingError> {
    let mut sums: BTreeMap<u64, (u64, f64, f64)> = BTreeMap::new();
    for record in by_round(run.records, &run.series, &run.solver)?.values() {
        if record.solves() == 0 {
            continue;
        }
        let times = record.solves() as f64 / record.puzzles as f64;
        let (puzzles, ns, goes) = sums.entry(record.group).or_default();
        *puzzles = record.puzzles;
        *ns += clock.ns(record) as f64;
        *goes += times;
    }
    if sums.is_empty() {
        let (solvers, series) = (run.solver.clone(), run.series.to_string());
        return Err(PairingError::TooFew { rounds: 0, series, solvers });
    }
    let total: f64 = sums.values().map(|(_, ns, _)| ns).sum();
    if total == 0.0 {
        let (solver, series) = (run.solver.clone(), run.series.to_string());
        return Err(PairingError::Zero { solver, round: 0, series });
    }
    Ok(sums.into_iter().map(|(group, (puzzles, ns, goes))| (group, (puzzles, ns / goes))).collect())
}

/// Returns true if a group's number means the same puzzles in all runs: they were drawn by one
/// seed.
fn are_same_puzzles(old: &[InRun<'_>], new: &[InRun<'_>]) -> bool {
    let mut all = old.iter().chain(new);
    let Some(first) = all.next() else { return false };
    all.all(|run| {
        run.manifest.seed == first.manifest.seed
            && run.series.sample == first.series.sample
            && same_isomorphs(run.manifest, first.manifest)
    })
}

/// Leaves the groups that all runs measured, if there are any and they are the same; else all.
fn keep_common(old: &mut [Groups], new: &mut [Groups]) -> bool {
    let all = || old.iter().chain(new.iter());
    let Some(first) = old.first() else { return false };
    let is_everywhere = |group: &u64| all().all(|groups| groups.contains_key(group));
    let common: Vec<u64> = first.keys().copied().filter(is_everywhere).collect();
    // A run that sized its turns otherwise has other groups by the same numbers.
    let is_same = |group: &u64| all().all(|groups| groups[group].0 == first[group].0);
    if common.is_empty() || !common.iter().all(is_same) {
        return false;
    }
    for groups in old.iter_mut().chain(new) {
        groups.retain(|group, _| common.binary_search(group).is_ok());
    }
    true
}

fn per_puzzle_ns(groups: &Groups) -> f64 {
    let sum = groups.values().fold((0, 0.0), |sum, (puzzles, ns)| (sum.0 + puzzles, sum.1 + ns));
    sum.1 / sum.0.max(1) as f64
}

#[cfg(test)]
mod tests;
