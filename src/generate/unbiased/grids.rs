//! Solved grids of which it is known how likely each was.
//!
//! The first box is any of all, the boxes right of it and below it any that fit, each as likely as the
//! other; and of the ways to complete the rest, one is drawn. A grid's probability is then 1 by the
//! product of these numbers, of which only the last varies: a grid weighs as much as there were
//! completions. At order 3 their mean is 6,670,903,752,021,072,936,960 / (9! x 2,612,736²) = 2692.9642.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::puzzle::Order;

/// Values of the rows of a band's boxes, a bit each: how the first box's neighbours can be filled.
type Split = Vec<Vec<u64>>;

/// Draws solved grids of order 2 or 3.
pub(in crate::generate) struct UniformGrids {
    order: Order,
    /// Values of each row of each box right of the first, where the first holds 1, 2, 3... in
    /// reading order.
    splits: Vec<Split>,
    /// Values, 0 where there is none yet.
    grid: Vec<u8>,
    /// All values, a bit each.
    all: u64,
    rows: Vec<u64>,
    columns: Vec<u64>,
    boxes: Vec<u64>,
    /// The cells of the boxes that are completed last, with their rows, columns and boxes.
    rest: Vec<[usize; 4]>,
}

impl UniformGrids {
    pub(in crate::generate) fn new(order: Order) -> Self {
        let (n, side) = (order.n(), order.side());
        let is_rest = |&cell: &usize| cell / side >= n && cell % side >= n;
        let with_units = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            [cell, row, column, row / n * n + column / n]
        };
        Self {
            order,
            splits: splits(n),
            grid: vec![0; order.cells()],
            all: (1 << (side + 1)) - 2,
            rows: vec![0; side],
            columns: vec![0; side],
            boxes: vec![0; side],
            rest: (0..order.cells()).filter(is_rest).map(with_units).collect(),
        }
    }

    /// Draws a grid as canonical cells, and returns in how many ways it could have been completed.
    pub(in crate::generate) fn draw(&mut self, rng: &mut ChaCha8Rng, cells: &mut [u8]) -> u64 {
        loop {
            self.begin(rng);
            let completions = self.complete(rng, cells);
            if completions > 0 {
                return completions;
            }
        }
    }

    /// Fills the first band and stack.
    fn begin(&mut self, rng: &mut ChaCha8Rng) {
        let (n, side) = (self.order.n(), self.order.side());
        self.grid.fill(0);
        let mut first: Vec<u8> = (1..=side as u8).collect();
        first.shuffle(rng);
        for (i, &value) in first.iter().enumerate() {
            self.grid[i / n * side + i % n] = value;
        }
        for is_below in [false, true] {
            let split = self.splits.choose(rng).cloned().unwrap_or_default();
            for (b, rows) in split.iter().enumerate() {
                for (i, &set) in rows.iter().enumerate() {
                    let mut line: Vec<usize> =
                        (0..side).filter(|value| set >> value & 1 == 1).collect();
                    line.shuffle(rng);
                    for (j, value) in line.into_iter().enumerate() {
                        let across = (b + 1) * n + j;
                        // Below, the first box is read column by column.
                        let (cell, at) = match is_below {
                            false => (i * side + across, value),
                            true => (across * side + i, value % n * n + value / n),
                        };
                        self.grid[cell] = first[at];
                    }
                }
            }
        }
    }

    /// Counts the completions, and writes one of them, each as likely as the other.
    fn complete(&mut self, rng: &mut ChaCha8Rng, cells: &mut [u8]) -> u64 {
        let (n, side) = (self.order.n(), self.order.side());
        for used in [&mut self.rows, &mut self.columns, &mut self.boxes] {
            used.fill(0);
        }
        for (cell, &value) in self.grid.iter().enumerate().filter(|(_, value)| **value > 0) {
            let (row, column, bit) = (cell / side, cell % side, 1 << value);
            self.rows[row] |= bit;
            self.columns[column] |= bit;
            self.boxes[row / n * n + column / n] |= bit;
        }
        let mut count = 0;
        self.extend(0, &mut |grid| {
            count += 1;
            if rng.random_range(0..count) == 0 {
                let symbols = grid.iter().map(|&value| Order::symbol(value));
                cells.iter_mut().zip(symbols).for_each(|(cell, symbol)| *cell = symbol);
            }
        });
        count
    }

    fn extend(&mut self, at: usize, found: &mut impl FnMut(&[u8])) {
        let Some(&[cell, row, column, block]) = self.rest.get(at) else {
            return found(&self.grid);
        };
        let used = self.rows[row] | self.columns[column] | self.boxes[block];
        let mut open = self.all & !used;
        while open != 0 {
            let bit = open & open.wrapping_neg();
            open ^= bit;
            self.rows[row] ^= bit;
            self.columns[column] ^= bit;
            self.boxes[block] ^= bit;
            self.grid[cell] = bit.trailing_zeros() as u8;
            self.extend(at + 1, found);
            self.rows[row] ^= bit;
            self.columns[column] ^= bit;
            self.boxes[block] ^= bit;
        }
    }
}

/// All ways to deal the values out to the rows of the boxes right of a first one that holds 0, 1, 2...
/// in reading order: 1 at order 2, 56 at order 3.
fn splits(n: usize) -> Vec<Split> {
    let side = n * n;
    let row_of_first = |row: usize| ((1u64 << n) - 1) << (row * n);
    let sets = || (0u64..1 << side).filter(|set| set.count_ones() as usize == n);
    // The second box's rows; at order 3 they leave the third box's no choice.
    let mut partial: Vec<Vec<u64>> = vec![Vec::new()];
    for row in 0..n {
        let fits = |begun: &[u64], set: u64| {
            set & row_of_first(row) == 0 && begun.iter().all(|other| other & set == 0)
        };
        partial = partial
            .iter()
            .flat_map(|begun| {
                let next = sets().filter(move |&set| fits(begun, set));
                next.map(move |set| [&begun[..], &[set]].concat())
            })
            .collect();
    }
    let all = (1u64 << side) - 1;
    let third = |second: &[u64]| -> Vec<u64> {
        (0..n).map(|row| all & !row_of_first(row) & !second[row]).collect()
    };
    match n {
        2 => partial.into_iter().map(|second| vec![second]).collect(),
        _ => partial.into_iter().map(|second| vec![third(&second), second]).collect(),
    }
}
