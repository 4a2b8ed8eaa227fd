//! Where to split a grid that propagation leaves open.
//!
//! The band with the fewest open configurations is nearest to its end. In it a digit with two (else
//! the lowest with more) is split by a minirow: it is in these three cells of the line, or it is
//! not. In a sparse grid, where even the best band is wide open, a cell with two candidates is the
//! better split; of the first few such cells, the one whose peers have most to lose.

use super::geometry::{MINIROWS, PEERS};
use super::grids::{Grid, Grids, Sizes};
use super::sweep::Configurations;
use crate::solver::builtin::kernel::simd::Lanes;

/// Open configurations of a finished band: one a digit.
const FINISHED: u16 = 9;

/// Open configurations of the best band from which on a grid is sparse.
const SPARSE: u16 = 22;

/// Bivalue cells that are scored; more of them cost time and save no guesses.
const SCORED: usize = 6;

/// What a bivalue peer counts for, where another unsolved peer counts for one.
const BIVALUE_WEIGHT: u32 = 4;

/// The best of the bands considered so far, lane by lane.
pub struct Best<V> {
    /// Open configurations above the fewest an unfinished band can have, times eight, plus the
    /// band. A finished band's wraps to near the top.
    key: V,
    /// The band's configurations.
    open: Configurations<V>,
}

impl<V: Lanes> Best<V> {
    /// Worse than any band.
    #[inline(always)]
    pub fn none() -> Self {
        Self { key: V::splat(u16::MAX), open: [V::splat(0); 6] }
    }

    /// Takes a band where it is better than the best so far.
    #[inline(always)]
    pub fn consider(&mut self, band: usize, open: &Configurations<V>) {
        let mut count = V::splat(0);
        for configuration in open {
            count = count.add(configuration.count_ones());
        }
        let key = count.shl::<3>().add(V::splat((band as u16).wrapping_sub((FINISHED + 1) << 3)));
        self.key = self.key.min(key);
        let better = key.eq(self.key);
        for (best, &open) in self.open.iter_mut().zip(open) {
            *best = V::select(better, open, *best);
        }
    }

    /// Chooses a digit in the best band.
    #[inline(always)]
    pub fn choice(self) -> Choice<V> {
        let digit = self.digit();
        let mut open = V::splat(0);
        for (q, configuration) in self.open.iter().enumerate() {
            open = open | V::splat(1 << q).keep(configuration.meets(digit));
        }
        Choice { key: [self.key], digit: [digit], open: [open] }
    }

    /// The lowest digit with two configurations, else the lowest with more.
    #[inline(always)]
    fn digit(&self) -> V {
        let open = &self.open;
        let parity = [open[0].xor3(open[1], open[2]), open[3].xor3(open[4], open[5])];
        let pair = [open[0].majority(open[1], open[2]), open[3].majority(open[4], open[5])];
        let one_each = (parity[0] & parity[1]).and_neither(pair[0], pair[1]);
        let two_of_one = (pair[0] ^ pair[1]).and_neither(parity[0], parity[1]);
        let more = pair[0].or_and(parity[0], parity[1]) | pair[1];
        let some = more.narrow(one_each | two_of_one);
        some.and_not(some.less_one())
    }
}

/// The best band of each lane's grid, and its digit to be split.
pub struct Choice<V> {
    /// As in [`Best`].
    key: [V; 1],
    /// The digit, a bit.
    digit: [V; 1],
    /// Its open configurations, a bit each.
    open: [V; 1],
}

impl<V: Lanes> Choice<V> {
    /// How to split the grid in a lane; none if it has no solution.
    #[inline(always)]
    pub fn split(&self, lane: usize, grids: &Grids<V>) -> Option<Split> {
        let key = V::lanes(&self.key)[lane];
        if key > u16::MAX - 8 * (FINISHED + 1) {
            return None;
        }
        if key >= (SPARSE - FINISHED - 1) << 3 {
            let grid = grids.save(lane);
            let sizes = grid.sizes::<V>();
            if sizes.bivalue != 0 {
                return Some(bivalue_split::<V>(&grid, &sizes));
            }
        }
        let digit = V::lanes(&self.digit)[lane];
        let open = V::lanes(&self.open)[lane];
        let minirow = 9 * (key as u8 % 8) + EVEN_SPLIT[open as usize % 64];
        Some(Split::by_minirow(minirow, digit))
    }
}

