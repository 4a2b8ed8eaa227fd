//! A backend's latencies: of all solves, and of puzzles.

use hdrhistogram::Histogram;

use super::durations::{BackendTimes, Durations, LONGEST_NS};

/// Histograms of nanoseconds, at three significant digits.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    /// Every solve.
    pub solves: Histogram<u64>,
    /// The shorter turn of a round, over rounds that met every puzzle equally often.
    pub covered: Histogram<u64>,
    /// The same over the rounds since then.
    pub open: Histogram<u64>,
    /// How often every puzzle is in `covered`, isomorphs counted once.
    pub coverages: u64,
}

impl Times {
    pub(crate) fn new() -> Self {
        let [solves, covered, open] = [(); 3].map(|()| empty());
        Self { solves, covered, open, coverages: 0 }
    }

    /// Takes in what one worker has timed in a round.
    pub(crate) fn add(&mut self, round: &BackendTimes) {
        record(&mut self.solves, &round.solves);
        record(&mut self.open, &round.shorter);
    }

    /// Every puzzle has been met once more.
    pub(crate) fn end_coverage(&mut self) {
        self.covered += std::mem::replace(&mut self.open, empty());
        self.coverages += 1;
    }
}

fn record(histogram: &mut Histogram<u64>, durations: &Durations) {
    for (ns, times) in durations.iter() {
        histogram.saturating_record_n(ns, times);
    }
}

fn empty() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LONGEST_NS, 3).expect("the bounds are in order")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::work::durations::Counted;

    fn shorter(all: &[u64]) -> BackendTimes {
        let mut counted = Counted::default();
        all.iter().for_each(|&ns| counted.add(ns));
        BackendTimes { backend: 0, solves: Durations::default(), shorter: counted.take() }
    }

    #[test]
    fn what_is_short_of_a_coverage_is_kept_apart() {
        let mut times = Times::new();
        times.add(&shorter(&[10, 20]));
        assert_eq!((times.covered.len(), times.open.len(), times.coverages), (0, 2, 0));
        times.end_coverage();
        times.add(&shorter(&[1000]));
        assert_eq!((times.covered.len(), times.open.len(), times.coverages), (2, 1, 1));
        assert_eq!((times.covered.max(), times.solves.len()), (20, 0));
    }
}
