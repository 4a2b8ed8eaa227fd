//! The overview: one line a solver, dataset, order and number of workers, both passes beside each
//! other under their own headings. Content only.

use std::collections::BTreeSet;

use super::column::{Of, Shown};
use super::columns::{SHOWN, outcomes};
use super::notes::notes;
use super::ratios::{self, Speed};
use super::summary::SummaryRow;
use super::table::{Align, Column, Table};
use crate::record::{Manifest, Pass};

/// The overview of a run.
pub fn overview(rows: &[SummaryRow], manifest: &Manifest) -> Table {
    let lines = lines(rows);
    let keys = keys(&lines);
    let mut shown: Vec<&Shown<SummaryRow>> = SHOWN.iter().collect();
    shown.sort_by_key(|column| column.place);
    let headings = keys.iter().map(|key| Column::named(key.heading, key.align));
    let mut table = Table {
        title: title(&lines, manifest),
        columns: headings.chain(shown.iter().map(|column| heading(column))).collect(),
        keys: keys.len(),
        rows: lines
            .iter()
            .map(|line| {
                let measured = shown.iter().map(|column| line.cell(column));
                keys.iter().map(|key| (key.cell)(line)).chain(measured).collect()
            })
            .collect(),
        sections: Vec::new(),
        notes: notes(rows, manifest),
    };
    for (group, behind) in [("throughput", RATE), ("latency", MEAN)] {
        let place = shown.iter().position(|column| column.place == behind);
        let speeds: Vec<Speed<'_>> = lines.iter().map(|line| line.speed(behind)).collect();
        let (Some(place), Some(ratios)) = (place, ratios::of(&speeds, group)) else { continue };
        let at = keys.len() + place + 1;
        table.columns.insert(at, ratios.column);
        for (row, cell) in table.rows.iter_mut().zip(ratios.cells) {
            row.insert(at, cell);
        }
        break;
    }
    table.without_empty_columns()
}

/// Places of the columns that ratios stand behind.
const RATE: u32 = 100;
const MEAN: u32 = 420;

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

    /// The cell of a column; empty where there is nothing to show.
    fn cell(&self, column: &Shown<SummaryRow>) -> String {
        let row = match column.of {
            Of::Line => Some(self.row()),
            Of::Throughput => self.throughput,
            Of::Latency => self.latency,
            Of::DifferingLatency => self.differing(),
            Of::Instructions => self.counted,
        };
        row.and_then(column.cell).unwrap_or_default()
    }

    /// Its speed by the column in a place: puzzles a second, or the mean latency's reciprocal.
    fn speed(&self, place: u32) -> Speed<'a> {
        let speed = match place {
            RATE => self.throughput.and_then(|row| row.puzzles_per_s),
            _ => self.latency.and_then(|row| row.mean_ns).map(f64::recip),
        };
        Speed { row: self.row(), speed }
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
    let of = |is_its: fn(Pass) -> bool| rows.iter().filter(move |row| is_its(row.setting.pass));
    let none = Line { throughput: None, latency: None, counted: None };
    let throughput = of(Pass::has_rate).map(|row| Line { throughput: Some(row), ..none });
    let counted = of(Pass::counts_instructions).map(|row| Line { counted: Some(row), ..none });
    let mut lines: Vec<Line<'_>> = throughput.chain(counted).collect();
    for row in of(Pass::times_single_puzzles) {
        let fits: Vec<usize> = (0..lines.len()).filter(|&i| is_same(lines[i].row(), row)).collect();
        let own = fits.iter().find(|&&i| lines[i].row().setting.threads == row.setting.threads);
        match own.or(fits.first()) {
            Some(&i) if lines[i].latency.is_none() => lines[i].latency = Some(row),
            _ => lines.push(Line { latency: Some(row), ..none }),
        }
    }
    lines
}

/// Returns true if two rows are about the same solver and puzzles.
fn is_same(a: &SummaryRow, b: &SummaryRow) -> bool {
    let of = |row: &SummaryRow| (row.setting.order, row.setting.goal);
    (&a.solver, &a.setting.dataset, of(a)) == (&b.solver, &b.setting.dataset, of(b))
}

/// Every column that may be shown, those that name a line and the ratios left out.
pub(crate) fn columns() -> Vec<Column> {
    SHOWN.iter().map(heading).collect()
}

fn heading(column: &Shown<SummaryRow>) -> Column {
    let Shown { group, align, rank, .. } = *column;
    Column { group, heading: column.heading.into(), align, rank }
}

/// A column that names a line.
#[derive(Clone, Copy)]
struct Key {
    heading: &'static str,
    align: Align,
    cell: fn(&Line<'_>) -> String,
}

const fn key(heading: &'static str, align: Align, cell: fn(&Line<'_>) -> String) -> Key {
    Key { heading, align, cell }
}

const SOLVER: Key = key("solver", Align::Left, |line| line.row().solver.clone());
const DATASET: Key = key("dataset", Align::Left, |line| line.row().setting.dataset.clone());
const SIZE: Key = key("size", Align::Left, |line| line.row().setting.order.to_string());
const GOAL: Key = key("goal", Align::Left, |line| line.row().setting.goal.to_string());
const WORKERS: Key = key("workers", Align::Right, |line| line.row().setting.threads.to_string());

/// The columns that name a line: the solver, and what is not the same in all of them.
fn keys(lines: &[Line<'_>]) -> Vec<Key> {
    let varying =
        [DATASET, SIZE, GOAL, WORKERS].into_iter().filter(|key| constant(lines, key).is_none());
    [SOLVER].into_iter().chain(varying).collect()
}

/// The one content of a column, if it has only one.
fn constant(lines: &[Line<'_>], key: &Key) -> Option<String> {
    let contents: BTreeSet<String> = lines.iter().map(key.cell).collect();
    if contents.len() == 1 { contents.into_iter().next() } else { None }
}

/// What is the same in every line.
fn title(lines: &[Line<'_>], manifest: &Manifest) -> Vec<String> {
    if lines.is_empty() {
        return vec!["nothing was measured".to_owned()];
    }
    let shared = [DATASET, SIZE].iter().filter_map(|key| constant(lines, key));
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
    let workers: BTreeSet<u32> = rows.iter().map(|row| row.setting.threads).collect();
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
    use crate::record::{Setting, manifest_sample as manifest};
    use crate::solver::Goal;

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
        let setting = Setting { dataset: "giants.txt".to_owned(), threads: 4, ..sample().setting };
        let other = SummaryRow { setting, ..sample() };
        let table = overview(&[sample(), other], &manifest());
        assert_eq!(table.keys, 3);
        assert_eq!(table.title[0], "9x9, goal unique");
        assert_eq!(table.title[1], "throughput: blocks of up to 256 puzzles, 2, 4 workers");
    }

    #[test]
    fn a_row_under_another_goal_says_so_in_the_row() {
        let setting = Setting { goal: Goal::First, ..sample().setting };
        let first = SummaryRow { setting, solver: "other".to_owned(), ..sample() };
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
        let setting = Setting { goal: Goal::First, ..sample().setting };
        let first = SummaryRow { setting, ..sample() };
        assert_eq!(outcomes(&first), "49,151 solved");
    }

    #[test]
    fn nothing_measured_is_said() {
        let table = overview(&[], &manifest());
        assert_eq!(table.title, ["nothing was measured"]);
        assert!(table.columns.is_empty() && table.rows.is_empty());
    }
}
