//! The verdict on times: a candidate against a baseline.
//!
//! "Same" and "faster" are said of a dataset, so they need all of it: before that a verdict of this
//! kind is "so far", which decides nothing. "Slower" may be said earlier, since the interval of a
//! part knows what is missing.

use std::collections::HashMap;

use super::census::{LONE_LAUNCH, census, totals};
use super::clock::{Clock, Deciding};
use super::counts;
use super::estimate::{Estimate, Interval, Variance, of_sample};
use super::pairing::{PairingError, Rounds, Series, answered, common, sums, turns};
use super::verdict::{Threshold, Verdict};
use crate::record::Record;

/// How often a slowdown of the size called detectable is called slower.
const POWER: f64 = 0.9;

/// What is asked of the times in a series.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The backend that stands for "as before".
    pub baseline: String,
    /// The backend that is judged.
    pub candidate: String,
    /// The change that matters.
    pub threshold: Threshold,
    /// What the verdict is to be about.
    pub extent: Extent,
}

/// What a verdict is to be about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// The puzzles that were measured, however many there are: their dataset is not at hand.
    Measured,
    /// All of so many puzzles.
    All(u64),
    /// A sample of so many puzzles, which the user asked for, out of so many.
    Sampled {
        /// In the sample.
        sample: u64,
        /// In the dataset.
        of: u64,
    },
}

/// Puzzles that were measured, of those that there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// Puzzles that at least one round of both backends met.
    pub met: u64,
    /// Puzzles that the verdict is about: the dataset's, or those of the sample that was asked for.
    pub of: u64,
    /// Puzzles of the dataset, where the verdict is about a sample of it.
    pub drawn_from: Option<u64>,
    /// Puzzles in groups that had no part in the ratio, since one of them stayed open.
    pub open: u64,
}

/// What the times say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// The candidate's ratio to the baseline.
    pub estimate: Estimate,
    /// The clock that decided.
    pub deciding: Deciding,
    /// Its interval; where both clocks decide, from the lower end on one to the upper end on the
    /// other.
    pub interval: Interval,
    /// The chance of error of that interval.
    pub error: f64,
    /// The change that matters.
    pub threshold: Threshold,
    /// The smallest slowdown that such a run calls slower nine times in ten, as a log-ratio.
    pub detectable: f64,
    /// How much of the dataset it stands on.
    pub coverage: Coverage,
    /// What the interval says of a part, where puzzles are missing that the verdict would need.
    pub so_far: Option<Verdict>,
    /// The answer.
    pub verdict: Verdict,
    /// Mean time of the baseline for a puzzle, in nanoseconds, on the clock that decided; where
    /// instructions were counted, these.
    pub baseline_ns: f64,
    /// Mean time of the candidate, likewise: over the baseline's it is the ratio.
    pub candidate_ns: f64,
}

impl Timing {
    /// Returns true if it is of instructions, not of times.
    pub fn is_counted(&self) -> bool {
        self.deciding == Deciding::Instructions
    }

    /// Returns true if there is a ratio at all.
    pub fn is_timed(&self) -> bool {
        self.estimate.groups > 0
    }
}

impl Coverage {
    /// No puzzle of none.
    pub const NONE: Self = Self { met: 0, of: 0, drawn_from: None, open: 0 };

    /// Returns true if no puzzle is missing.
    pub fn is_full(&self) -> bool {
        self.met >= self.of
    }

    /// Of the puzzles that the ratio is about, the share that was met.
    fn share(&self) -> f64 {
        let of = self.of.saturating_sub(self.open);
        if of == 0 { 1.0 } else { (self.met - self.open) as f64 / of as f64 }
    }
}

/// Answers a question from the records of a series, wrong with a chance of `error`.
///
/// # Errors
/// When the records cannot be held against each other.
pub(crate) fn timing(
    records: &[Record],
    series: &Series,
    question: &Question,
    error: f64,
) -> Result<Timing, PairingError> {
    let (baseline, candidate) = (&*question.baseline, &*question.candidate);
    let coverage = coverage(records, series, question)?;
    if series.setting.pass.counts_instructions() {
        let ratio = counts::ratio(records, series, [baseline, candidate])?;
        return Ok(Timing { coverage, ..counted(ratio, question.threshold, error) });
    }
    let rounds = match answered(records, series, baseline, candidate) {
        Err(PairingError::Open { .. }) => return Ok(untimed(question.threshold, error, coverage)),
        rounds => rounds?,
    };
    let deciding = Deciding::of(rounds.values().copied());
    let measured = measured(&rounds, deciding.clock(), coverage)?;
    let mut timing = judged(measured.estimate, question.threshold, error);
    (timing.deciding, timing.coverage) = (deciding, coverage);
    (timing.baseline_ns, timing.candidate_ns) = (measured.baseline_ns, measured.candidate_ns);
    if deciding == Deciding::Both {
        let cpu = self::measured(&rounds, Clock::Cpu, coverage)?;
        let hull = timing.interval.hull(cpu.estimate.interval(error));
        (timing.interval, timing.verdict) = (hull, question.threshold.verdict(hull));
    }
    let needs_all = matches!(timing.verdict, Verdict::Same | Verdict::Faster);
    if needs_all && !coverage.is_full() {
        timing.so_far = Some(timing.verdict);
        timing.verdict = Verdict::Unclear;
    }
    Ok(timing)
}

