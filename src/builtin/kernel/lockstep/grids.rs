//! Grids across lanes, and a single grid taken out of its lane.

use super::geometry::CELLS;
use super::split::Split;
use crate::builtin::kernel::rules::ALL_DIGITS;
use crate::builtin::kernel::simd::{CANDIDATES, Lanes};

/// As many grids as a vector has lanes: vector `c` holds cell `c` of each.
#[derive(Clone)]
pub(super) struct Grids<V>(pub [V; CELLS]);

impl<V: Lanes> Grids<V> {
    /// Every cell of every grid open.
    pub(super) fn new() -> Self {
        Self([V::splat(ALL_DIGITS); CELLS])
    }

    /// Where cell `c` of the grid in a lane is, at `c * LANES`.
    #[inline(always)]
    fn of(&mut self, lane: usize) -> &mut [u16] {
        &mut V::lanes_mut(&mut self.0)[lane..]
    }

    /// Puts a puzzle in a lane.
    #[inline(always)]
    pub(super) fn load(&mut self, lane: usize, symbols: &[u8]) {
        let candidates = symbols[..CELLS].iter().map(|&symbol| CANDIDATES[symbol as usize]);
        V::put(&mut self.0, lane, candidates);
    }

    /// Writes a filled grid's symbols.
    #[inline(always)]
    pub(super) fn write_symbols(&self, lane: usize, symbols: &mut [u8]) {
        let cells = V::lanes(&self.0)[lane..].iter().step_by(V::LANES);
        for (symbol, cell) in symbols[..CELLS].iter_mut().zip(cells) {
            *symbol = b'1' + cell.trailing_zeros() as u8;
        }
    }

    /// Goes the first way of a split.
    #[inline(always)]
    pub(super) fn go_first(&mut self, lane: usize, split: Split) {
        split.first(self.of(lane), V::LANES);
    }

    /// Goes the second way of a split.
    #[inline(always)]
    pub(super) fn go_second(&mut self, lane: usize, split: Split) {
        split.second(self.of(lane), V::LANES);
    }

    /// Copies a grid out of its lane.
    #[inline(always)]
    pub(super) fn save(&self, lane: usize, grid: &mut Grid) {
        let cells = V::lanes(&self.0)[lane..].iter().step_by(V::LANES);
        for (to, from) in grid.cells.iter_mut().zip(cells) {
            *to = *from;
        }
    }

    /// Copies a lane of other grids into a lane.
    #[inline(always)]
    pub(super) fn copy_from(&mut self, lane: usize, other: &Self, from: usize) {
        let others = V::lanes(&other.0)[from..].iter().step_by(V::LANES);
        for (to, from) in self.of(lane).iter_mut().step_by(V::LANES).zip(others) {
            *to = *from;
        }
    }

    /// Copies a saved grid into a lane.
    #[inline(always)]
    pub(super) fn restore(&mut self, lane: usize, grid: &Grid) {
        let cells = self.of(lane).iter_mut().step_by(V::LANES);
        for (to, from) in cells.zip(&grid.cells) {
            *to = *from;
        }
    }
}

/// One grid, cell by cell, with room for whole vectors.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Grid {
    cells: [u16; CELLS.next_multiple_of(32)],
}

impl Grid {
    /// Without a candidate.
    pub(super) const EMPTY: Self = Self { cells: [0; CELLS.next_multiple_of(32)] };

    /// A cell's candidates.
    #[inline(always)]
    pub(super) fn cell(&self, cell: usize) -> u16 {
        self.cells[cell]
    }

    /// Goes the second way of a split.
    #[inline(always)]
    pub(super) fn go_second(&mut self, split: Split) {
        split.second(&mut self.cells, 1);
    }

    /// Its cells by the number of their candidates.
    #[inline(always)]
    pub(super) fn sizes<V: Lanes>(&self) -> Sizes {
        let (mut at_most_one, mut at_most_two) = (0, 0);
        for (i, cells) in self.cells.chunks_exact(V::LANES).enumerate() {
            let cells = V::load(cells);
            let second = cells & cells.less_one();
            let third = second & second.less_one();
            let place = |mask| u128::from(V::bits(mask)) << (i * V::LANES);
            at_most_one |= place(second.is_zero());
            at_most_two |= place(third.is_zero());
        }
        Sizes { open: !at_most_one, bivalue: at_most_two & !at_most_one }
    }

    /// Cells that have the digit as a candidate, a bit each.
    #[inline(always)]
    pub(super) fn having<V: Lanes>(&self, digit: u16) -> u128 {
        let digit = V::splat(digit);
        let chunks = self.cells.chunks_exact(V::LANES).enumerate();
        chunks.fold(0, |having, (i, cells)| {
            having | u128::from(V::bits(V::load(cells).meets(digit))) << (i * V::LANES)
        })
    }
}

/// Cells of a grid by the number of their candidates, a bit each.
pub(super) struct Sizes {
    /// At least two.
    pub open: u128,
    /// Just two.
    pub bivalue: u128,
}
