//! Adds the records of a run up to the rows of its summary.

use std::collections::HashMap;

use super::row_records::RowRecords;
use super::row_sums::RowSums;
use super::summary::SummaryRow;
use crate::record::{Latencies, Manifest, Record, Setting};

/// Adds records up.
///
/// A row is about its backend's lowest sample; later ones exist only so that slower backends can be
/// compared. Times sum over whole coverages of the sample. Puzzles do not: rounds with the same
/// `group` saw the same ones, so a group counts once, with its worst round. Wrong answers in later
/// samples are not passed over: a row shows at least as many.
pub fn summarize(
    records: &[Record],
    latencies: &[Latencies],
    manifest: &Manifest,
) -> Vec<SummaryRow> {
    rows_of(&sums(records, manifest), latencies, manifest)
}

/// The rows of some sums; those without a puzzle are left out.
pub(crate) fn rows_of(
    sums: &[RowSums],
    latencies: &[Latencies],
    manifest: &Manifest,
) -> Vec<SummaryRow> {
    let rows = sums.iter().map(|one| SummaryRow::of(&RowRecords::new(one, latencies, manifest)));
    rows.filter(|row| row.puzzles > 0).collect()
}

/// What the records of each row add up to, in the order of rows.
pub(crate) fn sums(records: &[Record], manifest: &Manifest) -> Vec<RowSums> {
    let mut lowest: HashMap<Key<'_>, u32> = HashMap::new();
    for record in records {
        let sample = lowest.entry(Key::of_any_block(record)).or_insert(record.sample);
        *sample = record.sample.min(*sample);
    }
    let mut rows: HashMap<Key<'_>, Vec<&Record>> = HashMap::new();
    let mut wrong_elsewhere: HashMap<Key<'_>, u64> = HashMap::new();
    for record in records {
        let key = Key::of_any_block(record);
        if lowest[&key] == record.sample {
            rows.entry(Key::of(record)).or_default().push(record);
        } else {
            *wrong_elsewhere.entry(key).or_default() += record.outcomes.wrong;
        }
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by_cached_key(|(key, _)| key.rank(manifest));
    let sums = rows.into_iter().map(|(key, own)| {
        let wrong = wrong_elsewhere.get(&Key { block: 0, ..key }).copied().unwrap_or(0);
        RowSums::of(&own, wrong)
    });
    sums.collect()
}

/// What distinguishes one row from another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key<'a> {
    setting: &'a Setting,
    solver: &'a str,
    block: u32,
}

impl RowSums {
    /// Its place among the rows of a summary.
    pub(crate) fn rank(&self, manifest: &Manifest) -> impl Ord + use<> {
        let Self { setting, solver, block, .. } = self;
        Key { setting, solver, block: *block }.rank(manifest)
    }
}

impl<'a> Key<'a> {
    fn of(record: &'a Record) -> Self {
        Self { setting: &record.setting, solver: &record.solver, block: record.block }
    }

    fn of_any_block(record: &'a Record) -> Self {
        Self { block: 0, ..Self::of(record) }
    }

    /// Datasets and solvers in the order of the manifest; what it does not know comes last.
    fn rank(&self, manifest: &Manifest) -> impl Ord + use<> {
        let Setting { dataset: name, order, goal, pass, threads } = self.setting;
        let dataset = manifest.datasets.iter().position(|d| d.name == *name);
        let solver = manifest.backends.iter().position(|b| b.id == self.solver);
        (
            (dataset.unwrap_or(usize::MAX), name.clone()),
            (*order, goal.to_string(), *threads, *pass),
            (solver.unwrap_or(usize::MAX), self.solver.to_owned(), self.block),
        )
    }
}

#[cfg(test)]
pub(super) mod tests {
    use hdrhistogram::Histogram;

    use super::*;
    use crate::record::{Outcomes, Pass, manifest_sample as manifest, setting_sample};

