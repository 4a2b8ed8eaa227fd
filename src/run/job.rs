//! A job: what the user asked for, phase after phase.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::dataset::Dataset;
use crate::puzzle::Order;
use crate::record::{Latencies, Pass};
use crate::solver::{Abilities, Backend, Goal, Grain, Solutions, Threads};

use super::bounds::{Bounds, Losses, end_ns};
use super::clock::{Clock, SystemClock, overhead_ns};
use super::judging::Incident;
use super::measure::measure;
use super::memory::Memory;
use super::observe::Observer;
use super::pauses::{Paused, Pauses};
use super::phase::{Phase, RunError};
use super::plan::Rounds;
use super::shortfall::paused;
use super::spent::Spent;
use super::trust::Trust;

/// What is to be measured.
pub struct Job<'a> {
    /// Datasets, each with the name it has in this run.
    pub datasets: Vec<(String, &'a Dataset)>,
    /// Backends, in the order given.
    pub backends: Vec<&'a dyn Backend>,
    /// Whose recount of a claim is believed, and what was found before. Of the budget, recounts take
    /// a tenth at most.
    pub trust: &'a Trust,
    /// What is asked of each puzzle.
    pub goal: Goal,
    /// Kinds of measurement.
    pub passes: Vec<Pass>,
    /// Numbers of workers of the throughput pass, a phase each.
    pub threads: Vec<usize>,
    /// Numbers of workers of the latency pass, likewise; one, unless asked otherwise.
    pub latency_threads: Vec<usize>,
    /// Who shares rounds.
    pub rounds: Rounds,
    /// Puzzles handed over at once in the throughput pass; none leaves it to the plan.
    pub block: Option<u32>,
    /// Wall time for each dataset, all backends and passes together.
    pub budget: Duration,
    /// Wall time that opening the solvers took, which counts against the budget of all datasets.
    pub opening: Duration,
    /// Limit of one puzzle.
    pub timeout: Option<Duration>,
    /// Puzzles to measure of each dataset and order; none measures all.
    pub sample: Option<u64>,
    /// Seed of orders, samples and isomorphs.
    pub seed: u64,
    /// Whether each round solves fresh isomorphs instead of the puzzles themselves.
    pub scramble: bool,
    /// Whether a turn of few puzzles goes over them again and again instead of being filled with
    /// isomorphs of them.
    pub as_given: bool,
    /// Whether each worker is bound to a core of its own.
    pub pin: bool,
    /// Whether the observer is shown puzzles one by one (latency pass).
    pub per_puzzle: bool,
}

/// What a whole run leaves behind, besides its records.
#[derive(Default)]
pub struct Findings {
    /// One for each phase, in the order they ran.
    pub phases: Vec<PhaseFindings>,
    /// What reading the clock costs, in nanoseconds.
    pub clock_overhead_ns: u64,
    /// What the user should know about the run as a whole.
    pub notes: Vec<String>,
}

/// What a phase leaves behind, besides its records.
pub struct PhaseFindings {
    /// Index of the dataset in the job.
    pub dataset: usize,
    /// Order of its puzzles.
    pub order: Order,
    /// What was asked of each.
    pub goal: Goal,
    /// Kind of measurement.
    pub pass: Pass,
    /// Workers.
    pub threads: usize,
    /// Names of the backends, by the index that incidents use.
    pub backends: Vec<String>,
    /// Latencies of each backend that has any; latency pass only.
    pub latencies: Vec<Latencies>,
    /// The slowest puzzles of each backend, measured again alone; latency pass only.
    pub slowest: Vec<Vec<SlowPuzzle>>,
    /// Puzzles that the user must hear of.
    pub incidents: Vec<Incident>,
    /// Where the workers' time went.
    pub spent: Spent,
    /// How long it was interrupted by a stop of the program or the machine.
    pub paused: Paused,
    /// For each backend, whether it remembers answers; empty where that was not asked.
    pub memories: Vec<Memory>,
}

/// One of the slowest puzzles.
#[derive(Clone, Debug)]
pub struct SlowPuzzle {
    /// Byte offset in the dataset.
    pub offset: u64,
    /// Shortest time during the pass, in nanoseconds.
    pub low_ns: u64,
    /// Shortest time of five more solves, alone, after the pass; none where time was short.
    pub alone_ns: Option<u64>,
    /// Guesses; none where the solver did not come back from it.
    pub guesses: Option<u64>,
    /// The puzzle as it was solved.
    pub puzzle: String,
}

impl Findings {
    /// What is to be said of stops of the program or the machine.
    pub fn paused(&self) -> Option<String> {
        paused(self.phases.iter().fold(Paused::default(), |sum, phase| sum.plus(phase.paused)))
    }
}

