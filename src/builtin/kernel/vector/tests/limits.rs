//! Ends that are not the search's own: stops and guess limits.

use std::time::Duration;

use super::super::super::isa::Isa;
use super::super::super::simd::boxes::symbols::CELLS;
use super::super::Vector;
use crate::puzzle::{Order, Puzzles};
use crate::solver::{Answers, Backend, Goal, Search, SolverError, Stop};

const BLANK: &[u8; CELLS] = &[b'.'; CELLS];

/// The second line of the forum's list of hardest puzzles.
const HARDEST: &[u8; CELLS] =
    b"98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";

fn solve(isa: Isa, goal: Goal, puzzle: &[u8; CELLS], stop: &Stop) -> (u32, u64, Search) {
    let backend = Vector::new("vector".to_owned(), isa);
    let mut solver = backend.start(Order::THREE, goal).expect("order 3");
    let mut answers = Answers::new(Order::THREE, 1);
    let puzzles = Puzzles::from_cells(Order::THREE, [&puzzle[..]]);
    solver.solve(&puzzles.block(), stop, &mut answers).expect("it solves");
    let answer = answers.get(0);
    (answer.count, answer.guesses, answer.search)
}

#[test]
fn a_raised_stop_leaves_the_puzzle_open_at_once() {
    for isa in Isa::available() {
        let stop = Stop::never();
        stop.stop(stop.generation());
        assert_eq!(solve(isa, Goal::First, BLANK, &stop), (0, 0, Search::Incomplete));
    }
}

#[test]
fn after_a_stop_no_puzzle_is_begun_not_even_a_solved_one() {
    let value = |i: usize| (i / 9 % 3 * 3 + i / 27 + i % 9) % 9 + 1;
    let solved: [u8; CELLS] = std::array::from_fn(|i| b'0' + value(i) as u8);
    for isa in Isa::available() {
        let stop = Stop::never();
        assert_eq!(solve(isa, Goal::Unique, &solved, &stop), (1, 0, Search::Complete));
        stop.stop(stop.generation());
        assert_eq!(solve(isa, Goal::Unique, &solved, &stop), (0, 0, Search::Incomplete));
    }
}

#[test]
fn a_stop_from_another_thread_ends_a_long_count() {
    for isa in Isa::available() {
        // On a busy machine the stop may come before the search: then it is to come later.
        let mut patience = Duration::from_millis(10);
        loop {
            let stop = Stop::never();
            let (_, guesses, search) = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(patience);
                    stop.stop(stop.generation());
                });
                solve(isa, Goal::Count(u32::MAX), BLANK, &stop)
            });
            assert_eq!(search, Search::Incomplete);
            if guesses > 0 {
                break;
            }
            patience *= 2;
        }
    }
}

#[test]
fn a_guess_limit_ends_the_search_and_says_so() {
    for isa in Isa::available() {
        let (count, guesses, search) = solve(isa, Goal::Unique, HARDEST, &Stop::after_guesses(3));
        assert_eq!((count, guesses, search), (0, 3, Search::Incomplete));
    }
}

/// A given in a cell that its row and column leave to another box: the cell loses its last candidate
/// while the box still has a place for each digit.
const EMPTIED: &[u8; CELLS] =
    b"6...7....87..............77...7...........873......5.4.9.2.8......69......5......";

#[test]
fn a_grid_with_an_emptied_cell_is_not_searched() {
    for isa in Isa::available() {
        let answer = solve(isa, Goal::Unique, EMPTIED, &Stop::never());
        assert_eq!(answer, (0, 0, Search::Complete));
    }
}

#[test]
fn other_orders_are_refused() {
    let refused = Vector::new("vector".to_owned(), Isa::best()).start(Order::FOUR, Goal::First);
    assert!(matches!(refused.err(), Some(SolverError::Order { order: Order::FOUR, .. })));
}
