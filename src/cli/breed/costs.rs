//! What puzzles cost a solver: guesses, where it counts them the same in every run, and its time else.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use crate::generate::breed::Cost;
use crate::puzzle::{Block, Order};
use crate::solver::{
    Answer, Answers, Backend, Clocked, Goal, Guesses, Restart, Search, Solver, SolverError, Stop,
};
use crate::sweep::error::SweepError;
use crate::sweep::watchdog::Watchdog;
use crate::verify::check_solution;

/// Guesses after which a puzzle is given up; it counts as costing that many.
pub(super) const GUESSES: u64 = 1_000_000;
/// Times that a puzzle is solved where time counts: the shortest stands.
const TIMES: usize = 2;

/// What is measured of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
    /// Guesses, which are the same in every run.
    Guesses,
    /// Nanoseconds.
    Time,
}

impl Measure {
    /// What a solver is measured by.
    pub(super) fn of(backend: &dyn Backend) -> Self {
        match backend.abilities().guesses {
            Guesses::Exact => Self::Guesses,
            Guesses::Vary | Guesses::None => Self::Time,
        }
    }

    /// The unit, as columns and messages name it.
    pub(super) fn unit(self) -> &'static str {
        match self {
            Self::Guesses => "guesses",
            Self::Time => "ns",
        }
    }
}

/// Puzzles that could not be rated, by what the solver did: shared by all workers.
#[derive(Default)]
pub(super) struct Failures(Mutex<BTreeMap<String, u64>>);

impl Failures {
    fn note(&self, what: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(what).or_default() += 1;
    }

    /// What happened, and how often.
    pub(super) fn all(&self) -> Vec<(String, u64)> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().map(|(what, times)| (what.clone(), *times)).collect()
    }
}

/// One worker's solver, and what it costs.
pub(super) struct SolverCost<'a> {
    solver: Box<dyn Solver>,
    id: String,
    measure: Measure,
    goal: Goal,
    limit: Duration,
    /// Ends a search that takes too long, of a solver that can be stopped.
    watchdog: Option<Watchdog>,
    answers: Answers,
    failures: &'a Failures,
}

impl<'a> SolverCost<'a> {
    /// Starts a solver; `limit` is the most that a puzzle may take where time is measured, or where the
    /// solver cannot be asked to stop at a number of guesses.
    ///
    /// # Errors
    /// When it cannot be started, or a thread that watches the time cannot.
    pub(super) fn start(
        backend: &dyn Backend,
        limit: Duration,
        failures: &'a Failures,
    ) -> Result<Self, SweepError> {
        let (order, abilities) = (Order::THREE, backend.abilities());
        let goal = if abilities.counts_to > 1 { Goal::Unique } else { Goal::First };
        let measure = Measure::of(backend);
        // One in a process of its own does not look at a number of guesses; it is killed when its time is over.
        let counts = measure == Measure::Guesses && abilities.restart == Restart::Cheap;
        let watchdog = match abilities.cancellable && !counts {
            true => Some(Watchdog::start(GUESSES)?),
            false => None,
        };
        Ok(Self {
            solver: backend.start(order, goal)?,
            id: backend.id().to_owned(),
            measure,
            goal,
            limit,
            watchdog,
            answers: Answers::new(order, 64),
            failures,
        })
    }

    /// Solves a block, and returns the nanoseconds that took.
    fn solve(&mut self, block: &Block<'_>) -> Result<u64, SolverError> {
        let Self { solver, watchdog, answers, limit, .. } = self;
        if answers.len() < block.len() {
            *answers = Answers::new(Order::THREE, block.len());
        }
        answers.clear(block.len());
        let forever = Stop::after_guesses(GUESSES);
        solver.prepare(&forever)?;
        let begun = Instant::now();
        let clocked = match watchdog {
            Some(watchdog) => watchdog.within(*limit, |stop| solver.solve(block, stop, answers))?,
            None => solver.solve(block, &forever, answers)?,
        };
        Ok(match clocked {
            Clocked::ByCaller => begun.elapsed().as_nanos() as u64,
            Clocked::BySolver { ns, .. } => ns,
        })
    }

    /// What a puzzle with one solution has cost; `None` if the answer is wrong.
    fn cost(&self, cells: &[u8], i: usize, ns: u64) -> Option<f64> {
        let answer = self.answers.get(i);
        if answer.search == Search::Incomplete {
            return Some(match self.measure {
                Measure::Guesses => answer.guesses.max(GUESSES) as f64,
                Measure::Time => ns.max(self.limit.as_nanos() as u64) as f64,
            });
        }
        if !is_right(&answer, cells) {
            let (id, goal) = (&self.id, self.goal);
            self.failures.note(format!("{id} answered wrongly to goal {goal}"));
            return None;
        }
        Some(match self.measure {
            Measure::Guesses => answer.guesses as f64,
            Measure::Time => ns as f64,
        })
    }

    /// The cost of one puzzle, in time the shortest of some solves.
    fn one(&mut self, block: &Block<'_>) -> Result<Option<f64>, SolverError> {
        let mut shortest: Option<f64> = None;
        for _ in 0..if self.measure == Measure::Time { TIMES } else { 1 } {
            let ns = match self.solve(block) {
                Ok(ns) => ns,
                Err(error) => return self.noted(error).map(|()| None),
            };
            let Some(cost) = self.cost(block.cells(0), 0, ns) else { return Ok(None) };
            shortest = Some(shortest.map_or(cost, |least| least.min(cost)));
        }
        Ok(shortest)
    }

    /// Takes note of a crash; any other error ends the search.
    fn noted(&self, error: SolverError) -> Result<(), SolverError> {
        match error {
            SolverError::Crashed { .. } | SolverError::NoAnswer { .. } => {
                self.failures.note(format!("{} crashed or gave no answer", self.id));
                Ok(())
            }
            error => Err(error),
        }
    }
}

fn is_right(answer: &Answer<'_>, cells: &[u8]) -> bool {
    let solves = |solution| check_solution(Order::THREE, cells, solution).is_ok();
    answer.search == Search::Complete && answer.count == 1 && answer.solution.is_none_or(solves)
}

impl Cost for SolverCost<'_> {
    fn costs(
        &mut self,
        block: &Block<'_>,
        costs: &mut Vec<Option<f64>>,
    ) -> Result<(), SolverError> {
        if self.measure == Measure::Time || self.watchdog.is_some() {
            for i in 0..block.len() {
                costs.push(self.one(&block.slice(i, i + 1))?);
            }
            return Ok(());
        }
        match self.solve(block) {
            Ok(ns) => costs.extend((0..block.len()).map(|i| self.cost(block.cells(i), i, ns))),
            Err(error) => {
                self.noted(error)?;
                costs.extend((0..block.len()).map(|_| None));
            }
        }
        Ok(())
    }
}
