//! `lockstep`: many search nodes at once, one in each lane of a vector.

mod board;
mod choice;
mod geometry;
mod grids;
mod pool;
mod saved;
mod sweep;
#[cfg(test)]
mod tests;

use pool::{Pool, Solving};

use super::isa::Isa;
use super::simd::{self, Lanes, Visitor};
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
    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        if order != Order::THREE {
            return Err(SolverError::Order { id: self.id.clone(), order });
        }
        Ok(simd::visit(self.isa, Start { limit: goal.limit() }))
    }
}

/// Starts a solver on the instruction set visited.
struct Start {
    limit: u32,
}

impl Visitor for Start {
    type Output = Box<dyn Solver>;

    fn visit<V: Lanes>(self) -> Box<dyn Solver> {
        Box::new(LockstepSolver { limit: self.limit, pool: Pool::<V>::new() })
    }
}

struct LockstepSolver<V> {
    limit: u32,
    pool: Pool<V>,
}

impl<V: Lanes> Solver for LockstepSolver<V> {
    fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        V::enter(Solving { pool: &mut self.pool, block, limit: self.limit, stop, answers });
        Ok(Clocked::ByCaller)
    }
}
