//! A solver that answers one block after another.

use super::error::SweepError;
use crate::puzzle::Block;
use crate::solver::{Answers, Solver, Stop};

/// Solves a block into `answers`, which are made larger where there is no room for it.
///
/// # Errors
/// When the solver breaks, or comes back without an answer to each puzzle.
pub(crate) fn solve_all(
    solver: &mut dyn Solver,
    block: &Block<'_>,
    stop: &Stop,
    answers: &mut Answers,
) -> Result<(), SweepError> {
    make_room(block, answers);
    solver.solve(block, stop, answers)?;
    if answers.are_given(block.len()) { Ok(()) } else { Err(SweepError::Unanswered) }
}

/// Clears answers for a block, and makes them larger where there is no room for it.
pub(crate) fn make_room(block: &Block<'_>, answers: &mut Answers) {
    let len = block.len();
    if answers.len() < len {
        *answers = Answers::new(block.order(), len.next_power_of_two());
    }
    answers.clear(len);
}
