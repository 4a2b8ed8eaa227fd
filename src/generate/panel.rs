//! Many questions at once about how many solutions puzzles have.

use crate::builtin;
use crate::puzzle::order::BLANK;
use crate::puzzle::{Order, Puzzles};
use crate::solver::{Answer, Answers, Backend, Goal, Search, Solver, Stop};

/// Questions that are asked at once at most.
pub(super) const MOST: usize = 512;

/// A solver with room for questions. The same question has the same answer whichever solver it is,
/// but for the solution that is found first.
pub(super) struct Panel {
    solver: Box<dyn Solver>,
    puzzles: Puzzles,
    answers: Answers,
}

impl Panel {
    /// For puzzles of one order.
    pub(super) fn new(order: Order) -> Self {
        let backend = builtin::fastest(order, |_| true);
        Self::of(&*backend.expect("mrv takes every order and goal"), order)
    }

    /// A second opinion, from a solver that shares nothing with the first.
    pub(super) fn second(order: Order) -> Self {
        Self::of(&*builtin::find("mrv").expect("mrv is built in"), order)
    }

    fn of(backend: &dyn Backend, order: Order) -> Self {
        Self {
            solver: backend.start(order, Goal::Unique).expect("built-in solvers take every goal"),
            puzzles: Puzzles::with_capacity(order, MOST),
            answers: Answers::new(order, MOST),
        }
    }

    /// A place for the cells of another question.
    pub(super) fn slot(&mut self) -> &mut [u8] {
        self.puzzles.push_slot()
    }

    /// Answers the questions in their order, and forgets them.
    pub(super) fn ask(&mut self, mut each: impl FnMut(usize, Answer<'_>)) {
        let asked = self.puzzles.len();
        if asked == 0 {
            return;
        }
        self.answers.clear(asked);
        let solved = self.solver.solve(&self.puzzles.block(), &Stop::never(), &mut self.answers);
        assert!(
            solved.is_ok() && self.answers.are_given(asked),
            "a built-in solver without a limit decides every puzzle"
        );
        (0..asked).for_each(|i| each(i, self.answers.get(i)));
        self.puzzles.clear();
    }
}

/// Whether an answer says that there is exactly one solution.
pub(super) fn is_unique(answer: &Answer<'_>) -> bool {
    answer.search == Search::Complete && answer.count == 1
}

/// Whether each given of a puzzle with one solution is needed.
pub(super) fn is_minimal(panel: &mut Panel, puzzle: &[u8]) -> bool {
    for (cell, _) in puzzle.iter().enumerate().filter(|(_, symbol)| **symbol != BLANK) {
        let slot = panel.slot();
        slot.copy_from_slice(puzzle);
        slot[cell] = BLANK;
    }
    let mut minimal = true;
    panel.ask(|_, answer| minimal &= !is_unique(&answer));
    minimal
}