/// What there is to say where no group was decided by both: nothing of times.
fn untimed(threshold: Threshold, error: f64, coverage: Coverage) -> Timing {
    let (turns, launches) = (Variance::UNKNOWN, Variance::UNKNOWN);
    let nothing = Estimate { log_ratio: 0.0, turns, launches, third: 0.0, groups: 0 };
    Timing { coverage, ..judged(nothing, threshold, error) }
}

/// The verdict on counts of instructions, wrong with a chance of `error`.
pub(crate) fn counted(ratio: counts::Ratio, threshold: Threshold, error: f64) -> Timing {
    Timing {
        deciding: Deciding::Instructions,
        baseline_ns: ratio.baseline,
        candidate_ns: ratio.candidate,
        ..judged(ratio.estimate, threshold, error)
    }
}

/// The verdict on an estimate, wrong with a chance of `error`, that stands on all there is.
pub(crate) fn judged(estimate: Estimate, threshold: Threshold, error: f64) -> Timing {
    let interval = estimate.interval(error);
    Timing {
        estimate,
        deciding: Deciding::Cpu,
        interval,
        error,
        threshold,
        detectable: threshold.log_ratio() + estimate.reach(error) + estimate.reach_at(POWER),
        coverage: Coverage::NONE,
        so_far: None,
        verdict: threshold.verdict(interval),
        baseline_ns: 0.0,
        candidate_ns: 0.0,
    }
}

/// The ratio of two backends of a run on the rounds that they share, whatever part of the dataset
/// that is.
///
/// # Errors
/// When the records cannot be held against each other.
pub(crate) fn against(
    records: &[Record],
    series: &Series,
    baseline: &str,
    candidate: &str,
) -> Result<Estimate, PairingError> {
    let rounds = answered(records, series, baseline, candidate)?;
    let clock = Deciding::of(rounds.values().copied()).clock();
    Ok(measured(&rounds, clock, Coverage::NONE)?.estimate)
}

/// An estimate with the times that it is the ratio of.
struct Measured {
    estimate: Estimate,
    baseline_ns: f64,
    candidate_ns: f64,
}

fn measured(
    rounds: &Rounds<'_>,
    clock: Clock,
    coverage: Coverage,
) -> Result<Measured, PairingError> {
    if let Some(paired) = turns(rounds, clock)? {
        let sizes: HashMap<u64, u64> =
            rounds.values().map(|(record, _)| (record.group, record.puzzles)).collect();
        let puzzles = sizes.values().sum::<u64>() as f64;
        let estimate = census(&paired, coverage.share()).ok_or(PairingError::Nothing)?;
        let (baseline, candidate) = totals(&paired);
        let (baseline_ns, candidate_ns) = (baseline / puzzles, candidate / puzzles);
        return Ok(Measured { estimate, baseline_ns, candidate_ns });
    }
    let pairs = sums(rounds, clock)?;
    let estimate = of_sample(&pairs).ok_or(PairingError::Nothing)?;
    let launches = Variance { variance: LONE_LAUNCH * LONE_LAUNCH, dof: f64::INFINITY };
    let solves: u64 = rounds.values().map(|(record, _)| record.solves()).sum();
    let baseline: u64 = rounds.values().map(|(record, _)| clock.ns(record)).sum();
    let baseline_ns = baseline as f64 / solves as f64;
    let candidate_ns = baseline_ns * estimate.log_ratio.exp();
    Ok(Measured { estimate: Estimate { launches, ..estimate }, baseline_ns, candidate_ns })
}

fn coverage(
    records: &[Record],
    series: &Series,
    question: &Question,
) -> Result<Coverage, PairingError> {
    let mut groups: HashMap<u64, (u64, bool)> = HashMap::new();
    for (_, (a, b)) in common(records, series, &question.baseline, &question.candidate)? {
        let is_open = |record: &Record| {
            let outcomes = &record.outcomes;
            outcomes.timed_out + outcomes.crashed + outcomes.incomplete > 0
        };
        let group = groups.entry(a.group).or_insert((a.puzzles, true));
        group.1 &= is_open(a) || is_open(b);
    }
    let sum = |open: bool| -> u64 {
        groups.values().filter(|(_, is_open)| !open || *is_open).map(|(puzzles, _)| puzzles).sum()
    };
    let (met, open) = (sum(false), sum(true));
    let (of, drawn_from) = match question.extent {
        Extent::Measured => (met, None),
        Extent::All(of) => (of.max(met), None),
        Extent::Sampled { sample, of } => (sample.max(met), Some(of).filter(|&of| of > sample)),
    };
    Ok(Coverage { met, of, drawn_from, open })
}

#[cfg(test)]
mod tests;
