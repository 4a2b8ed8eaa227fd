//! A limit is never reported as "no solution".

use sudoku_bench::solver::{Goal, Search, Stop};

use crate::support::{ask, ask_all, assert_right, decides, listed, takes};

/// Has one solution, and no solver here finds it without a guess (Easter Monster).
const HARD: &str =
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
/// Has no solution, which takes a search to see.
const NONE: &str =
    ".2....7..4....9.3.6..723.4...83.........1....9....4.6..94....5.5.....6.3.....5...";

#[test]
fn a_raised_stop_leaves_puzzles_open() {
    for backend in listed().iter().filter(|backend| backend.abilities().cancellable) {
        let stop = Stop::never();
        stop.stop(stop.next());
        for reply in ask_all(&**backend, Goal::Unique, &stop, &[HARD, NONE]) {
            assert_eq!((reply.count, reply.search), (0, Search::Incomplete), "{}", backend.id());
        }
    }
}

#[test]
fn a_guess_limit_leaves_puzzles_open_and_is_kept() {
    for backend in listed().iter().filter(|backend| backend.abilities().cancellable) {
        for limit in [0, 1, 2, 5] {
            let stop = Stop::after_guesses(limit);
            for (puzzle, count) in [(HARD, 1), (NONE, 0)] {
                let reply = ask(&**backend, Goal::Unique, &stop, puzzle);
                assert_right(backend.id(), Goal::Unique, puzzle, &reply, count, true);
                if puzzle == HARD {
                    assert!(!reply.is_complete(), "{} with {limit} guesses", backend.id());
                }
                // A solver that advances puzzles in lanes looks once for all of them.
                assert!(reply.guesses <= limit + 64, "{}: {}", backend.id(), reply.guesses);
            }
        }
    }
}

#[test]
fn every_limit_up_to_the_end_is_either_open_or_right() {
    let solvers = listed();
    for backend in solvers.iter().filter(|b| decides(&***b)) {
        let full = ask(&**backend, Goal::Unique, &Stop::never(), NONE);
        assert_right(backend.id(), Goal::Unique, NONE, &full, 0, true);
        for limit in 0..full.guesses.min(500) + 2 {
            let reply = ask(&**backend, Goal::Unique, &Stop::after_guesses(limit), NONE);
            assert_eq!(reply.count, 0, "{}", backend.id());
        }
    }
}

#[test]
fn the_next_block_is_not_stopped_by_the_last_ones_sign() {
    let solved = "1234341221434321";
    for backend in listed() {
        let order = crate::support::order_of(solved);
        if !takes(&*backend, order, Goal::Unique) {
            continue;
        }
        let stop = Stop::never();
        stop.stop(stop.next());
        stop.next();
        let reply = ask(&*backend, Goal::Unique, &stop, solved);
        assert_eq!((reply.count, reply.search), (1, Search::Complete), "{}", backend.id());
    }
}
