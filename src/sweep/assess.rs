//! Grading puzzles that have one solution.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::error::SweepError;
use super::limited::{LimitedSolver, Limits, OnHandOver, SOON, unannounced};
use crate::builtin;
use crate::dataset::{Batch, Dataset};
use crate::logic::{Difficulty, Grader, Label};
use crate::puzzle::{Block, Order};
use crate::solver::{Answers, Goal, Search};

/// Guesses after which a puzzle is not graded: it may have several solutions.
const GUESSES: u64 = 1_000_000;
/// Puzzles that a worker grades in one go.
const AT_ONCE: usize = 64;
/// Longest that a puzzle's solution is looked for where grading has to end soon.
const LONGEST: Duration = Duration::from_millis(250);

/// What grading a puzzle came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Assessment {
    /// It has one solution, and is that hard.
    Graded(Difficulty),
    /// It has no solution or several, or its size is not graded.
    Ungraded,
    /// Whether it has one solution was not found out.
    Open,
}

impl Assessment {
    /// The difficulty, where there is one.
    pub(crate) fn difficulty(self) -> Option<Difficulty> {
        match self {
            Self::Graded(difficulty) => Some(difficulty),
            Self::Ungraded | Self::Open => None,
        }
    }
}

/// Grades blocks of puzzles of one order. One worker's own.
pub(crate) struct Assessor<'a> {
    solver: LimitedSolver<'a>,
    grader: Grader,
    answers: Answers,
}

impl<'a> Assessor<'a> {
    /// Returns true if puzzles of that order can be graded.
    pub(crate) fn takes(order: Order) -> bool {
        order <= Order::FIVE
    }

    /// An assessor of puzzles of an order that [`Assessor::takes`], each solved within `timeout`. `hand_over` is
    /// called when a puzzle takes another solver.
    ///
    /// # Errors
    /// When no solver can be started.
    pub(crate) fn new(
        order: Order,
        timeout: Option<Duration>,
        hand_over: OnHandOver<'a>,
    ) -> Result<Self, SweepError> {
        let backend = builtin::fastest(order, |_| true)
            .ok_or(SweepError::NoSolver("no solver takes this order"))?;
        let limits = Limits { guesses: GUESSES, timeout, patience: SOON, hand_over };
        let second = builtin::learning(order);
        let solver = LimitedSolver::start(&*backend, second, order, Goal::Unique, limits)?;
        Ok(Self { solver, grader: Grader::new(order), answers: Answers::new(order, 0) })
    }

    /// Grades each puzzle.
    ///
    /// # Errors
    /// When the solver fails.
    pub(crate) fn assess(&mut self, block: &Block<'_>) -> Result<Vec<Assessment>, SweepError> {
        self.solver.solve(block, &mut self.answers)?;
        let mut found = Vec::with_capacity(block.len());
        for (i, cells) in block.iter().enumerate() {
            let answer = self.answers.get(i);
            found.push(match (answer.count, answer.search) {
                (1, Search::Complete) => Assessment::Graded(self.grader.grade(cells)?),
                (0 | 1, Search::Incomplete) => Assessment::Open,
                _ => Assessment::Ungraded,
            });
        }
        Ok(found)
    }
}

/// Grades the puzzles at some offsets of a dataset, on all cores, and gives each with its offset, in
/// their order. Those that are not reached before `until` are left out.
///
/// # Errors
/// When the file has become shorter, or no solver can be started.
pub(crate) fn assess_at(
    dataset: &Dataset,
    order: Order,
    offsets: &[u64],
    until: Option<Instant>,
) -> Result<Vec<(u64, Assessment)>, SweepError> {
    if !Assessor::takes(order) {
        return Ok(offsets.iter().map(|&offset| (offset, Assessment::Ungraded)).collect());
    }
    let is_over = || until.is_some_and(|until| Instant::now() >= until);
    let assessed = offsets.par_chunks(AT_ONCE).map(|offsets| {
        let mut found = Vec::with_capacity(offsets.len());
        if is_over() {
            return Ok(found);
        }
        let mut assessor = Assessor::new(order, until.map(|_| LONGEST), &unannounced)?;
        let mut batch = Batch::new(order, dataset);
        for &offset in offsets.iter().take_while(|_| !is_over()) {
            dataset.read_at(order, offset, &mut batch)?;
            found.extend(assessor.assess(&batch.block())?.into_iter().map(|one| (offset, one)));
        }
        Ok(found)
    });
    let assessed: Vec<Vec<(u64, Assessment)>> = assessed.collect::<Result<_, SweepError>>()?;
    Ok(assessed.concat())
}

/// The labels of the puzzles at some offsets, as [`assess_at`] finds them before `until`.
///
/// # Errors
/// When the file has become shorter, or no solver can be started.
pub(crate) fn labels_at(
    dataset: &Dataset,
    order: Order,
    offsets: &[u64],
    until: Option<Instant>,
) -> Result<Vec<(u64, Label)>, SweepError> {
    let assessed = assess_at(dataset, order, offsets, until)?.into_iter();
    let labelled = assessed.filter_map(|(offset, one)| Some((offset, one.difficulty()?.label())));
    Ok(labelled.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The puzzle of Wikipedia's article "Sudoku", which singles solve.
    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

    fn assessed(text: String, order: Order, until: Option<Instant>) -> Vec<Assessment> {
        let dataset = Dataset::from_bytes("x", text.leak().as_bytes()).unwrap();
        let mut batch = Batch::new(order, &dataset);
        dataset.read(order, 0, &mut batch).unwrap();
        let found = assess_at(&dataset, order, batch.offsets(), until).unwrap();
        found.into_iter().map(|(_, one)| one).collect()
    }

    #[test]
    fn one_solution_is_graded_and_several_are_not() {
        let empty = ".".repeat(80) + "1\n";
        let found = assessed(EASY.to_owned() + &empty, Order::THREE, None);
        assert_eq!(found[0].difficulty().map(Difficulty::label), Some(Label::Easy));
        assert_eq!(found[1], Assessment::Ungraded);
    }

    #[test]
    fn what_is_not_reached_in_time_is_left_out() {
        let now = Instant::now();
        assert_eq!(assessed(EASY.to_owned(), Order::THREE, Some(now)), []);
        let later = now + Duration::from_secs(3600);
        assert_eq!(assessed(EASY.to_owned(), Order::THREE, Some(later)).len(), 1);
    }
}
