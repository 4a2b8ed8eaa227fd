//! `elimination`: macteki's "How to write a sudoku solver", and nothing more. Row, column and
//! region elimination until nothing new is solved; what is open then stays open.

pub mod grid;
mod search;

use super::scalar::{Outcome, Recipe, Scalar};
use crate::solver::{Search, Stop};
use grid::{CandidateGrid, State};

pub use search::RECIPE as SEARCH_RECIPE;

/// The backend `elimination`.
pub const RECIPE: Recipe = Recipe {
    id: "elimination",
    summary: "row, column and region elimination alone; leaves most puzzles open",
    complete: false,
    start: |order| Box::new(Elimination { grid: CandidateGrid::new(order) }),
};

struct Elimination {
    grid: CandidateGrid,
}

impl Scalar for Elimination {
    fn search(&mut self, cells: &[u8], _: u32, _: &Stop, solution: &mut [u8]) -> Outcome {
        self.grid.load(cells);
        self.grid.eliminate_all();
        match self.grid.state() {
            State::Conflict => Outcome::NONE,
            State::Open => Outcome { search: Search::Incomplete, ..Outcome::NONE },
            State::Solved => {
                // Nothing was guessed, so there is no other solution.
                self.grid.write(solution);
                Outcome { count: 1, ..Outcome::NONE }
            }
        }
    }
}
