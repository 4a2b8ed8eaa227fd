//! Puzzles for the benches: the same ones on every machine and in every run.

#![allow(dead_code)] // no bench uses all of it

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use sudoku_bench::builtin;
use sudoku_bench::puzzle::isomorph::Isomorph;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{Answers, Goal, Stop};

/// A puzzle with one solution, printed in an article on elimination and search; elimination alone
/// leaves it open.
const ARTICLE: &[u8; 81] =
    b"9.1..4.........296.8....4.721...6.....6.23..4.5.94.........8.4.....7..3.....316.5";

/// Its solution, from the built-in baseline.
fn solved() -> Vec<u8> {
    let puzzles = Puzzles::from_cells(Order::THREE, [&ARTICLE[..]]);
    let mut answers = Answers::new(Order::THREE, 1);
    let baseline = builtin::find("mrv").expect("the baseline is built in");
    let mut solver = baseline.start(Order::THREE, Goal::First).expect("starts");
    solver.solve(&puzzles.block(), &Stop::never(), &mut answers).expect("solves");
    answers.get(0).solution.expect("a solution").to_vec()
}

/// Isomorphs of a grid, drawn from a fixed seed, with so many of their cells blank.
fn isomorphs(grid: &[u8], count: usize, blanks: usize) -> Puzzles {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut puzzles = Puzzles::with_capacity(Order::THREE, count);
    let mut places: Vec<usize> = (0..grid.len()).collect();
    for _ in 0..count {
        let cells = puzzles.push_slot();
        Isomorph::random(Order::THREE, &mut rng).apply(grid, cells);
        places.shuffle(&mut rng);
        for &place in &places[..blanks] {
            cells[place] = b'.';
        }
    }
    puzzles
}

/// Solved grids.
pub fn grids(count: usize) -> Puzzles {
    isomorphs(&solved(), count, 0)
}

/// Puzzles with 36 givens, which any solver decides.
pub fn easy(count: usize) -> Puzzles {
    isomorphs(&solved(), count, 45)
}

/// Isomorphs of the article's puzzle, which need a search.
pub fn searching(count: usize) -> Puzzles {
    isomorphs(ARTICLE, count, 0)
}

/// Puzzles as a file of lines.
pub fn lines(puzzles: &Puzzles) -> Vec<u8> {
    puzzles.block().iter().flat_map(|cells| cells.iter().copied().chain([b'\n'])).collect()
}
