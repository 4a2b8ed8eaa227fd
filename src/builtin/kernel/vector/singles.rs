//! The rules of a box: hidden and naked singles, and what shows that there is no solution.
//!
//! A box is one lane of nine vectors, so nothing moves between lanes. That a single takes its digit
//! from its row and column needs no rule: the next sweep's bands and stacks see to it.

use super::super::rules::{self, ALL_DIGITS};
use super::super::simd::boxes::Boxes;
use super::grid::Grid;

/// What the singles of the boxes leave.
pub(super) struct Singled<V> {
    /// The candidates left.
    pub grid: Grid<V>,
    /// Digits that show that there is no solution: without a place in the box, or alone in two
    /// cells of it.
    pub broken: V,
    /// Digits alone in a cell of the box, before hidden singles.
    pub placed: V,
    /// Digits with one place in the box, placed or not.
    pub hidden: V,
}

/// Digits once, and digits twice or more, in the nine sets of each lane.
#[inline(always)]
fn tally<V: Boxes>(v: &[V; 9]) -> (V, V) {
    rules::join(
        rules::once_and_twice(v[0], v[1], v[2]),
        rules::once_and_twice(v[3], v[4], v[5]),
        rules::once_and_twice(v[6], v[7], v[8]),
    )
}

/// Hidden and naked singles of the same sets, so that neither waits for the other.
///
/// The test for a digit alone in two cells must not be left out: without it answers stay right,
/// but `11` and 79 blanks takes millions of nodes.
#[inline(always)]
pub(super) fn singles<V: Boxes>(mut grid: Grid<V>) -> Singled<V> {
    let mut alone = grid.0;
    for i in 0..9 {
        alone[i] = rules::naked_single(grid.0[i], grid.0[i].less_one());
    }
    let (placed, clashing) = tally(&alone);
    let (present, twice) = tally(&grid.0);
    let hidden = present.and_not(twice);
    for i in 0..9 {
        let beside = rules::beside_singles(grid.0[i], alone[i], placed);
        grid.0[i] = beside.narrow_from(grid.0[i], hidden);
    }
    let broken = clashing | (present ^ V::splat(ALL_DIGITS));
    Singled { grid, broken, placed, hidden }
}
