//! Each rule of bands, stacks and boxes alone, on sets without a pattern.

use super::super::super::rules::ALL_DIGITS;
use super::super::super::simd::boxes::{self, Boxes};
use super::super::grid::Grid;
use super::super::lines::{Columns, Direction, Rows, configurations, support, triads};
use super::super::singles::singles;
use super::super::sweep::{sweep, without_triads};
use super::{Check, Noise, Sheet, at_every_width, digits, sheet, transposed, vectors};

/// Digits of each minirow: by row, then box of the band.
type Minirows = [[u16; 3]; 9];

/// Boxes of the minirows of the lines 0, 1, 2 in each configuration.
const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

fn minirows(sheet: &Sheet) -> Minirows {
    std::array::from_fn(|row| std::array::from_fn(|at| union(&sheet[row][3 * at..3 * at + 3])))
}

fn union(sets: &[u16]) -> u16 {
    sets.iter().fold(0, |all, set| all | set)
}

/// The digits of a row's minirow that its band's two other rows allow.
fn allowed(minirows: &Minirows, row: usize, at: usize) -> u16 {
    let (band, line) = (row / 3, row % 3);
    let through = PERMUTATIONS.iter().filter(|boxes| boxes[line] == at);
    let others = |boxes: &[usize; 3]| {
        (0..3)
            .filter(|&i| i != line)
            .fold(ALL_DIGITS, |all, i| all & minirows[3 * band + i][boxes[i]])
    };
    through.fold(0, |any, boxes| any | others(boxes))
}

/// What triads leave to a row's minirow.
fn after_triads(open: &[u16; 3], at: usize) -> u16 {
    let (one, other) = (open[(at + 1) % 3], open[(at + 2) % 3]);
    let nowhere_else = open[at] & !(one | other);
    let mut left = if nowhere_else.count_ones() == 3 { nowhere_else } else { open[at] };
    for full in [one, other] {
        if full.count_ones() == 3 {
            left &= !full;
        }
    }
    left
}

/// Runs a check along rows on a sheet, and along columns on its mirror image.
struct BothWays<F>(F);

trait Along {
    fn along<D: Direction, V: Boxes>(&self, grid: &Grid<V>, minirows: &Minirows);
}

impl<F: Along> Check for BothWays<F> {
    fn check<V: Boxes>(&self) {
        let mut noise = Noise(7);
        for _ in 0..500 {
            let sheet = noise.sheet();
            let minirows = minirows(&sheet);
            self.0.along::<Rows, V>(&vectors(&sheet), &minirows);
            self.0.along::<Columns, V>(&vectors(&transposed(&sheet)), &minirows);
        }
    }
}

/// Asserts the digits of every minirow, whichever way its vectors lie.
fn assert_minirows<D: Direction, V: Boxes>(m: &[V; 3], expected: impl Fn(usize, usize) -> u16) {
    // `minilines` of a grid is along `D`, and so is the lane: a box is named by band and place
    let along_rows = D::minilines(&marked::<V>());
    let is_rows = V::lanes(&[along_rows[0]])[0] == 0b111;
    for row in 0..9 {
        for at in 0..3 {
            let lane = if is_rows { boxes::lane(row / 3, at) } else { boxes::lane(at, row / 3) };
            assert_eq!(V::lanes(&[m[row % 3]])[lane], expected(row, at), "row {row}, box {at}");
        }
    }
}

/// Vectors that hold their own number as a bit.
fn marked<V: Boxes>() -> [V; 9] {
    std::array::from_fn(|i| V::splat(1 << i))
}

struct Support;

impl Along for Support {
    fn along<D: Direction, V: Boxes>(&self, grid: &Grid<V>, minirows: &Minirows) {
        let support = support::<D, V>(&D::minilines(&grid.0));
        assert_minirows::<D, V>(&support, |row, at| allowed(minirows, row, at));
    }
}

#[test]
fn a_minirow_is_allowed_what_a_configuration_has_in_the_two_other_rows() {
    at_every_width(&BothWays(Support));
}

struct Triads;

impl Along for Triads {
    fn along<D: Direction, V: Boxes>(&self, grid: &Grid<V>, minirows: &Minirows) {
        let m = D::minilines(&grid.0);
        let left = triads::<D, V>(&m);
        assert_minirows::<D, V>(&left, |row, at| after_triads(&minirows[row], at));
    }
}

