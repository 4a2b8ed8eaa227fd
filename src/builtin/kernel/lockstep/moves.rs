//! What is to happen between two sweeps to the grids in the lanes, first planned and then done in one
//! pass over the cells.
//!
//! A pass reads and writes 81 vectors, whether it copies one lane or all. So the forks of a sweep and
//! the new puzzles share one: the next puzzles stand ready across the lanes of vectors of their own,
//! transposed by many at a time, and each cell's vector takes its lanes from both.

use super::geometry::CELLS;
use super::grids::Grids;
use super::saved::Saved;
use super::split::Split;
use crate::builtin::kernel::simd::Lanes;
use crate::puzzle::Block;

/// Lanes up to which saved grids and new puzzles are put into them at once, one by one: planning them
/// costs 6 to 10 % at eight lanes, and gains 2 to 7 % at sixteen.
const FEW_LANES: usize = 8;

/// A grid that goes on in two lanes.
#[derive(Clone, Copy)]
struct Fork {
    from: u8,
    to: u8,
    split: Split,
}

/// Up to one move into each lane.
pub(super) struct Moves<V> {
    forks: [Fork; 32],
    /// The lanes of each fork.
    pairs: [(u8, u8); 32],
    forked: usize,
    /// Lanes for new puzzles, which come one after the other in the block.
    opened: [u8; 32],
    begun: usize,
    /// Entries of saved grids, each with the lane it goes to.
    restores: [(u32, u8); 32],
    restored: usize,
    /// The next puzzles of the block.
    next: Staged<V>,
}

/// Puzzles across the lanes, not yet begun.
struct Staged<V> {
    grids: Grids<V>,
    /// The first of them, and how many there are.
    from: usize,
    len: usize,
}

impl<V: Lanes> Moves<V> {
    /// None planned.
    pub(super) fn new() -> Self {
        Self {
            forks: [Fork { from: 0, to: 0, split: Split::NONE }; 32],
            pairs: [(0, 0); 32],
            forked: 0,
            opened: [0; 32],
            begun: 0,
            restores: [(0, 0); 32],
            restored: 0,
            next: Staged { grids: Grids::new(), from: 0, len: 0 },
        }
    }

    /// Forgets all that is planned, and the block.
    pub(super) fn clear(&mut self) {
        (self.forked, self.begun, self.restored) = (0, 0, 0);
        self.next.len = 0;
    }

    /// Plans to fork the grid in a lane into a free one.
    #[inline(always)]
    pub(super) fn fork(&mut self, from: usize, to: usize, split: Split) {
        let (from, to) = (from as u8, to as u8);
        self.forks[self.forked] = Fork { from, to, split };
        self.pairs[self.forked] = (from, to);
        self.forked += 1;
    }

    /// Begins the block's next puzzle in a free lane, or plans to.
    #[inline(always)]
    pub(super) fn begin(
        &mut self,
        lane: usize,
        grids: &mut Grids<V>,
        block: &Block<'_>,
        next: usize,
    ) {
        if V::LANES <= FEW_LANES {
            return grids.load(lane, block.cells(next));
        }
        self.opened[self.begun] = lane as u8;
        self.begun += 1;
    }

    /// Takes a saved grid that is in no list any more into a free lane, or plans to. Nothing may be
    /// saved before the moves are made.
    #[inline(always)]
    pub(super) fn restore(
        &mut self,
        entry: usize,
        lane: usize,
        grids: &mut Grids<V>,
        saved: &Saved<V>,
    ) {
        if V::LANES <= FEW_LANES {
            return saved.restore(entry, grids, lane);
        }
        self.restores[self.restored] = (entry as u32, lane as u8);
        self.restored += 1;
    }

    /// Makes the moves that are planned. The new puzzles are those before `next`.
    #[inline(always)]
    pub(super) fn make(
        &mut self,
        grids: &mut Grids<V>,
        saved: &Saved<V>,
        block: &Block<'_>,
        next: usize,
    ) {
        // A single puzzle alone takes a pass of its own either way, and need not be staged for it.
        if V::STAGES && self.begun > 0 && self.begun + self.forked > 1 {
            self.open_together(grids, block, next);
        } else {
            self.open_one_by_one(grids, block, next);
        }
        for fork in &self.forks[..self.forked] {
            grids.go_first(fork.from as usize, fork.split);
            grids.go_second(fork.to as usize, fork.split);
        }
        for &(entry, lane) in &self.restores[..self.restored] {
            saved.restore(entry as usize, grids, lane as usize);
        }
        (self.forked, self.begun, self.restored) = (0, 0, 0);
    }

    /// Copies lanes for the forks, and opens lanes for the puzzles before `next`.
    #[inline(always)]
    fn open_one_by_one(&mut self, grids: &mut Grids<V>, block: &Block<'_>, next: usize) {
        if self.forked > 0 {
            V::copy_lanes(&mut grids.0, &self.pairs[..self.forked]);
        }
        for (i, &lane) in self.opened[..self.begun].iter().enumerate() {
            grids.load(lane as usize, block.cells(next - self.begun + i));
        }
    }

    /// The same in one pass, and another one where the staged puzzles end.
    #[inline(always)]
    fn open_together(&mut self, grids: &mut Grids<V>, block: &Block<'_>, next: usize) {
        let (mut pairs, mut opened) = (&self.pairs[..self.forked], &self.opened[..self.begun]);
        while !opened.is_empty() {
            let first = next - opened.len();
            let slot = self.next.slot(first, block);
            let (now, later) = opened.split_at(opened.len().min(self.next.len - slot));
            let mut others = [(0, 0); 32];
            for (i, (other, &lane)) in others.iter_mut().zip(now).enumerate() {
                *other = ((slot + i) as u8, lane);
            }
            V::move_lanes(&mut grids.0, pairs, &self.next.grids.0, &others[..now.len()]);
            (pairs, opened) = (&[], later);
        }
    }
}

impl<V: Lanes> Staged<V> {
    /// The lane of a puzzle, which is staged with those after it if it is not yet.
    #[inline(always)]
    fn slot(&mut self, puzzle: usize, block: &Block<'_>) -> usize {
        if !(self.from..self.from + self.len).contains(&puzzle) {
            self.stage(puzzle, block);
        }
        puzzle - self.from
    }

    #[inline(always)]
    fn stage(&mut self, from: usize, block: &Block<'_>) {
        const BLANK: [u8; CELLS] = [b'.'; CELLS];
        let len = V::LANES.min(block.len() - from);
        let mut grids = [&BLANK; 32];
        for (i, grid) in grids[..len].iter_mut().enumerate() {
            *grid = block.cells(from + i).first_chunk().expect("a puzzle has 81 cells");
        }
        V::stage(&mut self.grids.0, &grids);
        (self.from, self.len) = (from, len);
    }
}
