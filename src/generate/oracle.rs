//! How many solutions a puzzle has: none, one or more, which is all that a generator needs.

use crate::builtin;
use crate::puzzle::{Order, Puzzles};
use crate::solver::{Answers, Goal, Search, Solver, Stop};

/// Solvers by speed at one puzzle at a time. Whichever answers, the answer is the same.
const FASTEST_FIRST: [&str; 2] = ["vector", "mrv"];

/// Guesses after which a question about a 16x16 or larger grid is left open; questions about
/// smaller ones are always decided.
const GUESSES: u64 = 3_000;

/// What the oracle says of a puzzle that is known to have a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// There is exactly one.
    One,
    /// There are several.
    More,
    /// To decide would take too long.
    Undecided,
}

/// A solver and its place for one puzzle.
pub(super) struct Oracle {
    solver: Box<dyn Solver>,
    puzzle: Puzzles,
    answer: Answers,
    stop: Stop,
}

impl Oracle {
    /// An oracle for puzzles of one order.
    pub(super) fn new(order: Order) -> Self {
        // Guess limits are exact for `mrv` only, and where there is one the answer depends on it.
        let names = if order <= Order::THREE { &FASTEST_FIRST[..] } else { &["mrv"] };
        let solvers = names.iter().filter_map(|name| {
            let backend = builtin::find(name)?;
            let takes = backend.abilities().orders.contains(&order);
            takes.then(|| backend.start(order, Goal::Unique).ok()).flatten()
        });
        let limit = if order <= Order::THREE { u64::MAX } else { GUESSES };
        Self {
            solver: solvers.into_iter().next().expect("mrv takes every order and goal"),
            puzzle: Puzzles::with_capacity(order, 1),
            answer: Answers::new(order, 1),
            stop: Stop::after_guesses(limit),
        }
    }

    /// Whether the puzzle, which has a solution, has another.
    pub(super) fn ask(&mut self, cells: &[u8]) -> Verdict {
        self.puzzle.clear();
        self.puzzle.push(cells);
        self.answer.clear(1);
        let solved = self.solver.solve(&self.puzzle.block(), &self.stop, &mut self.answer);
        let answer = self.answer.get(0);
        match (solved, answer.search, answer.count) {
            (Ok(_), Search::Complete, 1) => Verdict::One,
            (Ok(_), Search::Complete, _) => Verdict::More,
            _ => Verdict::Undecided,
        }
    }
}
