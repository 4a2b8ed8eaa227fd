//! `lockstep`: many search nodes at once, one in each lane of a vector.
//!
//! A block of a few puzzles would leave most lanes empty; it is solved by `vector`.

mod board;
mod choice;
mod geometry;
mod grids;
mod moves;
mod ones;
mod pool;
mod saved;
mod split;
mod sweep;
#[cfg(test)]
mod tests;

use pool::{Pool, Solving};

use super::isa::Isa;
use super::simd::{self, Lanes, Visitor};
use super::vector::Vector;
use crate::puzzle::{Block, Order};
use crate::solver::{
    Abilities, Answers, Backend, Clocked, Goal, Grain, Guesses, Solver, SolverError, Stop,
};

/// The backend.
pub struct Lockstep {
    id: String,
    isa: Isa,
}

impl Lockstep {
    /// On the instruction set given, known by `id`.
    pub fn new(id: String, isa: Isa) -> Self {
        Self { id, isa }
    }
}

impl Backend for Lockstep {
    fn id(&self) -> &str {
        &self.id
    }
    fn version(&self) -> String {
        format!("{} {}", env!("CARGO_PKG_VERSION"), self.isa)
    }
    fn abilities(&self) -> Abilities {
        Abilities {
            orders: Order::THREE..=Order::THREE,
            grain: Grain::Block,
            guesses: Guesses::Vary,
            ..Abilities::BUILTIN
        }
    }
    fn summary(&self) -> String {
        format!(
            "search nodes of many puzzles in lockstep, highest throughput; order 3 ({})",
            self.isa
        )
    }
    fn runs(&self, algorithm: &str, block: usize) -> bool {
        algorithm == "lockstep" || (block <= FEW && algorithm == "vector")
    }
    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        if order != Order::THREE {
            return Err(SolverError::Order { id: self.id.clone(), order });
        }
        Ok(simd::visit(self.isa, Start { isa: self.isa, goal }))
    }
}

/// Starts a solver on the instruction set visited.
struct Start {
    isa: Isa,
    goal: Goal,
}

impl Visitor for Start {
    type Output = Box<dyn Solver>;

    fn visit<V: Lanes>(self) -> Box<dyn Solver> {
        let Self { isa, goal } = self;
        Box::new(LockstepSolver { isa, goal, pool: Pool::<V>::new(), one_by_one: None })
    }
}

struct LockstepSolver<V> {
    isa: Isa,
    goal: Goal,
    pool: Pool<V>,
    /// For few puzzles. Started when it is first needed: all its memory is written to.
    one_by_one: Option<Box<dyn Solver>>,
}

/// Puzzles that are few, at every width: twice as many easy ones take as long in lockstep as one by
/// one.
const FEW: usize = 8;

impl<V> LockstepSolver<V> {
    fn one_by_one(&mut self) -> Result<&mut dyn Solver, SolverError> {
        let solver = match &mut self.one_by_one {
            Some(solver) => solver,
            none => {
                let vector = Vector::new("vector".to_owned(), self.isa);
                none.insert(vector.start(Order::THREE, self.goal)?)
            }
        };
        Ok(&mut **solver)
    }
}

impl<V: Lanes> Solver for LockstepSolver<V> {
    fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        if block.len() <= FEW {
            return self.one_by_one()?.solve(block, stop, answers);
        }
        let limit = self.goal.limit();
        V::enter(Solving { pool: &mut self.pool, block, limit, stop, answers });
        Ok(Clocked::ByCaller)
    }
}
