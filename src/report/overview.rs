//! The overview: one line a solver, dataset, order and number of workers, both passes beside each
//! other under their own headings. Content only.

use std::collections::BTreeSet;

use super::disturbance::has_waited;
use super::notes::notes;
use super::summary::SummaryRow;
use super::table::{Align, Column, Table};
use super::units::{bytes, count, digits, rate, rate_span, share, time};
use crate::record::{Manifest, Outcomes, Pass};
use crate::solver::Goal;

/// A time below this many clock overheads is marked.
const MARKED_OVERHEADS: f64 = 10.0;

/// The overview of a run.
pub fn overview(rows: &[SummaryRow], manifest: &Manifest) -> Table {
    let lines = lines(rows);
    let keys = keys(&lines);
    let columns: Vec<Spec> = keys.iter().copied().chain(MEASURED).collect();
    let table = Table {
        title: title(&lines, manifest),
        columns: columns.iter().map(Spec::column).collect(),
        keys: keys.len(),
        rows: lines
            .iter()
            .map(|line| columns.iter().map(|spec| (spec.cell)(line)).collect())
            .collect(),
        notes: notes(rows, manifest),
    };
    table.without_empty_columns()
}

/// A line: the throughput row and the latency row of the same solver over the same puzzles.
#[derive(Clone, Copy)]
struct Line<'a> {
    throughput: Option<&'a SummaryRow>,
    latency: Option<&'a SummaryRow>,
    /// Where instructions were counted, and nothing timed.
    counted: Option<&'a SummaryRow>,
}

impl<'a> Line<'a> {
    /// The row that speaks for the line where both passes say the same.
    fn row(&self) -> &'a SummaryRow {
        self.throughput.or(self.latency).or(self.counted).expect("a line has at least one row")
    }

    /// The latency row where it is not about the same puzzles with the same outcomes.
    fn differing(&self) -> Option<&'a SummaryRow> {
        let same = |row: &SummaryRow| (row.puzzles, outcomes(row));
        let throughput = same(self.throughput?);
        self.latency.filter(|latency| same(latency) != throughput)
    }
}

/// Joins rows to lines: latency goes to the line with its number of workers, or else to the first
/// line of its solver and puzzles.
fn lines(rows: &[SummaryRow]) -> Vec<Line<'_>> {
    let of = |is_its: fn(Pass) -> bool| rows.iter().filter(move |row| is_its(row.pass));
    let none = Line { throughput: None, latency: None, counted: None };
    let throughput = of(Pass::has_rate).map(|row| Line { throughput: Some(row), ..none });
    let counted = of(Pass::counts_instructions).map(|row| Line { counted: Some(row), ..none });
    let mut lines: Vec<Line<'_>> = throughput.chain(counted).collect();
    for row in of(Pass::times_single_puzzles) {
        let fits: Vec<usize> = (0..lines.len()).filter(|&i| is_same(lines[i].row(), row)).collect();
        let own = fits.iter().find(|&&i| lines[i].row().threads == row.threads);
        match own.or(fits.first()) {
            Some(&i) if lines[i].latency.is_none() => lines[i].latency = Some(row),
            _ => lines.push(Line { latency: Some(row), ..none }),
        }
    }
    lines
}

/// Returns true if two rows are about the same solver and puzzles.
fn is_same(a: &SummaryRow, b: &SummaryRow) -> bool {
    (&a.solver, &a.dataset, a.order, a.goal) == (&b.solver, &b.dataset, b.order, b.goal)
}

