//! Each line of an overview against the first solver on the same puzzles.

use super::summary::SummaryRow;
use super::table::{Align, Column};
use super::units::digits;

/// Longest name of a solver that fits a heading.
const LONGEST: usize = 10;

/// A column of ratios.
pub(super) struct Ratios {
    pub column: Column,
    /// One a line; empty where there is nothing to compare.
    pub cells: Vec<String>,
}

/// A line of an overview: what it is about, and its speed, whatever the unit.
pub(super) struct Speed<'a> {
    pub row: &'a SummaryRow,
    pub speed: Option<f64>,
}

/// How many times as fast as the first solver with the same setting each line is; nothing where no two lines are about the
/// same puzzles.
pub(super) fn of(lines: &[Speed<'_>], group: &'static str) -> Option<Ratios> {
    let mut firsts: Vec<&str> = Vec::new();
    let mut is_any = false;
    let cells = lines.iter().map(|line| {
        let is_alike = |other: &&Speed<'_>| are_about_the_same(other.row, line.row);
        let first = lines.iter().find(is_alike)?;
        let ratio = Some(line.speed? / first.speed?).filter(|ratio| ratio.is_finite())?;
        is_any |= line.row.solver != first.row.solver;
        if !firsts.contains(&&*first.row.solver) {
            firsts.push(&first.row.solver);
        }
        Some(shown(ratio))
    });
    let cells = cells.map(Option::unwrap_or_default).collect();
    let heading = match firsts[..] {
        [first] if first.chars().count() <= LONGEST => format!("x {first}"),
        _ => "x first".to_owned(),
    };
    let column = Column { group, heading: heading.into(), align: Align::Right, rank: 0 };
    is_any.then_some(Ratios { column, cells })
}

/// Two digits also where it is far below 1.
fn shown(ratio: f64) -> String {
    match ratio {
        ratio if ratio > 0.0 && ratio < 0.0995 => {
            let decimals = (1.0 - ratio.log10().floor()) as usize;
            format!("{ratio:.decimals$}")
        }
        ratio => digits(ratio),
    }
}

fn are_about_the_same(a: &SummaryRow, b: &SummaryRow) -> bool {
    let of = |row: &SummaryRow| (row.setting.order, row.setting.goal, row.setting.threads);
    (&a.setting.dataset, of(a)) == (&b.setting.dataset, of(b))
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::rows;
    use super::super::overview;
    use crate::record::manifest_sample;

    #[test]
    fn lines_are_held_against_the_first_solver_on_the_same_puzzles() {
        let table = overview(&rows(), &manifest_sample());
        let place = table.columns.iter().position(|column| column.heading == "x mrv").unwrap();
        let cells: Vec<&str> = table.rows.iter().map(|row| row[place].as_str()).collect();
        // 2,345,678 and 31.5 a second by 101,000 or so.
        assert_eq!((cells[0], cells[3]), ("1.00", "1.00"));
        assert!(cells[1].starts_with("23.") && cells[2] == "0.00031", "{cells:?}");
        let alone = overview(&rows()[..1], &manifest_sample());
        assert!(alone.columns.iter().all(|column| column.heading != "x mrv"));
    }
}
