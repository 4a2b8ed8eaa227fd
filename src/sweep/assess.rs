//! Grading puzzles that have one solution.

use rayon::prelude::*;

use super::error::SweepError;
use super::solving::solve_all;
use crate::builtin;
use crate::dataset::{Batch, Dataset};
use crate::logic::{Difficulty, Grader, Label};
use crate::puzzle::{Block, Order, Puzzles};
use crate::solver::{Answers, Goal, Search, Solver, Stop};

/// Guesses after which a puzzle is not graded: it may have several solutions.
const GUESSES: u64 = 1_000_000;
/// Puzzles that a worker grades in one go.
const AT_ONCE: usize = 64;

/// Grades blocks of puzzles of one order. One worker's own.
pub(crate) struct Assessor {
    solver: Box<dyn Solver>,
    grader: Grader,
    answers: Answers,
}

impl Assessor {
    /// Returns true if puzzles of that order can be graded.
    pub(crate) fn takes(order: Order) -> bool {
        order <= Order::FIVE
    }

    /// An assessor of puzzles of an order that [`Assessor::takes`].
    ///
    /// # Errors
    /// When no solver can be started.
    pub(crate) fn new(order: Order) -> Result<Self, SweepError> {
        let backend = builtin::fastest(order, |_| true)
            .ok_or(SweepError::NoSolver("no solver takes this order"))?;
        let solver = backend.start(order, Goal::Unique)?;
        Ok(Self { solver, grader: Grader::new(order), answers: Answers::new(order, 0) })
    }

    /// The difficulty of each puzzle; `None` unless it was verified to have one solution.
    ///
    /// # Errors
    /// When the solver fails.
    pub(crate) fn assess(
        &mut self,
        block: &Block<'_>,
    ) -> Result<Vec<Option<Difficulty>>, SweepError> {
        let stop = Stop::after_guesses(GUESSES);
        solve_all(&mut *self.solver, block, &stop, &mut self.answers)?;
        let mut difficulties = Vec::with_capacity(block.len());
        for (i, cells) in block.iter().enumerate() {
            let answer = self.answers.get(i);
            let is_unique = answer.count == 1 && answer.search == Search::Complete;
            difficulties.push(is_unique.then(|| self.grader.grade(cells)).transpose()?);
        }
        Ok(difficulties)
    }
}

/// The difficulty of the puzzles at some offsets of a dataset, on all cores; `None` for those
/// without exactly one solution, and for all of an order that is too large to be graded.
///
/// # Errors
/// When the file has become shorter, or no solver can be started.
pub(crate) fn difficulties_at(
    dataset: &Dataset,
    order: Order,
    offsets: &[u64],
) -> Result<Vec<Option<Difficulty>>, SweepError> {
    if !Assessor::takes(order) {
        return Ok(vec![None; offsets.len()]);
    }
    let graded = offsets.par_chunks(AT_ONCE).map(|offsets| {
        let (mut assessor, mut batch) = (Assessor::new(order)?, Batch::new(order, dataset));
        let mut puzzles = Puzzles::with_capacity(order, offsets.len());
        for &offset in offsets {
            dataset.read_at(order, offset, &mut batch)?;
            puzzles.push(batch.block().cells(0));
        }
        assessor.assess(&puzzles.block())
    });
    let graded: Vec<Vec<Option<Difficulty>>> = graded.collect::<Result<_, SweepError>>()?;
    Ok(graded.concat())
}

/// The labels of the puzzles at some offsets, as [`difficulties_at`] finds them.
///
/// # Errors
/// When the file has become shorter, or no solver can be started.
pub(crate) fn labels_at(
    dataset: &Dataset,
    order: Order,
    offsets: &[u64],
) -> Result<Vec<Option<Label>>, SweepError> {
    let difficulties = difficulties_at(dataset, order, offsets)?;
    Ok(difficulties.into_iter().map(|difficulty| difficulty.map(Difficulty::label)).collect())
}
