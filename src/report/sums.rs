//! Adds the records of a run up to the rows of its summary.

use std::collections::HashMap;

use super::figures::{Quantiles, ratio, rounded, spread};
use super::summary::SummaryRow;
use crate::puzzle::Order;
use crate::record::{Latencies, Manifest, Outcomes, Pass, Record};
use crate::solver::Goal;

/// Adds records up.
///
/// A row tells of its backend's lowest sample: in later ones it only keeps slower backends company.
/// Times sum over all rounds. Puzzles do not: rounds with the same `group` saw the same ones, so a
/// group counts once, with its worst round. Wrong answers in later samples are not passed over: a
/// row shows at least as many.
pub fn summarize(
    records: &[Record],
    latencies: &[Latencies],
    manifest: &Manifest,
) -> Vec<SummaryRow> {
    let mut lowest: HashMap<Key<'_>, u32> = HashMap::new();
    for record in records {
        let sample = lowest.entry(Key::of_any_block(record)).or_insert(record.sample);
        *sample = record.sample.min(*sample);
    }
    let mut parts: HashMap<Key<'_>, Part<'_>> = HashMap::new();
    let mut elsewhere: HashMap<Key<'_>, u64> = HashMap::new();
    for record in records {
        let key = Key::of_any_block(record);
        if lowest[&key] == record.sample {
            parts.entry(Key::of(record)).or_default().add(record);
        } else {
            *elsewhere.entry(key).or_default() += record.outcomes.wrong;
        }
    }
    for (key, part) in &mut parts {
        part.wrong_elsewhere = elsewhere.get(&Key { block: 0, ..*key }).copied().unwrap_or(0);
    }
    let mut parts: Vec<_> = parts.into_iter().collect();
    parts.sort_by_cached_key(|(key, _)| key.rank(manifest));
    parts.iter().map(|(key, part)| part.row(key, latencies, manifest)).collect()
}

/// What tells one row from another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key<'a> {
    dataset: &'a str,
    order: Order,
    goal: Goal,
    pass: Pass,
    solver: &'a str,
    threads: u32,
    block: u32,
}

impl<'a> Key<'a> {
    fn of(record: &'a Record) -> Self {
        Self {
            dataset: &record.dataset,
            order: record.order,
            goal: record.goal,
            pass: record.pass,
            solver: &record.solver,
            threads: record.threads,
            block: record.block,
        }
    }

    fn of_any_block(record: &'a Record) -> Self {
        Self { block: 0, ..Self::of(record) }
    }

    /// Datasets and solvers in the order of the manifest; what it does not know comes last.
    fn rank(&self, manifest: &Manifest) -> impl Ord + use<> {
        let dataset = manifest.datasets.iter().position(|d| d.name == self.dataset);
        let solver = manifest.backends.iter().position(|b| b.id == self.solver);
        (
            (dataset.unwrap_or(usize::MAX), self.dataset.to_owned()),
            (self.order, self.goal.to_string(), self.threads, self.pass),
            (solver.unwrap_or(usize::MAX), self.solver.to_owned(), self.block),
        )
    }
}

/// Sums over the records of one row.
#[derive(Default)]
struct Part<'a> {
    /// The worst record of each group.
    groups: HashMap<u64, &'a Record>,
    /// Rate of each round, in puzzles a second.
    rates: Vec<f64>,
    rounds: u64,
    solves: u64,
    timed_out_solves: u64,
    wall_ns: u64,
    /// Empty as soon as one record has none.
    cpu_ns: Option<u64>,
    elapsed_ns: u64,
    peak_rss_bytes: Option<u64>,
    /// Wrong answers in samples that this row does not tell of.
    wrong_elsewhere: u64,
}

impl<'a> Part<'a> {
    fn add(&mut self, record: &'a Record) {
        let times = u64::from(record.turns) * u64::from(record.repeats);
        self.cpu_ns = match (self.rounds, self.cpu_ns, record.cpu_ns) {
            (0, _, first) => first,
            (_, Some(sum), Some(more)) => Some(sum + more),
            _ => None,
        };
        self.rounds += 1;
        self.solves += record.solves();
        self.timed_out_solves += record.outcomes.timed_out * times;
        self.wall_ns += record.wall_ns;
        self.elapsed_ns += record.elapsed_ns;
        self.peak_rss_bytes = self.peak_rss_bytes.max(record.peak_rss_bytes);
        self.rates.extend(rate(record.solves(), record.threads, record.wall_ns));
        let worst = self.groups.entry(record.group).or_insert(record);
        if record.outcomes.badness() > worst.outcomes.badness() {
            *worst = record;
        }
    }