/// Measures a job. Records go to the observer, round by round.
///
/// # Errors
/// When a backend, a file or the observer fails; what was observed until then stands.
pub fn perform(
    job: &Job<'_>,
    observer: &mut dyn Observer,
    interrupted: &AtomicBool,
) -> Result<Findings, RunError> {
    let clock = SystemClock::start();
    let mut findings = Findings { clock_overhead_ns: overhead_ns(&clock), ..Findings::default() };
    for (index, (name, dataset)) in job.datasets.iter().enumerate() {
        let plans = phases(job, dataset, &mut findings.notes, name)?;
        let share = job.budget_left() / plans.len().max(1) as u32;
        let timeout_ns = job.timeout.map(nanoseconds);
        let dataset_end_ns = end_ns(clock.wall_ns(), nanoseconds(job.budget), timeout_ns)
            .saturating_sub(nanoseconds(job.opening_of_each()));
        for plan in plans {
            if interrupted.load(std::sync::atomic::Ordering::Relaxed) {
                return Ok(findings);
            }
            let now_ns = clock.wall_ns();
            let bounds = Bounds::new(now_ns, nanoseconds(share), timeout_ns, dataset_end_ns);
            let phase = plan.phase(dataset, name, bounds, job.trust, interrupted);
            job.trust.allow(share, phase.threads);
            observer.phase(&phase)?;
            let (found, notes) = measure(job, &phase, index, &clock, observer)?;
            findings.phases.push(found);
            findings.notes.extend(notes);
        }
    }
    Ok(findings)
}

impl Job<'_> {
    /// A dataset's part of the time that opening the solvers took.
    pub fn opening_of_each(&self) -> Duration {
        self.opening / self.datasets.len().max(1) as u32
    }

    /// What opening the solvers has left of a dataset's budget.
    pub fn budget_left(&self) -> Duration {
        self.budget.saturating_sub(self.opening_of_each())
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// A phase before it begins.
struct PhasePlan<'a> {
    order: Order,
    goal: Goal,
    pass: Pass,
    threads: usize,
    backends: Vec<&'a dyn Backend>,
}

impl<'a> PhasePlan<'a> {
    /// The phase, about to begin.
    fn phase(
        self,
        dataset: &'a Dataset,
        name: &'a str,
        bounds: Bounds,
        trust: &'a Trust,
        interrupted: &'a AtomicBool,
    ) -> Phase<'a> {
        Phase {
            dataset,
            name,
            order: self.order,
            goal: self.goal,
            pass: self.pass,
            threads: self.threads,
            abilities: self.backends.iter().map(|backend| backend.abilities()).collect(),
            interrupted,
            bounds,
            pauses: Pauses::default(),
            overdue: AtomicBool::new(false),
            losses: self.backends.iter().map(|_| Losses::default()).collect(),
            trust,
            found: trust.found(name, self.order, self.goal),
            backends: self.backends,
        }
    }
}

/// The phases of one dataset: for each order, the throughput pass at each number of workers, then
/// the latency pass. Backends that take one worker only have a throughput phase of their own, and
/// so have those that give no count of solutions: they are asked for the first.
fn phases<'a>(
    job: &Job<'a>,
    dataset: &Dataset,
    notes: &mut Vec<String>,
    name: &str,
) -> Result<Vec<PhasePlan<'a>>, RunError> {
    let mut plans = Vec::new();
    for order in dataset.survey().orders() {
        let (mut able, mut for_the_first) = (Vec::new(), Vec::new());
        for &backend in &job.backends {
            let (id, goal) = (backend.id(), job.goal);
            let abilities = backend.abilities();
            if goal == Goal::First && abilities.solutions == Solutions::Never {
                notes.push(format!(
                    "{id} shows no solutions: with the goal first, its puzzles on {name} stay open"
                ));
            }
            if takes(&abilities, order, goal) {
                able.push(backend);
            } else if takes(&abilities, order, Goal::First) {
                notes.push(format!(
                    "{id} does not count to the goal {goal}: on {name} it is asked for the first \
                     solution, in rows of its own"
                ));
                for_the_first.push(backend);
            } else {
                notes.push(format!(
                    "{id} sits out {name}: it does not take {order} puzzles with the goal {goal}"
                ));
            }
        }
        passes(job, order, job.goal, &able, &mut plans);
        passes(job, order, Goal::First, &for_the_first, &mut plans);
    }
    if plans.is_empty() {
        return Err(RunError::Request(format!(
            "none of the solvers takes a puzzle of {name} with the goal {}; see `sudoku-bench solvers`",
            job.goal
        )));
    }
    Ok(plans)
}

/// The phases of one order and goal.
fn passes<'a>(
    job: &Job<'a>,
    order: Order,
    goal: Goal,
    able: &[&'a dyn Backend],
    plans: &mut Vec<PhasePlan<'a>>,
) {
    for &pass in &job.passes {
        let fit =
            |b: &&dyn Backend| pass == Pass::Throughput || b.abilities().grain != Grain::Whole;
        let all: Vec<_> = able.iter().copied().filter(fit).collect();
        let any = |b: &&dyn Backend| b.abilities().threads == Threads::Any;
        let many: Vec<_> = all.iter().copied().filter(any).collect();
        let asked = match pass {
            Pass::Throughput => &job.threads,
            Pass::Latency | Pass::Instructions => &job.latency_threads,
        };
        let mut threads = asked.clone();
        if many.len() < all.len() && !threads.contains(&1) {
            threads.push(1);
        }
        for threads in threads {
            // Where others have a phase of one worker, all are paired in it.
            let backends = match threads {
                1 if asked.contains(&1) => all.clone(),
                1 => all.iter().copied().filter(|b| !any(b)).collect(),
                _ => many.clone(),
            };
            if !backends.is_empty() {
                plans.push(PhasePlan { order, goal, pass, threads, backends });
            }
        }
    }
}

fn takes(abilities: &Abilities, order: Order, goal: Goal) -> bool {
    abilities.orders.contains(&order) && goal.limit() <= abilities.counts_to
}

#[cfg(test)]
mod tests;
