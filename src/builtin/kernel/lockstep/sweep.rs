//! One sweep: every rule once over every lane's grid.
//!
//! First the bands of rows: 27 minirows, their configurations, what these leave to each minirow.
//! Then the bands of columns, already seeing that; and with both at hand, box by box, the cells.

#![allow(clippy::needless_range_loop, reason = "an index is a place, in several arrays at once")]

use super::choice::{Choice, Configurations};
use super::geometry::CELLS;
use super::grids::Grids;
use crate::builtin::kernel::rules;
use crate::builtin::kernel::rules::ALL_DIGITS;
use crate::builtin::kernel::simd::{Lanes, Work};

/// A set for each minirow of a band, `[line][box]`.
type Minirows<V> = [[V; 3]; 3];

/// What a sweep found, a bit or a lane a grid.
pub(super) struct Swept<V> {
    /// Grids that have no solution.
    pub dead: u32,
    /// Grids that the sweep left as they were, or that are open yet and lost candidates of one
    /// digit only: another sweep would as a rule find nothing.
    pub stalled: u32,
    /// Grids whose every cell has one candidate; a solution if they also stalled and live.
    pub filled: u32,
    /// Where to split a grid that stalled.
    pub choice: Choice<V>,
}

impl<V: Lanes> Swept<V> {
    /// Of grids that were not swept: each of them goes on.
    pub(super) fn nothing() -> Self {
        Self { dead: 0, stalled: 0, filled: 0, choice: Choice::new() }
    }

    /// Back to nothing.
    pub(super) fn forget(&mut self) {
        (self.dead, self.stalled, self.filled) = (0, 0, 0);
    }
}

/// A sweep of all grids. A thorough one looks for hidden triads and then at the bands once more, which
/// pays where most guesses lead nowhere; another one looks for full triads.
pub(super) struct Sweep<'a, V, const THOROUGH: bool> {
    /// The grids.
    pub grids: &'a mut Grids<V>,
    /// Where to write what was found.
    pub swept: &'a mut Swept<V>,
}

impl<V: Lanes, const THOROUGH: bool> Work<V> for Sweep<'_, V, THOROUGH> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (cells, choice) = (&mut self.grids.0, &mut self.swept.choice);
        choice.clear();
        let by_row = [
            rows::<V, THOROUGH>(cells, 0, choice),
            rows::<V, THOROUGH>(cells, 1, choice),
            rows::<V, THOROUGH>(cells, 2, choice),
        ];
        let mut boxes = Boxes::new();
        for stack in 0..3 {
            let by_column = columns::<V, THOROUGH>(cells, &by_row, stack, choice);
            for band in 0..3 {
                boxes.sweep(cells, band, stack, &by_row[band], &by_column);
            }
        }
        boxes.add_to(self.swept);
    }
}

/// What the rules of a band of rows leave to its minirows.
#[inline(always)]
fn rows<V: Lanes, const THOROUGH: bool>(
    cells: &[V; CELLS],
    band: usize,
    choice: &mut Choice<V>,
) -> Minirows<V> {
    let mut minirows = [[V::splat(0); 3]; 3];
    for line in 0..3 {
        for box_ in 0..3 {
            let at = 27 * band + 9 * line + 3 * box_;
            minirows[line][box_] = cells[at].or3(cells[at + 1], cells[at + 2]);
        }
    }
    let (open, left) = band_rules::<V, THOROUGH>(&minirows);
    choice.consider(band, &open);
    left
}

/// What the rules of a band of columns leave to its minicolumns, `[column][band]`, when the rows
/// have left to the cells what they do.
#[inline(always)]
fn columns<V: Lanes, const THOROUGH: bool>(
    cells: &[V; CELLS],
    by_row: &[Minirows<V>; 3],
    stack: usize,
    choice: &mut Choice<V>,
) -> Minirows<V> {
    let mut minicolumns = [[V::splat(0); 3]; 3];
    for column in 0..3 {
        for band in 0..3 {
            let at = 27 * band + 3 * stack + column;
            let left = [by_row[band][0][stack], by_row[band][1][stack], by_row[band][2][stack]];
            let first = cells[at] & left[0];
            minicolumns[column][band] =
                first.or_and(cells[at + 9], left[1]).or_and(cells[at + 18], left[2]);
        }
    }
    let (open, left) = band_rules::<V, THOROUGH>(&minicolumns);
    choice.consider(3 + stack, &open);
    left
}