    fn sum(&self, field: impl Fn(&Record) -> u64) -> u64 {
        self.groups.values().map(|record| field(record)).sum()
    }

    /// Mean over the puzzles of those groups for which the field is there. Nobody counted the guesses
    /// of puzzles that were stopped or killed the solver, so these are left out.
    fn mean(&self, field: impl Fn(&Record) -> Option<u64>) -> Option<f64> {
        let counted = self.groups.values().filter_map(|record| {
            let lost = record.outcomes.timed_out + record.outcomes.crashed;
            Some((field(record)?, record.puzzles - lost))
        });
        let (sum, puzzles) = counted.fold((0, 0), |(s, p), (value, n)| (s + value, p + n));
        ratio(sum as f64, puzzles as f64)
    }

    fn row(&self, key: &Key<'_>, latencies: &[Latencies], manifest: &Manifest) -> SummaryRow {
        let outcomes = self
            .groups
            .values()
            .fold(Outcomes::default(), |sum, record| sum.merge(record.outcomes))
            .with_wrong(self.wrong_elsewhere);
        let measured = latencies.iter().find(|l| key.is_of(l));
        let quantiles = measured.map(Quantiles::of).unwrap_or_default();
        let is_throughput = key.pass == Pass::Throughput;
        let rates = if is_throughput { spread(&self.rates) } else { None };
        let solves = self.solves as f64;
        let workers_ns = self.elapsed_ns as f64 * f64::from(key.threads);
        SummaryRow {
            solver: key.solver.to_owned(),
            dataset: key.dataset.to_owned(),
            order: key.order,
            goal: key.goal,
            pass: key.pass,
            threads: key.threads,
            block: key.block,
            puzzles: outcomes.total(),
            of: manifest.dataset(key.dataset).map_or(0, |d| d.puzzles_of(key.order)),
            unique: outcomes.unique,
            multiple: outcomes.multiple,
            none: outcomes.none,
            incomplete: outcomes.incomplete,
            timed_out: outcomes.timed_out,
            crashed: outcomes.crashed,
            wrong: outcomes.wrong,
            puzzles_per_s: rate(self.solves, key.threads, self.wall_ns)
                .filter(|_| is_throughput)
                .map(rounded),
            puzzles_per_s_low: rates.map(|(low, _)| rounded(low)),
            puzzles_per_s_high: rates.map(|(_, high)| rounded(high)),
            wall_ns: self.wall_ns,
            cpu_ns: self.cpu_ns,
            mean_ns: ratio(self.wall_ns as f64, solves),
            p50_ns: quantiles.p50_ns,
            p90_ns: quantiles.p90_ns,
            p99_ns: quantiles.p99_ns,
            p999_ns: quantiles.p999_ns,
            max_ns: quantiles.max_ns,
            guesses_per_puzzle: self.mean(|record| record.guesses),
            no_guess_share: self.mean(|record| record.no_guess),
            rounds: self.rounds,
            solves: self.solves,
            elapsed_ns: self.elapsed_ns,
            clocked_share: ratio(self.wall_ns as f64, workers_ns),
            disputed: self.sum(|record| record.disputed),
            unconfirmed: self.sum(|record| record.unconfirmed),
            par2_ns: self.par2_ns(manifest.timeout_ns),
            clock_overhead_ns: measured
                .map_or(manifest.clock_overhead_ns, |measured| measured.clock_overhead_ns),
            peak_rss_bytes: self.peak_rss_bytes,
            grain: manifest.backend(key.solver).map(|backend| backend.grain),
            interrupted: manifest.interrupted,
        }
    }

