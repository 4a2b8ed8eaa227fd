//! The ratio of two backends' total times, and how far it can be trusted.
//!
//! **Estimate.** ln(sum of candidate times / sum of baseline times), after the longer time of each
//! outlying pair was pulled in to the limit: median of the log-ratios plus or minus
//! [`LIMIT`] robust standard deviations (1.4826 times the median absolute deviation), that is,
//! winsorised. On a shared machine one turn in some hundred takes ten times its due, and a plain
//! ratio of totals follows those turns; a median of ratios ignores them, but also ignores the few
//! groups of hard puzzles in which most of the time goes. Winsorised totals are the plain totals
//! wherever nothing stands out.
//!
//! **When outliers count in full.** An interruption strikes either backend with equal chance. When
//! the outliers of one side outnumber those of the other by more than chance allows (binomial, two
//! sides, [`SIDED`]), they are puzzles on which the backends differ, and nothing is pulled in.
//!
//! **Error.** Bootstrap: pairs of rounds are drawn with replacement and everything is computed
//! anew, [`RESAMPLES`] times from a fixed seed. The standard deviation of the results, made larger
//! by √(n/(n-1)), is the standard error; intervals take Student's t with n - 1 degrees of freedom.
//! Percentile intervals are too narrow below some twenty pairs (Hesterberg 2015, "What Teachers
//! Should Know About the Bootstrap", section 3), and looks at a run in progress need levels such as
//! 99.9 %, whose percentiles a bootstrap cannot resolve. Where pairs weigh unequally, n is the
//! effective number (Σw)²/Σw².
//!
//! **Spells.** Pairs one after the other are not always independent: for a second a neighbour may
//! slow the one core on which one of two processes sits. The variance is therefore multiplied, and
//! n divided, by 1 + 2 Σ autocorrelations, summed as long as two neighbouring lags together are
//! above zero (Geyer 1992, "Practical Markov Chain Monte Carlo", the initial positive sequence).

use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, StudentsT};

use super::pairing::Pair;

/// Robust standard deviations from the median beyond which a log-ratio is an outlier: Huber's k
/// (1981, "Robust Statistics"). On a shared machine one pair in seven lies beyond; with 2.5 instead
/// the standard error was larger by a fifth.
pub const LIMIT: f64 = 1.5;
/// Chance below which a surplus of outliers on one side is no accident.
pub const SIDED: f64 = 0.001;
/// Bootstrap samples; the standard error is then itself known to 2 %.
pub const RESAMPLES: usize = 1000;
/// Below this many pairs the spread is not known well enough to call anything an outlier.
const FEW: usize = 8;
const SEED: u64 = 0x5eed;

/// What an estimate was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// Totals, with outlying pairs pulled in.
    Winsorised,
    /// Totals as measured.
    Totals,
}

/// An estimated log-ratio with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// ln(candidate / baseline).
    pub log_ratio: f64,
    /// Its standard error; infinite where a single pair leaves it unknown.
    pub std_error: f64,
    /// Degrees of freedom of that error.
    pub dof: f64,
    /// Pairs of rounds it stands on.
    pub pairs: usize,
    /// How it was made.
    pub basis: Basis,
    /// ln of the ratio of totals as measured, whatever the basis.
    pub totals_log_ratio: f64,
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
    /// The shortest interval that holds both.
    pub fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high), ..self }
    }

    /// Moves both ends outwards by this much.
    pub fn widened(self, by: f64) -> Self {
        Self { low: self.low - by, high: self.high + by, ..self }
    }
}

impl Estimate {
    /// The two-sided interval that misses the truth with a chance of `error`.
    pub fn interval(&self, error: f64) -> Interval {
        let reach = self.reach(error);
        Interval {
            low: self.log_ratio - reach,
            middle: self.log_ratio,
            high: self.log_ratio + reach,
        }
    }

    /// Half the length of [`Estimate::interval`].
    pub fn reach(&self, error: f64) -> f64 {
        if !self.std_error.is_finite() {
            return f64::INFINITY;
        }
        self.std_error * t_quantile(1.0 - error / 2.0, self.dof)
    }