/// The configurations of a band, and what they leave to each minirow.
///
/// Thorough: less what hidden triads take, and both anew after that. Nine minirows cost little beside
/// the boxes, and what a triad leads to in its band need not wait for the next sweep. Full triads find
/// almost nothing more then. Otherwise: less what full triads take, where ones are counted cheaply.
#[inline(always)]
fn band_rules<V: Lanes, const THOROUGH: bool>(
    minirow: &Minirows<V>,
) -> (Configurations<V>, Minirows<V>) {
    let (open, left) = configurations(minirow);
    match (THOROUGH, V::COUNTS_CHEAPLY) {
        // Not `left.map`: its closure would not be compiled for the instruction set.
        (true, _) => configurations(&[
            hidden_triads(left[0]),
            hidden_triads(left[1]),
            hidden_triads(left[2]),
        ]),
        (false, true) => (open, [full_triads(left[0]), full_triads(left[1]), full_triads(left[2])]),
        (false, false) => (open, left),
    }
}

/// The configurations of a band, and what they leave to each minirow.
#[inline(always)]
fn configurations<V: Lanes>(minirow: &Minirows<V>) -> (Configurations<V>, Minirows<V>) {
    let mut open = [V::splat(0); 6];
    for s in 0..3 {
        let place = |line: usize, box_: usize| minirow[line][box_ % 3];
        open[s] = rules::configuration(place(0, s), place(1, s + 1), place(2, s + 2));
        open[3 + s] = rules::configuration(place(0, s), place(1, s + 2), place(2, s + 1));
    }
    let mut left = [[V::splat(0); 3]; 3];
    for line in 0..3 {
        for box_ in 0..3 {
            let (even, odd) = (open[(box_ + 3 - line) % 3], open[3 + (box_ + line) % 3]);
            left[line][box_] = rules::support(even, odd);
        }
    }
    (open, left)
}

/// What is left to the three minirows of a line when three digits that have one of them to
/// themselves take it.
#[inline(always)]
fn hidden_triads<V: Lanes>(line: [V; 3]) -> [V; 3] {
    [
        rules::hidden_triad(line[0], line[1], line[2]),
        rules::hidden_triad(line[1], line[0], line[2]),
        rules::hidden_triad(line[2], line[0], line[1]),
    ]
}

/// What is left to the three minirows of a line when full triads take their digits.
#[inline(always)]
fn full_triads<V: Lanes>(line: [V; 3]) -> [V; 3] {
    let full = [rules::full_triad(line[0]), rules::full_triad(line[1]), rules::full_triad(line[2])];
    [
        rules::beside_full_triads(line[0], full[1], full[2]),
        rules::beside_full_triads(line[1], full[0], full[2]),
        rules::beside_full_triads(line[2], full[0], full[1]),
    ]
}

/// What the boxes swept so far have in common, a lane a grid.
struct Boxes<V> {
    /// Digits that every box has a place for.
    placed: V,
    /// Digits that every box has a cell of its own for.
    own: V,
    /// Digits that contradict each other.
    clash: V,
    /// Candidates that were taken from some cell.
    taken: V,
    /// Has [`rules::EMPTY`] where a cell has no candidate.
    empty: V,
}

impl<V: Lanes> Boxes<V> {
    #[inline(always)]
    fn new() -> Self {
        let (none, all) = (V::splat(0), V::splat(ALL_DIGITS));
        Self { placed: all, own: all, clash: none, taken: none, empty: none }
    }

