//! `sat`: a search that learns from its conflicts, by the SAT solver `batsat`.
//!
//! What naked singles leave becomes a formula in which a variable is a candidate, and of each cell's
//! candidates and of each value's places in a unit exactly one is true: the extended encoding of
//! Lynce and Ouaknine, "Sudoku as a SAT problem" (2006), for open cells alone. Another solution is
//! looked for by a clause that forbids those found. Its guesses are the SAT solver's decisions. It
//! shares no code with `mrv`, which it is trusted to recount.
//!
//! Measured, CPU time for uniqueness of minimal 25x25 puzzles, and of the one of 268 givens by Frisch:
//!
//! | encoding | minimal, mean of 18 | Frisch |
//! | :-- | --: | --: |
//! | minimal (some value in each cell, no value twice in a unit) | | 85 s |
//! | minimal, after naked and hidden singles | | 27 s |
//! | extended | | 430 ms |
//! | extended, after what givens exclude | | 274 ms |
//! | extended, after naked and hidden singles | 43 ms | 260 ms |
//! | the same, true before false | 32 ms | 208 ms |
//! | the same by [`rules`] | 58 ms | 286 ms |
//! | by [`rules`], false before true | 34 ms | 221 ms |
//!
//! Here values are tried first as true, and hidden singles are left to the SAT solver, whose unit
//! propagation finds them.
//!
//! A pair of candidates that exclude each other takes a clause, 11 million on an empty 49x49. Where there
//! would be too many, [`rules`] take the place of clauses.

pub(crate) mod rules;
pub(crate) mod sets;
mod solutions;

use super::elimination::grid::{CandidateGrid, State};
use super::scalar::{Found, Scalar, ScalarBackend};
use crate::puzzle::Order;
use crate::solver::{Search, Stop};
use sets::Sets;

/// The backend `sat`.
pub(super) const BACKEND: ScalarBackend = ScalarBackend {
    id: "sat",
    summary: "a SAT solver, which learns from conflicts; its decisions are its guesses",
    complete: true,
    start: |order| Box::new(Sat { order, grid: CandidateGrid::new(order) }),
};

struct Sat {
    order: Order,
    grid: CandidateGrid,
}

impl Scalar for Sat {
    fn search(&mut self, cells: &[u8], limit: u32, stop: &Stop, solution: &mut [u8]) -> Found {
        self.grid.load(cells);
        self.grid.eliminate_all();
        match self.grid.state() {
            State::Conflict => return Found::NONE,
            State::Solved => {
                self.grid.write(solution);
                return Found { count: 1, ..Found::NONE };
            }
            State::Open => {}
        }
        let candidates: Vec<u64> = (0..cells.len()).map(|it| self.grid.candidates(it)).collect();
        let sets = Sets::new(self.order, &candidates);
        if stop.is_raised() {
            return Found { search: Search::Incomplete, ..Found::NONE };
        }
        solutions::search(sets, limit, stop, |placements| {
            self.grid.write(solution);
            for (cell, value) in placements {
                solution[usize::from(cell)] = Order::symbol(value + 1);
            }
        })
    }
}