    /// This estimate less another, independent one: the log of a ratio of ratios.
    pub fn less(&self, other: &Self) -> Self {
        combined(&[(1.0, self), (-1.0, other)])
    }
}

/// The mean of independent log-ratios, and so the log of their geometric mean; `None` of nothing.
pub fn mean(estimates: &[Estimate]) -> Option<Estimate> {
    let share = 1.0 / estimates.len() as f64;
    let parts: Vec<_> = estimates.iter().map(|estimate| (share, estimate)).collect();
    (!parts.is_empty()).then(|| combined(&parts))
}

/// A weighted sum of independent estimates; degrees of freedom by Welch and Satterthwaite.
fn combined(parts: &[(f64, &Estimate)]) -> Estimate {
    let variances = parts.iter().map(|(w, e)| ((w * e.std_error).powi(2), e.dof));
    let variance: f64 = variances.clone().map(|(v, _)| v).sum();
    let spread: f64 = variances.map(|(v, dof)| v * v / dof).sum();
    let fewest = parts.iter().map(|(_, e)| e.dof).fold(f64::INFINITY, f64::min);
    let winsorised = parts.iter().any(|(_, e)| e.basis == Basis::Winsorised);
    Estimate {
        log_ratio: parts.iter().map(|(w, e)| w * e.log_ratio).sum(),
        std_error: variance.sqrt(),
        dof: if spread > 0.0 && spread.is_finite() { variance * variance / spread } else { fewest },
        pairs: parts.iter().map(|(_, e)| e.pairs).min().unwrap_or(0),
        basis: if winsorised { Basis::Winsorised } else { Basis::Totals },
        totals_log_ratio: parts.iter().map(|(w, e)| w * e.totals_log_ratio).sum(),
    }
}

/// Estimates the log-ratio of pairs; `None` where there are none.
pub fn estimate(pairs: &[Pair]) -> Option<Estimate> {
    if pairs.is_empty() {
        return None;
    }
    let times: Vec<Times> = pairs.iter().map(Times::of).collect();
    let mut scratch = Vec::with_capacity(times.len());
    let basis = basis(&times, &mut scratch);
    let limits = Limits::of(&times, basis, &mut scratch);
    let inflation = inflation(&times, &limits);
    let effective = effective_number(&times) / inflation;
    Some(Estimate {
        log_ratio: limits.log_ratio(&times),
        std_error: std_error(&times, basis, effective) * inflation.sqrt(),
        dof: (effective - 1.0).max(1.0),
        pairs: pairs.len(),
        basis,
        totals_log_ratio: Limits::NONE.log_ratio(&times),
    })
}

/// A pair with its log-ratio, which bootstrap samples would otherwise compute a thousand times.
#[derive(Clone, Copy)]
struct Times {
    baseline: f64,
    candidate: f64,
    log_ratio: f64,
}

impl Times {
    fn of(pair: &Pair) -> Self {
        Self {
            baseline: pair.baseline_ns,
            candidate: pair.candidate_ns,
            log_ratio: pair.log_ratio(),
        }
    }
}

/// Log-ratios between which nothing is pulled in.
#[derive(Clone, Copy)]
struct Limits {
    low: f64,
    high: f64,
}

impl Limits {
    const NONE: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };

    fn of(times: &[Times], basis: Basis, scratch: &mut Vec<f64>) -> Self {
        match basis {
            Basis::Totals => Self::NONE,
            Basis::Winsorised => Self::around_median(times, scratch),
        }
    }

    fn around_median(times: &[Times], scratch: &mut Vec<f64>) -> Self {
        scratch.clear();
        scratch.extend(times.iter().map(|t| t.log_ratio));
        let median = median(scratch);
        scratch.iter_mut().for_each(|x| *x = (*x - median).abs());
        let spread = 1.4826 * self::median(scratch);
        // Half of the ratios alike to the last bit: the clock is too coarse to know a spread.
        if spread == 0.0 {
            return Self::NONE;
        }
        Self { low: median - LIMIT * spread, high: median + LIMIT * spread }
    }

    fn log_ratio(&self, times: &[Times]) -> f64 {
        let (high, low) = (self.high.exp(), (-self.low).exp());
        let (mut candidate, mut baseline) = (0.0, 0.0);
        for t in times {
            let too_slow = t.log_ratio > self.high;
            let too_fast = t.log_ratio < self.low;
            candidate += if too_slow { t.baseline * high } else { t.candidate };
            baseline += if too_fast { t.candidate * low } else { t.baseline };
        }
        (candidate / baseline).ln()
    }
}

