//! Random solved grids that half a turn and other names for the values lead back to themselves.
//!
//! On such a grid each unavoidable set has a turned one. So in a puzzle whose givens are symmetric,
//! of two givens that stand for each other both are needed or neither: that is what makes symmetric
//! minimal puzzles come by on large grids. A grid begins as a pattern, and many exchanges of values
//! within unavoidable sets, each together with the turned one, make it random. Not every grid of the
//! kind is equally likely.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::unavoidable::{Lines, cycles, parts};
use crate::puzzle::Order;

/// Fills `grid` with a random grid of the kind.
pub(super) fn draw(order: Order, rng: &mut ChaCha8Rng, grid: &mut [u8]) {
    let mut symbols = order.symbols().to_vec();
    symbols.shuffle(rng);
    fill_pattern(order, &symbols, grid);
    for _ in 0..4 * grid.len() {
        match rng.random_range(0..4) {
            0 | 1 => exchange_values(order, &symbols, rng, grid),
            2 => exchange_lines(order, Lines::Rows, rng, grid),
            _ => exchange_lines(order, Lines::Columns, rng, grid),
        }
    }
}

/// In the box of band `b` and stack `s`, value `(b + j, i + s)` in row `i` and column `j`, as a pair
/// of numbers modulo n: turned, that is value `(-2 - b - j, -2 - i - s)`.
fn fill_pattern(order: Order, symbols: &[u8], grid: &mut [u8]) {
    let (n, side) = (order.n(), order.side());
    for (cell, symbol) in grid.iter_mut().enumerate() {
        let (row, column) = (cell / side, cell % side);
        let first = (row / n + column % n) % n;
        let second = (row % n + column / n) % n;
        *symbol = symbols[first * n + second];
    }
}

/// Two lines of a band or stack change places in one of their cycles, and the turned lines too.
fn exchange_lines(order: Order, lines: Lines, rng: &mut ChaCha8Rng, grid: &mut [u8]) {
    let (n, side) = (order.n(), order.side());
    let a = rng.random_range(0..side as u32) as usize;
    let b = a / n * n + (a + rng.random_range(1..n as u32) as usize) % n;
    let cycles = cycles(order, grid, lines, [a, b]);
    let cycle = cycles.choose(rng).expect("lines have cells");
    let [turned_a, turned_b] = [side - 1 - a, side - 1 - b];
    if turned_a != b && (turned_a == a || turned_b == b) {
        return; // the middle line would change places with two others
    }
    for set in with_turned(cycle, grid.len()) {
        set.chunks_exact(2).for_each(|pair| grid.swap(pair[0].into(), pair[1].into()));
    }
}

/// Two values change places in one part of their cells, and the values that they turn into too.
fn exchange_values(order: Order, symbols: &[u8], rng: &mut ChaCha8Rng, grid: &mut [u8]) {
    let turned = |value: u8, grid: &[u8]| {
        let cell = grid.iter().position(|&symbol| symbol == value).expect("a solved grid");
        grid[grid.len() - 1 - cell]
    };
    let first = rng.random_range(0..symbols.len() as u32) as usize;
    let second = first + rng.random_range(1..symbols.len() as u32) as usize;
    let [a, b] = [first, second].map(|at| symbols[at % symbols.len()]);
    let [turned_a, turned_b] = [a, b].map(|value| turned(value, grid));
    let are_same = [turned_a, turned_b] == [a, b] || [turned_a, turned_b] == [b, a];
    if !are_same && [a, b].iter().any(|value| [turned_a, turned_b].contains(value)) {
        return; // one value would change places with two others
    }
    let parts = parts(order, grid, [a, b]);
    let part = parts.choose(rng).expect("values have cells");
    for set in with_turned(part, grid.len()) {
        for cell in set.into_iter().map(usize::from) {
            let [x, y] = if [a, b].contains(&grid[cell]) { [a, b] } else { [turned_a, turned_b] };
            grid[cell] = if grid[cell] == x { y } else { x };
        }
    }
}

/// A set of cells, and the turned one if that is another.
fn with_turned(set: &[u16], cells: usize) -> Vec<Vec<u16>> {
    let turned: Vec<u16> = set.iter().map(|&cell| cells as u16 - 1 - cell).collect();
    if turned.contains(&set[0]) { vec![set.to_vec()] } else { vec![set.to_vec(), turned] }
}

#[cfg(test)]
mod tests;
