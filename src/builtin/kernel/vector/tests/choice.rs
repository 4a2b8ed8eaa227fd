//! Guesses: the two ways of a split, and which split is chosen.

use super::super::super::simd::boxes::Boxes;
use super::super::super::simd::boxes::symbols::{CELLS, STRIDE, place};
use super::super::bands::Bands;
use super::super::grid::Grid;
use super::super::pairs::{Cells, Scores};
use super::super::split::Split;
use super::super::sweep::{Propagated, propagate};
use super::{Check, Noise, Sheet, at_every_width, digits, sheet, transposed, vectors};

/// AI Escargot, by Arto Inkala: propagation leaves it wide open.
const ESCARGOT: &[u8; CELLS] =
    b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

/// What propagation leaves of a puzzle.
fn open<V: Boxes>(puzzle: &[u8; CELLS]) -> Grid<V> {
    let mut symbols = [0; STRIDE];
    symbols[..CELLS].copy_from_slice(puzzle);
    let mut grid = Grid::of_puzzle(&symbols).0;
    assert_eq!(propagate(&mut grid), Propagated::Open);
    grid
}

struct Minilines;

impl Check for Minilines {
    fn check<V: Boxes>(&self) {
        let before = Noise(3).sheet();
        let cases = (0..6 * 3 * 3).map(|i| (i / 9, i / 3 % 3, i % 3));
        for ((band, line, at), digit) in cases.flat_map(|case| digits().map(move |d| (case, d))) {
            let split = Split::Miniline { band, line, at, digit };
            let (mut no, mut yes) = (vectors::<V>(&before), Grid::unknown());
            split.part(&mut no, &mut yes);
            let along = |sheet: Sheet| if band < 3 { sheet } else { transposed(&sheet) };
            let (before, no, yes) = (along(before), along(sheet(&no)), along(sheet(&yes)));
            for (row, column) in (0..9).flat_map(|row| (0..9).map(move |column| (row, column))) {
                let set = before[row][column];
                let in_line = row == band % 3 * 3 + line;
                let in_box = column / 3 == at;
                let expect_no = if in_line && in_box { set & !digit } else { set };
                let expect_yes = if in_line && !in_box { set & !digit } else { set };
                assert_eq!((no[row][column], yes[row][column]), (expect_no, expect_yes));
            }
        }
    }
}

#[test]
fn a_digit_is_in_a_miniline_or_in_one_of_the_two_beside_it() {
    at_every_width(&Minilines);
}

struct CellSplit;

impl Check for CellSplit {
    fn check<V: Boxes>(&self) {
        let before = [[0b1_0110_0000; 9]; 9];
        let split = Split::Cell { place: place(4, 7), digit: 0b10_0000 };
        let (mut no, mut yes) = (vectors::<V>(&before), Grid::unknown());
        split.part(&mut no, &mut yes);
        let mut expected = (before, before);
        expected.0[4][7] = 0b1_0100_0000;
        expected.1[4][7] = 0b10_0000;
        assert_eq!((sheet(&no), sheet(&yes)), expected);
    }
}

#[test]
fn a_cell_holds_a_digit_or_one_of_the_others() {
    at_every_width(&CellSplit);
}

struct Nearest;

impl Check for Nearest {
    fn check<V: Boxes>(&self) {
        let grid = open::<V>(ESCARGOT);
        let by_rows = sheet(&grid);
        let counts = |sheet: &Sheet| -> Vec<u32> { (0..3).map(|b| open_of(sheet, b)).collect() };
        let counts = [counts(&by_rows), counts(&transposed(&by_rows))].concat();
        let unsettled = counts.iter().copied().filter(|&count| count > 9);
        let least = unsettled.min().expect("not solved");
        let nearest = Bands::of(&grid).nearest().expect("not solved");
        assert_eq!(Some(nearest), counts.iter().position(|&count| count == least));
    }
}

/// Pairs of a digit and a way to place its three minirows in a band.
fn open_of(sheet: &Sheet, band: usize) -> u32 {
    let holds = |row: usize, at: usize, digit: u16| {
        sheet[3 * band + row][3 * at..3 * at + 3].iter().any(|set| set & digit != 0)
    };
    let ways = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let is_open = |ways: &[usize; 3], digit| (0..3).all(|row| holds(row, ways[row], digit));
    digits().map(|digit| ways.iter().filter(|ways| is_open(ways, digit)).count() as u32).sum()
}

#[test]
fn the_nearest_band_has_the_fewest_open_configurations() {
    at_every_width(&Nearest);
}

struct Apart;

impl Check for Apart {
    fn check<V: Boxes>(&self) {
        let grid = open::<V>(ESCARGOT);
        for band in 0..6 {
            let split = Bands::of(&grid).split(band).expect("no band of it is settled");
            let (mut no, mut yes) = (grid, grid);
            split.part(&mut no, &mut yes);
            for way in [no, yes] {
                let along = |grid| if band < 3 { sheet(grid) } else { transposed(&sheet(grid)) };
                let (before, after) =
                    (open_of(&along(&grid), band % 3), open_of(&along(&way), band % 3));
                assert!(after < before, "each way closes a configuration");
            }
        }
    }
}

#[test]
fn a_split_closes_configurations_both_ways() {
    at_every_width(&Apart);
}

#[test]
fn a_settled_band_is_not_split() {
    struct Settled;
    impl Check for Settled {
        fn check<V: Boxes>(&self) {
            let solved: Sheet = std::array::from_fn(|row| {
                std::array::from_fn(|column| 1 << ((3 * row + row / 3 + column) % 9))
            });
            let bands = Bands::of(&vectors::<V>(&solved));
            assert!(bands.nearest().is_none());
            assert_eq!(bands.split(0), None);
        }
    }
    at_every_width(&Settled);
}

struct Pairs;

impl Check for Pairs {
    fn check<V: Boxes>(&self) {
        let grid = open::<V>(ESCARGOT);
        let by_rows = sheet(&grid);
        let all = (0..81).map(|i| (i / 9, i % 9));
        let pairs: Vec<_> = all.filter(|&(r, c)| by_rows[r][c].count_ones() == 2).collect();
        assert_eq!(Cells::pairs(&grid).len() as usize, pairs.len());
        let scores = Scores::new(&grid, Cells::pairs(&grid));
        let best = pairs.iter().map(|&(r, c)| slow_score(&by_rows, r, c)).max();
        let [Some(Split::Cell { place: first, digit })] = scores.ranked::<1>() else {
            panic!("a pair is split at its cell");
        };
        let &(row, column) =
            pairs.iter().find(|&&(r, c)| place(r, c) == first).expect("one of the pairs");
        assert_eq!(Some(slow_score(&by_rows, row, column)), best);
        assert_eq!(digit.trailing_zeros(), by_rows[row][column].trailing_zeros());
    }
}

/// Candidates that a cell shares with its peers, fourfold where the peer has just two.
fn slow_score(sheet: &Sheet, row: usize, column: usize) -> u32 {
    let peers = (0..81).map(|i| (i / 9, i % 9)).filter(|&(r, c)| {
        let same_box = (r / 3, c / 3) == (row / 3, column / 3);
        (r, c) != (row, column) && (r == row || c == column || same_box)
    });
    peers
        .map(|(r, c)| {
            let weight = if sheet[r][c].count_ones() == 2 { 4 } else { 1 };
            weight * (sheet[r][c] & sheet[row][column]).count_ones()
        })
        .sum()
}

#[test]
fn the_first_ranked_pair_touches_most() {
    at_every_width(&Pairs);
}
