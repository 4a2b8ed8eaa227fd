//! `elimination-search`: macteki's "Sudoku Solver Part 2". Elimination, then the first unsolved
//! cell, each of its values in turn, and elimination again.
//!
//! The article recurses over copies of its grid; here a stack of tried cells and the grid's trail
//! do that in bounded memory. The article takes a grid without open cells for solved; here an
//! empty cell or a value twice in a unit is a conflict.

use super::grid::{CandidateGrid, State};
use crate::builtin::scalar::{Found, Scalar, ScalarBackend};
use crate::puzzle::Order;
use crate::solver::{Search, Stop};

/// The backend `elimination-search`.
pub const BACKEND: ScalarBackend = ScalarBackend {
    id: "elimination-search",
    summary: "elimination, then each value of the first unsolved cell",
    complete: true,
    start: |order| Box::new(EliminationSearch::new(order)),
};

struct EliminationSearch {
    grid: CandidateGrid,
    trials: Vec<Trial>,
}

/// A cell being tried.
struct Trial {
    cell: usize,
    untried: u64,
    mark: usize,
}

impl EliminationSearch {
    fn new(order: Order) -> Self {
        Self { grid: CandidateGrid::new(order), trials: Vec::new() }
    }

    fn try_first_unsolved(&mut self) {
        let cells = 0..self.grid.order().cells();
        let unsolved = |&cell: &usize| self.grid.candidates(cell).count_ones() > 1;
        if let Some(cell) = cells.into_iter().find(unsolved) {
            let untried = self.grid.candidates(cell);
            self.trials.push(Trial { cell, untried, mark: self.grid.mark() });
        }
    }

    /// Goes back to the last trial with a value left and sets it. `None` when all are exhausted;
    /// otherwise whether further values remain, which makes this one a guess.
    fn next_trial(&mut self) -> Option<bool> {
        while self.trials.last()?.untried == 0 {
            self.trials.pop();
        }
        let trial = self.trials.last_mut()?;
        let value = trial.untried & trial.untried.wrapping_neg();
        trial.untried ^= value;
        self.grid.undo(trial.mark);
        self.grid.set(trial.cell, value);
        Some(trial.untried != 0)
    }
}

impl Scalar for EliminationSearch {
    fn search(&mut self, cells: &[u8], limit: u32, stop: &Stop, solution: &mut [u8]) -> Found {
        let mut found = Found::NONE;
        self.grid.load(cells);
        self.trials.clear();
        loop {
            self.grid.eliminate_all();
            match self.grid.state() {
                State::Conflict => {}
                State::Open => self.try_first_unsolved(),
                State::Solved => {
                    if found.count == 0 {
                        self.grid.write(solution);
                    }
                    found.count += 1;
                    if found.count == limit {
                        return found;
                    }
                }
            }
            let Some(guess) = self.next_trial() else { return found };
            if stop.ends(found.guesses) {
                found.search = Search::Incomplete;
                return found;
            }
            found.guesses += u64::from(guess);
        }
    }
}
