//! A costly choice for puzzles on which the cheap one goes astray: try several splits to the end of
//! their propagation, and keep the one that removes most.

use super::super::simd::boxes::Boxes;
use super::bands::Bands;
use super::grid::Grid;
use super::pairs::{Cells, Scores};
use super::split::Split;
use super::sweep::{Propagated, propagate};

/// Pairs tried, besides the six bands.
const PAIRS: usize = 3;

/// What looking ahead made of a grid.
pub(super) enum Ahead<V> {
    /// Both ways of a split are dead.
    Dead,
    /// One way of a split is dead: this is what the other one leaves.
    Forced(Grid<V>),
    /// The grids of the split that removes most: where it holds, and where it does not.
    Parted(Grid<V>, Grid<V>),
}

/// Looks ahead from a grid that propagation leaves open.
#[inline(always)]
pub(super) fn look<V: Boxes>(grid: &Grid<V>) -> Ahead<V> {
    let scores = Scores::new(grid, Cells::pairs(grid));
    let bands = Bands::of(grid);
    let before = candidates(grid);
    let mut best = None;
    let mut highest = 0;
    let splits = scores.ranked::<PAIRS>().into_iter().chain((0..6).map(|band| bands.split(band)));
    for split in splits.flatten() {
        match tried(grid, split) {
            [None, None] => return Ahead::Dead,
            [None, Some(left)] | [Some(left), None] => return Ahead::Forced(left),
            [Some(no), Some(yes)] => {
                let (x, y) = (before - candidates(&yes), before - candidates(&no));
                let score = 1 + 4 * x * y + x + y;
                if score > highest {
                    (best, highest) = (Some((yes, no)), score);
                }
            }
        }
    }
    // an open grid always has a band to split; one without is as dead as `choose` takes it to be
    best.map_or(Ahead::Dead, |(yes, no)| Ahead::Parted(yes, no))
}

/// What propagation leaves where a split does not hold, and where it does; none where it is dead.
#[inline(always)]
fn tried<V: Boxes>(grid: &Grid<V>, split: Split) -> [Option<Grid<V>>; 2] {
    let [mut no, mut yes] = [*grid, *grid];
    split.part(&mut no, &mut yes);
    let mut ways = [None, None];
    for (way, left) in [no, yes].into_iter().zip(&mut ways) {
        let mut way = way;
        if propagate(&mut way) != Propagated::Dead {
            *left = Some(way);
        }
    }
    ways
}

/// Candidates of a grid's cells.
#[inline(always)]
fn candidates<V: Boxes>(grid: &Grid<V>) -> u32 {
    V::lanes(&grid.0).iter().map(|set| set.count_ones()).sum()
}
