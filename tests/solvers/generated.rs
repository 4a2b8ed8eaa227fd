//! All solvers on ten thousand generated puzzles with none, one and many solutions.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use sudoku_bench::generate::{Generator, Recipe, Symmetry};
use sudoku_bench::puzzle::Order;
use sudoku_bench::solver::{Goal, Stop};

use crate::support::{ask_all, assert_right, decides, listed, patience, takes};

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
