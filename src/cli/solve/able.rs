//! Who solves the puzzles of which order.

use anyhow::Context;

use crate::builtin;
use crate::foreign::spec;
use crate::puzzle::Order;
use crate::solver::{Backend, Goal, Solver, Threads};

/// The solver asked for, or the fastest built-in one of each order.
pub(super) struct Able {
    asked: Option<Box<dyn Backend>>,
    goal: Goal,
}

impl Able {
    /// The solver of a name, or the choice of one; to reach a goal.
    ///
    /// # Errors
    /// When there is none of that name.
    pub(super) fn new(asked: Option<&str>, goal: Goal) -> anyhow::Result<Self> {
        Ok(Self { asked: asked.map(spec::parse).transpose()?, goal })
    }

    /// Starts a solver that also says whether a solution is the only one, where one is asked for
    /// and the solver can count that far.
    pub(super) fn start_to_the_second(&self, order: Order) -> Option<Box<dyn Solver>> {
        if self.goal != Goal::First {
            return None;
        }
        self.start_to(Goal::Unique, order).ok()
    }

    /// Starts a solver for puzzles of an order.
    ///
    /// # Errors
    /// When the one asked for does not take them, or cannot be started.
    pub(super) fn start(&self, order: Order) -> anyhow::Result<Box<dyn Solver>> {
        self.start_to(self.goal, order)
    }

    fn start_to(&self, goal: Goal, order: Order) -> anyhow::Result<Box<dyn Solver>> {
        if let Some(backend) = &self.asked {
            return Ok(backend.start(order, goal)?);
        }
        let backend = builtin::fastest(order, |able| goal.limit() <= able.counts_to);
        Ok(backend.context("no built-in solver counts that far")?.start(order, goal)?)
    }

    /// Workers that may run at once, of those wanted.
    pub(super) fn threads(&self, wanted: usize) -> usize {
        match &self.asked {
            Some(backend) if backend.abilities().threads == Threads::One => 1,
            _ => wanted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_and_goal_has_a_built_in_solver() {
        for goal in [Goal::First, Goal::Unique, Goal::Count(u32::MAX)] {
            let able = Able::new(None, goal).unwrap();
            for order in Order::ALL {
                assert!(able.start(order).is_ok(), "{order} {goal}");
            }
        }
    }

    #[test]
    fn a_solver_that_was_asked_for_is_not_replaced() {
        let able = Able::new(Some("lockstep"), Goal::First).unwrap();
        let error = able.start(Order::FOUR).err().unwrap().to_string();
        assert!(error.contains("lockstep") && error.contains("16x16"), "{error}");
        assert!(Able::new(Some("mvr"), Goal::First).is_err());
    }
}
