//! A backend's latencies on one worker: of all solves, and of puzzles.

use hdrhistogram::Histogram;

/// Longest latency that histograms hold, an hour, which is beyond every timeout; longer ones count as it.
const LONGEST_NS: u64 = 3_600_000_000_000;

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

    /// Takes in one solve.
    pub(crate) fn solve(&mut self, ns: u64) {
        self.solves.saturating_record(ns.max(1));
    }

    /// Takes in a puzzle's shorter turn.
    pub(crate) fn shorter(&mut self, ns: u64) {
        self.open.saturating_record(ns.max(1));
    }

    /// Every puzzle has been met once more.
    pub(crate) fn end_coverage(&mut self) {
        self.covered += std::mem::replace(&mut self.open, empty());
        self.coverages += 1;
    }

    /// Both workers' times as one; they have had the same rounds.
    pub(crate) fn merge(mut self, other: Self) -> Self {
        self.solves += other.solves;
        self.covered += other.covered;
        self.open += other.open;
        self.coverages = self.coverages.max(other.coverages);
        self
    }
}

fn empty() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LONGEST_NS, 3).expect("the bounds are in order")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_of_a_coverage_is_kept_apart() {
        let mut times = Times::new();
        [10, 20].into_iter().for_each(|ns| times.shorter(ns));
        assert_eq!((times.covered.len(), times.open.len(), times.coverages), (0, 2, 0));
        times.end_coverage();
        times.shorter(1000);
        assert_eq!((times.covered.len(), times.open.len(), times.coverages), (2, 1, 1));
        let both = times.clone().merge(Times::new());
        assert_eq!((both.covered.max(), both.open.len(), both.coverages), (20, 1, 1));
        assert_eq!(times.merge(both).covered.len(), 4);
    }
}