/// A column and how its cells come about.
#[derive(Clone, Copy)]
struct Spec {
    group: &'static str,
    heading: &'static str,
    align: Align,
    cell: fn(&Line<'_>) -> String,
}

impl Spec {
    fn column(&self) -> Column {
        Column { group: self.group, heading: self.heading.into(), align: self.align }
    }
}

const fn words(group: &'static str, heading: &'static str, cell: fn(&Line<'_>) -> String) -> Spec {
    Spec { group, heading, align: Align::Left, cell }
}

const fn figure(group: &'static str, heading: &'static str, cell: fn(&Line<'_>) -> String) -> Spec {
    Spec { group, heading, align: Align::Right, cell }
}

const SOLVER: Spec = words("", "solver", |line| line.row().solver.clone());
const DATASET: Spec = words("", "dataset", |line| line.row().dataset.clone());
const SIZE: Spec = words("", "size", |line| line.row().order.to_string());
const GOAL: Spec = words("", "goal", |line| line.row().goal.to_string());
const WORKERS: Spec = figure("", "workers", |line| line.row().threads.to_string());

/// The columns that name a line: the solver, and what is not the same in all of them.
fn keys(lines: &[Line<'_>]) -> Vec<Spec> {
    let varying =
        [DATASET, SIZE, GOAL, WORKERS].into_iter().filter(|spec| constant(lines, spec).is_none());
    [SOLVER].into_iter().chain(varying).collect()
}

/// The one content of a column, if it has only one.
fn constant(lines: &[Line<'_>], spec: &Spec) -> Option<String> {
    let contents: BTreeSet<String> = lines.iter().map(spec.cell).collect();
    if contents.len() == 1 { contents.into_iter().next() } else { None }
}

const MEASURED: [Spec; 22] = [
    words("", "measured", |line| measured(line.row())),
    words("", "outcomes", |line| outcomes(line.row())),
    figure("throughput", "puzzles/s", |line| {
        line.throughput.and_then(|row| row.puzzles_per_s).map(rate).unwrap_or_default()
    }),
    figure("throughput", "95 % between", |line| line.throughput.map(span).unwrap_or_default()),
    figure("throughput", "CPU a puzzle", |line| {
        line.throughput.and_then(|row| row.cpu_per_puzzle_ns).map(time).unwrap_or_default()
    }),
    figure("throughput", "/s by CPU", |line| {
        let waited = line.throughput.filter(|row| has_waited(row) && row.puzzles_per_s.is_some());
        waited.and_then(|row| row.puzzles_per_s_by_cpu).map(rate).unwrap_or_default()
    }),
    figure("throughput", "PAR-2", |line| par2(line.throughput)),
    figure("too many workers", "puzzles/s", |line| {
        line.throughput.and_then(|row| row.oversubscribed_per_s).map(rate).unwrap_or_default()
    }),
    words("latency", "measured", |line| line.differing().map(measured).unwrap_or_default()),
    words("latency", "outcomes", |line| line.differing().map(outcomes).unwrap_or_default()),
    figure("latency", "mean", |line| latency(line, |row| row.mean_ns)),
    figure("latency", "p50", |line| latency(line, |row| row.p50_ns.map(|ns| ns as f64))),
    figure("latency", "p90", |line| latency(line, |row| row.p90_ns.map(|ns| ns as f64))),
    figure("latency", "p99", |line| latency(line, |row| row.p99_ns.map(|ns| ns as f64))),
    figure("latency", "p99.9", |line| latency(line, |row| row.p999_ns.map(|ns| ns as f64))),
    figure("latency", "max", |line| latency(line, |row| row.max_ns.map(|ns| ns as f64))),
    figure("latency", "PAR-2", |line| par2(line.latency)),
    figure("all solves", "max", |line| latency(line, |row| row.all_max_ns.map(|ns| ns as f64))),
    figure("instructions", "a puzzle", |line| {
        let each = line.counted.and_then(|row| row.instructions_per_puzzle);
        each.map(|each| count(each.round() as u64)).unwrap_or_default()
    }),
    figure("guesses", "a puzzle", |line| {
        line.row().guesses_per_puzzle.map(digits).unwrap_or_default()
    }),
    figure("guesses", "without", |line| line.row().no_guess_share.map(share).unwrap_or_default()),
    figure("memory", "peak", |line| line.row().peak_rss_bytes.map(bytes).unwrap_or_default()),
];

fn par2(row: Option<&SummaryRow>) -> String {
    row.and_then(|row| row.par2_ns).map(time).unwrap_or_default()
}

fn measured(row: &SummaryRow) -> String {
    if row.puzzles == row.of {
        return format!("all {}", count(row.of));
    }
    format!("{} of {}", count(row.puzzles), count(row.of))
}

/// What became of the puzzles, most welcome first, without the kinds that did not occur.
pub(super) fn outcomes(row: &SummaryRow) -> String {
    let Outcomes { unique, multiple, none, incomplete, timed_out, crashed, wrong } = row.outcomes();
    let (one, several) = match row.goal {
        Goal::First => ("solved", "multiple"),
        Goal::Unique => ("unique", "multiple"),
        // The search ends at the limit, so more is not known of them.
        Goal::Count(_) => ("unique", "multiple or at the limit"),
    };
    let kinds = [
        (unique, one),
        (multiple, several),
        (none, "none"),
        (incomplete, "left open"),
        (timed_out, "timed out"),
        (crashed, "crashed"),
        (wrong, "WRONG"),
        (row.disputed, "disputed"),
        (row.unconfirmed, "unconfirmed"),
    ];
    let occurred = kinds.iter().filter(|(n, _)| *n > 0);
    let mut texts: Vec<_> = occurred.map(|(n, kind)| format!("{} {kind}", count(*n))).collect();
    match row.only_counted {
        0 => {}
        all if all == unique + multiple => texts.push("only counted".to_owned()),
        some => texts.push(format!("{} only counted", count(some))),
    }
    texts.join(", ")
}

fn span(row: &SummaryRow) -> String {
    match (row.puzzles_per_s_low, row.puzzles_per_s_high) {
        (Some(low), Some(high)) => rate_span(low, high),
        _ => String::new(),
    }
}

/// A latency, marked with `~` where the clock has a noticeable part in it.
fn latency(line: &Line<'_>, figure: impl Fn(&SummaryRow) -> Option<f64>) -> String {
    let Some((row, ns)) = line.latency.and_then(|row| Some((row, figure(row)?))) else {
        return String::new();
    };
    let is_marked = ns < MARKED_OVERHEADS * row.clock_overhead_ns as f64;
    format!("{}{}", if is_marked { "~" } else { "" }, time(ns))
}

/// What is the same in every line.
fn title(lines: &[Line<'_>], manifest: &Manifest) -> Vec<String> {
    if lines.is_empty() {
        return vec!["nothing was measured".to_owned()];
    }
    let shared = [DATASET, SIZE].iter().filter_map(|spec| constant(lines, spec));
    let goal = constant(lines, &GOAL).unwrap_or_else(|| format!("{} or as said", manifest.goal));
    let what: Vec<String> = shared.chain([format!("goal {goal}")]).collect();
    let mut title = vec![what.join(", ")];
    let throughput: Vec<_> = lines.iter().filter_map(|line| line.throughput).collect();
    let latency: Vec<_> = lines.iter().filter_map(|line| line.latency).collect();
    for (name, rows) in [("throughput", throughput), ("latency", latency)] {
        if !rows.is_empty() {
            title.push(format!("{name}: {}", setting(&rows)));
        }
    }
    title
}

/// How a pass was measured: `blocks of up to 256, 2 workers`.
fn setting(rows: &[&SummaryRow]) -> String {
    let blocks: BTreeSet<u32> = rows.iter().map(|row| row.block).collect();
    let workers: BTreeSet<u32> = rows.iter().map(|row| row.threads).collect();
    let blocks = match (blocks.first(), blocks.last()) {
        (Some(1), Some(1)) => "one puzzle at a time".to_owned(),
        (Some(low), Some(high)) if low != high => {
            format!("blocks of up to {low} to {high} puzzles, by solver")
        }
        (_, high) => format!("blocks of up to {} puzzles", high.copied().unwrap_or_default()),
    };
    let list: Vec<String> = workers.iter().map(u32::to_string).collect();
    let unit = if list == ["1"] { "worker" } else { "workers" };
    format!("{blocks}, {} {unit}", list.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::{latency, sample};
    use super::*;
    use crate::record::manifest_sample as manifest;

    /// The cell of a column in the first row.
    fn cell(table: &Table, group: &str, heading: &str) -> Option<String> {
        let place =
            table.columns.iter().position(|c| (c.group, &*c.heading) == (group, heading))?;
        Some(table.rows[0][place].clone())
    }

    #[test]
    fn both_passes_share_a_line_even_with_different_workers() {
        let table = overview(&[latency(), sample()], &manifest());
        assert_eq!(table.rows.len(), 1);
        assert_eq!(cell(&table, "throughput", "puzzles/s").unwrap(), "101 k/s");
        assert_eq!(cell(&table, "latency", "p99.9").unwrap(), "1.20 ms");
        assert_eq!(cell(&table, "latency", "measured"), None);
        assert_eq!(cell(&table, "", "dataset"), None);
        assert_eq!(table.title[0], "royle17.txt, 9x9, goal unique");
        assert_eq!(table.title[1], "throughput: blocks of up to 256 puzzles, 2 workers");
        assert_eq!(table.title[2], "latency: one puzzle at a time, 1 worker");
    }

    #[test]
    fn what_varies_becomes_a_column() {
        let other = SummaryRow { dataset: "giants.txt".to_owned(), threads: 4, ..sample() };
        let table = overview(&[sample(), other], &manifest());
        assert_eq!(table.keys, 3);
        assert_eq!(table.title[0], "9x9, goal unique");
        assert_eq!(table.title[1], "throughput: blocks of up to 256 puzzles, 2, 4 workers");
    }

    #[test]
    fn a_row_under_another_goal_says_so_in_the_row() {
        let first = SummaryRow { goal: Goal::First, solver: "other".to_owned(), ..sample() };
        let table = overview(&[sample(), first], &manifest());
        let place = table.columns.iter().position(|c| c.heading == "goal").unwrap();
        assert_eq!([&table.rows[0][place], &table.rows[1][place]], ["unique", "first"]);
        assert!(place < table.keys, "it is a part of the row's name");
        assert_eq!(table.title[0], "royle17.txt, 9x9, goal unique or as said");
    }

    #[test]
    fn par_2_stands_beside_the_pass_that_had_timeouts() {
        let slow = SummaryRow { par2_ns: Some(2e9), ..latency() };
        let table = overview(&[sample(), slow], &manifest());
        assert_eq!(cell(&table, "latency", "PAR-2").unwrap(), "2.00 s");
        assert_eq!(cell(&table, "throughput", "PAR-2"), None);
    }

    #[test]
    fn more_workers_than_processors_have_no_throughput() {
        let row = SummaryRow {
            puzzles_per_s: None,
            puzzles_per_s_low: None,
            puzzles_per_s_high: None,
            oversubscribed_per_s: Some(7_000.0),
            ..sample()
        };
        let table = overview(&[row], &manifest());
        assert_eq!(cell(&table, "throughput", "puzzles/s"), None);
        assert_eq!(cell(&table, "too many workers", "puzzles/s").unwrap(), "7.00 k/s");
    }

    #[test]
    fn a_latency_pass_over_fewer_puzzles_says_so() {
        let sampled = SummaryRow { puzzles: 1000, unique: 999, timed_out: 1, ..latency() };
        let table = overview(&[sample(), sampled], &manifest());
        assert_eq!(cell(&table, "", "measured").unwrap(), "all 49,151");
        assert_eq!(cell(&table, "latency", "measured").unwrap(), "1,000 of 49,151");
        assert_eq!(cell(&table, "latency", "outcomes").unwrap(), "999 unique, 1 timed out");
    }

    #[test]
    fn a_time_near_the_clocks_own_is_marked() {
        let table = overview(&[latency()], &manifest());
        assert_eq!(cell(&table, "latency", "p50").unwrap(), "~390 ns");
        assert_eq!(cell(&table, "latency", "p90").unwrap(), "40.3 us");
    }

    #[test]
    fn every_kind_of_outcome_is_named() {
        let bad = SummaryRow {
            unique: 0,
            multiple: 1,
            none: 2,
            incomplete: 3,
            timed_out: 4,
            crashed: 5,
            wrong: 1234,
            disputed: 6,
            unconfirmed: 7,
            ..sample()
        };
        let expected = "1 multiple, 2 none, 3 left open, 4 timed out, 5 crashed, 1,234 WRONG, \
            6 disputed, 7 unconfirmed";
        assert_eq!(outcomes(&bad), expected);
        let counted = SummaryRow { only_counted: 49_151, ..sample() };
        assert_eq!(outcomes(&counted), "49,151 unique, only counted");
        let counted = SummaryRow { only_counted: 2, ..sample() };
        assert_eq!(outcomes(&counted), "49,151 unique, 2 only counted");
        let first = SummaryRow { goal: Goal::First, ..sample() };
        assert_eq!(outcomes(&first), "49,151 solved");
    }

    #[test]
    fn nothing_measured_is_said() {
        let table = overview(&[], &manifest());
        assert_eq!(table.title, ["nothing was measured"]);
        assert!(table.columns.is_empty() && table.rows.is_empty());
    }
}
