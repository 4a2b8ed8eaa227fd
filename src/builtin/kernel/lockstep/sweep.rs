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

/// A sweep of all grids.
pub(super) struct Sweep<'a, V> {
    /// The grids.
    pub grids: &'a mut Grids<V>,
    /// Where to write what was found.
    pub swept: &'a mut Swept<V>,
}

impl<V: Lanes> Work<V> for Sweep<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (cells, choice) = (&mut self.grids.0, &mut self.swept.choice);
        choice.clear();
        let by_row = [rows(cells, 0, choice), rows(cells, 1, choice), rows(cells, 2, choice)];
        let mut boxes = Boxes::new();
        for stack in 0..3 {
            let by_column = columns(cells, &by_row, stack, choice);
            for band in 0..3 {
                boxes.sweep(cells, band, stack, &by_row[band], &by_column);
            }
        }
        boxes.add_to(self.swept);
    }
}

/// What the rules of a band of rows leave to its minirows.
#[inline(always)]
fn rows<V: Lanes>(cells: &[V; CELLS], band: usize, choice: &mut Choice<V>) -> Minirows<V> {
    let mut minirows = [[V::splat(0); 3]; 3];
    for line in 0..3 {
        for box_ in 0..3 {
            let at = 27 * band + 9 * line + 3 * box_;
            minirows[line][box_] = cells[at].or3(cells[at + 1], cells[at + 2]);
        }
    }
    let (open, left) = band_rules(&minirows);
    choice.consider(band, &open);
    left
}

/// What the rules of a band of columns leave to its minicolumns, `[column][band]`, when the rows
/// have left to the cells what they do.
#[inline(always)]
fn columns<V: Lanes>(
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
    let (open, left) = band_rules(&minicolumns);
    choice.consider(3 + stack, &open);
    left
}

/// The configurations of a band, and what they leave to each minirow: where ones are counted
/// cheaply, less what full triads take.
#[inline(always)]
fn band_rules<V: Lanes>(minirow: &Minirows<V>) -> (Configurations<V>, Minirows<V>) {
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
        if V::COUNTS_CHEAPLY {
            left[line] = full_triads(left[line]);
        }
    }
    (open, left)
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
        let (once, twice) = in_box(&cell);
        let places = once.and_not(twice);
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
mod tests {
    use super::*;
    use crate::builtin::kernel::isa::Isa;
    use crate::builtin::kernel::simd::{Visitor, visit};

    /// The boxes that a digit is in, line by line, in the order of [`Configurations`].
    const PLACEMENTS: [[usize; 3]; 6] =
        [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

    /// What placements leave to the minirows `[3 * line + box]`, less what full triads take.
    fn slow(minirows: [u16; 9], triads: bool) -> [u16; 9] {
        let mut held = [0; 9];
        for digit in (0..9).map(|d| 1 << d) {
            let goes = |boxes: &&[usize; 3]| {
                (0..3).all(|line| minirows[3 * line + boxes[line]] & digit != 0)
            };
            for boxes in PLACEMENTS.iter().filter(goes) {
                for (line, box_) in boxes.iter().enumerate() {
                    held[3 * line + box_] |= digit;
                }
            }
        }
        let taken = |at: usize| {
            let others = (0..3).map(|box_| at / 3 * 3 + box_).filter(|&other| other != at);
            let full = others.filter(|&other| triads && held[other].count_ones() == 3);
            full.fold(0, |taken, other| taken | held[other])
        };
        std::array::from_fn(|at| held[at] & !taken(at))
    }

    #[test]
    fn a_band_leaves_to_its_minirows_what_its_placements_leave() {
        struct Check;
        impl Visitor for Check {
            type Output = ();
            fn visit<V: Lanes>(self) {
                let mut state = 3_u64;
                for _ in 0..500 {
                    let mut minirows = [[V::splat(0); 3]; 3];
                    for lane in V::lanes_mut(minirows.as_flattened_mut()) {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let (a, b) = ((state >> 30) as u16, (state >> 45) as u16);
                        *lane = ALL_DIGITS & if state >> 63 == 0 { a } else { a & b };
                    }
                    let (open, left) = band_rules(&minirows);
                    for lane in 0..V::LANES {
                        let of = |sets: &[V], at: usize| V::lanes(sets)[at * V::LANES + lane];
                        let before = std::array::from_fn(|at| of(minirows.as_flattened(), at));
                        let after = std::array::from_fn(|at| of(left.as_flattened(), at));
                        assert_eq!(after, slow(before, V::COUNTS_CHEAPLY), "{before:03x?}");
                        for (q, boxes) in PLACEMENTS.iter().enumerate() {
                            let all = (0..3)
                                .fold(ALL_DIGITS, |all, line| all & before[3 * line + boxes[line]]);
                            assert_eq!(of(&open, q), all);
                        }
                    }
                }
            }
        }
        for isa in Isa::available() {
            visit(isa, Check);
        }
    }
}
