//! A ratio as scripts read it.

use serde::{Deserialize, Serialize};

use crate::compare::estimate::Interval;

/// A ratio with its interval; ends that are not known are null.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ratio {
    /// The estimate; null where nothing could be compared.
    pub middle: Option<f64>,
    /// Lower end.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

impl From<Interval> for Ratio {
    fn from(interval: Interval) -> Self {
        let known = |log: f64| Some(log.exp()).filter(|ratio| ratio.is_finite() && log.is_finite());
        let Interval { low, middle, high } = interval;
        Self { middle: known(middle), low: known(low), high: known(high) }
    }
}

impl Ratio {
    /// Its interval of log-ratios.
    pub fn interval(self) -> Interval {
        let log = |end: Option<f64>, unknown: f64| end.map_or(unknown, f64::ln);
        Interval {
            low: log(self.low, f64::NEG_INFINITY),
            middle: log(self.middle, f64::NAN),
            high: log(self.high, f64::INFINITY),
        }
    }
}
