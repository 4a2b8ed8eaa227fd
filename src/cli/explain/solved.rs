//! What solvers find out about a puzzle before it is explained.

use anyhow::{Context, bail};

use crate::builtin;
use crate::cli::announcement::Announcement;
use crate::cli::streams::remark;
use crate::logic::Known;
use crate::puzzle::{Order, Puzzles};
use crate::report::explanation::Solutions;
use crate::solver::{Answers, Goal, Search};
use crate::sweep::limited::{HandOver, LimitedSolver, Limits, SOON};

/// Guesses after which each solver gives up its search for another solution.
const GUESSES: u64 = 1_000_000;

/// Solves a puzzle of a file up to its second solution, and says when another solver continues.
///
/// # Errors
/// When it has none.
pub(super) fn solve(path: &str, order: Order, cells: &[u8]) -> anyhow::Result<(Solutions, Known)> {
    let announcement = Announcement::without_timeout(path);
    solve_saying(order, cells, &|what| announcement.say(&what, remark))
}

/// Solves a puzzle up to its second solution; `hand_over` is called when another solver continues.
///
/// # Errors
/// When it has none.
pub(in crate::cli) fn solve_saying(
    order: Order,
    cells: &[u8],
    hand_over: &(dyn Fn(HandOver<'_>) + Sync),
) -> anyhow::Result<(Solutions, Known)> {
    let backend = builtin::fastest(order, |_| true).context("no solver takes this order")?;
    let puzzles = Puzzles::from_cells(order, [cells]);
    let mut answers = Answers::new(order, 1);
    let limits = Limits { guesses: GUESSES, timeout: None, patience: SOON, hand_over };
    let second = builtin::learning(order);
    LimitedSolver::start(&*backend, second, order, Goal::Unique, limits)?
        .solve(&puzzles.block(), &mut answers)?;
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
