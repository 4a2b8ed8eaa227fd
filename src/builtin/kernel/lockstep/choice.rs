//! Where to split a grid that propagation leaves open.
//!
//! The band with the fewest open configurations is nearest to its end. In it a digit with two (else
//! the lowest with more) is split by a minirow: it is in these three cells of the line, or it is
//! not. In a sparse grid, where even the best band is wide open, a cell with two candidates is the
//! better split; of the first few such cells, the one whose peers have most to lose.

use super::geometry::{BANDS, PEERS};
use super::grids::{Grid, Grids, Sizes};
use super::ones::Ones;
use super::split::Split;
use crate::builtin::kernel::simd::Lanes;

/// Open configurations of a finished band: one a digit.
const FINISHED: u16 = 9;

/// Open configurations of the best band from which on a grid is sparse, after sweeps with the rules
/// of triads and without: a thorough sweep leaves fewer, of grids as hard.
pub(super) const SPARSE: u16 = 22;
pub(super) const SPARSE_THOROUGH: u16 = 30;

/// Bivalue cells that are scored; more of them cost time and save no guesses.
const SCORED: usize = 3;

/// Lanes up to which the few that are split are looked at one by one.
const FEW_LANES: usize = 8;

/// What a bivalue peer counts for, where another unsolved peer counts for one.
const BIVALUE_WEIGHT: u32 = 4;

/// The six configurations of a band: three even permutations, then three odd ones.
pub(super) type Configurations<V> = [V; 6];

/// The bands of each lane's grid, and which is the best.
pub(super) struct Choice<V> {
    /// Each band's configurations.
    open: [Configurations<V>; BANDS],
    /// The best band, with its open configurations above the fewest an unfinished band can have:
    /// eight times those, plus the band. A finished band's key wraps to near the top.
    key: [V; 1],
    /// The digit to split in the best band.
    digit: [V; 1],
    /// Its open configurations, a bit each.
    of_digit: [V; 1],
}

impl<V: Lanes> Choice<V> {
    /// No band considered.
    #[inline(always)]
    pub(super) fn new() -> Self {
        let none = [V::splat(0)];
        let open = [[none[0]; 6]; BANDS];
        Self { open, key: [V::splat(u16::MAX)], digit: none, of_digit: none }
    }

