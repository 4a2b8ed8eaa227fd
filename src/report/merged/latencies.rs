//! Histograms of several runs, added.

use hdrhistogram::Histogram;

use crate::record::{Latencies, Setting};
use crate::report::histogram::{LoggedHistogram, Of};
use crate::report::run_files::RunFiles;
use crate::report::summary::SummaryRow;

/// Weight of a puzzle up to which weights are exact multiples of what every run has. Beyond, counts
/// are rounded to a millionth.
const EXACT: u64 = 1 << 20;

/// The latencies of each solver and setting.
#[derive(Clone, Default, Debug)]
pub(super) struct LatencySums(Vec<Latencies>);

impl LatencySums {
    /// Adds those of a run.
    pub(super) fn add(&mut self, run: &RunFiles) {
        for row in run.rows.iter().filter(|row| row.setting.pass.times_single_puzzles()) {
            let of = |of| run.histograms.iter().find(|one| is_of(one, row, of));
            let (Some(puzzles), Some(solves)) = (of(Of::Puzzles), of(Of::Solves)) else { continue };
            let own = Latencies {
                setting: row.setting.clone(),
                solver: row.solver.clone(),
                solves: solves.histogram.clone(),
                times_each: (puzzles.histogram.len() / row.puzzles.max(1)).max(1),
                puzzles: puzzles.histogram.clone(),
                longest_ns: row.max_ns,
                clock_overhead_ns: row.clock_overhead_ns,
            };
            self.add_one(own);
        }
    }

    fn add_one(&mut self, own: Latencies) {
        let is_its =
            |known: &&mut Latencies| (&known.solver, &known.setting) == (&own.solver, &own.setting);
        let Some(known) = self.0.iter_mut().find(is_its) else {
            self.0.push(Latencies {
                solves: weighted(&own.solves, 1, 1),
                puzzles: weighted(&own.puzzles, 1, 1),
                ..own
            });
            return;
        };
        // Every puzzle is to count equally often, whatever its run had time for.
        let each = common(known.times_each, own.times_each);
        if each != known.times_each {
            known.puzzles = weighted(&known.puzzles, each, known.times_each);
            known.times_each = each;
        }
        add(&mut known.puzzles, &own.puzzles, each, own.times_each);
        add(&mut known.solves, &own.solves, 1, 1);
        known.longest_ns = known.longest_ns.max(own.longest_ns);
        known.clock_overhead_ns = known.clock_overhead_ns.max(own.clock_overhead_ns);
    }

    /// All of them.
    pub(super) fn finish(self) -> Vec<Latencies> {
        self.0
    }
}

fn is_of(one: &LoggedHistogram, row: &SummaryRow, of: Of) -> bool {
    let Setting { dataset, order, goal, threads, .. } = &row.setting;
    let same =
        (&one.solver, &one.dataset, one.threads, one.of) == (&row.solver, dataset, *threads, of);
    same && one.size == order.to_string() && one.goal == goal.to_string()
}

/// The weight of a puzzle for both: the least common multiple, where that is not too large.
fn common(known: u64, own: u64) -> u64 {
    let both = known / gcd(known, own) * own;
    if both <= EXACT { both } else { known * EXACT.div_ceil(known) }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

fn weighted(histogram: &Histogram<u64>, times: u64, by: u64) -> Histogram<u64> {
    let mut sum = Histogram::new(histogram.sigfig()).expect("the precision of another");
    add(&mut sum, histogram, times, by);
    sum
}

/// Adds `times / by` of each count.
fn add(sum: &mut Histogram<u64>, own: &Histogram<u64>, times: u64, by: u64) {
    for step in own.iter_recorded() {
        let count = u128::from(step.count_at_value()) * u128::from(times);
        let count = (count + u128::from(by / 2)) / u128::from(by.max(1));
        // The sum grows with what it is given, so it takes every value.
        let _ = sum.record_n(step.value_iterated_to(), count as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::setting_sample;

    /// Puzzles that each took so long, every one so many times.
    fn latencies(values: &[u64], times_each: u64) -> Latencies {
        let mut histogram = Histogram::new(3).unwrap();
        for &value in values {
            histogram.record_n(value, times_each).unwrap();
        }
        Latencies {
            setting: setting_sample(),
            solver: "mrv".to_owned(),
            solves: histogram.clone(),
            puzzles: histogram,
            times_each,
            longest_ns: values.iter().copied().max(),
            clock_overhead_ns: 30,
        }
    }

    #[test]
    fn puzzles_count_equally_often_however_often_their_run_met_them() {
        let mut sums = LatencySums::default();
        for (values, times) in [(&[100, 200][..], 2), (&[300], 3), (&[400], 7), (&[500], 1)] {
            sums.add_one(latencies(values, times));
        }
        let both = &sums.finish()[0];
        assert_eq!((both.times_each, both.distinct(), both.longest_ns), (42, 5, Some(500)));
        for value in [100, 200, 300, 400, 500] {
            assert_eq!(both.puzzles.count_at(value), 42, "{value}");
        }
        assert_eq!(both.solves.len(), 4 + 3 + 7 + 1);
    }

    #[test]
    fn weights_stay_bounded() {
        let mut sums = LatencySums::default();
        let times = [1009, 1013, 1019, 1021, 1031, 1033];
        for each in times {
            sums.add_one(latencies(&[100], each));
        }
        let both = &sums.finish()[0];
        assert!(both.times_each < 2 * EXACT, "{}", both.times_each);
        assert_eq!(both.distinct(), times.len() as u64);
    }
}
