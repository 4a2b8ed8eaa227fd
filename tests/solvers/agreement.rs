//! Solvers agree with each other and with counting by hand, on grids that were not chosen by hand.

use proptest::prelude::*;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sudoku_bench::puzzle::{Isomorph, Order};
use sudoku_bench::solver::{Goal, Stop};

use crate::support::{
    ask, assert_plausible, assert_right, assert_solves, decides, listed, patience, takes,
};

/// A solved grid: an isomorph of the one whose rows are shifted by a box's width.
fn solved(order: Order, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let (n, side) = (order.n(), order.side());
    let value = |i: usize| (i / side % n * n + i / side / n + i % side) % side + 1;
    let cells: Vec<u8> = (0..order.cells()).map(|i| Order::symbol(value(i) as u8)).collect();
    let mut image = cells.clone();
    Isomorph::random(order, rng).apply(&cells, &mut image);
    image
}

fn text(cells: &[u8]) -> String {
    String::from_utf8(cells.to_vec()).expect("ASCII")
}

/// A solved grid with `blanks` cells blanked, and with `changes` of the others given a value that
/// may be wrong.
fn puzzle(order: Order, blanks: usize, changes: usize, seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut cells = solved(order, &mut rng);
    let mut places: Vec<usize> = (0..order.cells()).collect();
    places.shuffle(&mut rng);
    let (blank, given) = places.split_at(blanks.min(order.cells()));
    for &place in blank {
        cells[place] = b'.';
    }
    for &place in given.iter().take(changes) {
        cells[place] = Order::symbol(rng.random_range(1..=order.side() as u8));
    }
    text(&cells)
}

/// All solvers' counts up to 50, against the first complete one's, which an exhaustive search
/// vouches for where the grid is small.
fn assert_agreement(order: Order, puzzle: &str) -> Result<(), TestCaseError> {
    let goal = Goal::Count(50);
    let solvers = listed();
    let trusted = solvers.iter().find(|backend| backend.id() == "mrv").expect("mrv is listed");
    let expected = ask(&**trusted, goal, &Stop::never(), puzzle).count;
    if order == Order::TWO {
        prop_assert_eq!(expected, count_4x4(puzzle.as_bytes()).min(50));
    }
    for backend in solvers.iter().filter(|backend| takes(&***backend, order, goal)) {
        let reply = ask(&**backend, goal, &patience(&**backend, order), puzzle);
        assert_right(backend.id(), goal, puzzle, &reply, expected, true);
        let decides = decides(&**backend);
        prop_assert!(reply.is_complete() || !decides, "{} left {} open", backend.id(), puzzle);
    }
    Ok(())
}

/// Counts the fillings of a 4x4 grid without a rule of search to get wrong.
fn count_4x4(cells: &[u8]) -> u32 {
    let Some(at) = cells.iter().position(|&cell| cell == b'.') else {
        let clash = (0..16).any(|i| (0..i).any(|j| sees_4x4(i, j) && cells[i] == cells[j]));
        return u32::from(!clash);
    };
    let mut cells = cells.to_vec();
    (b'1'..=b'4')
        .map(|value| {
            if (0..16).any(|i| i != at && sees_4x4(i, at) && cells[i] == value) {
                return 0;
            }
            cells[at] = value;
            count_4x4(&cells)
        })
        .sum()
}

fn sees_4x4(i: usize, j: usize) -> bool {
    let corner = |i: usize| (i / 8, i % 4 / 2);
    i / 4 == j / 4 || i % 4 == j % 4 || corner(i) == corner(j)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn all_count_the_solutions_of_small_grids_alike(
        blanks in 0..=16usize, changes in 0..3usize, seed: u64
    ) {
        assert_agreement(Order::TWO, &puzzle(Order::TWO, blanks, changes, seed))?;
    }

    #[test]
    fn all_count_the_solutions_of_9x9_grids_alike(
        blanks in 20..=60usize, changes in 0..2usize, seed: u64
    ) {
        assert_agreement(Order::THREE, &puzzle(Order::THREE, blanks, changes, seed))?;
    }

    #[test]
    fn an_isomorph_has_as_many_solutions(blanks in 30..=56usize, seed: u64) {
        let order = Order::THREE;
        let original = puzzle(order, blanks, 0, seed);
        let mut image = vec![0; order.cells()];
        let isomorph = Isomorph::random(order, &mut ChaCha8Rng::seed_from_u64(!seed));
        isomorph.apply(original.as_bytes(), &mut image);
        for backend in listed().iter().filter(|b| decides(&***b)) {
            let count = |puzzle: &str| ask(&**backend, Goal::Count(50), &Stop::never(), puzzle).count;
            prop_assert_eq!(count(&original), count(&text(&image)), "{}", backend.id());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn nearly_solved_large_grids_are_solved(n in 4..=7usize, permille in 0..=300usize, seed: u64) {
        let order = Order::new(n).expect("an order");
        let puzzle = puzzle(order, order.cells() * permille / 1000, 0, seed);
        for backend in listed().iter().filter(|b| takes(&***b, order, Goal::First)) {
            let reply = ask(&**backend, Goal::First, &patience(&**backend, order), &puzzle);
            assert_plausible(backend.id(), Goal::First, &puzzle, &reply);
            let decides = decides(&**backend);
            prop_assert!(reply.is_complete() || !decides, "{} left {} open", backend.id(), puzzle);
            prop_assert!(reply.count == 1 || !reply.is_complete(), "{}", backend.id());
        }
    }
}

#[test]
fn solved_and_clashing_grids_of_every_order_are_told_apart() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for order in Order::ALL {
        let cells = solved(order, &mut rng);
        assert_solves("the maker of grids", &text(&cells), &text(&cells));
        let mut clash = cells.clone();
        clash[order.cells() - 1] = clash[order.cells() - 2];
        for backend in listed().iter().filter(|b| takes(&***b, order, Goal::Unique)) {
            let ask = |cells: &[u8]| ask(&**backend, Goal::Unique, &Stop::never(), &text(cells));
            let (solved, clashing) = (ask(&cells), ask(&clash));
            assert_eq!((solved.count, solved.guesses), (1, 0), "{} {order}", backend.id());
            assert!(solved.is_complete(), "{} {order}", backend.id());
            assert_eq!((clashing.count, clashing.guesses), (0, 0), "{} {order}", backend.id());
            assert!(clashing.is_complete(), "{} {order}", backend.id());
        }
    }
}

#[test]
fn brute_force_makes_the_same_guesses_with_and_without_recursion() {
    let [recursive, iterative] = ["brute-force", "brute-force-iterative"].map(|id| {
        let backend = listed().into_iter().find(|backend| backend.id() == id);
        backend.expect("it is listed")
    });
    for seed in 0..50 {
        let (order, goal) = (Order::THREE, Goal::Count(3));
        let puzzle = puzzle(order, 40 + seed as usize % 15, 0, seed);
        let stop = patience(&*recursive, order);
        assert_eq!(ask(&*recursive, goal, &stop, &puzzle), ask(&*iterative, goal, &stop, &puzzle));
    }
}