    /// A solve that was stopped has spent the limit inside the clock; it is charged it once more.
    fn par2_ns(&self, timeout_ns: Option<u64>) -> Option<f64> {
        let timeout_ns = timeout_ns.filter(|_| self.timed_out_solves > 0)? as f64;
        let charged_ns = timeout_ns * self.timed_out_solves as f64;
        ratio(self.wall_ns as f64 + charged_ns, self.solves as f64)
    }
}

impl Key<'_> {
    fn is_of(&self, latencies: &Latencies) -> bool {
        (self.pass, self.block) == (Pass::Latency, 1)
            && (self.dataset, self.solver) == (&latencies.dataset, &latencies.solver)
            && (self.order, self.goal, self.threads)
                == (latencies.order, latencies.goal, latencies.threads)
    }
}

/// Solves a second: `solves` by `threads` workers that spent `wall_ns` on them in all.
fn rate(solves: u64, threads: u32, wall_ns: u64) -> Option<f64> {
    ratio(solves as f64 * f64::from(threads) * 1e9, wall_ns as f64)
}

#[cfg(test)]
mod tests {
    use hdrhistogram::Histogram;

    use super::*;
    use crate::record::manifest_sample as manifest;

    fn record(round: u32, group: u64) -> Record {
        Record {
            dataset: "royle17.txt".to_owned(),
            order: Order::THREE,
            goal: Goal::Unique,
            pass: Pass::Throughput,
            solver: "mrv".to_owned(),
            threads: 2,
            block: 256,
            round,
            group,
            sample: 0,
            place: 0,
            turns: 2,
            repeats: 1,
            puzzles: 100,
            outcomes: Outcomes { unique: 100, ..Outcomes::default() },
            disputed: 0,
            unconfirmed: 0,
            wall_ns: 4_000_000,
            cpu_ns: Some(3_900_000),
            elapsed_ns: 2_500_000,
            guesses: Some(250),
            no_guess: Some(25),
            peak_rss_bytes: None,
            launch: 0,
            anchor: false,
            each_turn: [None; 2],
        }
    }

    fn only(records: &[Record]) -> SummaryRow {
        let rows = summarize(records, &[], &manifest());
        assert_eq!(rows.len(), 1);
        rows.into_iter().next().unwrap()
    }

    #[test]
    fn nothing_measured_is_no_row() {
        assert_eq!(summarize(&[], &[], &manifest()), []);
    }

    #[test]
    fn a_group_seen_twice_counts_once_but_its_time_twice() {
        let row = only(&[record(0, 0), record(1, 1), record(2, 0)]);
        assert_eq!((row.puzzles, row.of, row.unique), (200, 49_151, 200));
        assert_eq!((row.rounds, row.solves), (3, 600));
        assert_eq!((row.wall_ns, row.cpu_ns), (12_000_000, Some(11_700_000)));
        // 600 solves by 2 workers in 12 ms of both together: 6 ms each.
        assert_eq!(row.puzzles_per_s, Some(100_000.0));
        assert_eq!(row.mean_ns, Some(20_000.0));
        assert_eq!(row.clocked_share, Some(0.8));
        assert_eq!((row.guesses_per_puzzle, row.no_guess_share), (Some(2.5), Some(0.25)));
        assert_eq!((row.p50_ns, row.par2_ns), (None, None));
    }

    #[test]
    fn a_group_counts_with_its_worst_round() {
        let bad = Outcomes { unique: 98, timed_out: 1, wrong: 1, ..Outcomes::default() };
        let worst = Record { outcomes: bad, ..record(1, 0) };
        let row = only(&[record(0, 0), worst, record(2, 0), record(3, 7)]);
        assert_eq!((row.puzzles, row.unique, row.timed_out, row.wrong), (200, 198, 1, 1));
        assert_eq!(row.outcomes().total(), row.puzzles);
        assert_eq!(row.guesses_per_puzzle, Some(2.51256)); // 500 guesses, 199 puzzles through
        // 800 solves of 20 us, and twice a second more for what was stopped.
        assert_eq!(row.par2_ns, Some((16e6 + 2e9) / 800.0));
    }

    #[test]
    fn the_spread_needs_three_rounds() {
        let slow = Record { wall_ns: 8_000_000, ..record(1, 1) };
        let two = only(&[record(0, 0), slow.clone()]);
        assert_eq!((two.puzzles_per_s_low, two.puzzles_per_s_high), (None, None));
        let three = only(&[record(0, 0), slow, record(2, 2)]);
        assert_eq!(three.puzzles_per_s_low, Some(50_000.0));
        assert_eq!(three.puzzles_per_s_high, Some(100_000.0));
    }

