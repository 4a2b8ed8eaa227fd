//! Propagation: sweeps over the whole grid until nothing changes.

use super::super::rules::ALL_DIGITS;
use super::super::simd::boxes::{self, Boxes};
use super::grid::Grid;
use super::lines::{Columns, Direction, Rows, support, triads};
use super::singles::{Singled, singles};

/// What propagation made of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It has no solution.
    Dead,
    /// A guess is due.
    Open,
    /// Every cell has one candidate, and together they are a solution.
    Solved,
}

/// How much a sweep looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Bands, stacks and singles.
    Plain,
    /// Full and hidden triads as well: half as much again.
    Triads,
}

/// Bands, then stacks as the bands leave them, then boxes.
///
/// The triads are found beside the plain rules and only taken from the cells with them, so that
/// they lengthen the work and not the chain of dependent instructions.
#[inline(always)]
pub fn sweep<V: Boxes>(grid: &Grid<V>, strength: Strength) -> Singled<V> {
    let v = &grid.0;
    let minirows = Rows::minilines(v);
    let mut rows = support::<Rows, V>(&minirows);
    let mut minicolumns = rows;
    for c in 0..3 {
        minicolumns[c] = (v[c] & rows[0]).or_and(v[3 + c], rows[1]).or_and(v[6 + c], rows[2]);
    }
    let mut columns = support::<Columns, V>(&minicolumns);
    if strength == Strength::Triads {
        rows = triads::<Rows, V>(&minirows, &rows);
        columns = triads::<Columns, V>(&minicolumns, &columns);
    }
    let mut left = *grid;
    for i in 0..9 {
        left.0[i] = v[i].and3(rows[i / 3], columns[i % 3]);
    }
    singles(left)
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

/// Sweeps until a contradiction, or until not even triads change anything.
///
/// A grid with every digit placed in every box and no change by a sweep is solved: a digit twice in
/// a row or column leaves no configuration open there, and the sweep would have removed it.
#[inline(always)]
pub fn propagate<V: Boxes>(grid: &mut Grid<V>) -> Outcome {
    let mut now = *grid;
    let mut before = sum(&now);
    loop {
        let placed = loop {
            let swept = sweep(&now, Strength::Plain);
            let after = sum(&swept.grid);
            now = swept.grid;
            if !swept.broken.all_zero() {
                return Outcome::Dead;
            }
            if (after ^ before).all_zero() {
                break swept.placed;
            }
            before = after;
        };
        if (placed ^ V::of_lanes(&EVERYWHERE)).all_zero() {
            *grid = now;
            return Outcome::Solved;
        }
        let swept = sweep(&now, Strength::Triads);
        let after = sum(&swept.grid);
        now = swept.grid;
        if !swept.broken.all_zero() {
            return Outcome::Dead;
        }
        if (after ^ before).all_zero() {
            *grid = now;
            return Outcome::Open;
        }
        before = after;
    }
}
