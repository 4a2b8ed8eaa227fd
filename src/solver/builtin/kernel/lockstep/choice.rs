//! Where to split a grid that propagation leaves open.
//!
//! The band with the fewest open configurations is nearest to its end. In it a digit with two (else
//! the lowest with more) is split by a minirow: it is in these three cells of the line, or it is
//! not. In a sparse grid, where even the best band is wide open, a cell with two candidates is the
//! better split; of the first few such cells, the one whose peers have most to lose.

use super::geometry::{BANDS, MINIROWS, PEERS};
use super::grids::{Grid, Grids, Sizes};
use super::sweep::Configurations;
use crate::solver::builtin::kernel::simd::Lanes;

/// Open configurations of a finished band: one a digit.
const FINISHED: u16 = 9;

/// Open configurations of the best band from which on a grid is sparse.
const SPARSE: u16 = 22;

/// Bivalue cells that are scored; more of them cost time and save no guesses.
const SCORED: usize = 3;

/// What a bivalue peer counts for, where another unsolved peer counts for one.
const BIVALUE_WEIGHT: u32 = 4;

/// The bands of each lane's grid, and which is the best.
pub struct Choice<V> {
    /// Each band's configurations.
    open: [Configurations<V>; BANDS],
    /// The best band, with its open configurations above the fewest an unfinished band can have:
    /// eight times those, plus the band. A finished band's key wraps to near the top.
    key: [V; 1],
}

impl<V: Lanes> Choice<V> {
    /// No band considered.
    #[inline(always)]
    pub fn new() -> Self {
        Self { open: [[V::splat(0); 6]; BANDS], key: [V::splat(u16::MAX)] }
    }

    /// Forgets the bands considered.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.key = [V::splat(u16::MAX)];
    }

    /// Considers a band.
    #[inline(always)]
    pub fn consider(&mut self, band: usize, open: &Configurations<V>) {
        let band_and_bias = (band as u16).wrapping_sub((FINISHED + 1) << 3);
        let key = V::count_all(open).shl::<3>().add(V::splat(band_and_bias));
        self.key[0] = self.key[0].min(key);
        self.open[band] = *open;
    }

    /// How to split the grid in a lane; none if it has no solution.
    #[inline(always)]
    pub fn split(&self, lane: usize, grids: &Grids<V>) -> Option<Split> {
        let key = V::lanes(&self.key)[lane];
        if key > u16::MAX - 8 * (FINISHED + 1) {
            return None;
        }
        if key >= (SPARSE - FINISHED - 1) << 3 {
            let mut grid = Grid::EMPTY;
            grids.save(lane, &mut grid);
            let sizes = grid.sizes::<V>();
            if sizes.bivalue != 0 {
                return Some(bivalue_split::<V>(&grid, &sizes));
            }
        }
        let band = key as usize % 8;
        let open = &V::lanes(self.open.get(band)?)[lane..];
        Some(band_split(band, |q| open[q * V::LANES]))
    }
}

/// The split of the band's lowest digit with two open configurations, else with more.
#[inline(always)]
fn band_split(band: usize, open: impl Fn(usize) -> u16) -> Split {
    let (even, odd) = ([open(0), open(1), open(2)], [open(3), open(4), open(5)]);
    // digits with one or three, and with two or three, of three configurations
    let parity = |c: [u16; 3]| c[0] ^ c[1] ^ c[2];
    let pair = |c: [u16; 3]| c[0] & c[1] | c[2] & (c[0] | c[1]);
    let (p, q, two_even, two_odd) = (parity(even), parity(odd), pair(even), pair(odd));
    let two = p & q & !(two_even | two_odd) | (two_even ^ two_odd) & !(p | q);
    let more = p & q | two_even | two_odd;
    let some = if two != 0 { two } else { more };
    let digit = some & some.wrapping_neg();
    let is_open = |q: usize| usize::from(open(q) & digit != 0) << q;
    let set = is_open(0) | is_open(1) | is_open(2) | is_open(3) | is_open(4) | is_open(5);
    Split::by_minirow((9 * band) as u8 + EVEN_SPLIT[set], digit)
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
