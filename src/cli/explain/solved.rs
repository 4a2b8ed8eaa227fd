//! What solvers find out about a puzzle before it is explained.

use anyhow::{Context, bail};

use crate::builtin;
use crate::logic::Known;
use crate::puzzle::{Order, Puzzles};
use crate::report::explanation::Solutions;
use crate::solver::{Answers, Goal, Search};
use crate::sweep::limited::{LimitedSolver, Limits, unannounced};

/// Guesses after which the search for another solution is given up, of each solver that searches.
const GUESSES: u64 = 1_000_000;

/// Solves a puzzle up to its second solution.
///
/// # Errors
/// When it has none.
pub(super) fn solve(order: Order, cells: &[u8]) -> anyhow::Result<(Solutions, Known)> {
    let backend = builtin::fastest(order, |_| true).context("no solver takes this order")?;
    let puzzles = Puzzles::from_cells(order, [cells]);
    let mut answers = Answers::new(order, 1);
    let limits = Limits { guesses: GUESSES, timeout: None, hand_over: &unannounced };
    let second = builtin::learning(order);
    let mut solver = LimitedSolver::start(&*backend, second, order, Goal::Unique, limits)?;
    solver.solve(&puzzles.block(), &mut answers)?;
    let answer = answers.get(0);
    let solution = answer.solution.map(<[u8]>::to_vec);
    Ok(match (answer.count, answer.search, solution) {
        (0, Search::Complete, _) => bail!(
            "the puzzle has no solution; if some of its values were filled in by hand, one of them \
             is wrong"
        ),
        (1, Search::Complete, Some(solution)) => (Solutions::One, Known::Unique(solution)),
        (2.., _, Some(solution)) => (Solutions::Several, Known::OneOfSeveral(solution)),
        (1, _, Some(solution)) => (Solutions::OneOrMore, Known::OneOfSeveral(solution)),
        _ => (Solutions::NotKnown, Known::Nothing),
    })
}
