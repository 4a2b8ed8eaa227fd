//! A comparison as a table.

use super::changes::change_and_ends;
use super::words::{notes, only_counted, threshold, verdict};
use crate::compare::comparison::{Comparison, ComparisonRow, Means};
use crate::compare::judge::Timing;
use crate::report::table::{Align, Column, Table};
use crate::report::units::{count, time};

/// Headings, and how soon each is left out where there is no room for all.
const COLUMNS: [(&str, Align, u8); 12] = [
    ("dataset", Align::Left, 0),
    ("order", Align::Left, 0),
    ("goal", Align::Left, 0),
    ("pass", Align::Left, 0),
    ("baseline", Align::Left, 0),
    ("candidate", Align::Left, 0),
    ("groups", Align::Right, 2),
    ("before", Align::Right, 1),
    ("after", Align::Right, 1),
    ("change", Align::Right, 0),
    ("between", Align::Right, 0),
    ("verdict", Align::Left, 0),
];

/// Columns that name a line: the first of them.
const KEYS: usize = 6;

/// Every column that may be chosen, those that name a line left out.
pub fn measured() -> Vec<Column> {
    columns().split_off(KEYS)
}

fn columns() -> Vec<Column> {
    let column = |(heading, align, rank)| Column { rank, ..Column::named(heading, align) };
    COLUMNS.map(column).to_vec()
}

/// One line a row and geometric mean, and what must be known about them.
pub fn table(comparison: &Comparison) -> Table {
    let mut rows: Vec<Vec<String>> = comparison.rows.iter().map(line).collect();
    let is_one = comparison.overall.iter().all(|mean| mean.over == comparison.overall[0].over);
    for mean in &comparison.overall {
        let over = if is_one { String::new() } else { format!(", {}", mean.over) };
        let name = format!("geometric mean of {}{over}", mean.rows);
        let names = [&*name, "", "", "", &mean.baseline, &mean.candidate, "", "", ""];
        let names = names.into_iter().map(str::to_owned);
        rows.push(names.chain(judged(&mean.timing)).collect());
    }
    Table {
        title: [only_counted(comparison), vec![title(comparison)]].concat(),
        columns: columns(),
        keys: KEYS,
        rows,
        sections: Vec::new(),
        notes: notes(comparison),
    }
    .without_empty_columns()
}

fn title(comparison: &Comparison) -> String {
    let threshold = threshold(comparison);
    match comparison.means {
        Means::Counted => format!("instructions a puzzle, start-up left out; {threshold}"),
        Means::Paired | Means::Direct | Means::Through(_) => threshold,
    }
}

fn line(row: &ComparisonRow) -> Vec<String> {
    let series = &row.series;
    let facts = [
        series.setting.dataset.clone(),
        series.setting.order.to_string(),
        series.setting.goal.to_string(),
        series.setting.pass.name().to_owned(),
        row.baseline.clone(),
        row.candidate.clone(),
        groups(&row.timing),
        time_of(row, row.baseline_ns),
        time_of(row, row.candidate_ns),
    ];
    facts.into_iter().chain(judged(&row.timing)).collect()
}

/// Empty where puzzles were not measured in groups.
fn groups(timing: &Timing) -> String {
    if timing.is_counted() { String::new() } else { count(timing.estimate.groups as u64) }
}

/// Empty where there are no times.
fn time_of(row: &ComparisonRow, ns: f64) -> String {
    match row.timing {
        timing if timing.is_counted() => count(ns.round() as u64),
        timing if timing.is_timed() => time(ns),
        _ => String::new(),
    }
}

fn judged(timing: &Timing) -> [String; 3] {
    if !timing.is_timed() {
        return [String::new(), String::new(), verdict(timing)];
    }
    let [change, ends] = change_and_ends(timing);
    [change, ends, verdict(timing)]
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn a_row_says_what_it_compares_and_how_that_ended() {
        let table = table(&sample(1.05));
        assert_eq!(table.rows.len(), 1);
        let text = table.rows[0].join("|");
        assert!(text.starts_with("17-clue|9x9|first|throughput|mrv|lockstep|25|"), "{text}");
        assert!(text.ends_with("|slower"), "{text}");
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
    }
}
