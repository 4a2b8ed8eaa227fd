//! The rules as a beginner checks them: by looking along the row, down the column, into the box.

use crate::puzzle::{Order, Units};

/// Returns true if neither row, column nor box of a cell holds the value. `values` has 0 for a
/// blank.
#[inline(never)] // keeps the frames of a recursion that calls it small
pub(super) fn fits(order: Order, values: &[u8], cell: usize, value: u8) -> bool {
    let (n, side) = (order.n(), order.side());
    let (row, column) = (cell / side, cell % side);
    let corner = (row / n * side + column / n) * n;
    let in_row = values[row * side..(row + 1) * side].contains(&value);
    let in_column = || values[column..].iter().step_by(side).any(|&v| v == value);
    let in_box = || values[corner..].chunks(side).take(n).any(|row| row[..n].contains(&value));
    !in_row && !in_column() && !in_box()
}

/// Reads canonical cells into values, 0 for a blank. `false` when two givens of one unit are the
/// same value.
pub(super) fn read_givens(order: Order, cells: &[u8], values: &mut [u8]) -> bool {
    for (value, &symbol) in values.iter_mut().zip(cells) {
        *value = order.value(symbol).unwrap_or(0);
    }
    let units = Units::of(order);
    (0..units.len()).all(|unit| {
        let mut seen = 0u64;
        units.cells(unit).iter().all(|&cell| {
            let bit = (1 << values[cell as usize]) & !1;
            let fresh = seen & bit == 0;
            seen |= bit;
            fresh
        })
    })
}

/// Writes values as canonical symbols.
pub(super) fn write_values(values: &[u8], solution: &mut [u8]) {
    for (symbol, &value) in solution.iter_mut().zip(values) {
        *symbol = Order::symbol(value);
    }
}