    /// Applies what the lines leave, then the singles of the box.
    #[inline(always)]
    fn sweep(
        &mut self,
        cells: &mut [V; CELLS],
        band: usize,
        stack: usize,
        by_row: &Minirows<V>,
        by_column: &Minirows<V>,
    ) {
        let at = 27 * band + 3 * stack;
        let old = [row_of(cells, at), row_of(cells, at + 9), row_of(cells, at + 18)];
        let columns = [by_column[0][band], by_column[1][band], by_column[2][band]];
        // rows side by side: a loop over the nine cells would not be unrolled at every width
        let cell = [
            common(old[0], by_row[0][stack], columns),
            common(old[1], by_row[1][stack], columns),
            common(old[2], by_row[2][stack], columns),
        ];
        // A digit has one place if one row and one column of the box have it. What the columns leave
        // is just what each column's cells still have; of the rows the columns have taken some.
        let rows = [union(cell[0]), union(cell[1]), union(cell[2])];
        let once = rows[0].or3(rows[1], rows[2]);
        let places = rules::in_one(rows[0], rows[1], rows[2])
            & rules::in_one(columns[0], columns[1], columns[2]);
        let cell = [hidden(cell[0], places), hidden(cell[1], places), hidden(cell[2], places)];
        let less = [less_one(cell[0]), less_one(cell[1]), less_one(cell[2])];
        let single = [naked(cell[0], less[0]), naked(cell[1], less[1]), naked(cell[2], less[2])];
        let (singles, doubles) = in_box(&single);
        self.placed = self.placed & once;
        self.own = self.own & singles;
        // one digit alone in two cells, or two digits that have only one and the same place
        self.clash = self.clash.or_and_not(places, singles) | doubles;
        for row in 0..3 {
            let [a, b, c] = less[row];
            self.empty = self.empty | a.or3(b, c);
            for column in 0..3 {
                let (cell, single) = (cell[row][column], single[row][column]);
                let left = rules::beside_singles(cell, single, singles);
                self.taken = self.taken.or_xor(left, old[row][column]);
                cells[at + 9 * row + column] = left;
            }
        }
    }

    #[inline(always)]
    fn add_to(self, swept: &mut Swept<V>) {
        let all = V::splat(ALL_DIGITS);
        let clash = self.clash.or_and(self.empty, V::splat(rules::EMPTY));
        swept.dead = !V::bits(self.placed.eq(all) & clash.is_zero());
        swept.filled = V::bits(self.own.eq(all));
        let none = V::bits(self.taken.is_zero());
        let one = V::bits((self.taken & self.taken.less_one()).is_zero());
        swept.stalled = none | (one & !swept.filled);
    }
}

/// The three cells from one on.
#[inline(always)]
fn row_of<V: Lanes>(cells: &[V; CELLS], at: usize) -> [V; 3] {
    [cells[at], cells[at + 1], cells[at + 2]]
}

/// What the lines leave to a row of a box.
#[inline(always)]
fn common<V: Lanes>(row: [V; 3], line: V, columns: [V; 3]) -> [V; 3] {
    let [a, b, c] = row;
    [a.and3(line, columns[0]), b.and3(line, columns[1]), c.and3(line, columns[2])]
}

/// Digits of a row of a box.
#[inline(always)]
fn union<V: Lanes>(row: [V; 3]) -> V {
    row[0].or3(row[1], row[2])
}

/// What hidden singles leave to a row of a box.
#[inline(always)]
fn hidden<V: Lanes>(row: [V; 3], with_one_place: V) -> [V; 3] {
    let [a, b, c] = row;
    [
        rules::hidden_single(a, with_one_place),
        rules::hidden_single(b, with_one_place),
        rules::hidden_single(c, with_one_place),
    ]
}

/// Sets less one, as numbers.
#[inline(always)]
fn less_one<V: Lanes>(row: [V; 3]) -> [V; 3] {
    [row[0].less_one(), row[1].less_one(), row[2].less_one()]
}

/// The naked singles of a row of a box.
#[inline(always)]
fn naked<V: Lanes>(row: [V; 3], less_one: [V; 3]) -> [V; 3] {
    [
        rules::naked_single(row[0], less_one[0]),
        rules::naked_single(row[1], less_one[1]),
        rules::naked_single(row[2], less_one[2]),
    ]
}

/// Digits of at least one, and of at least two, of the nine sets of a box.
#[inline(always)]
fn in_box<V: Lanes>(set: &[[V; 3]; 3]) -> (V, V) {
    let [[a, b, c], [d, e, f], [g, h, i]] = *set;
    let rows = (
        rules::once_and_twice(a, b, c),
        rules::once_and_twice(d, e, f),
        rules::once_and_twice(g, h, i),
    );
    rules::join(rows.0, rows.1, rows.2)
}

#[cfg(test)]
mod tests;
