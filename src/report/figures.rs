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

/// Quantiles over puzzles of the shorter turn, in nanoseconds, as far as there are puzzles for
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Quantiles {
    /// Median.
    pub p50_ns: Option<u64>,
    /// 90th percentile.
    pub p90_ns: Option<u64>,
    /// 99th percentile.
    pub p99_ns: Option<u64>,
    /// 99.9th percentile.
    pub p999_ns: Option<u64>,
    /// Shortest time of the puzzle that took longest.
    pub max_ns: Option<u64>,
}

impl Quantiles {
    /// Reads them off. A quantile needs 10 distinct puzzles beyond it and 3 clock overheads; the
    /// time of the slowest puzzle stands in any case, and no quantile lies above it.
    pub(super) fn of(latencies: &Latencies) -> Self {
        let (histogram, distinct) = (&latencies.puzzles, latencies.distinct());
        let longest_ns = latencies.longest_ns.filter(|_| !histogram.is_empty());
        let quantile = |quantile: f64, one_in: u64| {
            let value = histogram.value_at_quantile(quantile).min(longest_ns.unwrap_or(u64::MAX));
            let is_enough = distinct / one_in >= BEYOND;
            let is_clear = value >= LEAST_OVERHEADS * latencies.clock_overhead_ns;
            (is_enough && is_clear).then_some(value)
        };
        Self {
            p50_ns: quantile(0.5, 2),
            p90_ns: quantile(0.9, 10),
            p99_ns: quantile(0.99, 100),
            p999_ns: quantile(0.999, 1000),
            max_ns: longest_ns,
        }
    }
}

#[cfg(test)]
mod tests {
    use hdrhistogram::Histogram;

    use super::*;
    use crate::puzzle::Order;
    use crate::solver::Goal;

    fn latencies(values: impl IntoIterator<Item = u64>, clock_overhead_ns: u64) -> Latencies {
        let mut histogram = Histogram::new(3).unwrap();
        for value in values {
            histogram.record(value).unwrap();
        }
        Latencies {
            dataset: "d".to_owned(),
            order: Order::THREE,
            goal: Goal::Unique,
            solver: "s".to_owned(),
            threads: 1,
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
        let known = |times_each| Quantiles::of(&Latencies { times_each, ..six.clone() });
        assert_eq!(known(1).p999_ns, Some(1005));
        assert_eq!(known(10_000), Quantiles { max_ns: Some(1005), ..Quantiles::default() });
    }

    #[test]
    fn no_quantile_lies_above_the_slowest_puzzle_s_shortest_time() {
        let mut noisy = latencies(1000..2000, 0);
        noisy.longest_ns = Some(1500);
        let quantiles = Quantiles::of(&noisy);
        assert_eq!((quantiles.p50_ns, quantiles.p90_ns), (Some(1499), Some(1500)));
    }

    #[test]
    fn a_quantile_needs_ten_samples_beyond_it() {
        let of = |n: u64| Quantiles::of(&latencies(1000..1000 + n, 0));
        assert_eq!(of(0), Quantiles::default());
        assert_eq!(of(1), Quantiles { max_ns: Some(1000), ..Quantiles::default() });
        assert_eq!((of(19).p50_ns, of(20).p50_ns), (None, Some(1009)));
        assert_eq!((of(99).p90_ns, of(100).p90_ns), (None, Some(1089)));
        assert!(of(999).p99_ns.is_none() && of(1000).p99_ns.is_some());
        assert!(of(9_999).p999_ns.is_none() && of(10_000).p999_ns.is_some());
    }

    #[test]
    fn a_quantile_below_three_clock_overheads_is_left_out_and_the_higher_ones_stand() {
        let values = std::iter::repeat_n(100, 900).chain(std::iter::repeat_n(500, 100));
        let quantiles = Quantiles::of(&latencies(values, 40));
        assert_eq!((quantiles.p50_ns, quantiles.p90_ns), (None, None));
        assert_eq!((quantiles.p99_ns, quantiles.max_ns), (Some(500), Some(500)));
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
