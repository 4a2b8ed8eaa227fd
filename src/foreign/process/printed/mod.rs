//! What a program printed for one puzzle: the grid that is its answer, wherever it stands.
//!
//! A text may echo the puzzle, show steps on the way, statistics, or several grids. The answer is
//! the last full grid that keeps the puzzle's givens; whether it solves the puzzle is left to the
//! judge. A full grid that does not keep them is taken only where it stands by itself, as rows of
//! the right length, and no other does. Without a grid a program claims nothing, unless one of
//! its last lines says that there is no solution.

mod cells;
mod search;

use serde::{Deserialize, Serialize};

use crate::puzzle::Order;
use crate::puzzle::order::BLANK;
use cells::Cells;

/// What a text amounts to as the answer to a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Printed {
    /// A full grid, as canonical cells. Not checked.
    Grid(String),
    /// One of the last lines says that there is no solution.
    NoSolution,
    /// A grid that fills in a part of the puzzle.
    GaveUp,
    /// No grid and no claim.
    Nothing,
}

/// Phrases by which a program says that a puzzle has no solution, in lower case.
const NO_SOLUTION: &[&str] = &[
    "no solution",
    "no result",
    "no valid solution",
    "not solvable",
    "unsolvable",
    "cannot be solved",
    "can't be solved",
    "could not be solved",
    "0 solutions",
];
/// Phrases beside which that is not a claim: a limit was reached.
const GAVE_UP: &[&str] =
    &["yet", "limit", "timeout", "timed out", "within", "gave up", "giving up"];
/// Lines at the end in which such a phrase is looked for; a time or a count may follow it.
const LAST_LINES: usize = 3;

/// Reads what a program printed for a puzzle, given as canonical cells.
pub fn read(text: &[u8], puzzle: &[u8], order: Order) -> Printed {
    let text = cells::plain(text);
    let grids = search::grids(&Cells::of(&text, order), puzzle, order);
    let text_of = |grid: Vec<u8>| String::from_utf8_lossy(&grid).into_owned();
    match (grids.full, grids.partial) {
        (Some(grid), _) => Printed::Grid(text_of(grid)),
        (None, _) if says_no_solution(&text) => Printed::NoSolution,
        (None, true) => Printed::GaveUp,
        (None, false) => Printed::Nothing,
    }
}

/// Returns true if one of the last lines is the reply of `mode=lines` for no solution, or says it
/// in words.
fn says_no_solution(text: &[u8]) -> bool {
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let last = lines.rev().filter(|line| !line.is_empty()).take(LAST_LINES);
    last.into_iter().any(|line| {
        let line = String::from_utf8_lossy(line).to_lowercase();
        let gave_up = GAVE_UP.iter().any(|phrase| line.contains(phrase));
        line == "-" || line.starts_with("-\t") || (!gave_up && claims_none(&line))
    })
}

fn claims_none(line: &str) -> bool {
    NO_SOLUTION.iter().any(|phrase| match line.find(phrase) {
        // "10 solutions" are some.
        Some(at) => !line[..at].ends_with(|c: char| c.is_ascii_digit()),
        None => false,
    })
}

/// Number of cells filled in.
fn filled(cells: &[u8]) -> usize {
    cells.iter().filter(|&&cell| cell != BLANK).count()
}

#[cfg(test)]
mod tests;
