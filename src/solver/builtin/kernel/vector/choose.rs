//! Where to guess.
//!
//! Two rules. Splitting the band that is nearest to being settled makes small trees in grids that
//! are tight; in sparse ones, with few candidates gone, no band is near to anything and the tree
//! blows up (one 17-clue puzzle takes 1900 guesses). There a cell with two candidates that touches
//! much is the better guess, and also at the root, where a guess matters most.
//!
//! A puzzle with too few givens to have one solution only has many, if any, and the next one is
//! never far: there the cheaper rule, bands, is the better one however sparse the grid.

use super::super::simd::boxes::Boxes;
use super::bands::{Band, Bands};
use super::grid::Grid;
use super::pairs::{Cells, Scores};
use super::split::Split;

/// Fewest givens of a puzzle with one solution (McGuire, Tugemann and Civario, 2012).
pub const FEWEST_GIVENS: u32 = 17;

/// Up to this many givens every guess is at a pair, if there is one.
pub const FEW_GIVENS: u32 = 19;

/// From this many open configurations in the nearest band a grid is sparse.
const SPARSE: u32 = 23;

/// This many first guesses of a puzzle are at a pair, where the grid has many pairs.
const EARLY_GUESSES: u64 = 3;
const MANY_PAIRS: u32 = 8;

/// The next guess at a grid that propagation leaves open; none if that shows it to be dead.
///
/// `givens` and `guesses` are those of the puzzle so far.
#[inline(always)]
pub fn choose<V: Boxes>(grid: &Grid<V>, givens: u32, guesses: u64) -> Option<Split> {
    if (FEWEST_GIVENS..=FEW_GIVENS).contains(&givens)
        && let Some(split) = best_pair(grid, 1)
    {
        return Some(split);
    }
    let bands = Bands::of(grid);
    let Band { index, open } = bands.nearest()?;
    let pairs_needed = match open {
        _ if givens < FEWEST_GIVENS => return bands.split(index),
        SPARSE.. => 1,
        _ if guesses < EARLY_GUESSES => MANY_PAIRS,
        _ => return bands.split(index),
    };
    best_pair(grid, pairs_needed).or_else(|| bands.split(index))
}

/// The best pair of a grid that has at least so many.
#[inline(always)]
fn best_pair<V: Boxes>(grid: &Grid<V>, at_least: u32) -> Option<Split> {
    let pairs = Cells::pairs(grid);
    if pairs.len() < at_least { None } else { Scores::new(grid, pairs).best() }
}