    /// Forgets the bands considered.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.key = [V::splat(u16::MAX)];
    }

    /// Considers a band.
    #[inline(always)]
    pub(super) fn consider(&mut self, band: usize, open: &Configurations<V>) {
        let band_and_bias = (band as u16).wrapping_sub((FINISHED + 1) << 3);
        let key = V::count_all(open).shl::<3>().add(V::splat(band_and_bias));
        self.key[0] = self.key[0].min(key);
        self.open[band] = *open;
    }

    /// Picks the digit to split in the best band of each of some lanes: the lowest with two open
    /// configurations, else with more.
    #[inline(always)]
    pub(super) fn pick_digits(&mut self, lanes: u32) {
        let open = if V::LANES > FEW_LANES { self.best_open() } else { self.best_open_of(lanes) };
        let [a, b, c, d, e, f] = open;
        // digits with one or three, and with two or three, of three configurations
        let (one_even, one_odd) = (a.xor3(b, c), d.xor3(e, f));
        let (two_even, two_odd) = (a.majority(b, c), d.majority(e, f));
        let one_each = one_even & one_odd;
        let two = one_each.and_neither(two_even, two_odd)
            | (two_even ^ two_odd).and_neither(one_even, one_odd);
        let more = one_each.or3(two_even, two_odd);
        let some = V::select(two.is_zero(), more, two);
        let digit = some.and_not(some.less_one());
        let mut set = V::splat(0);
        for q in 0..6 {
            set = set | V::splat(1 << q).keep(open[q].meets(digit));
        }
        self.digit = [digit];
        self.of_digit = [set];
    }

    /// The configurations of every lane's best band.
    #[inline(always)]
    fn best_open(&self) -> Configurations<V> {
        let band = self.key[0] & V::splat(7);
        let mut best = self.open[0];
        for other in 1..BANDS {
            let is_best = band.eq(V::splat(other as u16));
            for q in 0..6 {
                best[q] = V::select(is_best, self.open[other][q], best[q]);
            }
        }
        best
    }

    /// The same of some lanes, one after the other.
    #[inline(always)]
    fn best_open_of(&self, lanes: u32) -> Configurations<V> {
        let mut best = [V::splat(0); 6];
        for lane in Ones(lanes) {
            let band = V::lanes(&self.key)[lane] as usize % 8 % BANDS;
            let open = V::lanes(&self.open[band]);
            for (to, from) in
                V::lanes_mut(&mut best)[lane..].iter_mut().zip(&open[lane..]).step_by(V::LANES)
            {
                *to = *from;
            }
        }
        best
    }

    /// How to split the grid in a lane, once the digits are picked; none if it has no solution.
    #[inline(always)]
    pub(super) fn split(&self, lane: usize, grids: &Grids<V>, sparse: u16) -> Option<Split> {
        let key = V::lanes(&self.key)[lane];
        if key > u16::MAX - 8 * (FINISHED + 1) {
            return None;
        }
        if key >= (sparse - FINISHED - 1) << 3 {
            let mut grid = Grid::EMPTY;
            grids.save(lane, &mut grid);
            let sizes = grid.sizes::<V>();
            if sizes.bivalue != 0 {
                return Some(bivalue_split::<V>(&grid, &sizes));
            }
        }
        let set = V::lanes(&self.of_digit)[lane] % 64;
        let minirow = 9 * (key % 8) as u8 + EVEN_SPLIT[set as usize];
        Some(Split::by_minirow(minirow, V::lanes(&self.digit)[lane]))
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
    use crate::builtin::kernel::isa::Isa;
    use crate::builtin::kernel::rules::ALL_DIGITS;
    use crate::builtin::kernel::simd::{Visitor, visit};

    /// Of bands with more than nine open configurations the first with fewest; its lowest digit
    /// with two configurations, else with more; and these.
    fn slow(open: impl Fn(usize, usize) -> u16) -> Option<(usize, u16, u16)> {
        let total = |band: usize| (0..6).map(|q| open(band, q).count_ones()).sum::<u32>();
        let best = (0..BANDS).filter(|&band| total(band) > 9).min_by_key(|&band| total(band))?;
        let set = |digit: u16| (0..6).filter(|&q| open(best, q) & digit != 0).map(|q| 1 << q).sum();
        let of: Vec<(u16, u16)> = (0..9).map(|d| (1 << d, set(1 << d))).collect();
        let two = of.iter().find(|(_, set)| set.count_ones() == 2);
        let (digit, set) = two.or(of.iter().find(|(_, set)| set.count_ones() > 2))?;
        Some((best, *digit, *set))
    }

    #[test]
    fn the_best_band_s_lowest_digit_with_two_configurations_is_picked_in_every_lane() {
        struct Check;
        impl Visitor for Check {
            type Output = ();
            fn visit<V: Lanes>(self) {
                let mut state = 5_u64;
                for round in 0..400 {
                    let mut open = [[V::splat(0); 6]; BANDS];
                    for lane in V::lanes_mut(open.as_flattened_mut()) {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let (a, b) = ((state >> 30) as u16, (state >> 45) as u16);
                        *lane = ALL_DIGITS & if round % 2 == 0 { a & b } else { a };
                    }
                    let mut choice = Choice::<V>::new();
                    for (band, open) in open.iter().enumerate() {
                        choice.consider(band, open);
                    }
                    choice.pick_digits(u32::MAX >> (32 - V::LANES));
                    for lane in 0..V::LANES {
                        let of = |band: usize, q: usize| V::lanes(&open[band][q..=q])[lane];
                        let key = V::lanes(&choice.key)[lane];
                        let (digit, set) = (&choice.digit, &choice.of_digit);
                        let picked = (V::lanes(digit)[lane], V::lanes(set)[lane]);
                        match slow(of) {
                            Some((band, digit, set)) => {
                                assert_eq!(key as usize % 8, band);
                                assert_eq!(picked, (digit, set));
                            }
                            None => assert!(key > u16::MAX - 8 * (FINISHED + 1)),
                        }
                    }
                }
            }
        }
        for isa in Isa::available() {
            visit(isa, Check);
        }
    }

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
