//! Two backends that solve nothing and so measure the harness: `null` and `echo`.

use crate::puzzle::{Block, Order};
use crate::solver::{
    Abilities, Answers, Backend, Clocked, Goal, Guesses, Search, Solutions, Solver, SolverError,
    Stop,
};

/// Leaves every puzzle open: what remains is the cost of timing.
pub(super) struct Null;

/// Returns the grid it is given as its only solution: right on solved grids, and then what
/// remains is the cost of everything but solving.
pub(super) struct Echo;

const NOTHING: Abilities = Abilities {
    complete: false,
    solutions: Solutions::Never,
    guesses: Guesses::None,
    ..Abilities::BUILTIN
};

impl Backend for Null {
    fn id(&self) -> &str {
        "null"
    }
    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }
    fn abilities(&self) -> Abilities {
        NOTHING
    }
    fn summary(&self) -> String {
        "answers nothing; measures the harness".to_owned()
    }
    fn start(&self, _: Order, _: Goal) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(NullSolver))
    }
}

impl Backend for Echo {
    fn id(&self) -> &str {
        "echo"
    }
    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }
    fn abilities(&self) -> Abilities {
        Abilities { solutions: Solutions::Always, ..NOTHING }
    }
    fn summary(&self) -> String {
        "returns the grid it is given; measures the harness over solved grids".to_owned()
    }
    fn start(&self, _: Order, _: Goal) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(EchoSolver))
    }
}

struct NullSolver;

impl Solver for NullSolver {
    fn solve(
        &mut self,
        block: &Block<'_>,
        _: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        for i in 0..block.len() {
            answers.set(i, 0, 0, Search::Incomplete);
        }
        Ok(Clocked::ByCaller)
    }
}

struct EchoSolver;

impl Solver for EchoSolver {
    fn solve(
        &mut self,
        block: &Block<'_>,
        _: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        for (i, cells) in block.iter().enumerate() {
            answers.solution_mut(i).copy_from_slice(cells);
            answers.set(i, 1, 0, Search::Complete);
        }
        Ok(Clocked::ByCaller)
    }
}
