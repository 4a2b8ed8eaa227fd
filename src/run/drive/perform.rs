//! A job's phases, one after the other.

use std::sync::atomic::AtomicBool;

use crate::dataset::{Dataset, Shard};
use crate::puzzle::Order;
use crate::record::{Pass, Setting};
use crate::solver::{Abilities, Backend, Goal, Grain, Solutions, Threads};

use super::findings::Findings;
use super::job::{Job, nanoseconds};
use super::measure::measure;
use super::observe::Observer;
use super::past::{Past, PhasePast};
use crate::run::judge::trust::Trust;
use crate::run::plan::select::Wanted;
use crate::run::plan::tiers::FEW;
use crate::run::work::bounds::{Bounds, Losses, end_ns};
use crate::run::work::clock::{Clock, SystemClock, overhead_ns};
use crate::run::work::pauses::Pauses;
use crate::run::work::phase::{Phase, RunError};

/// Measures a job. Records go to the observer, round by round.
///
/// # Errors
/// When a backend, a file or the observer fails; what was observed until then stands.
pub(crate) fn perform(
    job: &Job<'_>,
    observer: &mut dyn Observer,
    interrupted: &AtomicBool,
) -> Result<Findings, RunError> {
    resume(job, observer, interrupted, &mut Past::nothing())
}

/// The same from where earlier processes have left it: their rounds go to the observer as well.
///
/// # Errors
/// Likewise, and when what they left is of another plan.
pub(crate) fn resume(
    job: &Job<'_>,
    observer: &mut dyn Observer,
    interrupted: &AtomicBool,
    past: &mut Past,
) -> Result<Findings, RunError> {
    let clock = SystemClock::start();
    let mut findings = Findings { clock_overhead_ns: overhead_ns(&clock), ..Findings::default() };
    for (index, (name, dataset)) in job.datasets.iter().enumerate() {
        let plans = phases(job, dataset, &mut findings.notes, name)?;
        let part = job.budget_left() / plans.len().max(1) as u32;
        let timeout_ns = job.timeout.map(nanoseconds);
        let longest_ns = job.longest_timeout().map(nanoseconds);
        let mut dataset_end_ns = end_ns(clock.wall_ns(), nanoseconds(job.budget), longest_ns)
            .saturating_sub(nanoseconds(job.opening_of_each()));
        for plan in plans {
            if interrupted.load(std::sync::atomic::Ordering::Relaxed) {
                return Ok(findings);
            }
            let now_ns = clock.wall_ns();
            let bounds = Bounds::new(now_ns, nanoseconds(part), longest_ns, dataset_end_ns);
            let bounds = Bounds { puzzle_ns: timeout_ns, ..bounds };
            let mut phase = plan.phase(dataset, bounds, job.trust, interrupted);
            job.trust.allow(part, phase.threads());
            observer.phase(&phase)?;
            let past = past.of_phase(&phase, observer)?;
            if let Some(past) = &past {
                let elapsed_ns = past.elapsed_ns();
                dataset_end_ns = dataset_end_ns.saturating_sub(elapsed_ns);
                let (now_ns, share_ns) = (clock.wall_ns(), past.planned.share_ns);
                let bounds = Bounds::new(now_ns, share_ns, longest_ns, u64::MAX);
                let bounds = Bounds { puzzle_ns: timeout_ns, ..bounds.after(elapsed_ns) };
                phase.go_on(Bounds { end_ns: bounds.end_ns.min(dataset_end_ns), ..bounds }, past);
            }
            let (found, notes) = measure(job, &phase, index, &clock, observer, past)?;
            findings.phases.push(found);
            findings.notes.extend(notes);
        }
    }
    Ok(findings)
}

impl Phase<'_> {
    /// Goes on within these bounds, with the time that backends have lost before.
    fn go_on(&mut self, bounds: Bounds, past: &PhasePast) {
        self.bounds = bounds;
        for &(backend, lost) in &past.so_far.lost {
            if let Some(losses) = self.losses.get_mut(backend) {
                *losses = Losses::continuing(lost);
            }
        }
    }
}

/// A phase before it begins.
struct PhasePlan<'a> {
    setting: Setting,
    backends: Vec<&'a dyn Backend>,
}

