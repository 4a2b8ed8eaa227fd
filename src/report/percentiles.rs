//! Latencies by percentile, as a curve, up to the last that puzzles and clocks support.

use hdrhistogram::Histogram;

use super::summary::SummaryRow;

/// Points for each halving of the distance to 100 %.
const TICKS: u32 = 4;
/// A time below so many clock overheads says more about the clock.
const LEAST_OVERHEADS: u64 = 3;

/// A point of a curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    /// Share of the puzzles that take no longer, below 1.
    pub quantile: f64,
    /// How long, in nanoseconds.
    pub ns: f64,
}

/// Points from low to high.
pub(crate) type Curve = Vec<Point>;

impl Point {
    /// How often the share of slower puzzles was halved: HdrHistogram's axis.
    pub(crate) fn halvings(&self) -> f64 {
        -(1.0 - self.quantile).log2()
    }
}

/// The curve of a row's histogram. Its last point is the slowest of the row's puzzles; points below
/// three clock overheads are left out.
pub(crate) fn curve(histogram: &Histogram<u64>, row: &SummaryRow) -> Curve {
    let one = 1.0 / row.puzzles.max(2) as f64;
    let least_ns = LEAST_OVERHEADS * row.clock_overhead_ns;
    let longest_ns = row.max_ns.unwrap_or(histogram.max());
    let mut points: Curve = Vec::new();
    for step in histogram.iter_quantiles(TICKS) {
        let (quantile, ns) =
            (step.quantile_iterated_to(), step.value_iterated_to().min(longest_ns));
        if quantile <= 1.0 - one && ns >= least_ns {
            points.push(Point { quantile, ns: ns as f64 });
        }
    }
    if longest_ns >= least_ns {
        points.push(Point { quantile: 1.0 - one / 2.0, ns: longest_ns as f64 });
    }
    points
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::latency;
    use super::*;

    #[test]
    fn a_curve_ends_at_the_slowest_puzzle_and_has_no_point_beyond_its_puzzles() {
        let mut histogram = Histogram::new(3).unwrap();
        (1..=1000u64).for_each(|i| histogram.record(i * 1000).unwrap());
        let row =
            SummaryRow { puzzles: 1000, max_ns: Some(990_000), clock_overhead_ns: 40, ..latency() };
        let points = curve(&histogram, &row);
        let half = points.iter().find(|point| point.quantile >= 0.5).unwrap();
        assert!((half.ns / 500_000.0 - 1.0).abs() < 0.01, "{half:?}");
        assert_eq!(points.last().unwrap().ns, 990_000.0);
        assert!(points.iter().all(|point| point.quantile < 1.0 && point.ns <= 990_000.0));
        assert!(points.windows(2).all(|pair| pair[0].quantile < pair[1].quantile));
        let coarse = SummaryRow { clock_overhead_ns: 200_000, ..row };
        assert!(curve(&histogram, &coarse).iter().all(|point| point.ns >= 600_000.0));
    }
}