#[test]
fn three_digits_with_one_minirow_and_a_minirow_with_three_digits_keep_to_themselves() {
    at_every_width(&BothWays(Triads));
}

struct Configurations;

impl Along for Configurations {
    fn along<D: Direction, V: Boxes>(&self, grid: &Grid<V>, minirows: &Minirows) {
        let (even, odd) = configurations::<D, V>(&D::minilines(&grid.0));
        for (kind, permutations) in [even, odd].into_iter().zip(PERMUTATIONS.chunks(3)) {
            assert_minirows::<D, V>(&[kind; 3], |row, at| {
                let boxes = permutations.iter().find(|boxes| boxes[0] == at).expect("one each");
                (0..3).fold(ALL_DIGITS, |all, i| all & minirows[row / 3 * 3 + i][boxes[i]])
            });
        }
    }
}

#[test]
fn a_configuration_is_open_for_the_digits_of_its_three_minirows() {
    at_every_width(&BothWays(Configurations));
}

/// The rows and columns of a box's cells.
fn cells_of(index: usize) -> [(usize, usize); 9] {
    std::array::from_fn(|i| (index / 3 * 3 + i / 3, index % 3 * 3 + i % 3))
}

struct Singles;

impl Check for Singles {
    fn check<V: Boxes>(&self) {
        let mut noise = Noise(11);
        for _ in 0..1000 {
            let before = noise.sheet();
            let single = singles(vectors::<V>(&before));
            let after = sheet(&single.grid);
            for index in 0..9 {
                let lane = boxes::lane(index / 3, index % 3);
                let cells = cells_of(index);
                let slow = slow_singles(cells.map(|(r, c)| before[r][c]));
                let of = |vector: V| V::lanes(&[vector])[lane];
                let digits = [single.broken, single.placed, single.hidden].map(of);
                assert_eq!((cells.map(|(r, c)| after[r][c]), digits), slow);
            }
        }
    }
}

/// What singles leave to a box's cells; and the digits that show it to be broken, those placed, and
/// those with one place.
fn slow_singles(cells: [u16; 9]) -> ([u16; 9], [u16; 3]) {
    let places = |cells: &[u16; 9], digit| cells.iter().filter(|&set| set & digit != 0).count();
    let hidden: u16 = digits().filter(|&digit| places(&cells, digit) == 1).sum();
    let missing: u16 = digits().filter(|&digit| places(&cells, digit) == 0).sum();
    let alone = cells.map(|set| if set.count_ones() == 1 { set } else { 0 });
    let placed = union(&alone);
    let clashing: u16 = digits().filter(|&digit| places(&alone, digit) > 1).sum();
    let left = std::array::from_fn(|i| match cells[i] & hidden {
        0 => alone[i] | (cells[i] & !placed),
        only => only,
    });
    (left, [missing | clashing, placed, hidden])
}

#[test]
fn a_box_loses_what_its_hidden_and_naked_singles_take() {
    at_every_width(&Singles);
}

struct Sound;

impl Check for Sound {
    fn check<V: Boxes>(&self) {
        let mut noise = Noise(13);
        for round in 0..500 {
            // a solved grid by a formula, its digits shuffled, and candidates added to it
            let shift = noise.next() as usize;
            let solved: Sheet = std::array::from_fn(|row| {
                std::array::from_fn(|column| 1 << ((3 * row + row / 3 + column + shift) % 9))
            });
            let mut wider = noise.sheet();
            for (set, own) in wider.as_flattened_mut().iter_mut().zip(solved.as_flattened()) {
                *set = if round % 2 == 0 { *set | own } else { ALL_DIGITS };
            }
            let swept = sweep(&vectors::<V>(&wider));
            assert!(swept.broken.all_zero());
            for after in [swept.grid, without_triads(&vectors::<V>(&wider))] {
                let after = sheet(&after);
                for (left, own) in after.as_flattened().iter().zip(solved.as_flattened()) {
                    assert_eq!(left & own, *own);
                }
            }
        }
    }
}

#[test]
fn no_sweep_removes_a_digit_of_a_solution() {
    at_every_width(&Sound);
}