    /// A round of 100 puzzles by two workers.
    pub(crate) fn record(round: u32, group: u64) -> Record {
        Record {
            setting: setting_sample(),
            solver: "mrv".to_owned(),
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
            groups: 0,
            isomorphs: 1,
            harness_ns: Some(0),
            timed_out_solves: Some(0),
            timed_out_ns: Some(0),
            shorter_ns: None,
            only_counted: 0,
            instructions: None,
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
        // 600 solves in three times 2.5 ms; two workers' 11.7 ms of CPU time would allow more.
        assert_eq!(row.puzzles_per_s, Some(80_000.0));
        assert_eq!(row.puzzles_per_s_by_cpu, Some(102_564.0));
        assert_eq!(row.cpu_per_puzzle_ns, Some(19_500.0));
        assert_eq!(row.mean_ns, Some(20_000.0));
        assert_eq!(row.clocked_share, Some(0.8));
        assert_eq!((row.guesses_per_puzzle, row.no_guess_share), (Some(2.5), Some(0.25)));
        assert_eq!((row.p50_ns, row.par2_ns), (None, None));
    }

    #[test]
    fn a_group_counts_with_its_worst_round() {
        let bad = Outcomes { unique: 98, timed_out: 1, wrong: 1, ..Outcomes::default() };
        let stopped = (Some(2), Some(2_010_000_000));
        let worst = Record {
            outcomes: bad,
            timed_out_solves: stopped.0,
            timed_out_ns: stopped.1,
            wall_ns: 2_013_000_000,
            ..record(1, 0)
        };
        let row = only(&[record(0, 0), worst, record(2, 0), record(3, 7)]);
        assert_eq!((row.puzzles, row.unique, row.timed_out, row.wrong), (200, 198, 1, 1));
        assert_eq!(row.outcomes().total(), row.puzzles);
        assert_eq!(row.guesses_per_puzzle, Some(2.51256)); // 500 guesses, 199 puzzles through
        // 798 solves in 15 ms, and twice a limit of a second for both that were stopped, though the
        // watchdog came late.
        assert_eq!(row.par2_ns, Some((15e6 + 4e9) / 800.0));
    }

    #[test]
    fn no_rate_comes_from_puzzles_that_were_not_answered() {
        let crashed = Outcomes { crashed: 100, ..Outcomes::default() };
        let none = only(&[0, 1, 2].map(|n| Record { outcomes: crashed, ..record(n, n.into()) }));
        let rates = [none.puzzles_per_s, none.puzzles_per_s_low, none.rounds_per_s_low];
        assert_eq!(rates, [None; 3]);
        let half =
            Outcomes { unique: 25, none: 25, wrong: 25, incomplete: 25, ..Outcomes::default() };
        let (half, all) =
            (only(&[Record { outcomes: half, ..record(0, 0) }]), only(&[record(0, 0)]));
        assert_eq!(half.puzzles_per_s.map(|rate| 2.0 * rate), all.puzzles_per_s);
    }

    #[test]
    fn the_spread_of_rounds_needs_three_of_them_and_has_its_own_name() {
        let slow = Record { elapsed_ns: 5_000_000, ..record(1, 1) };
        let two = only(&[record(0, 0), slow.clone()]);
        assert_eq!((two.rounds_per_s_low, two.rounds_per_s_high), (None, None));
        let three = only(&[record(0, 0), slow, record(2, 2)]);
        assert_eq!(three.rounds_per_s_low, Some(40_000.0));
        assert_eq!(three.rounds_per_s_high, Some(80_000.0));
        assert_eq!(three.puzzles_per_s_low, None, "no group came twice, no turn stands by itself");
    }

    #[test]
    fn no_rate_is_above_what_the_cpu_time_allows_on_the_processors() {
        // 200 solves in 1 ms, but 3.9 ms of CPU time: two processors cannot have done that.
        let mut manifest = manifest();
        manifest.machine.usable_processors = Some(2.0);
        let impossible = Record { elapsed_ns: 1_000_000, ..record(0, 0) };
        let rows = summarize(std::slice::from_ref(&impossible), &[], &manifest);
        assert_eq!(rows[0].puzzles_per_s, Some(102_564.0));
        // 16 workers deliver no more, and it is not called throughput.
        let setting = Setting { threads: 16, ..setting_sample() };
        let crowd = Record { setting, ..impossible };
        let rows = summarize(&[crowd], &[], &manifest);
        assert_eq!(rows[0].puzzles_per_s, None);
        assert_eq!(rows[0].oversubscribed_per_s, Some(102_564.0));
    }

    #[test]
    fn what_is_short_of_a_whole_coverage_counts_for_outcomes_only() {
        let of = |round, group, wall_ns| Record { groups: 2, wall_ns, ..record(round, group) };
        let wrong = Outcomes { unique: 99, wrong: 1, ..Outcomes::default() };
        let last = Record { outcomes: wrong, ..of(2, 0, 9_000_000) };
        let row = only(&[of(0, 0, 4_000_000), of(1, 1, 6_000_000), last]);
        assert_eq!((row.rounds, row.wall_ns, row.puzzles, row.wrong), (2, 10_000_000, 200, 1));
        let row = only(&[of(0, 0, 4_000_000)]);
        assert_eq!((row.rounds, row.wall_ns), (1, 4_000_000));
    }

    #[test]
    fn isomorphs_are_solves_but_no_puzzles() {
        let row = only(&[Record { isomorphs: 5, guesses: Some(1250), ..record(0, 0) }]);
        assert_eq!((row.puzzles, row.solves, row.guesses_per_puzzle), (100, 1000, Some(2.5)));
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
    fn zero_time_makes_no_nan_and_zero_puzzles_no_row() {
        let empty = Record {
            wall_ns: 0,
            elapsed_ns: 0,
            setting: Setting { dataset: "unknown".to_owned(), ..setting_sample() },
            guesses: None,
            no_guess: None,
            ..record(0, 0)
        };
        let row = only(std::slice::from_ref(&empty));
        assert_eq!((row.puzzles, row.of), (100, 0));
        assert_eq!((row.puzzles_per_s, row.mean_ns, row.clocked_share), (None, Some(0.0), None));
        assert_eq!((row.guesses_per_puzzle, row.no_guess_share), (None, None));
        let none = Record { puzzles: 0, outcomes: Outcomes::default(), ..empty };
        assert_eq!(summarize(&[none], &[], &manifest()), []);
    }

    #[test]
    fn latencies_go_to_the_row_of_their_pass_and_rates_to_the_other() {
        let mut histogram = Histogram::new(3).unwrap();
        histogram.record_n(1000, 20).unwrap();
        let setting = Setting { pass: Pass::Latency, threads: 1, ..setting_sample() };
        let latencies = Latencies {
            setting: setting.clone(),
            solver: "mrv".to_owned(),
            longest_ns: Some(1000),
            solves: histogram.clone(),
            puzzles: histogram,
            times_each: 1,
            clock_overhead_ns: 30,
        };
        let alone = Record { setting, block: 1, shorter_ns: Some(1_500_000), ..record(0, 0) };
        let records = [alone, record(0, 0)];
        let rows = summarize(&records, &[latencies], &manifest());
        let figures: Vec<_> = rows
            .iter()
            .map(|r| (r.setting.pass, r.p50_ns, r.puzzles_per_s, r.clock_overhead_ns))
            .collect();
        let expected =
            [(Pass::Latency, Some(1000), None, 30), (Pass::Throughput, None, Some(80_000.0), 40)];
        assert_eq!(figures, expected);
        assert_eq!(rows[0].mean_ns, Some(15_000.0), "a puzzle's shorter turn");
        assert_eq!((rows[0].max_ns, rows[0].all_max_ns), (Some(1000), Some(1000)));
    }

    #[test]
    fn rows_keep_the_order_of_the_manifest() {
        let of = |solver: &str, dataset: &str| Record {
            solver: solver.to_owned(),
            setting: Setting { dataset: dataset.to_owned(), ..setting_sample() },
            ..record(0, 0)
        };
        let records = [
            of("new", "royle17.txt"),
            of("lockstep", "giants.txt"),
            of("lockstep", "royle17.txt"),
            of("mrv", "royle17.txt"),
        ];
        let rows = summarize(&records, &[], &manifest());
        let names: Vec<_> = rows.iter().map(|r| (&*r.setting.dataset, &*r.solver)).collect();
        let expected = [
            ("royle17.txt", "mrv"),
            ("royle17.txt", "lockstep"),
            ("royle17.txt", "new"),
            ("giants.txt", "lockstep"),
        ];
        assert_eq!(names, expected);
    }
}