    #[test]
    fn one_record_without_processor_time_leaves_the_sum_empty() {
        let without = Record { cpu_ns: None, ..record(0, 0) };
        assert_eq!(only(&[without.clone(), record(1, 1)]).cpu_ns, None);
        assert_eq!(only(&[record(1, 1), without.clone(), record(2, 2)]).cpu_ns, None);
    }

    #[test]
    fn a_row_tells_of_the_lowest_sample_and_of_wrong_answers_in_any() {
        let company = Record { sample: 1, block: 4, puzzles: 8, ..record(0, 0) };
        let fine = Outcomes { unique: 8, ..Outcomes::default() };
        let fault = Outcomes { unique: 7, wrong: 1, ..Outcomes::default() };
        let row = only(&[record(0, 0), Record { outcomes: fine, ..company.clone() }]);
        assert_eq!((row.block, row.puzzles, row.unique, row.wrong), (256, 100, 100, 0));
        let row = only(&[record(0, 0), Record { outcomes: fault, ..company }]);
        assert_eq!((row.block, row.puzzles, row.unique, row.wrong), (256, 100, 99, 1));
    }

    #[test]
    fn a_turn_that_went_over_its_puzzles_several_times_solved_them_as_often() {
        let row = only(&[Record { repeats: 5, ..record(0, 0) }]);
        assert_eq!((row.puzzles, row.solves, row.mean_ns), (100, 1000, Some(4000.0)));
    }

    #[test]
    fn zero_puzzles_and_zero_time_make_no_nan() {
        let empty = Record {
            puzzles: 0,
            outcomes: Outcomes::default(),
            wall_ns: 0,
            elapsed_ns: 0,
            dataset: "unknown".to_owned(),
            guesses: None,
            no_guess: None,
            ..record(0, 0)
        };
        let row = only(&[empty]);
        assert_eq!((row.puzzles, row.of), (0, 0));
        assert_eq!((row.puzzles_per_s, row.mean_ns, row.clocked_share), (None, None, None));
        assert_eq!((row.guesses_per_puzzle, row.no_guess_share), (None, None));
    }

    #[test]
    fn latencies_go_to_the_row_of_their_pass_and_rates_to_the_other() {
        let mut histogram = Histogram::new(3).unwrap();
        histogram.record_n(1000, 20).unwrap();
        let latencies = Latencies {
            dataset: "royle17.txt".to_owned(),
            order: Order::THREE,
            goal: Goal::Unique,
            solver: "mrv".to_owned(),
            threads: 1,
            histogram,
            clock_overhead_ns: 30,
        };
        let alone = Record { pass: Pass::Latency, threads: 1, block: 1, ..record(0, 0) };
        let records = [alone, record(0, 0)];
        let rows = summarize(&records, &[latencies], &manifest());
        let figures: Vec<_> =
            rows.iter().map(|r| (r.pass, r.p50_ns, r.puzzles_per_s, r.clock_overhead_ns)).collect();
        let expected =
            [(Pass::Latency, Some(1000), None, 30), (Pass::Throughput, None, Some(100_000.0), 40)];
        assert_eq!(figures, expected);
    }

    #[test]
    fn rows_keep_the_order_of_the_manifest() {
        let of = |solver: &str, dataset: &str| Record {
            solver: solver.to_owned(),
            dataset: dataset.to_owned(),
            ..record(0, 0)
        };
        let records = [
            of("new", "royle17.txt"),
            of("lockstep", "giants.txt"),
            of("lockstep", "royle17.txt"),
            of("mrv", "royle17.txt"),
        ];
        let rows = summarize(&records, &[], &manifest());
        let names: Vec<_> = rows.iter().map(|r| (&*r.dataset, &*r.solver)).collect();
        let expected = [
            ("royle17.txt", "mrv"),
            ("royle17.txt", "lockstep"),
            ("royle17.txt", "new"),
            ("giants.txt", "lockstep"),
        ];
        assert_eq!(names, expected);
    }
}
