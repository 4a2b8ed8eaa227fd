//! Two solvers counted on the same puzzles, each twice: what two counts of one solver differ by is
//! known then, and nearly always nothing.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::process::{Failure, Runner};
use super::sample::Sample;
use super::way::{Counted, Way};
use crate::builtin::kernel::isa::Isa;
use crate::dataset::Dataset;
use crate::puzzle::Order;
use crate::run::work::phase::RunError;
use crate::solver::Answers;

/// Times that each solver is counted.
pub(crate) const TIMES: usize = 2;

/// Instructions that are planned for a second of the budget: valgrind executes some 200 million in a
/// second of one processor. A fixed figure, so that the sample does not depend on the machine.
const A_SECOND: f64 = 100e6;
/// Puzzles that show what one takes, one after the other until one count is large enough.
const TRIALS: [usize; 2] = [1, 32];
/// Instructions of such a trial that are enough.
const ENOUGH: u64 = 20_000_000;

/// What is to be counted.
pub(crate) struct CountJob<'a> {
    /// The puzzles.
    pub dataset: &'a Dataset,
    /// Order of those that count.
    pub order: Order,
    /// How many; none leaves it to the budget.
    pub sample: Option<u64>,
    /// Seed of the draw.
    pub seed: u64,
    /// What the sample is sized by.
    pub budget: Duration,
    /// The solvers, baseline first.
    pub ways: [Way; 2],
    /// Processes at a time.
    pub jobs: usize,
    /// Is given the share of the counts that are done.
    pub done: &'a (dyn Fn(f64) + Sync),
}

/// What a solver took for the sample.
pub(crate) struct Side {
    /// Instructions of each count, without start-up.
    pub instructions: Vec<u64>,
    /// The answers that it gave meanwhile.
    pub answers: Answers,
    /// The instruction set of our kernels, where the solver may be one.
    pub isa: Option<Isa>,
}

/// Both solvers on one sample.
pub(crate) struct Both {
    /// The puzzles.
    pub sample: Sample,
    /// For each solver what it took, or why it has no count.
    pub sides: [Result<Side, Failure>; 2],
}

/// One process that is to be run.
#[derive(Clone, Copy)]
struct Go {
    side: usize,
    solves: bool,
}

type SolveCount = Result<Counted, Failure>;

/// Counts both solvers.
///
/// # Errors
/// When the dataset cannot be read, or the system refuses a process or a file.
pub(crate) fn count(task: &CountJob<'_>, runner: &Runner<'_>) -> Result<Both, RunError> {
    let all = task.dataset.survey().puzzles(task.order);
    let size = match task.sample {
        Some(sample) => sample.min(all),
        None => size(task, runner, all)?,
    };
    let sample = Sample::draw(task.dataset, task.order, size.max(1), task.seed)?;
    let goes: Vec<Go> = (0..TIMES).flat_map(|_| each_go()).collect();
    let outcomes = all_of(task, runner, &sample, sample.counted(), &goes)?;
    let [mut a, mut b] = [Vec::new(), Vec::new()];
    for (go, outcome) in goes.iter().zip(outcomes) {
        if go.side == 0 { &mut a } else { &mut b }.push((go.solves, outcome));
    }
    Ok(Both { sample, sides: [side(a), side(b)] })
}

/// Each solver with and without the puzzles that count.
fn each_go() -> [Go; 4] {
    let of = |side, solves| Go { side, solves };
    [of(0, true), of(1, true), of(0, false), of(1, false)]
}

/// What the processes of a solver amount to: the difference of each pair.
fn side(outcomes: Vec<(bool, SolveCount)>) -> Result<Side, Failure> {
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for (solves, outcome) in outcomes {
        if solves { &mut with } else { &mut without }.push(outcome?);
    }
    let pairs = with.iter().zip(&without);
    let instructions =
        pairs.map(|(with, without)| with.instructions.saturating_sub(without.instructions));
    let instructions = instructions.collect();
    let last = with.pop().ok_or(Failure::Interrupted)?;
    Ok(Side { instructions, answers: last.answers, isa: last.isa })
}

