//! What an interval means for the question that was asked.

use std::fmt;
use std::str::FromStr;

use super::estimate::Interval;

/// The answer for a pair of backends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The whole interval lies beyond the threshold: the candidate takes less time.
    Faster,
    /// The whole interval lies beyond the threshold: the candidate takes more time.
    Slower,
    /// The whole interval lies within the threshold.
    Same,
    /// None of these: measured too little for this threshold, or the truth lies near it.
    Unclear,
}

impl Verdict {
    /// One lower-case word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::Same => "same",
            Self::Unclear => "unclear",
        }
    }
}

/// A change too small to matter, as a share of the time: `1%` takes 1.01 times for slower, and
/// 1/1.01 for faster.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Threshold {
    share: f64,
}

impl Threshold {
    /// As ln of the ratio.
    pub fn log_ratio(self) -> f64 {
        self.share.ln_1p()
    }

    /// What an interval of log-ratios amounts to.
    pub fn verdict(self, interval: Interval) -> Verdict {
        let limit = self.log_ratio();
        let Interval { low, high, .. } = interval;
        if low > limit {
            Verdict::Slower
        } else if high < -limit {
            Verdict::Faster
        } else if low >= -limit && high <= limit {
            Verdict::Same
        } else {
            Verdict::Unclear
        }
    }
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "{text:?} is not a threshold; write a percentage such as 1% or \
            0.5%"
            )
        };
        let percent: f64 =
            text.strip_suffix('%').ok_or_else(wrong)?.parse().map_err(|_| wrong())?;
        if percent.is_finite() && (0.0..=1000.0).contains(&percent) {
            Ok(Self { share: percent / 100.0 })
        } else {
            Err(wrong())
        }
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Four digits are enough to name it and hide that 0.7 / 100 * 100 is not 0.7.
        write!(f, "{}%", (self.share * 1e6).round() / 1e4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(threshold: &str, low: f64, high: f64) -> Verdict {
        let log = |percent: f64| (percent / 100.0).ln_1p();
        let interval = Interval { low: log(low), middle: log((low + high) / 2.0), high: log(high) };
        threshold.parse::<Threshold>().unwrap().verdict(interval)
    }

    #[test]
    fn the_whole_interval_decides() {
        assert_eq!(verdict("1%", 1.1, 3.0), Verdict::Slower);
        assert_eq!(verdict("1%", 0.9, 3.0), Verdict::Unclear);
        assert_eq!(verdict("1%", -0.9, 0.9), Verdict::Same);
        assert_eq!(verdict("1%", -3.0, -1.1), Verdict::Faster);
        assert_eq!(verdict("1%", -3.0, 3.0), Verdict::Unclear);
        assert_eq!(verdict("1%", f64::NEG_INFINITY, f64::INFINITY), Verdict::Unclear);
        assert_eq!(verdict("0%", 0.1, 0.2), Verdict::Slower);
    }

    #[test]
    fn a_threshold_is_a_percentage_and_says_so() {
        for text in ["1%", "0.5%", "0.7%", "0%"] {
            assert_eq!(text.parse::<Threshold>().unwrap().to_string(), text);
        }
        for text in ["1", "0.01", "-1%", "NaN%", "inf%", "1,5%", "%", ""] {
            assert!(text.parse::<Threshold>().unwrap_err().contains("such as 1%"), "{text}");
        }
    }
}
