//! The verdict on times: a candidate against a baseline that takes part twice.
//!
//! The second baseline is the control. It cannot differ from the first, so what it shows is what
//! this run gets wrong beyond the noise of its rounds: memory that two instances of one solver were
//! given at luckier and unluckier addresses, a core with a busier neighbour. No number of rounds
//! averages that away (Mytkowicz and others 2009, "Producing Wrong Data Without Doing Anything
//! Obviously Wrong!"). A run in which the baseline differs from itself by 2 % cannot speak of 2 %:
//! the candidate's interval is widened by as much of that as is more than its own standard error.

use super::clock::{Clock, Speaks};
use super::estimate::{Estimate, Interval, estimate, t_quantile};
use super::looks::Looks;
use super::pairing::{PairingError, Series, complete, pairs, shared};
use super::verdict::{Threshold, Verdict};
use crate::record::Record;

/// Looks at fewer pairs of rounds are not worth their error.
const ENOUGH_TO_LOOK: usize = 8;
/// How often a slowdown of the size called detectable is called slower.
const POWER: f64 = 0.9;

/// What is asked of the times in a series.
#[derive(Clone, Debug)]
pub struct Question {
    /// The backend that stands for "as before".
    pub baseline: String,
    /// The baseline under its second name, if it took part twice.
    pub control: Option<String>,
    /// The backend that is judged.
    pub candidate: String,
    /// The change that matters.
    pub threshold: Threshold,
}

/// What the control shows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Control {
    /// Baseline against itself.
    pub interval: Interval,
    /// How far the baseline is from itself beyond one standard error, as a log-ratio not below zero.
    pub bias: f64,
    /// The smallest slowdown that this run would have called slower nine times in ten, as a
    /// log-ratio.
    pub detectable: f64,
}

/// What the times say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// The candidate's ratio to the baseline.
    pub estimate: Estimate,
    /// The clock it was read from.
    pub speaks: Speaks,
    /// Its interval, widened by the control's bias; where both clocks speak, from the lower end on
    /// one to the upper end on the other.
    pub interval: Interval,
    /// The baseline against itself.
    pub control: Option<Control>,
    /// The answer.
    pub verdict: Verdict,
}

/// Answers a question from the records of a series, wrong with a chance of `error`.
///
/// # Errors
/// When the records cannot be held against each other.
pub fn timing(
    records: &[Record],
    series: &Series,
    question: &Question,
    error: f64,
) -> Result<Timing, PairingError> {
    let rounds = complete(records, series, &question.baseline, &question.candidate)?;
    let speaks = Speaks::of(rounds.values().copied());
    let by = |clock| by_clock(records, series, question, clock, error);
    Ok(match speaks {
        Speaks::Wall => by(Clock::Wall)?,
        Speaks::Cpu => Timing { speaks, ..by(Clock::Cpu)? },
        Speaks::Both => {
            let (wall, cpu) = (by(Clock::Wall)?, by(Clock::Cpu)?);
            let interval = wall.interval.hull(cpu.interval);
            Timing { speaks, interval, verdict: question.threshold.verdict(interval), ..wall }
        }
    })
}

fn by_clock(
    records: &[Record],
    series: &Series,
    question: &Question,
    clock: Clock,
    error: f64,
) -> Result<Timing, PairingError> {
    let against = |other: &str| {
        let pairs = pairs(records, series, clock, &question.baseline, other)?;
        Ok(estimate(&pairs).expect("pairs() gives at least one"))
    };
    let estimate = against(&question.candidate)?;
    let control = match &question.control {
        Some(control) => Some(Control::of(&against(control)?, question.threshold, error)),
        None => None,
    };
    Ok(judged(estimate, control, question.threshold, error))
}

/// The verdict on an estimate, wrong with a chance of `error`.
pub fn judged(
    estimate: Estimate,
    control: Option<Control>,
    threshold: Threshold,
    error: f64,
) -> Timing {
    let interval = estimate.interval(error).widened(control.map_or(0.0, |c| c.bias));
    Timing {
        estimate,
        speaks: Speaks::Wall,
        interval,
        control,
        verdict: threshold.verdict(interval),
    }
}

impl Control {
    fn of(estimate: &Estimate, threshold: Threshold, error: f64) -> Self {
        let interval = estimate.interval(error);
        let noise = if estimate.std_error.is_finite() { estimate.std_error } else { 0.0 };
        let bias = (estimate.log_ratio.abs() - noise).max(0.0);
        let margin = estimate.reach(error) + estimate.std_error * t_quantile(POWER, estimate.dof);
        Self { interval, bias, detectable: threshold.log_ratio() + margin + bias }
    }
}

/// Judges a run while it goes on.
pub struct Sequential {
    question: Question,
    looks: Looks,
    settled: Option<Timing>,
}

impl Sequential {
    /// A judge that is wrong with a chance of `error`, all looks together.
    pub fn new(question: Question, error: f64) -> Self {
        Self { question, looks: Looks::new(error), settled: None }
    }

    /// Looks at the records of a phase so far, if a look is due when this share of the budget is
    /// gone, and gives the verdict once it is clear.
    pub fn look(&mut self, records: &[Record], share: f64) -> Option<Verdict> {
        let candidate = &self.question.candidate;
        let rounds = || records.iter().filter(|r| r.solver == *candidate).count();
        if !self.looks.is_due(share) || rounds() < 2 * ENOUGH_TO_LOOK {
            return None;
        }
        let series = self.series(records).ok()?;
        let error = self.looks.due(share)?;
        // What cannot be compared yet may be later; at the end it is an error.
        let timing = timing(records, &series, &self.question, error).ok()?;
        if timing.verdict == Verdict::Unclear {
            return None;
        }
        self.settled = Some(timing);
        Some(timing.verdict)
    }

    /// Where baseline and candidate meet.
    fn series(&self, records: &[Record]) -> Result<Series, PairingError> {
        let Question { baseline, candidate, .. } = &self.question;
        let like = Series::of(records.last().ok_or(PairingError::Nothing)?);
        shared(records, &like, baseline, candidate).ok_or_else(|| PairingError::Absent {
            solver: candidate.clone(),
            series: like.to_string(),
        })
    }

    /// The verdict of the look that ended the run or, if none did, of a last one.
    ///
    /// # Errors
    /// When the records cannot be held against each other.
    pub fn finish(self, records: &[Record]) -> Result<(Series, Timing), PairingError> {
        let series = self.series(records)?;
        let timing = match self.settled {
            Some(timing) => timing,
            None => timing(records, &series, &self.question, self.looks.last())?,
        };
        Ok((series, timing))
    }
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
