//! Where two backends differ, as tables.

use super::changes::{change, ends};
use crate::compare::puzzles::{PuzzleTimes, Stratum};
use crate::report::table::{Align, Column, Table};
use crate::report::units::{count, time};

fn columns(of: &[(&'static str, Align)]) -> Vec<Column> {
    of.iter().map(|&(heading, align)| Column::named(heading, align)).collect()
}

/// Strata of a dataset, one a line; puzzles differ clearly from the ratio `clear` on.
pub fn strata(place: &str, strata: &[Stratum], clear: f64) -> Table {
    let line = |s: &Stratum| {
        vec![
            s.name.clone(),
            count(s.puzzles as u64),
            time(s.baseline_ns),
            time(s.candidate_ns),
            change(s.change.middle),
            ends(s.change),
            count(s.faster as u64),
            count(s.slower as u64),
        ]
    };
    Table {
        title: vec![format!("where they differ on {place}, puzzles one at a time")],
        columns: columns(&[
            ("puzzles with", Align::Left),
            ("puzzles", Align::Right),
            ("before", Align::Right),
            ("after", Align::Right),
            ("change", Align::Right),
            ("between", Align::Right),
            ("faster on", Align::Right),
            ("slower on", Align::Right),
        ]),
        keys: 1,
        rows: strata.iter().map(line).collect(),
        sections: Vec::new(),
        notes: vec![format!(
            "each puzzle counts with its shortest time; faster and slower count puzzles that \
             differ by more than {:.0} %, which the baseline does from itself on 1 in 100 at most \
             by chance; guesses are the baseline's, and difficulty is that of check --difficulty",
            (clear - 1.0) * 100.0
        )],
    }
}

/// A puzzle that got slower, and where it stands.
#[derive(Clone, Debug)]
pub struct SlowedPuzzle {
    /// Line of the file.
    pub line: u64,
    /// Its times.
    pub times: PuzzleTimes,
    /// Its cells.
    pub puzzle: String,
}

/// The puzzles that got slowest, one a line.
pub fn slowest(place: &str, puzzles: &[SlowedPuzzle]) -> Table {
    let line = |one: &SlowedPuzzle| {
        let t = one.times;
        let (before, after) = (t.baseline_ns.max(1) as f64, t.candidate_ns.max(1) as f64);
        vec![
            one.line.to_string(),
            count(t.guesses),
            time(before),
            time(after),
            change((after / before).ln()),
            one.puzzle.clone(),
        ]
    };
    Table {
        title: vec![format!("puzzles of {place} that got slowest")],
        columns: columns(&[
            ("line", Align::Right),
            ("guesses", Align::Right),
            ("before", Align::Right),
            ("after", Align::Right),
            ("change", Align::Right),
            ("puzzle", Align::Left),
        ]),
        keys: 1,
        rows: puzzles.iter().map(line).collect(),
        sections: Vec::new(),
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_puzzle_is_shown_with_line_times_and_grid() {
        let times = PuzzleTimes {
            offset: 82,
            givens: 17,
            guesses: 1234,
            label: None,
            baseline_ns: 1000,
            candidate_ns: 2500,
            control_ns: 1000,
        };
        let puzzle = "1".repeat(81);
        let table = slowest("royle17", &[SlowedPuzzle { line: 2, times, puzzle: puzzle.clone() }]);
        assert_eq!(table.rows, [["2", "1,234", "1.00 us", "2.50 us", "x2.50", &puzzle]]);
        assert!(strata("royle17", &[], 1.05).rows.is_empty());
    }
}
