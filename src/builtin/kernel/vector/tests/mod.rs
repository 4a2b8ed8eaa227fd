//! The rules and choices against their definitions, the answers against `mrv`'s, at every width.

mod answers;
mod choice;
mod limits;
mod rules;

use super::super::rules::ALL_DIGITS;
use super::super::simd::boxes::symbols::place;
use super::super::simd::boxes::{self, BoxVisitor, Boxes};
use super::grid::{Grid, PLACES};

/// Candidate sets as a person has them before them: by row and column.
type Sheet = [[u16; 9]; 9];

/// Something to be checked with vectors of one width.
trait Check {
    fn check<V: Boxes>(&self);
}

/// Checks it at every width of this machine.
fn at_every_width(check: &impl Check) {
    struct Visit<'a, C>(&'a C);
    impl<C: Check> BoxVisitor for Visit<'_, C> {
        type Output = ();
        fn visit<V: Boxes>(self) {
            self.0.check::<V>();
        }
    }
    boxes::visit_each(|| Visit(check));
}

/// Numbers without a pattern: Knuth's linear congruence, its upper half.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 32) as u32
    }

    /// Sets from none to all nine digits, small ones often.
    fn sheet(&mut self) -> Sheet {
        let mut sheet = [[0; 9]; 9];
        for set in sheet.as_flattened_mut() {
            let (a, b) = (self.next() as u16, self.next() as u16);
            *set = ALL_DIGITS & [a, a & b, a | b, 1 << (a % 9)][self.next() as usize % 4];
        }
        sheet
    }
}

fn vectors<V: Boxes>(sheet: &Sheet) -> Grid<V> {
    let mut grid = Grid::unknown();
    let lanes = V::lanes_mut(&mut grid.0);
    for (row, sets) in sheet.iter().enumerate() {
        for (column, &set) in sets.iter().enumerate() {
            lanes[place(row, column)] = set;
        }
    }
    grid
}

fn sheet<V: Boxes>(grid: &Grid<V>) -> Sheet {
    let lanes = V::lanes(&grid.0);
    assert_eq!(lanes.len(), PLACES);
    let set = |row: usize, column: usize| lanes[place(row, column)];
    std::array::from_fn(|row| std::array::from_fn(|column| set(row, column)))
}

fn transposed(sheet: &Sheet) -> Sheet {
    std::array::from_fn(|row| std::array::from_fn(|column| sheet[column][row]))
}

fn digits() -> impl Iterator<Item = u16> {
    (0..9).map(|digit| 1 << digit)
}