fn basis(times: &[Times], scratch: &mut Vec<f64>) -> Basis {
    if times.len() < FEW {
        return Basis::Totals;
    }
    let limits = Limits::around_median(times, scratch);
    let above = times.iter().filter(|t| t.log_ratio > limits.high).count() as u64;
    let below = times.iter().filter(|t| t.log_ratio < limits.low).count() as u64;
    if sided(above, below) < SIDED { Basis::Totals } else { Basis::Winsorised }
}

/// Chance of a surplus at least this large, on either side, when each side is as likely.
fn sided(above: u64, below: u64) -> f64 {
    let Ok(fair) = Binomial::new(0.5, above + below) else { return 1.0 };
    (2.0 * fair.cdf(above.min(below))).min(1.0)
}

fn std_error(times: &[Times], basis: Basis, effective: f64) -> f64 {
    if times.len() < 2 || effective <= 1.0 {
        return f64::INFINITY;
    }
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut sample = Vec::with_capacity(times.len());
    let mut scratch = Vec::with_capacity(times.len());
    let (mut mean, mut squares) = (0.0, 0.0);
    for seen in 1..=RESAMPLES {
        sample.clear();
        sample.extend((0..times.len()).map(|_| times[random.random_range(0..times.len())]));
        let log_ratio = Limits::of(&sample, basis, &mut scratch).log_ratio(&sample);
        // Welford's running mean and sum of squares.
        let before = log_ratio - mean;
        mean += before / seen as f64;
        squares += before * (log_ratio - mean);
    }
    (squares / (RESAMPLES - 1) as f64 * effective / (effective - 1.0)).sqrt()
}

/// By what the variance of a mean grows because pairs resemble their neighbours in time; 1 or more.
fn inflation(times: &[Times], limits: &Limits) -> f64 {
    if times.len() < FEW {
        return 1.0;
    }
    let clipped = times.iter().map(|t| t.log_ratio.clamp(limits.low, limits.high));
    let mean = clipped.clone().sum::<f64>() / times.len() as f64;
    let deviations: Vec<f64> = clipped.map(|x| x - mean).collect();
    let products =
        |lag: usize| -> f64 { deviations.iter().zip(&deviations[lag..]).map(|(a, b)| a * b).sum() };
    let (variance, mut sum) = (products(0), 0.0);
    if variance == 0.0 {
        return 1.0;
    }
    for lag in (0..times.len() / 2).step_by(2) {
        let both = products(lag) + products(lag + 1);
        if both <= 0.0 {
            break;
        }
        sum += both;
    }
    // At least two pairs' worth remains, or there would be no error to speak of.
    (2.0 * sum / variance - 1.0).clamp(1.0, (effective_number(times) / 2.0).max(1.0))
}

fn effective_number(times: &[Times]) -> f64 {
    // The shorter time of a pair is the weight that no interruption inflates.
    let weights = times.iter().map(|t| t.baseline.min(t.candidate));
    let (sum, squares) = weights.fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
    sum * sum / squares
}

/// The median; the values end in another order. Zero for none.
fn median(values: &mut [f64]) -> f64 {
    let number = values.len();
    if number == 0 {
        return 0.0;
    }
    let (below, &mut upper, _) = values.select_nth_unstable_by(number / 2, f64::total_cmp);
    if number % 2 == 1 {
        return upper;
    }
    let lower = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (lower + upper) / 2.0
}

/// The quantile of Student's t at `probability` above one half.
pub fn t_quantile(probability: f64, dof: f64) -> f64 {
    // Beyond this many degrees of freedom t is the normal distribution to six digits.
    match StudentsT::new(0.0, 1.0, dof.min(1e5)) {
        Ok(t) if probability < 1.0 => t.inverse_cdf(probability),
        _ => f64::INFINITY,
    }
}

#[cfg(test)]
#[path = "estimate_tests.rs"]
mod tests;
