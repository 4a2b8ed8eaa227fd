//! Puzzles come in as symbols, row by row, and solutions go out so: cell by cell, for any vector.

use super::{Boxes, LANES, lane};
use crate::puzzle::Order;
use crate::puzzle::order::nine_sets;

pub use super::super::CELLS;

/// Bytes of a puzzle in a block, and of a solution among answers: the cells, and room for whole
/// vectors.
pub const STRIDE: usize = Order::THREE.stride();

/// Where the cell in a row and column of the grid lies among the lanes of nine vectors: vector
/// `3 * r + c` holds the cells in row `r` and column `c` of their boxes.
pub const fn place(row: usize, column: usize) -> usize {
    LANES * (3 * (row % 3) + column % 3) + lane(row / 3, column / 3)
}

/// The place of each cell in reading order.
static PLACE_OF_CELL: [u8; CELLS] = {
    let mut places = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        places[cell] = place(cell / 9, cell % 9) as u8;
        cell += 1;
    }
    places
};

/// The set of each symbol that is a given; empty for all others.
static SETS: [u16; 256] = nine_sets(0);

/// See [`Boxes::read`].
#[inline(always)]
pub fn read<V: Boxes>(symbols: &[u8; STRIDE]) -> [V; 9] {
    let mut given = [V::splat(0); 9];
    let lanes = V::lanes_mut(&mut given);
    for (&symbol, &place) in symbols.iter().zip(&PLACE_OF_CELL) {
        lanes[usize::from(place)] = SETS[usize::from(symbol)];
    }
    given
}

/// See [`Boxes::write`].
#[inline(always)]
pub fn write<V: Boxes>(sets: &[V; 9], symbols: &mut [u8; STRIDE]) {
    let lanes = V::lanes(sets);
    for (symbol, &place) in symbols.iter_mut().zip(&PLACE_OF_CELL) {
        *symbol = b'1' + lanes[usize::from(place)].trailing_zeros() as u8;
    }
}
