//! Which solver is for the puzzles of which order.

use crate::builtin;
use crate::foreign::spec;
use crate::puzzle::Order;
use crate::solver::{Backend, Goal, Threads};
use crate::sweep::error::SweepError;
use crate::sweep::limited::{LimitedSolver, Limits};

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
    pub(crate) fn start_to_the_second<'l>(
        &self,
        order: Order,
        limits: Limits<'l>,
    ) -> Option<LimitedSolver<'l>> {
        if self.goal != Goal::First {
            return None;
        }
        self.with_first(order, Goal::Unique, |backend| {
            LimitedSolver::start(backend, None, order, Goal::Unique, limits)
        })
        .ok()
    }

    /// Starts a solver for puzzles of an order. Where none was asked for, another continues with
    /// those that it does not solve soon.
    ///
    /// # Errors
    /// When the one asked for does not take them, or cannot be started.
    pub(crate) fn start<'l>(
        &self,
        order: Order,
        limits: Limits<'l>,
    ) -> Result<LimitedSolver<'l>, SweepError> {
        let second = if self.asked.is_none() { builtin::learning(order) } else { None };
        self.with_first(order, self.goal, |backend| {
            LimitedSolver::start(backend, second, order, self.goal, limits)
        })
    }

    /// Refuses puzzles of an order that cannot be solved.
    ///
    /// # Errors
    /// When the one asked for does not take them, or cannot be started.
    pub(crate) fn try_start(&self, order: Order) -> Result<(), SweepError> {
        self.with_first(order, self.goal, |backend| {
            drop(backend.start(order, self.goal)?);
            Ok(())
        })
    }

    /// The solver asked for, if it cannot be stopped before it has answered.
    pub(crate) fn unstoppable(&self) -> Option<&str> {
        let asked = self.asked.as_ref()?;
        (!asked.abilities().cancellable).then(|| asked.id())
    }

    fn with_first<T>(
        &self,
        order: Order,
        goal: Goal,
        start: impl FnOnce(&dyn Backend) -> Result<T, SweepError>,
    ) -> Result<T, SweepError> {
        if let Some(backend) = &self.asked {
            return start(&**backend);
        }
        let backend = builtin::fastest(order, |able| goal.limit() <= able.counts_to);
        start(&*backend.ok_or(SweepError::NoSolver("no built-in solver counts that far"))?)
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
                assert!(solvers.try_start(order).is_ok(), "{order} {goal}");
            }
        }
    }

    #[test]
    fn a_solver_that_was_asked_for_is_not_replaced() {
        let solvers = Solvers::new(Some("lockstep"), Goal::First).unwrap();
        let error = solvers.try_start(Order::FOUR).err().unwrap().to_string();
        assert!(error.contains("lockstep") && error.contains("16x16"), "{error}");
        assert!(Solvers::new(Some("mvr"), Goal::First).is_err());
    }
}
