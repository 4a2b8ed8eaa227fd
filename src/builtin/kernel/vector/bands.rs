//! The bands and stacks at a guess: which is nearest to being settled, and where to split it.

use super::super::rules::ALL_DIGITS;
use super::super::simd::boxes::{self, Boxes};
use super::grid::Grid;
use super::lines::{Columns, Direction, Rows, configurations};
use super::split::Split;

/// Open configurations of a settled band: one a digit.
const SETTLED: u32 = 9;

/// Open configurations of a band of which nothing is known: six a digit.
const MOST_OPEN: u32 = 54;

/// Digits for which each configuration of each band is open, three of a kind in a word: 16 bits
/// for each box that has the miniline of line 0. Bands 0 to 2, then the stacks.
pub(super) struct Bands {
    even: [u64; 6],
    odd: [u64; 6],
}

/// The lanes of each band as a word, without the spare lane.
#[inline(always)]
fn words<V: Boxes>(vector: V) -> [u64; 3] {
    let vector = [vector];
    let lanes = V::lanes(&vector);
    let mut words = [0; 3];
    for (band, word) in words.iter_mut().enumerate() {
        for at in 0..4 {
            *word |= u64::from(lanes[boxes::lane(band, at)]) << (16 * at);
        }
        *word &= 0xffff_ffff_ffff;
    }
    words
}

/// The words of the bands, then those of the stacks.
#[inline(always)]
fn join(a: [u64; 3], b: [u64; 3]) -> [u64; 6] {
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}

impl Bands {
    /// The configurations that a grid leaves open.
    #[inline(always)]
    pub(super) fn of<V: Boxes>(grid: &Grid<V>) -> Self {
        let (even, odd) = configurations::<Rows, V>(&Rows::minilines(&grid.0));
        let (even, odd) = (words(even), words(odd));
        let (even_down, odd_down) = configurations::<Columns, V>(&Columns::minilines(&grid.0));
        let (even_down, odd_down) = (words(even_down.transposed()), words(odd_down.transposed()));
        Self { even: join(even, even_down), odd: join(odd, odd_down) }
    }

    /// The first of the bands with fewest open configurations that is not settled; none if all are,
    /// or have a digit without a configuration.
    #[inline(always)]
    pub(super) fn nearest(&self) -> Option<usize> {
        let mut least = u32::MAX;
        for index in 0..6 {
            let open = self.even[index].count_ones() + self.odd[index].count_ones();
            // settled bands wrap to the largest numbers
            let key = open.wrapping_sub(SETTLED + 1) << 3 | index as u32;
            least = least.min(key);
        }
        (least >> 3 < MOST_OPEN).then_some((least & 7) as usize)
    }

    /// The split of a band at a digit with two open configurations, or the fewest above two that
    /// are distinguished, of the lowest such digit; none if no digit has a choice.
    ///
    /// The split is at the miniline that parts the digit's configurations most evenly.
    #[inline(always)]
    pub(super) fn split(&self, band: usize) -> Option<Split> {
        let (even, odd) = (self.even[band], self.odd[band]);
        let (once_even, twice_even, thrice_even) = count(even);
        let (once_odd, twice_odd, thrice_odd) = count(odd);
        let exactly_two = (twice_even & !thrice_even & !once_odd)
            | (twice_odd & !thrice_odd & !once_even)
            | (once_even & !twice_even & once_odd & !twice_odd);
        let several = twice_even | twice_odd | (once_even & once_odd);
        let digits = if exactly_two != 0 { exactly_two } else { several };
        if digits == 0 {
            return None;
        }
        let digit = digits.trailing_zeros();
        let open = gather(even >> digit) | gather(odd >> digit) << 3;
        let miniline = usize::from(EVENEST[open]);
        Some(Split::Miniline { band, line: miniline / 3, at: miniline % 3, digit: 1 << digit })
    }
}

/// Digits in at least one, two and all of the three sets of a word.
#[inline(always)]
fn count(word: u64) -> (u64, u64, u64) {
    let (a, b, c) = (word, word >> 16, word >> 32);
    let low = u64::from(ALL_DIGITS);
    ((a | b | c) & low, (a & b | c & (a | b)) & low, a & b & c & low)
}

/// The lowest bit of each of the three sets of a word, side by side.
#[inline(always)]
fn gather(word: u64) -> usize {
    ((word & 1) | (word >> 15 & 2) | (word >> 30 & 4)) as usize
}

/// For each set of configurations, even ones in bits 0 to 2 and odd ones in bits 3 to 5, the
/// miniline, as three times its line plus its box, that parts them most evenly.
static EVENEST: [u8; 64] = {
    let mut evenest = [0; 64];
    let mut open = 0;
    while open < 64 {
        let mut least = u32::MAX;
        let mut miniline = 0;
        while miniline < 9 {
            let (through, all) = (through(miniline) & open as u32, open as u32);
            let apart = (2 * through.count_ones()).abs_diff(all.count_ones());
            if apart < least {
                least = apart;
                evenest[open] = miniline as u8;
            }
            miniline += 1;
        }
        open += 1;
    }
    evenest
};

/// The two configurations through a miniline: the even one that starts `line` boxes before it, and
/// the odd one that starts as many after it.
const fn through(miniline: usize) -> u32 {
    let (line, at) = (miniline / 3, miniline % 3);
    1 << ((at + 3 - line) % 3) | 1 << (3 + (at + line) % 3)
}
