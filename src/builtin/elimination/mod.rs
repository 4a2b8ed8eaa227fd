//! `elimination`: macteki's "How to write a sudoku solver", and nothing more. Row, column and
//! region elimination until nothing new is solved; what is open then stays open.

pub mod grid;
mod search;

use super::scalar::{Found, Scalar, ScalarBackend};
use crate::solver::{Search, Stop};
use grid::{CandidateGrid, State};

pub use search::BACKEND as SEARCH_BACKEND;

/// The backend `elimination`.
pub const BACKEND: ScalarBackend = ScalarBackend {
    id: "elimination",
    summary: "row, column and region elimination alone; leaves most puzzles open",
    complete: false,
    start: |order| Box::new(Elimination { grid: CandidateGrid::new(order) }),
};

struct Elimination {
    grid: CandidateGrid,
}

impl Scalar for Elimination {
    fn search(&mut self, cells: &[u8], _: u32, _: &Stop, solution: &mut [u8]) -> Found {
        self.grid.load(cells);
        self.grid.eliminate_all();
        match self.grid.state() {
            State::Conflict => Found::NONE,
            State::Open => Found { search: Search::Incomplete, ..Found::NONE },
            State::Solved => {
                // Nothing was guessed, so there is no other solution.
                self.grid.write(solution);
                Found { count: 1, ..Found::NONE }
            }
        }
    }
}