/// How many puzzles the budget holds: a power of two, so that solvers a little different have the
/// same sample, or all.
fn size(task: &CountJob<'_>, runner: &Runner<'_>, all: u64) -> Result<u64, RunError> {
    let trial = Sample::draw(task.dataset, task.order, all.min(TRIALS[1] as u64), task.seed)?;
    let mut each = 1.0;
    let goes = each_go();
    for puzzles in TRIALS.map(|puzzles| puzzles.min(trial.counted())) {
        let outcomes = all_of(task, runner, &trial, puzzles, &goes)?;
        let of = |i: usize| outcomes[i].as_ref().map(|one| one.instructions).ok();
        let took = |i: usize| Some(of(i)?.saturating_sub(of(i + 2)?));
        // Which puzzle one dies of is found out on as few.
        let (Some(a), Some(b)) = (took(0), took(1)) else { return Ok(puzzles as u64) };
        each = (a + b).max(1) as f64 / puzzles as f64;
        if a.max(b) >= ENOUGH {
            break;
        }
    }
    Ok(fitting(task.budget, each, all))
}

/// Puzzles that a budget holds where one takes both solvers together so many instructions.
fn fitting(budget: Duration, each: f64, all: u64) -> u64 {
    let fit = budget.as_secs_f64() * A_SECOND / (TIMES as f64 * each);
    if fit >= all as f64 {
        return all;
    }
    let fit = (fit as u64).max(1);
    1 << fit.ilog2()
}

/// Runs processes, several at a time. Where one of a solver has failed, its others are left out and
/// fail alike.
fn all_of(
    task: &CountJob<'_>,
    runner: &Runner<'_>,
    sample: &Sample,
    counted: usize,
    goes: &[Go],
) -> io::Result<Vec<SolveCount>> {
    let (next, failed) = (AtomicUsize::new(0), Mutex::new([const { None::<Failure> }; 2]));
    let done: Mutex<Vec<(usize, io::Result<SolveCount>)>> = Mutex::new(Vec::new());
    let puzzles = sample.first(counted);
    let work = || {
        while let Some((nth, go)) =
            Some(next.fetch_add(1, Relaxed)).and_then(|n| Some((n, goes.get(n)?)))
        {
            let known = failed.lock().unwrap_or_else(PoisonError::into_inner)[go.side].clone();
            let outcome = match known {
                Some(failure) => Ok(Err(failure)),
                None => task.ways[go.side].count(runner, &puzzles, sample.warm(), go.solves),
            };
            if let Ok(Err(failure)) = &outcome {
                failed.lock().unwrap_or_else(PoisonError::into_inner)[go.side] =
                    Some(failure.clone());
            }
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((nth, outcome));
            (task.done)(done.len() as f64 / goes.len() as f64);
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..task.jobs.min(goes.len())).map(|_| scope.spawn(work)).collect();
        work();
        others.into_iter().for_each(|other| drop(other.join()));
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(nth, _)| *nth);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_follows_the_budget_in_powers_of_two() {
        let of = |seconds, each, all| fitting(Duration::from_secs(seconds), each, all);
        assert_eq!(of(20, 280_000.0, 49_151), 2048);
        assert_eq!(of(20, 285_000.0, 49_151), 2048, "a little slower");
        assert_eq!(of(40, 280_000.0, 49_151), 4096);
        assert_eq!(of(20, 280_000.0, 100), 100);
        assert_eq!(of(20, 1e12, 100), 1);
    }

    #[test]
    fn a_side_is_the_difference_of_each_pair_and_fails_with_the_first_failure() {
        let counted = |instructions| {
            Ok(Counted { instructions, answers: Answers::new(Order::TWO, 1), isa: None })
        };
        let both = vec![
            (true, counted(1500)),
            (false, counted(500)),
            (true, counted(1501)),
            (false, counted(500)),
        ];
        assert_eq!(side(both).ok().unwrap().instructions, [1000, 1001]);
        let died = Failure::Died("signal 11".to_owned());
        let one = vec![(true, Err(died.clone())), (false, counted(500))];
        assert_eq!(side(one).err().unwrap(), died);
    }
}
