//! What a gate measures: launch after launch for each dataset and order.

use std::time::{Duration, Instant};

use super::keeping::Keeping;
use super::remarks;
use super::{Args, Backends};
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::compare::gate::{self, Conduct, Gate};
use crate::compare::judge::Extent;
use crate::foreign::process::confine::Confinement;

use crate::cli::subjects::{Sides, SolverChoice};
use crate::puzzle::Order;
use crate::run::drive::findings::{Findings, PhaseFindings};
use crate::run::drive::job::{Job, nanoseconds};
use crate::run::drive::launch::message::{LaunchSubject, Party};
use crate::run::drive::launch::series::{GRACE, Reached, Series, SeriesOutcome};
use crate::run::drive::observe::Next;
use crate::run::plan::launches::LEAST_LAUNCHES;
use crate::run::work::clock::{SystemClock, overhead_ns};
use crate::run::work::spent::Spent;
use crate::solver::{Backend, PIPE};

/// What was measured, besides records and verdicts.
pub(super) struct Measured {
    /// Incidents and remarks.
    pub findings: Findings,
    /// How each solver behaved in each phase.
    pub conducts: Vec<Conduct>,
    /// Datasets and orders on which a solver's guess counts vary for the same puzzle.
    pub vary: Vec<(String, Order)>,
}

/// Measures every dataset and order of a job until the sequential_look has seen enough or the budget of the
/// dataset is spent.
///
/// # Errors
/// When a solver or dataset cannot be used.
pub(super) fn measure(
    args: &Args,
    job: &Job<'_>,
    backends: &Backends,
    (judging, progress): (&mut Gate, &Progress),
    keeping: &mut Keeping,
) -> anyhow::Result<Measured> {
    let Sides { baseline, candidate } = &args.sides;
    let interrupted = interrupt::sign();
    let (mut findings, mut conducts, mut vary) = (Findings::default(), Vec::new(), Vec::new());
    findings.clock_overhead_ns = overhead_ns(&SystemClock::start());
    for (index, (name, dataset)) in job.datasets.iter().enumerate() {
        let begun = Instant::now();
        let end = begun + end_of(args, job);
        let orders: Vec<_> = dataset.survey().orders().collect();
        for (nth, &order) in orders.iter().enumerate() {
            let ways = [(baseline, &backends.baseline), (candidate, &backends.candidate)];
            let able = |backend: &dyn Backend| {
                let abilities = backend.abilities();
                abilities.orders.contains(&order) && job.goal.limit() <= abilities.counts_to
            };
            if let Some((_, unable)) = ways.iter().find(|(_, backend)| !able(&***backend)) {
                let (id, goal) = (unable.id(), job.goal);
                findings.notes.push(format!(
                    "{name}: its {order} puzzles are left out: {id} does not take them with the goal {goal}"
                ));
                continue;
            }
            let left = job.budget_left().saturating_sub(begun.elapsed());
            let series = Series {
                subject: LaunchSubject {
                    dataset: name.clone(),
                    order,
                    goal: job.goal,
                    seed: job.seed,
                    sample: job.sample,
                    scramble: job.scramble,
                    pin: job.pin,
                    timeout_ns: job.timeout.map(nanoseconds),
                },
                dataset,
                parties: ways.map(|(choice, backend)| party(choice, &**backend)).to_vec(),
                apart: ways.map(|(_, backend)| &**backend).to_vec(),
                must_be_apart: must_be_apart(args),
                block: job.block,
                budget: left / u32::try_from(orders.len() - nth).unwrap_or(1),
                end,
                memory_limit: args.confinement.confinement().memory_limit,
                trust: job.trust,
                program: Confinement::default().program,
                interrupted,
            };
            let of = dataset.survey().puzzles(order);
            let extent = match job.sample {
                Some(sample) => Extent::Sampled { sample: sample.min(of), of },
                None => Extent::All(of),
            };
            let threshold = args.thresholds.of(index).unwrap_or(args.outputs.threshold);
            progress.begin(&format!("{name} {order}"));
            judging.phase(extent, threshold);
            let left = series.measure(&mut |records, reached| {
                keeping.add(&records);
                interrupt::keep_results();
                progress.set(reached.done);
                let is_enough = judging.launch(records, progress_of(reached));
                Ok(if is_enough { Next::Enough } else { Next::Continue })
            })?;
            findings.notes.extend(remarks::remarks(&series, &left));
            conducts.extend(remarks::conducts(&series, &left));
            if left.memories.iter().any(|memory| memory.guesses_vary) {
                vary.push((name.clone(), order));
            }
            findings.phases.push(found(index, &series, left));
        }
    }
    Ok(Measured { findings, conducts, vary })
}

/// How far a phase has come, as the gate's policy asks.
fn progress_of(reached: Reached) -> gate::Progress {
    gate::Progress {
        coverages: reached.coverages,
        spent: reached.done,
        has_enough_launches: reached.launches >= LEAST_LAUNCHES,
    }
}

/// Wall time after which everything of a dataset ends: twice the budget and a puzzle's limit, less
/// what opening the solvers took.
fn end_of(args: &Args, job: &Job<'_>) -> Duration {
    let limit = job.timeout.unwrap_or(GRACE);
    (2 * args.budget).saturating_add(limit).saturating_sub(job.opening_of_each())
}

fn party(choice: &SolverChoice, backend: &dyn Backend) -> Party {
    Party {
        name: backend.id().to_owned(),
        spec: choice.spec.clone(),
        timeout_ns: choice.timeout.map(nanoseconds),
    }
}

/// Programs are processes of their own anyway; an environment or a limit of memory needs one.
fn must_be_apart(args: &Args) -> Option<String> {
    let why = |one: &SolverChoice| {
        let name = one.name();
        if one.spec.contains("exec:") || one.spec == PIPE {
            return Some(format!("{name} is a program"));
        }
        let is_apart = !one.environment.is_empty() || one.memory_limit.is_some();
        is_apart.then(|| format!("{name} has an environment or a memory limit of its own"))
    };
    args.sides.both().into_iter().find_map(why)
}

fn found(dataset: usize, series: &Series<'_>, left: SeriesOutcome) -> PhaseFindings {
    PhaseFindings {
        dataset,
        setting: series.subject.setting(),
        backends: series.parties.iter().map(|party| party.name.clone()).collect(),
        latencies: Vec::new(),
        slowest: Vec::new(),
        incidents: left.incidents,
        spent: Spent::default(),
        paused: left.paused,
        memories: Vec::new(),
    }
}