impl<'a> PhasePlan<'a> {
    /// The phase, about to begin.
    fn phase(
        self,
        dataset: &'a Dataset,
        bounds: Bounds,
        trust: &'a Trust,
        interrupted: &'a AtomicBool,
    ) -> Phase<'a> {
        Phase {
            dataset,
            abilities: self.backends.iter().map(|backend| backend.abilities()).collect(),
            interrupted,
            bounds,
            pauses: Pauses::default(),
            overdue: AtomicBool::new(false),
            losses: self.backends.iter().map(|_| Losses::default()).collect(),
            trust,
            found: trust.found(&self.setting),
            setting: self.setting,
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
    let mut is_without = true;
    let setting = |order, goal| Setting {
        dataset: name.to_owned(),
        order,
        goal,
        pass: Pass::Throughput,
        threads: 1,
    };
    for order in dataset.survey().orders() {
        if !has_puzzles(job, dataset, order, notes, name)? {
            continue;
        }
        is_without = false;
        let (mut able, mut for_the_first) = (Vec::new(), Vec::new());
        for &backend in &job.backends {
            let (id, goal) = (backend.id(), job.goal);
            let abilities = backend.abilities();
            if goal == Goal::First && abilities.solutions == Solutions::Never {
                notes.push(format!(
                    "{id} returns no solutions: with the goal first, its puzzles on {name} stay \
                    open"
                ));
            }
            if order > Order::THREE && job.up_to_9x9.contains(&id) {
                notes.push(format!(
                    "{id} is left out of {name}: {order} puzzles take it to the limit of time; name it by \
                     --solver to measure it"
                ));
            } else if takes(&abilities, order, goal) {
                able.push(backend);
            } else if takes(&abilities, order, Goal::First) {
                notes.push(format!(
                    "{id} cannot verify the goal {goal}; on {name} it is measured with the goal \
                    first, in separate rows"
                ));
                for_the_first.push(backend);
            } else {
                notes.push(format!(
                    "{id} is left out of {name}: it does not take {order} puzzles with the goal \
                    {goal}"
                ));
            }
        }
        passes(job, &setting(order, job.goal), &able, &mut plans);
        passes(job, &setting(order, Goal::First), &for_the_first, &mut plans);
    }
    if plans.is_empty() && !is_without {
        return Err(RunError::Request(format!(
            "none of the solvers takes a puzzle of {name} with the goal {}; see `sudoku-bench solvers`",
            job.goal
        )));
    }
    Ok(plans)
}

/// Returns true if the job's shard has puzzles of an order.
///
/// # Errors
/// When the file has become shorter.
fn has_puzzles(
    job: &Job<'_>,
    dataset: &Dataset,
    order: Order,
    notes: &mut Vec<String>,
    name: &str,
) -> Result<bool, RunError> {
    let shard = job.shard;
    if shard.is_whole() {
        return Ok(true);
    }
    let all = Wanted { shard: Shard::WHOLE, ..job.wanted() }.count(dataset.survey().puzzles(order));
    let own = job.wanted().count(dataset.survey().puzzles(order));
    if own == 0 {
        notes.push(format!("shard {shard} of {name} has none of the {all} {order} puzzles"));
    } else if own < FEW && all >= FEW && !job.as_given {
        notes.push(format!(
            "shard {shard} of {name} has only {own} {order} puzzles, which are solved again and again: a \
            processor learns them, so times of fast solvers are too short; use fewer shards"
        ));
    }
    if job.sample.is_none() {
        dataset.puzzles_by_chunk(order)?; // before the budget begins
    }
    Ok(own > 0)
}

/// The phases of one order and goal.
/// The phases of one dataset, order and goal.
fn passes<'a>(
    job: &Job<'a>,
    setting: &Setting,
    able: &[&'a dyn Backend],
    plans: &mut Vec<PhasePlan<'a>>,
) {
    for &pass in &job.passes {
        let fit =
            |b: &&dyn Backend| pass.takes_whole_samples() || b.abilities().grain != Grain::Whole;
        let all: Vec<_> = able.iter().copied().filter(fit).collect();
        let any = |b: &&dyn Backend| b.abilities().threads == Threads::Any;
        let many: Vec<_> = all.iter().copied().filter(any).collect();
        let asked = match pass.times_single_puzzles() {
            true => &job.latency_threads,
            false => &job.threads,
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
                let threads = u32::try_from(threads).unwrap_or(u32::MAX);
                let setting = Setting { pass, threads, ..setting.clone() };
                plans.push(PhasePlan { setting, backends });
            }
        }
    }
}

fn takes(abilities: &Abilities, order: Order, goal: Goal) -> bool {
    abilities.orders.contains(&order) && goal.limit() <= abilities.counts_to
}

#[cfg(test)]
mod claims;
