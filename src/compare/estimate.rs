//! A log-ratio of times, and how far it can be trusted.
//!
//! What makes an estimate uncertain has two sources, which are known unequally well: turns (and
//! puzzles that were not met), of which there are hundreds, and launches, of which there are eight
//! or so. Each has its variance with degrees of freedom of its own, and an interval reaches
//! √(Σ t(dof)² variance) to either side: exactly Student's interval where one of them is all there
//! is, and close to it in between (the square-and-add rule; Zou and Donner 2008, "Construction of
//! confidence limits about effect measures"). One common number of degrees of freedom (Welch and
//! Satterthwaite) was too bold where eight launches happened to agree.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// A variance, and how well it is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Variance {
    /// Of the log-ratio; infinite where nothing shows it.
    pub variance: f64,
    /// Degrees of freedom, 1 or more.
    pub dof: f64,
}

/// An estimated log-ratio with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// ln(candidate / baseline).
    pub log_ratio: f64,
    /// What turns and missing puzzles leave uncertain.
    pub turns: Variance,
    /// What launches, or whole runs, leave uncertain.
    pub launches: Variance,
    /// Third central moment of what the turns do to the log-ratio: above zero where the candidate
    /// makes rare long pauses, below where the baseline does.
    pub third: f64,
    /// Groups it stands on.
    pub groups: usize,
}

/// An interval of log-ratios around its estimate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// The estimate.
    pub middle: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// An estimate of unknown error.
    pub fn without_ends(middle: f64) -> Self {
        Self { low: f64::NEG_INFINITY, middle, high: f64::INFINITY }
    }

    /// The shortest interval that holds both.
    pub fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high), ..self }
    }
}

impl Variance {
    /// No uncertainty.
    pub const NONE: Self = Self { variance: 0.0, dof: f64::INFINITY };
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { variance: f64::INFINITY, dof: 1.0 };

    /// The variance of a sum of independent parts; degrees of freedom by Welch and Satterthwaite.
    pub fn sum(parts: impl IntoIterator<Item = Self>) -> Self {
        let (mut variance, mut spread) = (0.0, 0.0);
        for part in parts {
            variance += part.variance;
            spread += part.variance * part.variance / part.dof;
        }
        let dof = if variance.is_infinite() {
            1.0
        } else if spread > 0.0 {
            variance * variance / spread
        } else {
            f64::INFINITY
        };
        Self { variance, dof }
    }

    /// The part of a sum in which the estimate counts `weight` times.
    fn weighted(self, weight: f64) -> Self {
        Self { variance: self.variance * weight * weight, ..self }
    }

    fn reach_squared(self, probability: f64) -> f64 {
        match self.variance {
            0.0 => 0.0,
            variance => variance * t_quantile(probability, self.dof).powi(2),
        }
    }
}

impl Estimate {
    /// The two-sided interval that misses the truth with a chance of `error`.
    pub fn interval(&self, error: f64) -> Interval {
        let (reach, shift) = (self.reach(error), self.shift(error));
        Interval {
            low: self.log_ratio + shift - reach,
            middle: self.log_ratio,
            high: self.log_ratio + shift + reach,
        }
    }

    /// By how much the middle of an interval lies beyond the estimate: rare long pauses make an
    /// estimate that is too low more likely than one that is as much too high (Johnson 1978,
    /// "Modified t tests and confidence intervals for asymmetrical populations"; with the term in z²
    /// as in Hall 1992, "The Bootstrap and Edgeworth Expansion", section 3.9).
    fn shift(&self, error: f64) -> f64 {
        let variance = self.turns.variance + self.launches.variance;
        if self.third == 0.0 || variance == 0.0 || !variance.is_finite() {
            return 0.0;
        }
        let z = t_quantile(1.0 - error / 2.0, f64::INFINITY);
        self.third / variance * (1.0 + 2.0 * z * z) / 6.0
    }

    /// Half the length of [`Estimate::interval`].
    pub fn reach(&self, error: f64) -> f64 {
        self.reach_at(1.0 - error / 2.0)
    }

    /// How far the truth lies beyond the estimate on one side with a chance of 1 - `probability`.
    pub fn reach_at(&self, probability: f64) -> f64 {
        let squared =
            self.turns.reach_squared(probability) + self.launches.reach_squared(probability);
        if squared.is_finite() { squared.sqrt() } else { f64::INFINITY }
    }

    /// The standard error; infinite where it is unknown.
    pub fn std_error(&self) -> f64 {
        (self.turns.variance + self.launches.variance).sqrt()
    }

    /// This estimate less another, independent one: the log of a ratio of ratios.
    pub fn less(&self, other: &Self) -> Self {
        combined(&[(1.0, self), (-1.0, other)])
    }
}

/// The mean of independent log-ratios, and so the log of their geometric mean; `None` of nothing.
pub(crate) fn mean(estimates: &[Estimate]) -> Option<Estimate> {
    let share = 1.0 / estimates.len() as f64;
    let parts: Vec<_> = estimates.iter().map(|estimate| (share, estimate)).collect();
    (!parts.is_empty()).then(|| combined(&parts))
}

/// A weighted sum of independent estimates.
fn combined(parts: &[(f64, &Estimate)]) -> Estimate {
    Estimate {
        log_ratio: parts.iter().map(|(weight, e)| weight * e.log_ratio).sum(),
        turns: Variance::sum(parts.iter().map(|(weight, e)| e.turns.weighted(*weight))),
        launches: Variance::sum(parts.iter().map(|(weight, e)| e.launches.weighted(*weight))),
        third: parts.iter().map(|(weight, e)| weight.powi(3) * e.third).sum(),
        groups: parts.iter().map(|(_, e)| e.groups).min().unwrap_or(0),
    }
}

/// The ratio of totals of a sample, with the error that draws of such a sample have: e = b - R a
/// summed over n draws varies by n s²(e). `None` where a total is zero.
pub(crate) fn of_sample(pairs: &[(f64, f64)]) -> Option<Estimate> {
    let (baseline, candidate) = pairs.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
    if !(baseline > 0.0 && candidate > 0.0) {
        return None;
    }
    let ratio = candidate / baseline;
    let squares: f64 = pairs.iter().map(|(a, b)| (b - ratio * a).powi(2)).sum();
    let n = pairs.len() as f64;
    let turns = if pairs.len() < 2 {
        Variance::UNKNOWN
    } else {
        Variance { variance: squares * n / (n - 1.0) / (candidate * candidate), dof: n - 1.0 }
    };
    Some(Estimate {
        log_ratio: ratio.ln(),
        turns,
        launches: Variance::NONE,
        third: 0.0,
        groups: pairs.len(),
    })
}

/// The quantile of Student's t at `probability` above one half.
pub(crate) fn t_quantile(probability: f64, dof: f64) -> f64 {
    // Beyond this many degrees of freedom t is the normal distribution to six digits.
    match StudentsT::new(0.0, 1.0, dof.clamp(1.0, 1e5)) {
        Ok(t) if probability < 1.0 => t.inverse_cdf(probability),
        _ => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests;
