//! A backend that is slower than another by a known factor: what proves that a gate sees it.
//!
//! The one in-process solver that looks at a clock: after each block it spins until the factor is
//! reached, so the slowdown is the same on every machine and with every load.

use std::time::{Duration, Instant};

use crate::puzzle::{Block, Order};
use crate::solver::{Abilities, Answers, Backend, Clocked, Goal, Ready, Solver, SolverError, Stop};

/// Another backend, slowed.
pub struct Slowed {
    id: String,
    factor: f64,
    inner: Box<dyn Backend>,
}

impl Slowed {
    /// A backend that takes `factor` times as long as `inner`; `id` is the whole specification.
    pub fn new(id: &str, inner: Box<dyn Backend>, factor: f64) -> Self {
        Self { id: id.to_owned(), factor, inner }
    }
}

impl Backend for Slowed {
    fn id(&self) -> &str {
        &self.id
    }
    fn version(&self) -> String {
        self.inner.version()
    }
    fn abilities(&self) -> Abilities {
        self.inner.abilities()
    }
    fn summary(&self) -> String {
        format!("{}, {} times slower", self.inner.id(), self.factor)
    }
    fn runs(&self, algorithm: &str, block: usize) -> bool {
        self.inner.runs(algorithm, block)
    }
    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        let inner = self.inner.start(order, goal)?;
        Ok(Box::new(SlowedSolver { inner, factor: self.factor }))
    }
}

struct SlowedSolver {
    inner: Box<dyn Solver>,
    factor: f64,
}

impl Solver for SlowedSolver {
    fn prepare(&mut self, stop: &Stop) -> Result<Ready, SolverError> {
        self.inner.prepare(stop)
    }

    fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        let begun = Instant::now();
        let clocked = self.inner.solve(block, stop, answers)?;
        Ok(match clocked {
            Clocked::ByCaller => {
                spin_until(begun, begun.elapsed().mul_f64(self.factor));
                Clocked::ByCaller
            }
            Clocked::BySolver { ns, used } => {
                let ns = (ns as f64 * self.factor) as u64;
                Clocked::BySolver { ns, used }
            }
        })
    }

    fn lie(&self) -> Option<String> {
        self.inner.lie()
    }

    fn peak_rss_bytes(&self) -> Option<u64> {
        self.inner.peak_rss_bytes()
    }
}

fn spin_until(begun: Instant, due: Duration) {
    while begun.elapsed() < due {
        std::hint::spin_loop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foreign::spec;
    use crate::puzzle::Puzzles;

    #[test]
    fn a_slowed_solver_answers_as_the_inner_one_does() {
        let backend = spec::parse("slowed:mrv?factor=3").unwrap();
        assert_eq!(backend.id(), "slowed:mrv?factor=3");
        let puzzle: &[u8] = b"1...............";
        let puzzles = Puzzles::from_cells(Order::TWO, [puzzle]);
        let answered = |backend: &dyn Backend| {
            let mut answers = Answers::new(Order::TWO, 1);
            let mut solver = backend.start(Order::TWO, Goal::Unique).unwrap();
            solver.solve(&puzzles.block(), &Stop::never(), &mut answers).unwrap();
            (answers.get(0).count, answers.get(0).guesses)
        };
        assert_eq!(answered(&*backend), answered(&*spec::parse("mrv").unwrap()));
    }

    #[test]
    fn a_factor_that_is_none_is_refused() {
        for spec in ["slowed:mrv", "slowed:mrv?factor=0.5", "slowed:mrv?factor=x", "slowed:mrv?x=1"]
        {
            assert!(spec::parse(spec).is_err(), "{spec}");
        }
        let error = spec::parse("slowed:mvr?factor=2").err().unwrap().to_string();
        assert!(error.contains("\"mvr\""), "{error}");
    }
}
