//! `sat`: naked and hidden singles, then a search that learns from its conflicts, by the SAT solver
//! `batsat`.
//!
//! What the singles leave becomes a formula in which a variable is a candidate, and of each cell's
//! candidates and of each value's places in a unit exactly one is true: the extended encoding of
//! Lynce and Ouaknine, "Sudoku as a SAT problem" (2006), for open cells alone. Another solution is
//! looked for by a clause that forbids those found. Its guesses are the SAT solver's decisions.
//!
//! Measured, CPU time for uniqueness of minimal 25x25 puzzles, and of the one of 268 givens by Frisch:
//!
//! | encoding | minimal, mean of 18 | Frisch |
//! | :-- | --: | --: |
//! | minimal (some value in each cell, no value twice in a unit) | | 85 s |
//! | minimal, after singles | | 27 s |
//! | extended | | 430 ms |
//! | extended, after what givens exclude | | 274 ms |
//! | extended, after singles | 43 ms | 260 ms |
//! | the same, true before false (used here) | 32 ms | 208 ms |
//! | the same by [`rules`] | 58 ms | 286 ms |
//! | by [`rules`], false before true | 34 ms | 221 ms |
//!
//! A pair of candidates that exclude each other takes a clause, 11 million on an empty 49x49. Where there
//! would be too many, [`rules`] take the place of clauses.

pub(crate) mod rules;
pub(crate) mod sets;
mod solutions;

use super::scalar::{Found, Scalar, ScalarBackend};
use super::singles::Singles;
use crate::puzzle::Order;
use crate::solver::{Search, Stop};
use sets::Sets;

/// The backend `sat`.
pub(super) const BACKEND: ScalarBackend = ScalarBackend {
    id: "sat",
    summary: "singles, then a SAT solver that learns from conflicts; decisions are its guesses",
    complete: true,
    start: |order| Box::new(Sat { order, grid: Singles::new(order) }),
};

struct Sat {
    order: Order,
    grid: Singles,
}

impl Scalar for Sat {
    fn search(&mut self, cells: &[u8], limit: u32, stop: &Stop, solution: &mut [u8]) -> Found {
        if self.grid.load(cells).is_err() || self.grid.propagate().is_err() {
            return Found::NONE;
        }
        if self.grid.is_solved() {
            self.grid.write(solution);
            return Found { count: 1, ..Found::NONE };
        }
        let sets = Sets::new(self.order, self.grid.candidates());
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
