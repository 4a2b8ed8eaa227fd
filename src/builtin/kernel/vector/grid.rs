//! One grid in nine vectors: how its cells lie, and what a puzzle's givens leave.
//!
//! Vector `3 * r + c` holds the cells in row `r` and column `c` of their boxes, one lane a box
//! ([`boxes`] draws the lanes). So the nine cells of a box are one lane
//! of the nine vectors, and a row or column goes on in the other lanes of three of them:
//!
//! ```text
//!     lane 0 (box 0)         lane 1 (box 1)
//!   v0  v1  v2             v0  v1  v2                a row: three vectors, the lanes of a band
//!   v3  v4  v5             v3  v4  v5     ...        a column: three vectors, those of a stack
//!   v6  v7  v8             v6  v7  v8
//! ```

use super::super::rules::ALL_DIGITS;
use super::super::simd::boxes::symbols::STRIDE;
use super::super::simd::boxes::{self, Boxes};
use super::lines::{Columns, Direction, Rows};

/// Places in a grid's vectors, spare lanes included.
pub(super) const PLACES: usize = 9 * boxes::LANES;

/// Candidate sets of a grid's cells, bit `d - 1` for digit `d`; all digits in spare lanes.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Grid<V>(pub [V; 9]);

impl<V: Boxes> Grid<V> {
    /// A grid of which nothing is known.
    #[inline(always)]
    pub(super) fn unknown() -> Self {
        Self([V::splat(ALL_DIGITS); 9])
    }

    /// The grid of a puzzle's cells, each given taken from its row, column and box, and the number
    /// of givens. Givens that clash stay where they are, for propagation to find.
    #[inline(always)]
    pub(super) fn of_puzzle(symbols: &[u8; STRIDE]) -> (Self, u32) {
        let given = V::read(symbols);
        let rows = taken::<Rows, V>(&given);
        let columns = taken::<Columns, V>(&given);
        let boxes = rows.0.or3(columns.0, columns.0);
        let mut grid = Self::unknown();
        let mut blanks = V::splat(0);
        for i in 0..9 {
            let taken = boxes.or3(rows.1[i / 3], columns.1[i % 3]);
            let blank = given[i].is_zero();
            grid.0[i] = given[i] | grid.0[i].and_not(taken).keep(blank);
            blanks = blanks.add(V::splat(1).keep(blank));
        }
        let blanks: u16 = V::lanes(&[blanks]).iter().sum();
        (grid, (PLACES - usize::from(blanks)) as u32)
    }
}

/// The digits given in each box, seen along one direction, and those given in each of its lines.
#[inline(always)]
fn taken<D: Direction, V: Boxes>(given: &[V; 9]) -> (V, [V; 3]) {
    let minilines = D::minilines(given);
    let mut lines = minilines;
    for line in &mut lines {
        *line = line.or3(D::turn::<V, 1>(*line), D::turn::<V, 2>(*line));
    }
    (minilines[0].or3(minilines[1], minilines[2]), lines)
}
