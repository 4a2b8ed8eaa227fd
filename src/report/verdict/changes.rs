//! Changes, ratios and intervals as text.

use crate::compare::estimate::Interval;
use crate::compare::judge::Timing;
use crate::report::units::digits;

/// A change of time by its log-ratio: `+2.10 %`, or from twice the time on `x2.31`.
pub fn change(log_ratio: f64) -> String {
    change_to(2, log_ratio)
}

/// A change with so many places, where it is small.
pub fn change_to(places: usize, log_ratio: f64) -> String {
    let percent = log_ratio.exp_m1() * 100.0;
    match percent {
        p if !p.is_finite() => "unknown".to_owned(),
        p if p >= 100.0 => format!("x{:.2}", log_ratio.exp()),
        p if p.abs() >= 10.0 => format!("{p:+.1} %"),
        p if p.abs() < 0.5 * 0.1f64.powi(places as i32) => format!("{:+.places$} %", 0.0),
        p => format!("{p:+.places$} %"),
    }
}

/// Places that matter in a change: counts are known better than times.
fn places(timing: &Timing) -> usize {
    if timing.is_counted() { 4 } else { 2 }
}

/// Change and interval of a timing as they stand in a table; the interval is empty where it is
/// unknown, or no longer than the places shown.
pub fn change_and_ends(timing: &Timing) -> [String; 2] {
    let Interval { low, middle, high } = timing.interval;
    let [low_text, middle, high_text] =
        [low, middle, high].map(|log_ratio| change_to(places(timing), log_ratio));
    let is_known = low.is_finite() && high.is_finite();
    let is_exact = timing.is_counted() && low_text == high_text;
    let ends = match is_known && !is_exact {
        true => format!("{low_text} and {high_text}"),
        false => String::new(),
    };
    [middle, ends]
}

/// A ratio of times with its interval: `0.43 (0.42 - 0.44)`.
pub fn ratio(interval: Interval) -> String {
    let [low, middle, high] = [interval.low, interval.middle, interval.high].map(f64::exp);
    // As many decimal places as the ends differ in, from none to four; three digits are enough.
    let least = if middle >= 100.0 { 0 } else { 2 };
    let wide = |p: &i32| high - low >= 2.0 * 0.1f64.powi(*p);
    let places = (least..4).find(wide).unwrap_or(4) as usize;
    if !low.is_finite() || !high.is_finite() {
        return format!("{middle:.2}, error unknown");
    }
    format!("{middle:.places$} ({low:.places$} - {high:.places$})")
}

/// How many times as fast, by a log-ratio of times, at three digits: `10.5`.
pub fn times_as_fast(log_ratio: f64) -> String {
    digits((-log_ratio).exp())
}

/// The ends of an interval: `+1.90 % and +2.30 %`; empty where they are unknown.
pub fn ends(interval: Interval) -> String {
    if !interval.low.is_finite() || !interval.high.is_finite() {
        return String::new();
    }
    format!("{} and {}", change(interval.low), change(interval.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read_as_they_are_spoken() {
        let of = |ratio: f64| change(ratio.ln());
        assert_eq!(
            [of(1.021), of(0.5), of(1.5), of(2.31)],
            ["+2.10 %", "-50.0 %", "+50.0 %", "x2.31"]
        );
        assert_eq!(change(f64::INFINITY), "unknown");
    }

    #[test]
    fn nothing_has_one_sign_and_counts_have_more_places() {
        let of = |places, percent: f64| change_to(places, (percent / 100.0).ln_1p());
        assert_eq!([of(2, -0.001), of(2, 0.001)], ["+0.00 %", "+0.00 %"]);
        assert_eq!([of(4, 0.0213), of(4, -0.00001)], ["+0.0213 %", "+0.0000 %"]);
    }
}