/// Two ways to go on, of which a solution is in exactly one.
#[derive(Clone, Copy)]
pub struct Split {
    /// A minirow by its index in [`MINIROWS`]: the first way takes away from the rest of its line,
    /// the second from the minirow. From there on a cell, from which both ways take away.
    place: u8,
    /// Candidates that the first way takes away.
    first: u16,
    /// Candidates that the second way takes away.
    second: u16,
}

impl Split {
    /// A split to fill tables with.
    pub const NONE: Self = Self { place: 0, first: 0, second: 0 };

    /// By whether a digit is in a minirow of its line.
    #[inline(always)]
    fn by_minirow(minirow: u8, digit: u16) -> Self {
        Self { place: minirow, first: digit, second: digit }
    }

    /// By which of two candidates is a cell's.
    #[inline(always)]
    fn by_cell(cell: usize, first: u16, second: u16) -> Self {
        Self { place: (MINIROWS.len() + cell) as u8, first, second }
    }

    /// Takes away what the first way does, where cell `c` is at `c * stride`.
    #[inline(always)]
    pub fn first(self, cells: &mut [u16], stride: usize) {
        match MINIROWS.get(self.place as usize) {
            Some(line) => remove(cells, stride, &line[3..], self.first),
            None => remove(cells, stride, &[self.place - MINIROWS.len() as u8], self.first),
        }
    }

    /// Takes away what the second way does.
    #[inline(always)]
    pub fn second(self, cells: &mut [u16], stride: usize) {
        match MINIROWS.get(self.place as usize) {
            Some(line) => remove(cells, stride, &line[..3], self.second),
            None => remove(cells, stride, &[self.place - MINIROWS.len() as u8], self.second),
        }
    }
}

#[inline(always)]
fn remove(cells: &mut [u16], stride: usize, from: &[u8], digits: u16) {
    for &cell in from {
        cells[cell as usize * stride] &= !digits;
    }
}

/// For each set of open configurations of a digit, the minirow `3 * line + box` that is in as near
/// as possible to half of them.
const EVEN_SPLIT: [u8; 64] = {
    let mut best = [0; 64];
    let mut open = 0;
    while open < 64 {
        let mut least = u32::MAX;
        let mut at = 0;
        while at < 9 {
            let (line, box_) = (at / 3, at % 3);
            let through = 1 << ((box_ + 3 - line) % 3) | 8 << ((box_ + line) % 3);
            let inside = (open as u32 & through).count_ones();
            let uneven = (2 * inside).abs_diff((open as u32).count_ones());
            if uneven < least {
                least = uneven;
                best[open] = at as u8;
            }
            at += 1;
        }
        open += 1;
    }
    best
};

/// The split of the best of the first bivalue cells, of which there is one.
#[inline(always)]
fn bivalue_split<V: Lanes>(grid: &Grid, sizes: &Sizes) -> Split {
    let (mut best, mut best_score) = (0, 0);
    let mut left = sizes.bivalue;
    for _ in 0..SCORED {
        if left == 0 {
            break;
        }
        let cell = left.trailing_zeros() as usize;
        left &= left - 1;
        let (low, high) = two_digits(grid.cell(cell));
        let mut score = 1;
        for digit in [low, high] {
            let peers = grid.having::<V>(digit) & PEERS[cell];
            score += (peers & sizes.open).count_ones();
            score += (BIVALUE_WEIGHT - 1) * (peers & sizes.bivalue).count_ones();
        }
        if score > best_score {
            (best, best_score) = (cell, score);
        }
    }
    let (low, high) = two_digits(grid.cell(best));
    Split::by_cell(best, high, low)
}

/// The lowest candidate, and the others.
#[inline(always)]
fn two_digits(candidates: u16) -> (u16, u16) {
    let low = candidates & candidates.wrapping_neg();
    (low, candidates ^ low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_with_open_configurations_is_split_with_some_on_either_side() {
        for open in 0..64_u32 {
            if open.count_ones() < 2 {
                continue;
            }
            let at = EVEN_SPLIT[open as usize] as usize;
            // permutations of three boxes, by line, in the order of `Configurations`
            let boxes = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
            let inside = (0..6).filter(|q| open >> q & 1 != 0 && boxes[*q][at / 3] == at % 3);
            let inside = inside.count() as u32;
            assert!(inside >= 1 && inside < open.count_ones(), "{open:06b}");
        }
    }
}
