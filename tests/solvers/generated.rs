//! All solvers on ten thousand generated puzzles with none, one and many solutions, and those that search
//! for a whole grid at once on two hundred of 16x16 and 25x25.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sudoku_bench::generate::{Generated, Generator, Givens, Recipe, Symmetry};
use sudoku_bench::puzzle::{Order, Units};
use sudoku_bench::solver::{Backend, Goal, Stop};

use crate::support::{ask, ask_all, assert_right, decides, listed, patience, takes};

const GOAL: Goal = Goal::Count(20);

/// What becomes of a generated puzzle.
#[derive(Clone, Copy)]
enum Kind {
    AsItIs,
    /// A given is another one, perhaps.
    Changed,
    /// Up to three givens are gone.
    Fewer,
}

fn vary(puzzle: &mut [u8], kind: Kind, order: Order, rng: &mut ChaCha8Rng) {
    let givens: Vec<usize> = (0..puzzle.len()).filter(|&cell| puzzle[cell] != b'.').collect();
    let mut any_given = || *givens.choose(rng).expect("there are givens");
    match kind {
        Kind::AsItIs => {}
        Kind::Changed => {
            let cell = any_given();
            puzzle[cell] = *order.symbols().choose(rng).expect("there are symbols");
        }
        Kind::Fewer => (0..3).for_each(|_| puzzle[any_given()] = b'.'),
    }
}

fn puzzles(order: Order, count: u64) -> Vec<String> {
    let recipe = Recipe::new(order, false, None, Symmetry::None).expect("a plain recipe");
    let mut generator = Generator::new(recipe, 1);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let make = |index| {
        let mut puzzle = generator.puzzle(index).expect("there are many").puzzle;
        let kind = [Kind::AsItIs, Kind::Changed, Kind::Fewer][index as usize % 3];
        vary(&mut puzzle, kind, order, &mut rng);
        String::from_utf8(puzzle).expect("ASCII")
    };
    (0..count).map(make).collect()
}

#[test]
fn all_solvers_agree_on_ten_thousand_generated_puzzles() {
    for order in [Order::TWO, Order::THREE] {
        let puzzles = puzzles(order, 5_000);
        let puzzles: Vec<&str> = puzzles.iter().map(String::as_str).collect();
        let solvers = listed();
        let mrv = solvers.iter().find(|backend| backend.id() == "mrv").expect("mrv is listed");
        let expected = ask_all(&**mrv, GOAL, &Stop::never(), &puzzles);
        for kind in [0..=0, 1..=1, 2..=20] {
            let of_kind = expected.iter().filter(|reply| kind.contains(&reply.count)).count();
            assert!(of_kind > 500, "{of_kind} {order} puzzles with {kind:?} solutions");
        }
        for backend in solvers.iter().filter(|backend| takes(&***backend, order, GOAL)) {
            let replies = ask_all(&**backend, GOAL, &patience(&**backend, order), &puzzles);
            for ((puzzle, reply), expected) in puzzles.iter().zip(&replies).zip(&expected) {
                assert_right(backend.id(), GOAL, puzzle, reply, expected.count, true);
                let decided = reply.is_complete() || !decides(&**backend);
                assert!(decided, "{} left {puzzle} open", backend.id());
            }
        }
    }
}

fn solver(id: &str) -> Box<dyn Backend> {
    listed().into_iter().find(|backend| backend.id() == id).expect("it is listed")
}

fn count(backend: &dyn Backend, puzzle: &[u8]) -> u32 {
    let reply = ask(backend, GOAL, &Stop::after_guesses(1_000_000), text(puzzle));
    assert!(reply.is_complete(), "{} left {} open", backend.id(), text(puzzle));
    reply.count
}

fn text(puzzle: &[u8]) -> &str {
    std::str::from_utf8(puzzle).expect("ASCII")
}

/// Gives an empty cell a value that clashes with no given and is not that of the only solution.
fn refuted(made: &Generated, order: Order, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let units = Units::of(order);
    let clashes = |cell: usize, symbol: u8| {
        let mut others = units.of_cell(cell).into_iter().flat_map(|unit| units.cells(unit.into()));
        others.any(|&other| made.puzzle[usize::from(other)] == symbol)
    };
    loop {
        let cell = rng.random_range(0..order.cells());
        let symbol = *order.symbols().choose(rng).expect("there are symbols");
        if made.puzzle[cell] == b'.' && symbol != made.solution[cell] && !clashes(cell, symbol) {
            let mut puzzle = made.puzzle.clone();
            puzzle[cell] = symbol;
            return puzzle;
        }
    }
}

/// Takes the givens away that keep two values from being exchanged in four cells of the solution, so that
/// there is a second one.
fn loosened(made: &Generated, order: Order, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let (n, side, solution) = (order.n(), order.side(), &made.solution);
    let mut rectangles = Vec::new();
    for (top, bottom) in (0..side).flat_map(|row| (row + 1..side).map(move |below| (row, below))) {
        for left in 0..side {
            let [a, b] = [top, bottom].map(|row| solution[row * side + left]);
            let right = (left + 1..side).find(|&right| solution[top * side + right] == b);
            let Some(right) = right.filter(|&it| solution[bottom * side + it] == a) else {
                continue;
            };
            // In two boxes, not in four: each box keeps its values.
            if (top / n == bottom / n) != (left / n == right / n) {
                let cells = [top, bottom].map(|row| [row * side + left, row * side + right]);
                rectangles.push(cells.concat());
            }
        }
    }
    let rectangle = rectangles.choose(rng).expect("random grids have some");
    let mut puzzle = made.puzzle.clone();
    rectangle.iter().for_each(|&cell| puzzle[cell] = b'.');
    puzzle
}

#[test]
fn two_hundred_large_puzzles_have_as_many_solutions_by_dlx_and_sat_as_by_mrv() {
    let [mrv, dlx, sat] = ["mrv", "dlx", "sat"].map(solver);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut kinds = [0; 3];
    for (order, min, max) in [(Order::FOUR, 130, 160), (Order::FIVE, 370, 420)] {
        let givens = Some(Givens { min, max });
        let recipe = Recipe::new(order, false, givens, Symmetry::None).expect("a plain recipe");
        let mut generator = Generator::new(recipe, 1);
        for index in 0..100 {
            let made = generator.puzzle(index).expect("there are many");
            let (puzzle, kind) = match index % 3 {
                0 => (refuted(&made, order, &mut rng), 0..=0),
                1 => (made.puzzle, 1..=1),
                _ => (loosened(&made, order, &mut rng), 2..=20),
            };
            let expected = count(&*mrv, &puzzle);
            assert!(kind.contains(&expected), "{expected} of {kind:?}: {}", text(&puzzle));
            kinds[index as usize % 3] += 1;
            for backend in [&dlx, &sat] {
                assert_eq!(count(&**backend, &puzzle), expected, "{}", text(&puzzle));
            }
        }
    }
    assert!(kinds.iter().sum::<usize>() == 200 && kinds.iter().all(|&kind| kind >= 66));
}
