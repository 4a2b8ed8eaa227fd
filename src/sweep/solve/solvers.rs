//! Which solver is for the puzzles of which order.

use crate::builtin;
use crate::foreign::spec;
use crate::puzzle::Order;
use crate::solver::{Backend, Goal, Solver, Threads};
use crate::sweep::error::SweepError;

/// The solver asked for, or the fastest built-in one of each order.
pub(crate) struct Solvers {
    asked: Option<Box<dyn Backend>>,
    goal: Goal,
}

impl Solvers {
    /// The solver of a name, or the choice of one; to reach a goal.
    ///
    /// # Errors
    /// When there is none of that name.
    pub(crate) fn new(asked: Option<&str>, goal: Goal) -> Result<Self, SweepError> {
        Ok(Self { asked: asked.map(spec::parse).transpose()?, goal })
    }

    /// Starts a solver that also says whether a solution is the only one, where one is asked for
    /// and the solver can count that far.
    pub(crate) fn start_to_the_second(&self, order: Order) -> Option<Box<dyn Solver>> {
        if self.goal != Goal::First {
            return None;
        }
        self.start_to(Goal::Unique, order).ok()
    }

    /// Starts a solver for puzzles of an order.
    ///
    /// # Errors
    /// When the one asked for does not take them, or cannot be started.
    pub(crate) fn start(&self, order: Order) -> Result<Box<dyn Solver>, SweepError> {
        self.start_to(self.goal, order)
    }

    fn start_to(&self, goal: Goal, order: Order) -> Result<Box<dyn Solver>, SweepError> {
        if let Some(backend) = &self.asked {
            return Ok(backend.start(order, goal)?);
        }
        let backend = builtin::fastest(order, |able| goal.limit() <= able.counts_to);
        let backend = backend.ok_or(SweepError::NoSolver("no built-in solver counts that far"))?;
        Ok(backend.start(order, goal)?)
    }

    /// Workers that may run at once, of those wanted.
    pub(crate) fn threads(&self, wanted: usize) -> usize {
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
            let solvers = Solvers::new(None, goal).unwrap();
            for order in Order::ALL {
                assert!(solvers.start(order).is_ok(), "{order} {goal}");
            }
        }
    }

    #[test]
    fn a_solver_that_was_asked_for_is_not_replaced() {
        let solvers = Solvers::new(Some("lockstep"), Goal::First).unwrap();
        let error = solvers.start(Order::FOUR).err().unwrap().to_string();
        assert!(error.contains("lockstep") && error.contains("16x16"), "{error}");
        assert!(Solvers::new(Some("mvr"), Goal::First).is_err());
    }
}
