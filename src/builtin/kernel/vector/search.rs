//! The search: depth first, one grid a guess on a stack, and one second chance.

use super::super::simd::Work;
use super::super::simd::boxes::Boxes;
use super::super::simd::boxes::symbols::STRIDE;
use super::choose::{FEW_GIVENS, FEWEST_GIVENS, choose};
use super::grid::Grid;
use super::lookahead::{Ahead, look};
use super::sweep::{Propagated, propagate};
use crate::solver::{Search, Stop};

/// Grids that a stack must have room for. A guess leaves both its grids fewer candidates, of which
/// there are between 81 and 729, and one grid waits on the stack for each guess above it.
pub(super) const DEPTH: usize = 729 - 81 + 2;

/// Backtracks after which the search begins anew and looks ahead.
///
/// Few-clue puzzles seldom need many; the few that do need thousands, and no cheap rule foresees
/// which. With more givens trees are larger and steadier.
const BACKTRACKS: u32 = 1000;
const BACKTRACKS_OF_FEW_GIVENS: u32 = 16;

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// Solutions, at most the limit.
    pub count: u32,
    /// Guesses made, those before a new beginning included.
    pub guesses: u64,
    /// Whether the search came to its end.
    pub search: Search,
}

/// A search under way.
struct Walk<'a, V> {
    stack: &'a mut [Grid<V>; DEPTH],
    /// Index of the grid in hand; those below wait for it to be done with.
    top: usize,
    /// The puzzle before propagation.
    root: Grid<V>,
    givens: u32,
    backtracks: u32,
    /// Whether this is the second chance.
    looks_ahead: bool,
    found: Found,
}

/// Searches a puzzle for up to `limit` solutions, the first of which is written to `solution`.
#[inline(always)]
pub(super) fn search<V: Boxes>(
    puzzle: &[u8; STRIDE],
    limit: u32,
    stop: &Stop,
    stack: &mut [Grid<V>; DEPTH],
    solution: &mut [u8; STRIDE],
) -> Found {
    let (root, givens) = Grid::of_puzzle(puzzle);
    let found = Found { count: 0, guesses: 0, search: Search::Complete };
    let mut walk = Walk { stack, top: 0, root, givens, backtracks: 0, looks_ahead: false, found };
    walk.stack[0] = root;
    while walk.found.count < limit {
        let goes_on = match propagate(&mut walk.stack[walk.top]) {
            Propagated::Open => {
                if stop.ends(walk.found.guesses) {
                    return Found { search: Search::Incomplete, ..walk.found };
                }
                walk.descend() || walk.backtrack()
            }
            Propagated::Solved => {
                if walk.found.count == 0 {
                    V::write(&walk.stack[walk.top].0, solution);
                }
                walk.found.count += 1;
                walk.backtrack()
            }
            Propagated::Dead => walk.backtrack(),
        };
        if !goes_on {
            break;
        }
    }
    walk.found
}

impl<V: Boxes> Walk<'_, V> {
    /// Guesses, or deduces, or begins anew; says no if the grid in hand turns out to be dead.
    #[inline(always)]
    fn descend(&mut self) -> bool {
        let patience = match self.givens {
            FEWEST_GIVENS..=FEW_GIVENS => BACKTRACKS_OF_FEW_GIVENS,
            _ => BACKTRACKS,
        };
        if self.backtracks >= patience && self.found.count < 2 {
            return V::enter(Ponder(self));
        }
        let grid = &self.stack[self.top];
        let Some(split) = choose(grid, self.givens) else { return false };
        self.found.guesses += 1;
        let (below, above) = self.stack.split_at_mut(self.top + 1);
        split.part(&mut below[self.top], &mut above[0]);
        self.top += 1;
        true
    }

    /// Begins anew, if this is the first time here, and looks ahead.
    #[inline(always)]
    fn ponder(&mut self) -> bool {
        if !self.looks_ahead {
            self.looks_ahead = true;
            self.found.count = 0;
            self.top = 0;
            self.stack[0] = self.root;
            propagate(&mut self.stack[0]);
        }
        match look(&self.stack[self.top]) {
            Ahead::Dead => return false,
            Ahead::Forced(left) => self.stack[self.top] = left,
            Ahead::Parted(yes, no) => {
                self.found.guesses += 1;
                (self.stack[self.top], self.stack[self.top + 1]) = (no, yes);
                self.top += 1;
            }
        }
        true
    }

    /// Takes up the grid that waits; says no if there is none.
    #[inline(always)]
    fn backtrack(&mut self) -> bool {
        self.backtracks += 1;
        let waiting = self.top > 0;
        self.top -= usize::from(waiting);
        waiting
    }
}

/// [`Walk::ponder`], compiled apart: it is rare, and long.
struct Ponder<'a, 'b, V>(&'a mut Walk<'b, V>);

impl<V: Boxes> Work<V> for Ponder<'_, '_, V> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.0.ponder()
    }
}
