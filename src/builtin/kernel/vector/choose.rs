//! Where to guess.
//!
//! Splitting the band that is nearest to being settled makes the smallest trees, and is cheap. Only
//! where few givens could make a puzzle unique, but all bands are far from settled, a cell with two
//! candidates that touches much is better. With fewer givens still there are many solutions, if
//! any, and the next is never far: there a guess must be cheap above all.

use super::super::simd::boxes::Boxes;
use super::bands::Bands;
use super::grid::Grid;
use super::pairs::{Cells, Scores};
use super::split::Split;

/// Fewest givens of a puzzle with one solution (McGuire, Tugemann and Civario, 2012).
pub(super) const FEWEST_GIVENS: u32 = 17;

/// Up to this many givens every guess is at a pair, if there is one.
pub(super) const FEW_GIVENS: u32 = 19;

/// The next guess at a grid that propagation leaves open, of a puzzle with so many givens; none if
/// that shows it to be dead.
#[inline(always)]
pub(super) fn choose<V: Boxes>(grid: &Grid<V>, givens: u32) -> Option<Split> {
    if (FEWEST_GIVENS..=FEW_GIVENS).contains(&givens)
        && let Some(split) = best_pair(grid)
    {
        return Some(split);
    }
    let bands = Bands::of(grid);
    bands.split(bands.nearest()?)
}

/// The best pair of a grid that has one.
#[inline(always)]
fn best_pair<V: Boxes>(grid: &Grid<V>) -> Option<Split> {
    let pairs = Cells::pairs(grid);
    if pairs.is_empty() { None } else { Scores::new(grid, pairs).best() }
}
