//! A solver that is given so many guesses and so much time a puzzle, and whose place another takes
//! on big grids that it does not solve soon.

use std::fmt;
use std::time::{Duration, Instant};

use super::error::SweepError;
use super::solving::{make_room, solve_all};
use super::watchdog::Watchdog;
use crate::puzzle::{Block, Order};
use crate::solver::{Answers, Backend, Goal, Search, Solver, Stop};

/// What the first solver is given where time decides, and where the outcome must not depend on the machine: a
/// fifth of a second to two seconds on 25x25.
pub(crate) const SOON: Patience = Patience::Time(Duration::from_millis(100));
pub(crate) const FEW_GUESSES: Patience = Patience::Guesses(30_000);

/// Guesses in the first look at a puzzle of a block, which needs no clock: tens of milliseconds on 25x25.
const FIRST_LOOK: u64 = 10_000;

/// After how much another solver continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Patience {
    /// After so long.
    Time(Duration),
    /// After so many guesses: on every machine the same solver decides the same puzzle.
    Guesses(u64),
}

impl fmt::Display for Patience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "in {time:?}"),
            Self::Guesses(guesses) => write!(f, "by {guesses} guesses"),
        }
    }
}

/// What a puzzle may take.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    /// Guesses, of each solver that searches.
    pub guesses: u64,
    /// Time in all.
    pub timeout: Option<Duration>,
    /// After what another solver continues.
    pub patience: Patience,
    /// Called before it does.
    pub hand_over: OnHandOver<'a>,
}

/// Is called before another solver continues.
pub(crate) type OnHandOver<'a> = &'a (dyn Fn(HandOver<'_>) + Sync);

/// That another solver continues with a puzzle.
pub(crate) struct HandOver<'a> {
    /// The puzzle's size.
    pub order: Order,
    /// The one that has searched for so long.
    pub from: &'a str,
    /// How long that was.
    pub after: Patience,
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
        let Limits { guesses, timeout, patience, .. } = self.limits;
        if timeout.is_some() {
            make_room(block, answers);
            let all: Vec<usize> = (0..block.len()).collect();
            return self.continue_with(&all, block, answers);
        }
        let soon = match (&self.second, patience) {
            (None, _) => guesses,
            (_, Patience::Time(_)) => guesses.min(FIRST_LOOK),
            (_, Patience::Guesses(few)) => guesses.min(few),
        };
        solve_all(&mut *self.first, block, &Stop::after_guesses(soon), answers)?;
        let is_open = |i: &usize| answers.get(*i).search == Search::Incomplete;
        let open: Vec<usize> = (0..block.len()).filter(is_open).collect();
        match soon < guesses {
            true => self.continue_with(&open, block, answers),
            false => Ok(Vec::new()),
        }
    }

    /// Solves some puzzles of a block, each by itself, and returns those whose time ran out. Where guesses
    /// decide who solves what, the first solver has given these up.
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
            let (block, begun) = (block.slice(i, i + 1), Instant::now());
            let (is_settled, before) = match self.limits.patience {
                Patience::Time(time) => (self.first_of_one(&block, time, &mut one)?, 0),
                Patience::Guesses(_) => (false, answers.get(i).guesses),
            };
            if !is_settled && !self.second_of_one(&block, begun, &mut one)? {
                timed_out.push(i);
            }
            let answer = one.get(0);
            answers.set(i, answer.count, before + answer.guesses, answer.search);
            if let Some(solution) = answer.solution {
                answers.solution_mut(i).copy_from_slice(solution);
            }
        }
        Ok(timed_out)
    }

    /// Has the first solver search a block of one, for so long if another can continue. Returns true if there
    /// is nothing to continue with.
    fn first_of_one(
        &mut self,
        block: &Block<'_>,
        soon: Duration,
        answers: &mut Answers,
    ) -> Result<bool, SweepError> {
        let Limits { guesses, timeout, .. } = self.limits;
        let soon = self.second.as_ref().map(|_| soon);
        let limit = soon.into_iter().chain(timeout).min();
        let watchdog = watchdog(&mut self.watchdog, guesses, limit)?;
        search(&mut *self.first, block, watchdog.zip(limit), guesses, answers)?;
        let first = answers.get(0);
        Ok(first.search == Search::Complete || first.count > 1 || first.guesses >= guesses)
    }

    /// Has the second solver search a block of one that the first began at `begun`, if there is a second and
    /// time is left. Returns false if time ran out.
    fn second_of_one(
        &mut self,
        block: &Block<'_>,
        begun: Instant,
        answers: &mut Answers,
    ) -> Result<bool, SweepError> {
        let Limits { guesses, timeout, patience, hand_over } = self.limits;
        let is_over = || timeout.is_some_and(|timeout| begun.elapsed() >= timeout);
        let Some(Second { backend, solver }) = self.second.as_mut().filter(|_| !is_over()) else {
            return Ok(!is_over());
        };
        let (order, from, to) = (block.order(), self.first_id.as_str(), backend.id());
        hand_over(HandOver { order, from, after: patience, to });
        let second = match solver {
            Some(solver) => solver,
            none => none.insert(backend.start(order, self.goal)?),
        };
        let rest = timeout.map(|timeout| timeout.saturating_sub(begun.elapsed()));
        let watchdog = watchdog(&mut self.watchdog, guesses, rest)?;
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
