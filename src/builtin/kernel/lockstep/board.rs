//! As many grids as a vector has lanes, and whose they are.

use super::grids::Grids;
use super::sweep::Swept;
use crate::builtin::kernel::simd::Lanes;

/// Lanes with their grids.
pub(super) struct Board<V> {
    /// The grids.
    pub grids: Grids<V>,
    /// What the last sweep found.
    pub swept: Swept<V>,
    /// The puzzle of each lane's grid, or of the last grid that was there.
    pub puzzle: [u32; 32],
    /// Lanes that hold a grid.
    pub busy: u32,
}

impl<V: Lanes> Board<V> {
    /// Without grids.
    pub(super) fn new() -> Self {
        Self { grids: Grids::new(), swept: Swept::nothing(), puzzle: [0; 32], busy: 0 }
    }

    /// Forgets all grids.
    pub(super) fn clear(&mut self) {
        self.busy = 0;
        self.puzzle = [0; 32];
        self.swept.forget();
    }

    /// Lanes that hold no grid.
    #[inline(always)]
    pub(super) fn free(&self) -> u32 {
        !self.busy & (u32::MAX >> (32 - V::LANES))
    }

    /// Frees a lane.
    #[inline(always)]
    pub(super) fn release(&mut self, lane: usize) {
        self.busy &= !(1 << lane);
    }

    /// Gives a free lane to a puzzle.
    #[inline(always)]
    pub(super) fn occupy(&mut self, lane: usize, puzzle: u32) {
        self.busy |= 1 << lane;
        self.puzzle[lane] = puzzle;
    }
}
