//! The canonical form of a solved 9x9 grid.
//!
//! The search by rows begins with 23,328 ways to write 123456789. Here a box is chosen for the first
//! (Lummox JR, 2006): its columns and the first two rows determine all other columns, since the
//! second row begins with 4 and 5, or 4, 5 and 6 where any mini-row allows it.

use std::cmp::Ordering;

use super::form::Form;
use super::lines::Lines;

const N: usize = 3;
const S: usize = 9;
/// Orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

type Grid = [[u8; S]; S];

/// The least image found so far, with all ways that lead to it.
pub(super) struct Solved {
    /// Values less 1, by transposition, row and column.
    grids: [Grid; 2],
    best: Grid,
    /// All ways that lead to `best`.
    ways: Vec<Way>,
}

/// Source lines of an image.
#[derive(Clone, Copy)]
struct Way {
    is_transposed: bool,
    rows: [u8; S],
    columns: [u8; S],
}

/// Two rows of a band in order, and the first stack.
#[derive(Clone, Copy)]
struct Start {
    turned: usize,
    rows: [usize; 3],
    stack: usize,
}

impl Solved {
    pub(super) fn new() -> Self {
        Self { grids: [[[0; S]; S]; 2], best: [[0; S]; S], ways: Vec::new() }
    }

    /// Writes the canonical form of a grid, and returns the number of ways that lead to it. The
    /// greatest image is the least one with its values the other way round.
    pub(super) fn search(&mut self, cells: &[u8], form: Form, image: &mut [u8]) -> usize {
        for (at, &cell) in cells.iter().enumerate() {
            let (row, column) = (at / S, at % S);
            self.grids[0][row][column] = cell - b'1';
            self.grids[1][column][row] = cell - b'1';
        }
        self.find_least();
        for (cell, &value) in image.iter_mut().zip(self.best.as_flattened()) {
            *cell = match form {
                Form::Min => b'1' + value,
                Form::Max => b'9' - value,
            };
        }
        self.ways.len()
    }

    fn find_least(&mut self) {
        self.best = [[u8::MAX; S]; S];
        self.ways.clear();
        let starts =
            || (0..2).flat_map(|turned| (0..S * N * 2).map(move |i| Start::nth(turned, i)));
        let is_intact = |start: &Start| start.is_intact(&self.grids[start.turned]);
        let mut kept: Vec<Start> = Vec::with_capacity(108);
        kept.extend(starts().filter(is_intact));
        let intact = !kept.is_empty();
        if !intact {
            kept.extend(starts());
        }
        for start in kept {
            self.try_start(start, intact);
        }
    }

    /// Source lines of a way of the last search.
    pub(super) fn lines(&self, way: usize) -> Lines {
        let Way { is_transposed, rows, columns } = self.ways[way];
        Lines::new(is_transposed, &rows, &columns)
    }

    fn try_start(&mut self, start: Start, intact: bool) {
        let grid = &self.grids[start.turned];
        let [first, second, _] = start.rows.map(|row| &grid[row]);
        let mut place = [0; S];
        first.iter().enumerate().for_each(|(column, &value)| place[usize::from(value)] = column);
        for order in ORDERS {
            let box_ = order.map(|i| start.stack * N + i);
            let below = box_.map(|column| place[usize::from(second[column])]);
            if below[0] / N != below[1] / N || (intact && below[1] / N != below[2] / N) {
                continue;
            }
            let columns = columns(second, &place, box_, below);
            let mut label = [0; S];
            columns.iter().zip(0..).for_each(|(&c, i)| label[usize::from(first[c])] = i);
            let candidate = Candidate { grid, columns, label };
            let mut rows = [0; S];
            rows[..N].copy_from_slice(&start.rows);
            candidate.order_bands(&mut rows);
            match candidate.compare(&rows, &mut self.best) {
                Ordering::Greater => continue,
                Ordering::Less => self.ways.clear(),
                Ordering::Equal => {}
            }
            self.ways.push(Way {
                is_transposed: start.turned == 1,
                rows: rows.map(|row| row as u8),
                columns: columns.map(|column| column as u8),
            });
        }
    }
}

impl Start {
    /// Start `i` of 54: a band, an order of its rows, a stack.
    fn nth(turned: usize, i: usize) -> Self {
        let (band, order, stack) = (i / 18, i / 3 % 6, i % 3);
        Self { turned, rows: ORDERS[order].map(|row| band * N + row), stack }
    }

    /// Whether the second row's values in the first box share a box in the first row.
    fn is_intact(&self, grid: &Grid) -> bool {
        let [first, second, _] = self.rows.map(|row| &grid[row]);
        let mini = &second[self.stack * N..][..N];
        (0..N).any(|stack| first[stack * N..][..N].iter().all(|value| mini.contains(value)))
    }
}

/// All columns in order: those of the first box, then those whose values in the first row are the
/// second row's, from left to right.
fn columns(
    second: &[u8; S],
    place: &[usize; S],
    box_: [usize; N],
    below: [usize; N],
) -> [usize; S] {
    let mut columns = [usize::MAX; S];
    columns[..N].copy_from_slice(&box_);
    columns[N..N + 2].copy_from_slice(&below[..2]);
    let stack = below[0] / N;
    columns[N + 2] = (0..N).map(|i| stack * N + i).find(|c| !below[..2].contains(c)).unwrap_or(0);
    let third = N - box_[0] / N - stack;
    let mut at = 2 * N;
    if below[2] / N == third {
        columns[at] = below[2];
        at += 1;
    }
    for i in N..2 * N {
        let under = place[usize::from(second[columns[i]])];
        if under / N == third && at < S {
            columns[at] = under;
            at += 1;
        }
    }
    columns
}

/// An image of a grid, its rows still to be ordered.
struct Candidate<'a> {
    grid: &'a Grid,
    columns: [usize; S],
    label: [u8; S],
}

impl Candidate<'_> {
    fn at(&self, row: usize, column: usize) -> u8 {
        self.label[usize::from(self.grid[row][self.columns[column]])]
    }

    /// Orders the rows of the other two bands, and these, by their first values.
    fn order_bands(&self, rows: &mut [usize; S]) {
        let used = rows[0] / N;
        let mut at = N;
        for band in (0..N).filter(|&band| band != used) {
            for i in 0..N {
                rows[at + i] = band * N + i;
            }
            rows[at..at + N].sort_unstable_by_key(|&row| self.at(row, 0));
            at += N;
        }
        if self.at(rows[N], 0) > self.at(rows[2 * N], 0) {
            let (_, rest) = rows.split_at_mut(N);
            rest.rotate_left(N);
        }
    }

    /// Compares with the best so far, which becomes this one where it is less.
    fn compare(&self, rows: &[usize; S], best: &mut Grid) -> Ordering {
        let mut outcome = Ordering::Equal;
        for (r, &row) in rows.iter().enumerate().skip(1) {
            for (column, best) in best[r].iter_mut().enumerate() {
                let value = self.at(row, column);
                outcome = outcome.then(value.cmp(best));
                if outcome == Ordering::Greater {
                    return outcome;
                }
                *best = value;
            }
        }
        best[0] = std::array::from_fn(|column| column as u8);
        outcome
    }
}
