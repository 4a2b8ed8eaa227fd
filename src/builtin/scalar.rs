//! What all solvers have in common that take one puzzle after the other.

use crate::puzzle::{Block, Order};
use crate::solver::{
    Abilities, Answers, Backend, Clocked, Goal, Search, Solver, SolverError, Stop,
};

/// The backend of a scalar solver: its name and how it is started.
pub struct ScalarBackend {
    /// Name after `--solver`.
    pub id: &'static str,
    /// One line for `sudoku-bench solvers`.
    pub summary: &'static str,
    /// Whether it decides every puzzle, given time.
    pub complete: bool,
    /// Makes the scratch memory of one worker's solver.
    pub start: fn(Order) -> Box<dyn Scalar>,
}

/// An algorithm that searches one puzzle at a time; its fields are scratch memory.
pub trait Scalar {
    /// Searches a puzzle of the order it was started for until it has found `limit` solutions
    /// (at least 1) or all there are, and writes the first to `solution` as canonical symbols.
    fn search(&mut self, cells: &[u8], limit: u32, stop: &Stop, solution: &mut [u8]) -> Found;
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Solutions, at most the limit.
    pub count: u32,
    /// Guesses made.
    pub guesses: u64,
    /// Whether the count is exact or has reached the limit.
    pub search: Search,
}

impl Found {
    /// Givens that contradict each other.
    pub const NONE: Self = Self { count: 0, guesses: 0, search: Search::Complete };
}

impl Backend for ScalarBackend {
    fn id(&self) -> &str {
        self.id
    }
    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }
    fn abilities(&self) -> Abilities {
        Abilities { complete: self.complete, ..Abilities::BUILTIN }
    }
    fn summary(&self) -> String {
        self.summary.to_owned()
    }
    fn runs(&self, algorithm: &str, _: usize) -> bool {
        algorithm == self.id
    }
    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(OneByOne { scalar: (self.start)(order), limit: goal.limit().max(1) }))
    }
}

struct OneByOne {
    scalar: Box<dyn Scalar>,
    limit: u32,
}

impl Solver for OneByOne {
    fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        for (i, cells) in block.iter().enumerate() {
            if stop.is_raised() {
                answers.set(i, 0, 0, Search::Incomplete);
                continue;
            }
            let found = self.scalar.search(cells, self.limit, stop, answers.solution_mut(i));
            answers.set(i, found.count, found.guesses, found.search);
        }
        Ok(Clocked::ByCaller)
    }
}
