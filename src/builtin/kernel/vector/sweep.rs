//! Propagation: sweeps over the whole grid until nothing changes.

use super::super::rules::ALL_DIGITS;
use super::super::simd::boxes::{self, Boxes};
use super::grid::Grid;
use super::lines::{Columns, Direction, Rows, support, triads};
use super::singles::{Singled, singles};

/// What propagation made of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Propagated {
    /// It has no solution.
    Dead,
    /// A guess is due.
    Open,
    /// Every cell has one candidate, and together they are a solution.
    Solved,
}

/// Bands, then stacks as the bands leave them, then boxes.
#[inline(always)]
pub(super) fn sweep<V: Boxes>(grid: &Grid<V>) -> Singled<V> {
    let v = &grid.0;
    let rows = support::<Rows, V>(&Rows::minilines(v));
    let columns = support::<Columns, V>(&minicolumns(v, &rows));
    let mut left = *grid;
    for i in 0..9 {
        left.0[i] = v[i].and3(rows[i / 3], columns[i % 3]);
    }
    singles(left)
}

/// Digits of each minicolumn, of those that the minirows are allowed.
#[inline(always)]
fn minicolumns<V: Boxes>(v: &[V; 9], rows: &[V; 3]) -> [V; 3] {
    let mut minicolumns = *rows;
    for c in 0..3 {
        minicolumns[c] = (v[c] & rows[0]).or_and(v[3 + c], rows[1]).or_and(v[6 + c], rows[2]);
    }
    minicolumns
}

/// What full and hidden triads leave, in both directions.
///
/// They seldom find anything, one time in five, but then they spare a guess; so they are left for
/// a grid that sweeps have brought to rest, where supports need not be taken from minilines again.
#[inline(always)]
pub(super) fn without_triads<V: Boxes>(grid: &Grid<V>) -> Grid<V> {
    let v = &grid.0;
    let (minirows, minicolumns) = (Rows::minilines(v), Columns::minilines(v));
    let rows = triads::<Rows, V>(&minirows);
    let columns = triads::<Columns, V>(&minicolumns);
    let mut left = *grid;
    for i in 0..9 {
        left.0[i] = v[i].and3(rows[i / 3], columns[i % 3]);
    }
    left
}

/// All digits in the lanes of boxes, none in spare lanes: what is placed in a solved grid.
static EVERYWHERE: [u16; boxes::LANES] = {
    let mut lanes = [0; boxes::LANES];
    let mut i = 0;
    while i < 9 {
        lanes[boxes::lane(i / 3, i % 3)] = ALL_DIGITS;
        i += 1;
    }
    lanes
};

/// Lane by lane the sum of a grid's sets as numbers, at most 9 * 511. Sweeps only remove
/// candidates, so as long as the sum stays the grid has not changed.
#[inline(always)]
fn sum<V: Boxes>(Grid(v): &Grid<V>) -> V {
    let (low, high) = (v[0].add(v[1]).add(v[2].add(v[3])), v[4].add(v[5]).add(v[6].add(v[7])));
    low.add(high).add(v[8])
}

/// Returns true if a cell has no candidate left.
///
/// Its box may still have a place for every digit, and then no rule says that there are too few
/// cells for them: an unsolvable grid with few givens would be searched for ever.
#[inline(always)]
fn has_empty_cell<V: Boxes>(Grid(v): &Grid<V>) -> bool {
    let (low, high) = (v[0].min(v[1]).min(v[2].min(v[3])), v[4].min(v[5]).min(v[6].min(v[7])));
    V::bits(low.min(high).min(v[8]).is_zero()) != 0
}

/// Sweeps until a contradiction, or until not even triads change anything.
///
/// A grid with every digit placed in every box and no change by a sweep is solved: a digit twice in
/// a row or column leaves no configuration open there, and the sweep would have removed it. One
/// that has come to rest with a digit that has one place and is not alone there is dead: another
/// digit has this one place too.
#[inline(always)]
pub(super) fn propagate<V: Boxes>(grid: &mut Grid<V>) -> Propagated {
    let mut now = *grid;
    let mut before = sum(&now);
    loop {
        let swept = sweep(&now);
        let after = sum(&swept.grid);
        now = swept.grid;
        if !swept.broken.all_zero() {
            return Propagated::Dead;
        }
        if !(after ^ before).all_zero() {
            before = after;
            continue;
        }
        *grid = now;
        if (swept.placed ^ V::of_lanes(&EVERYWHERE)).all_zero() {
            return Propagated::Solved;
        }
        if !swept.hidden.and_not(swept.placed).all_zero() || has_empty_cell(&now) {
            return Propagated::Dead;
        }
        now = without_triads(&now);
        before = sum(&now);
        if (after ^ before).all_zero() {
            return Propagated::Open;
        }
    }
}
