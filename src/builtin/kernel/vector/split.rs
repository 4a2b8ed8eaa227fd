//! A guess, and the two grids it makes of one.

use super::super::simd::boxes::{self, Boxes};
use super::grid::{Grid, PLACES};

/// A choice between two ways on, of which exactly one holds in any solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Split {
    /// A cell holds the digit of this one-bit set, or it does not.
    Cell {
        /// Where the cell lies.
        place: usize,
        /// The digit.
        digit: u16,
    },
    /// A miniline holds the digit of this one-bit set, or it does not.
    Miniline {
        /// Band 0 to 2, or 3 plus the stack.
        band: usize,
        /// Line of the band, 0 to 2.
        line: usize,
        /// Box of the band in which the miniline lies, 0 to 2.
        at: usize,
        /// The digit.
        digit: u16,
    },
}

type LaneSet = [u16; boxes::LANES];

/// The lane of a band's box, 0 to 2.
const fn lane(band: usize, at: usize) -> usize {
    if band < 3 { boxes::lane(band, at) } else { boxes::lane(at, band - 3) }
}

/// All ones in one box of a band, for each band and box.
static BOX: [[LaneSet; 3]; 6] = lane_sets(true);

/// All ones in the two other boxes.
static OTHER_BOXES: [[LaneSet; 3]; 6] = lane_sets(false);

const fn lane_sets(own: bool) -> [[LaneSet; 3]; 6] {
    let mut sets = [[[0; boxes::LANES]; 3]; 6];
    let mut i = 0;
    while i < 6 * 3 * 3 {
        let (band, at, other) = (i / 9, i / 3 % 3, i % 3);
        if (at == other) == own {
            sets[band][at][lane(band, other)] = u16::MAX;
        }
        i += 1;
    }
    sets
}

impl Split {
    /// Makes `yes` the grid in which the choice holds, and `grid` the one in which it does not.
    #[inline(always)]
    pub(super) fn part<V: Boxes>(self, grid: &mut Grid<V>, yes: &mut Grid<V>) {
        *yes = *grid;
        match self {
            Self::Cell { place, digit } => {
                let cell = &mut V::lanes_mut(&mut grid.0)[place % PLACES];
                *cell &= !digit;
                V::lanes_mut(&mut yes.0)[place % PLACES] = digit;
            }
            Self::Miniline { band, line, at, digit } => {
                let digit = V::splat(digit);
                let own = V::of_lanes(&BOX[band][at]) & digit;
                let others = V::of_lanes(&OTHER_BOXES[band][at]) & digit;
                let (first, step) = if band < 3 { (3 * line, 1) } else { (line, 3) };
                for i in [first, first + step, first + 2 * step] {
                    yes.0[i] = grid.0[i].and_not(others);
                    grid.0[i] = grid.0[i].and_not(own);
                }
            }
        }
    }
}
