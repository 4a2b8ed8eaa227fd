//! Why a file cannot be gone through to its end.

use std::io;

use super::ordered::NoThread;
use crate::dataset::DatasetError;
use crate::logic::Contradiction;
use crate::solver::SolverError;

/// Why a file cannot be gone through to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SweepError {
    /// The file cannot be read, or has changed.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A solver cannot be started, or broke.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// No built-in solver does what is asked.
    #[error("{0}")]
    NoSolver(&'static str),
    /// A solver came back without an answer to each puzzle.
    #[error("the solver left puzzles unanswered")]
    Unanswered,
    /// A technique is wrong: it contradicts a solution.
    #[error("a puzzle that has a solution could not be graded; please report it")]
    Grading(#[from] Contradiction),
    /// What is kept of the puzzles has no room.
    #[error(
        "cannot write temporary files, which --list and the search for repeats need; set TMPDIR to a \
         writable directory with space"
    )]
    Keep(#[source] io::Error),
    /// Not even one thread can be started.
    #[error(transparent)]
    NoThread(#[from] NoThread),
}
