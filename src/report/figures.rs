//! The few computations behind a summary. None of them returns a number that is not one.

use crate::record::Latencies;

/// Puzzles that must lie beyond a quantile: with fewer it is an anecdote of single puzzles.
const BEYOND: u64 = 10;

/// Clock overheads below which a quantile is left empty: it would describe the clock, not the
/// solver.
const LEAST_OVERHEADS: u64 = 3;

/// `a / b`, at six significant digits, where that is a number.
pub(super) fn ratio(a: f64, b: f64) -> Option<f64> {
    let quotient = a / b;
    (b != 0.0 && quotient.is_finite()).then(|| rounded(quotient))
}

/// At six significant digits: more are noise in every figure of ours, and shorter to read.
pub(super) fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// The 5th and the 95th percentile of some rounds' figures, by nearest rank towards the outside;
/// nothing with fewer than 3.
pub(super) fn spread(figures: &[f64]) -> Option<(f64, f64)> {
    if figures.len() < 3 {
        return None;
    }
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len() - 1;
    Some((sorted[last / 20], sorted[last - last / 20]))
}

/// A quantile over puzzles of the shorter turn, in nanoseconds. It needs 10 distinct puzzles beyond it
/// and 3 clock overheads; none lies above the time of the slowest puzzle.
pub(super) fn quantile(latencies: &Latencies, share: f64) -> Option<u64> {
    let histogram = &latencies.puzzles;
    let value = histogram.value_at_quantile(share).min(longest_ns(latencies).unwrap_or(u64::MAX));
    let one_in = (1.0 / (1.0 - share)).round() as u64;
    let is_enough = latencies.distinct() / one_in >= BEYOND;
    let is_clear = value >= LEAST_OVERHEADS * latencies.clock_overhead_ns;
    (is_enough && is_clear).then_some(value)
}

/// Shortest time of the puzzle that took longest, in nanoseconds, where there was any.
pub(super) fn longest_ns(latencies: &Latencies) -> Option<u64> {
    latencies.longest_ns.filter(|_| !latencies.puzzles.is_empty())
}

#[cfg(test)]
mod tests {
    use hdrhistogram::Histogram;

    use super::*;
    use crate::record::setting_sample;

    /// The quantiles of the summary.
    fn quantiles(latencies: &Latencies) -> [Option<u64>; 4] {
        [0.5, 0.9, 0.99, 0.999].map(|share| quantile(latencies, share))
    }

    fn latencies(values: impl IntoIterator<Item = u64>, clock_overhead_ns: u64) -> Latencies {
        let mut histogram = Histogram::new(3).unwrap();
        for value in values {
            histogram.record(value).unwrap();
        }
        Latencies {
            setting: setting_sample(),
            solver: "s".to_owned(),
            longest_ns: Some(histogram.max()),
            solves: histogram.clone(),
            puzzles: histogram,
            times_each: 1,
            clock_overhead_ns,
        }
    }

    #[test]
    fn puzzles_that_were_solved_often_are_no_more_puzzles() {
        let six = latencies((0..6).flat_map(|i| vec![1000 + i; 10_000]), 0);
        let known = |times_each| Latencies { times_each, ..six.clone() };
        assert_eq!(quantile(&known(1), 0.999), Some(1005));
        assert_eq!(quantiles(&known(10_000)), [None; 4]);
        assert_eq!(longest_ns(&known(10_000)), Some(1005));
    }

    #[test]
    fn no_quantile_lies_above_the_slowest_puzzle_s_shortest_time() {
        let mut noisy = latencies(1000..2000, 0);
        noisy.longest_ns = Some(1500);
        assert_eq!(quantiles(&noisy)[..2], [Some(1499), Some(1500)]);
    }

    #[test]
    fn a_quantile_needs_ten_samples_beyond_it() {
        let of = |n: u64| latencies(1000..1000 + n, 0);
        let at = |n: u64, share: f64| quantile(&of(n), share);
        assert_eq!((quantiles(&of(0)), longest_ns(&of(0))), ([None; 4], None));
        assert_eq!((quantiles(&of(1)), longest_ns(&of(1))), ([None; 4], Some(1000)));
        assert_eq!((at(19, 0.5), at(20, 0.5)), (None, Some(1009)));
        assert_eq!((at(99, 0.9), at(100, 0.9)), (None, Some(1089)));
        assert!(at(999, 0.99).is_none() && at(1000, 0.99).is_some());
        assert!(at(9_999, 0.999).is_none() && at(10_000, 0.999).is_some());
    }

    #[test]
    fn a_quantile_below_three_clock_overheads_is_left_out_and_the_higher_ones_stand() {
        let values = std::iter::repeat_n(100, 900).chain(std::iter::repeat_n(500, 100));
        let fast = latencies(values, 40);
        assert_eq!(quantiles(&fast)[..3], [None, None, Some(500)]);
        assert_eq!(longest_ns(&fast), Some(500));
    }

    #[test]
    fn a_ratio_is_a_number_or_nothing() {
        assert_eq!(ratio(1.0, 3.0), Some(0.333333));
        assert_eq!(ratio(123_456_789.0, 1.0), Some(123_457_000.0));
        for (a, b) in [(1.0, 0.0), (0.0, 0.0), (f64::NAN, 1.0), (1.0, f64::NAN), (1e308, 1e-308)] {
            assert_eq!(ratio(a, b), None);
        }
    }

    #[test]
    fn the_spread_leaves_out_a_twentieth_at_each_end() {
        let hundred: Vec<f64> = (0..101).rev().map(f64::from).collect();
        assert_eq!(spread(&hundred), Some((5.0, 95.0)));
        assert_eq!(spread(&[3.0, 1.0, 2.0]), Some((1.0, 3.0)));
        assert_eq!(spread(&[1.0, 2.0]), None);
    }
}
