//! Cells with two candidates as guesses: which of them settles most.

use super::super::simd::boxes::symbols::place;
use super::super::simd::boxes::{self, Boxes};
use super::grid::{Grid, PLACES};
use super::split::Split;

/// Most pairs that are scored before a guess. Scoring all of them saves less than one guess in a
/// hundred.
pub(super) const LOOKED_AT: usize = 6;

/// Weight of a peer that is a pair itself: it becomes a single if it loses a candidate.
const PAIR_WEIGHT: u32 = 4;

/// Vectors whose cells fill a word of a cell set.
const VECTORS: usize = 3;

/// A set of cells, one bit a place: 48 in each word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Cells([u64; 3]);

impl Cells {
    /// The cells of nine vectors' lanes, one bit a lane.
    #[inline(always)]
    fn of_lanes(bits: [u32; 9]) -> Self {
        let mut words = [0; 3];
        for (i, &bits) in bits.iter().enumerate() {
            words[i / VECTORS] |= u64::from(bits) << (boxes::LANES * (i % VECTORS));
        }
        Self(words)
    }

    /// Cells with exactly two candidates.
    #[inline(always)]
    pub(super) fn pairs<V: Boxes>(grid: &Grid<V>) -> Self {
        let mut bits = [0; 9];
        for i in 0..9 {
            bits[i] = V::bits(grid.0[i].count_ones().eq(V::splat(2)));
        }
        Self::of_lanes(bits)
    }

    /// Cells with this digit among their candidates.
    #[inline(always)]
    fn holders<V: Boxes>(grid: &Grid<V>, digit: usize) -> Self {
        let mut bits = [0; 9];
        for i in 0..9 {
            bits[i] = V::bits(grid.0[i].meets(V::splat(1 << digit)));
        }
        Self::of_lanes(bits)
    }

    /// Number of cells.
    #[inline(always)]
    pub(super) fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Takes out the cell that lies lowest.
    #[inline(always)]
    fn take(&mut self) -> Option<usize> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let place = VECTORS * boxes::LANES * i + word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(place);
            }
        }
        None
    }

    /// Returns true if there is no cell.
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; 3]
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0] & b[0], a[1] & b[1], a[2] & b[2]])
    }
}

/// The 20 cells that share a row, column or box with the cell at each place.
static PEERS: [Cells; PLACES] = {
    let mut peers = [Cells([0; 3]); PLACES];
    let mut i = 0;
    while i < 81 * 81 {
        let (row, column, other_row, other_column) = (i / 729, i / 81 % 9, i / 9 % 9, i % 9);
        let same_box = row / 3 == other_row / 3 && column / 3 == other_column / 3;
        let same_cell = row == other_row && column == other_column;
        if !same_cell && (row == other_row || column == other_column || same_box) {
            let other = place(other_row, other_column);
            peers[place(row, column)].0[other / 48] |= 1 << (other % 48);
        }
        i += 1;
    }
    peers
};

/// What a guess at each pair of a grid would touch.
pub(super) struct Scores<'a, V> {
    grid: &'a Grid<V>,
    pairs: Cells,
    holders: [Cells; 9],
}

impl<'a, V: Boxes> Scores<'a, V> {
    /// Of a grid and its pairs.
    #[inline(always)]
    pub(super) fn new(grid: &'a Grid<V>, pairs: Cells) -> Self {
        let mut holders = [pairs; 9];
        for (digit, holders) in holders.iter_mut().enumerate() {
            *holders = Cells::holders(grid, digit);
        }
        Self { grid, pairs, holders }
    }

    /// A pair's candidates in its peers, those in pairs by their weight.
    #[inline(always)]
    fn score(&self, place: usize) -> u32 {
        let mut candidates = V::lanes(&self.grid.0)[place];
        let mut score = 0;
        while candidates != 0 {
            let peers = self.holders[candidates.trailing_zeros() as usize].and(PEERS[place]);
            score += peers.len() + (PAIR_WEIGHT - 1) * peers.and(self.pairs).len();
            candidates &= candidates - 1;
        }
        score
    }

    /// The split at a pair: its lower candidate, or not.
    #[inline(always)]
    fn split(&self, place: usize) -> Split {
        let candidates = V::lanes(&self.grid.0)[place];
        Split::Cell { place, digit: candidates & candidates.wrapping_neg() }
    }

    /// The split at the best of the first few pairs; none if there is no pair.
    #[inline(always)]
    pub(super) fn best(&self) -> Option<Split> {
        let mut pairs = self.pairs;
        let mut best = pairs.take()?;
        let mut highest = self.score(best);
        for _ in 1..LOOKED_AT {
            let Some(place) = pairs.take() else { break };
            let score = self.score(place);
            if score > highest {
                (best, highest) = (place, score);
            }
        }
        Some(self.split(best))
    }

    /// The splits at the `N` best of all pairs, best first; fewer if there are fewer pairs.
    #[inline(always)]
    pub(super) fn ranked<const N: usize>(&self) -> [Option<Split>; N] {
        let mut ranked = [None; N];
        let mut pairs = self.pairs;
        while let Some(place) = pairs.take() {
            let mut entry = Some((self.score(place), place));
            for held in &mut ranked {
                if entry.map(|e| e.0) > held.map(|h: (u32, usize)| h.0) {
                    std::mem::swap(held, &mut entry);
                }
            }
        }
        let mut splits = [None; N];
        for (split, place) in splits.iter_mut().zip(ranked) {
            if let Some((_, place)) = place {
                *split = Some(self.split(place));
            }
        }
        splits
    }
}
