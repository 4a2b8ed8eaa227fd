//! Where a value stands on an axis, and which values an axis names.

use crate::report::figures::rounded;
use crate::report::units;

/// A logarithmic axis from a low to a high value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
}

/// Values that a logarithmic axis names in each power of ten, by how many powers it spans.
const STEPS: [(f64, &[f64]); 3] =
    [(1.2, &[1.0, 2.0, 3.0, 5.0, 7.0]), (3.5, &[1.0, 3.0]), (f64::MAX, &[1.0])];

impl Scale {
    /// A logarithmic axis that holds all of some positive values, with a little room at both ends;
    /// none without a value.
    pub(crate) fn log(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let (low, high) = ends(values.into_iter().filter(|&value| value > 0.0))?;
        let room = (high / low).powf(0.04).max(1.05);
        Some(Self { low: low / room, high: high * room })
    }

    /// The lowest and the highest value on it.
    pub(crate) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The place of a value, from 0 to 1; values beyond an end stand at it.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let share = (value.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln();
        share.clamp(0.0, 1.0)
    }

    /// Round values inside the axis, lowest first.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        self.candidates()
            .into_iter()
            .filter(|&tick| (self.low..=self.high).contains(&tick))
            .collect()
    }

    /// Ticks as times, with their places.
    pub(crate) fn times(&self) -> Vec<(f64, String)> {
        self.labels(|ns| short(&units::time(ns)))
    }

    /// Ticks in any form, with their places.
    pub(crate) fn labels(&self, form: impl Fn(f64) -> String) -> Vec<(f64, String)> {
        self.ticks().into_iter().map(|tick| (self.at(tick), form(tick))).collect()
    }

    fn candidates(&self) -> Vec<f64> {
        let powers = (self.high / self.low).log10();
        let digits =
            STEPS.iter().find(|(up_to, _)| powers < *up_to).map_or(&[1.0][..], |step| step.1);
        let (from, to) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let every = ((to - from) / 8 + 1) as usize;
        // Read from text, 10^-4 is the nearest number to 0.0001, and is written so.
        let ten = |power: i32| format!("1e{power}").parse().unwrap_or(1.0);
        let tens = (from..=to).step_by(every).map(ten);
        tens.flat_map(|ten: f64| digits.iter().map(move |digit| rounded(ten * digit))).collect()
    }
}

fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |ends, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    })
}

/// Without zeros that mean nothing on an axis: `1.00 us` is `1 us`.
pub(crate) fn short(figure: &str) -> String {
    let (digits, unit) = figure.split_once(' ').unwrap_or((figure, ""));
    let digits = match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => digits,
    };
    format!("{digits} {unit}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_axis_names_round_values() {
        let scale = Scale::log([1_200.0, 80_000.0]).unwrap();
        assert_eq!(scale.ticks(), [3_000.0, 10_000.0, 30_000.0]);
        let labels: Vec<String> = scale.times().into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["3 us", "10 us", "30 us"]);
        assert!((scale.at((1_200.0f64 * 80_000.0).sqrt()) - 0.5).abs() < 1e-9);
        assert!(Scale::log([0.0]).is_none() && Scale::log([]).is_none());
        let one = Scale::log([5.0]).unwrap();
        assert!((one.at(5.0) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn no_axis_has_many_labels() {
        for high in [2.0, 30.0, 1e3, 1e5, 1e9, 1e15] {
            let ticks = Scale::log([1.0, high]).unwrap().ticks();
            assert!((1..=10).contains(&ticks.len()), "{high}: {ticks:?}");
        }
    }
}
