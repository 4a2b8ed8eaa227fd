//! Any symbols in 16 to 256 cells: the solvers of an algorithm of their own, `dlx` and `sat`, count as `mrv`
//! does, and show a solution wherever they count one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_bench::builtin;
use sudoku_bench::puzzle::{Order, Puzzles, Units};
use sudoku_bench::solver::{Answers, Goal, Search, Stop};

/// What a search may cost here; one that costs more is not compared.
const GUESSES: u64 = 300;

/// A canonical cell, more often blank than not.
fn cell(byte: u8, order: Order) -> u8 {
    let value = byte % (2 * order.side() as u8 + 1);
    if (1..=order.side() as u8).contains(&value) { Order::symbol(value) } else { b'.' }
}

/// A solved grid whose rows are shifted by a box's width, with the cells blank or changed that bytes say.
fn changed(bytes: &[u8], order: Order) -> Vec<u8> {
    let (n, side) = (order.n(), order.side());
    let value = |i: usize| (i / side % n * n + i / side / n + i % side) % side + 1;
    let solved = (0..order.cells()).map(|i| Order::symbol(value(i) as u8));
    let change = |(i, symbol)| match bytes.get(i).copied().unwrap_or(0) {
        byte @ 0..=3 => cell(byte.wrapping_mul(67).wrapping_add(i as u8), order),
        4..=130 => b'.',
        _ => symbol,
    };
    solved.enumerate().map(change).collect()
}

/// The count, where the search came to its end, and the solution that was found first.
fn ask(solver: &str, order: Order, goal: Goal, cells: &[u8]) -> (Option<u32>, Option<Vec<u8>>) {
    let puzzles = Puzzles::from_cells(order, [cells]);
    let mut answers = Answers::new(order, 1);
    let backend = builtin::find(solver).expect("a built-in");
    let mut running = backend.start(order, goal).expect("every order is taken");
    let stop = Stop::after_guesses(GUESSES);
    running.solve(&puzzles.block(), &stop, &mut answers).expect("it solves");
    let answer = answers.get(0);
    let is_complete = answer.search == Search::Complete;
    (is_complete.then_some(answer.count), answer.solution.map(<[u8]>::to_vec))
}

/// Returns true if a grid keeps the givens and has each value in each unit.
fn solves(order: Order, puzzle: &[u8], grid: &[u8]) -> bool {
    let units = Units::of(order);
    let keeps = puzzle.iter().zip(grid).all(|(&given, &cell)| given == b'.' || given == cell);
    keeps
        && (0..units.len()).all(|unit| {
            let values = units.cells(unit).iter().filter_map(|&it| order.value(grid[usize::from(it)]));
            values.fold(0u64, |seen, value| seen | 1 << value).count_ones() as usize == order.side()
        })
}

fuzz_target!(|bytes: &[u8]| {
    let [form, limit, cells @ ..] = bytes else { return };
    let order = [Order::TWO, Order::THREE, Order::FOUR][usize::from(form % 3)];
    let goal = [Goal::First, Goal::Unique, Goal::Count(1 + u32::from(limit / 4))]
        [usize::from(limit % 3)];
    let cells: Vec<u8> = match form / 3 % 2 {
        0 => changed(cells, order),
        _ => (0..order.cells())
            .map(|i| cells.get(i).map_or(b'.', |&byte| cell(byte, order)))
            .collect(),
    };
    let (Some(expected), _) = ask("mrv", order, goal, &cells) else { return };
    for solver in ["dlx", "sat"] {
        let (found, solution) = ask(solver, order, goal, &cells);
        let shown = String::from_utf8_lossy(&cells);
        if let Some(found) = found {
            assert_eq!(found, expected, "{solver} on {shown}, goal {goal}");
            assert_eq!(solution.is_some(), found > 0, "{solver} on {shown}");
        }
        if let Some(solution) = solution {
            assert!(solves(order, &cells, &solution), "{solver} on {shown}");
        }
    }
});
