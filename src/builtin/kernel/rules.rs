//! The propagation rules, each one a formula over candidate sets.
//!
//! A lane holds nine bits, bit `d - 1` for digit `d`: the candidates of a cell, or of a *minirow*,
//! the three cells in which a row crosses a box (a *minicolumn* for columns; what is said of rows
//! holds for columns). The formulas do not know where the lanes of neighbours come from: other
//! vectors when many grids advance in step, permutes when one grid lies across the lanes.

use super::simd::Lanes;

pub use super::simd::ALL_DIGITS;

/// Digits that a band can still hold in one of its six configurations.
///
/// A digit occurs once in each row and each box of a band, so its three minirows are a permutation
/// matrix of the band's nine. There are six; each is open for the digits that all three of its
/// minirows have as candidates. (A band's configurations: Dillon's tdoku.)
#[inline(always)]
pub fn configuration<V: Lanes>(first: V, second: V, third: V) -> V {
    first.and3(second, third)
}

/// Digits that a minirow can hold: those open in one of the two configurations it belongs to.
///
/// This is every pointing pair, claiming pair and line-against-box elimination of the band.
#[inline(always)]
pub fn support<V: Lanes>(even: V, odd: V) -> V {
    even | odd
}

/// The minirow's digits where there are just three, so that it will hold these: a full triad.
#[inline(always)]
pub fn full_triad<V: Lanes>(minirow: V) -> V {
    minirow.keep(minirow.is_triple())
}

/// What is left to a minirow when the two others of its row are full triads, or are empty sets.
#[inline(always)]
pub fn beside_full_triads<V: Lanes>(minirow: V, one: V, other: V) -> V {
    minirow.and_neither(one, other)
}

/// What is left to a minirow when three digits of its row have no place in the two other
/// minirows: just these, a hidden triad.
#[inline(always)]
pub fn hidden_triad<V: Lanes>(minirow: V, one: V, other: V) -> V {
    let required = minirow.and_neither(one, other);
    minirow.narrow_where(required.is_triple(), required)
}

/// Digits of exactly one of three sets.
#[inline(always)]
pub fn in_one<V: Lanes>(a: V, b: V, c: V) -> V {
    a.in_one(b, c)
}

/// Digits of at least one, and of at least two, of three sets.
#[inline(always)]
pub fn once_and_twice<V: Lanes>(a: V, b: V, c: V) -> (V, V) {
    (a.or3(b, c), a.majority(b, c))
}

/// Digits in at least one, and in at least two, of the union of three disjoint groups of sets,
/// from what is known of each group.
#[inline(always)]
pub fn join<V: Lanes>(a: (V, V), b: (V, V), c: (V, V)) -> (V, V) {
    let (once, twice) = once_and_twice(a.0, b.0, c.0);
    (once, twice | a.1.or3(b.1, c.1))
}

/// What is left to a cell when some digits of its box have this one place or another: a hidden
/// single where the cell is such a place.
#[inline(always)]
pub fn hidden_single<V: Lanes>(cell: V, with_one_place: V) -> V {
    cell.narrow(with_one_place)
}

/// The cell's candidate where it has only one, from its set and that less one as a number.
#[inline(always)]
pub fn naked_single<V: Lanes>(cell: V, less_one: V) -> V {
    cell.keep_apart(less_one)
}

/// A bit that is set in the set less one, as a number, of a cell without candidates, and of no
/// other.
pub const EMPTY: u16 = 1 << 15;

/// What is left to a cell when naked singles of its box, itself perhaps among them, take theirs.
#[inline(always)]
pub fn beside_singles<V: Lanes>(cell: V, own: V, all: V) -> V {
    own.or_and_not(cell, all)
}

#[cfg(test)]
mod tests;
