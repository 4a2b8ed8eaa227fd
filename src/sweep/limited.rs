//! A solver that is given so many guesses and so much time a puzzle, and whose place another takes
//! on big grids that it does not solve soon.

use std::time::{Duration, Instant};

use super::error::SweepError;
use super::solving::{make_room, solve_all};
use super::watchdog::Watchdog;
use crate::puzzle::{Block, Order};
use crate::solver::{Answers, Backend, Goal, Search, Solver, Stop};

/// Time after which a puzzle is handed over.
pub(crate) const HAND_OVER: Duration = Duration::from_millis(100);

/// Guesses in the first look at a puzzle of a block, which needs no clock: tens of milliseconds on 25x25.
const FIRST_LOOK: u64 = 10_000;

/// What a puzzle may take.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    /// Guesses, of each solver that searches.
    pub guesses: u64,
    /// Time in all.
    pub timeout: Option<Duration>,
    /// Called before another solver continues.
    pub hand_over: &'a (dyn Fn(HandOver<'_>) + Sync),
}

/// That another solver continues with a puzzle.
pub(crate) struct HandOver<'a> {
    /// The puzzle's size.
    pub order: Order,
    /// The one that has searched for [`HAND_OVER`].
    pub from: &'a str,
    /// The one that continues.
    pub to: &'a str,
}

/// For callers whose users need not know which solver was at work.
pub(crate) fn unannounced(_: HandOver<'_>) {}

/// A solver for puzzles that the first does not solve soon.
struct Second {
    backend: Box<dyn Backend>,
    /// Started for the first of these.
    solver: Option<Box<dyn Solver>>,
}

/// Solvers of one order and goal, one worker's own.
pub(crate) struct LimitedSolver<'a> {
    first: Box<dyn Solver>,
    first_id: String,
    second: Option<Second>,
    goal: Goal,
    limits: Limits<'a>,
    watchdog: Option<Watchdog>,
}

impl<'a> LimitedSolver<'a> {
    /// Solves by `first`, and by `second` what that does not solve soon.
    ///
    /// # Errors
    /// When the first cannot be started.
    pub(crate) fn start(
        first: &dyn Backend,
        second: Option<Box<dyn Backend>>,
        order: Order,
        goal: Goal,
        limits: Limits<'a>,
    ) -> Result<Self, SweepError> {
        let (first, first_id) = (first.start(order, goal)?, first.id().to_owned());
        let second = second.map(|backend| Second { backend, solver: None });
        Ok(Self { first, first_id, second, goal, limits, watchdog: None })
    }

    /// Solves a block into `answers`, and returns the puzzles whose time ran out.
    ///
    /// # Errors
    /// When a solver breaks, or a thread that watches the time cannot be started.
    pub(crate) fn solve(
        &mut self,
        block: &Block<'_>,
        answers: &mut Answers,
    ) -> Result<Vec<usize>, SweepError> {
        let Limits { guesses, timeout, .. } = self.limits;
        if timeout.is_some() {
            make_room(block, answers);
            let all: Vec<usize> = (0..block.len()).collect();
            return self.continue_with(&all, block, answers);
        }
        let soon = if self.second.is_some() { guesses.min(FIRST_LOOK) } else { guesses };
        solve_all(&mut *self.first, block, &Stop::after_guesses(soon), answers)?;
        let is_open = |i: &usize| answers.get(*i).search == Search::Incomplete;
        let open: Vec<usize> = (0..block.len()).filter(is_open).collect();
        match soon < guesses {
            true => self.continue_with(&open, block, answers),
            false => Ok(Vec::new()),
        }
    }

    /// Solves some puzzles of a block, each by itself, and returns those whose time ran out.
    ///
    /// # Errors
    /// As [`LimitedSolver::solve`].
    pub(crate) fn continue_with(
        &mut self,
        open: &[usize],
        block: &Block<'_>,
        answers: &mut Answers,
    ) -> Result<Vec<usize>, SweepError> {
        let mut timed_out = Vec::new();
        let mut one = Answers::new(block.order(), 1);
        for &i in open {
            let is_in_time = self.solve_one(&block.slice(i, i + 1), &mut one)?;
            if !is_in_time {
                timed_out.push(i);
            }
            let answer = one.get(0);
            answers.set(i, answer.count, answer.guesses, answer.search);
            if let Some(solution) = answer.solution {
                answers.solution_mut(i).copy_from_slice(solution);
            }
        }
        Ok(timed_out)
    }

    /// Solves a block of one. Returns false if its time ran out.
    fn solve_one(&mut self, block: &Block<'_>, answers: &mut Answers) -> Result<bool, SweepError> {
        let (begun, Limits { guesses, timeout, .. }) = (Instant::now(), self.limits);
        let is_over = || timeout.is_some_and(|timeout| begun.elapsed() >= timeout);
        let soon = self.second.as_ref().map(|_| HAND_OVER);
        let limit = soon.into_iter().chain(timeout).min();
        let watchdog = watchdog(&mut self.watchdog, guesses, limit)?;
        search(&mut *self.first, block, watchdog.zip(limit), guesses, answers)?;
        let first = answers.get(0);
        let is_done = first.search == Search::Complete || first.count > 1;
        let is_out_of_guesses = first.guesses >= guesses;
        let Some(Second { backend, solver }) =
            self.second.as_mut().filter(|_| !is_done && !is_out_of_guesses && !is_over())
        else {
            return Ok(is_done || is_out_of_guesses || !is_over());
        };
        let (order, from, to) = (block.order(), self.first_id.as_str(), backend.id());
        (self.limits.hand_over)(HandOver { order, from, to });
        let second = match solver {
            Some(solver) => solver,
            none => none.insert(backend.start(order, self.goal)?),
        };
        let rest = timeout.map(|timeout| timeout.saturating_sub(begun.elapsed()));
        search(&mut **second, block, watchdog.zip(rest), guesses, answers)?;
        let answer = answers.get(0);
        Ok(answer.search == Search::Complete || answer.guesses >= guesses || !is_over())
    }
}

/// Who watches the time, where there is a limit.
fn watchdog(
    watchdog: &mut Option<Watchdog>,
    guesses: u64,
    limit: Option<Duration>,
) -> Result<Option<&Watchdog>, SweepError> {
    if limit.is_some() && watchdog.is_none() {
        *watchdog = Some(Watchdog::start(guesses)?);
    }
    Ok(watchdog.as_ref())
}

fn search(
    solver: &mut dyn Solver,
    block: &Block<'_>,
    limit: Option<(&Watchdog, Duration)>,
    guesses: u64,
    answers: &mut Answers,
) -> Result<(), SweepError> {
    match limit {
        Some((watchdog, limit)) => {
            watchdog.within(limit, |stop| solve_all(solver, block, stop, answers))
        }
        None => solve_all(solver, block, &Stop::after_guesses(guesses), answers),
    }
}
