//! Any symbols in 81 cells: both vector kernels count as `mrv` does, at every width, whatever else
//! is in the block.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::builtin::kernel::isa::Isa;
use sudoku_bench::foreign::spec;
use sudoku_bench::solver::{Answers, Goal, Search, Stop};

/// Puzzles of one block, so that lanes are shared and refilled.
const MOST: usize = 48;

/// Fewer are repeated: a handful would not be solved in lockstep.
const LEAST: usize = 9;

/// What a search may cost here; one that costs more is not compared.
const GUESSES: u64 = 1_000;

/// A canonical cell, blank for seven bytes of sixteen.
fn cell(byte: &u8) -> u8 {
    match byte % 16 {
        digit @ 1..=9 => b'0' + digit,
        _ => b'.',
    }
}

/// The count of each puzzle, where the search came to its end.
fn counts(solver: &str, goal: Goal, puzzles: &Puzzles) -> Vec<Option<u32>> {
    let mut answers = Answers::new(Order::THREE, puzzles.len());
    let backend = spec::parse(solver).expect("a built-in");
    let mut running = backend.start(Order::THREE, goal).expect("order 3 is taken");
    let stop = Stop::after_guesses(GUESSES);
    running.solve(&puzzles.block(), &stop, &mut answers).expect("it solves");
    (0..puzzles.len())
        .map(|i| answers.get(i))
        .map(|answer| (answer.search == Search::Complete).then_some(answer.count))
        .collect()
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, cells)) = bytes.split_first() else { return };
    let goal =
        [Goal::First, Goal::Unique, Goal::Count(1 + u32::from(first / 4))][first as usize % 3];
    let cells: Vec<Vec<u8>> =
        cells.chunks_exact(81).take(MOST).map(|cells| cells.iter().map(cell).collect()).collect();
    let Some(len) = LEAST.checked_next_multiple_of(cells.len()) else { return };
    let cells: Vec<Vec<u8>> = cells.iter().cycle().take(len).cloned().collect();
    let puzzles = Puzzles::from_cells(Order::THREE, cells.iter().map(Vec::as_slice));
    let expected = counts("mrv", goal, &puzzles);
    for kernel in ["lockstep", "vector"] {
        for isa in Isa::available() {
            let solver = format!("{kernel}?isa={isa}");
            for (i, found) in counts(&solver, goal, &puzzles).into_iter().enumerate() {
                if let (Some(expected), Some(found)) = (expected[i], found) {
                    let cells = String::from_utf8_lossy(&cells[i]);
                    assert_eq!(found, expected, "{solver} on {cells}, goal {goal}");
                }
            }
        }
    }
});
