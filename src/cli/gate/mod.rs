//! `sudoku-bench gate`: whether a candidate is slower than a baseline, for CI.
//!
//! One worker, throughput pass, in fresh processes that hold both solvers: launch after launch,
//! until the verdict is clear or the budget is spent; where a verdict is not "same", what is left
//! of the budget goes into timing puzzles one at a time, to show where the two differ.

mod counting;
mod detail;
mod keeping;
mod measuring;
pub(super) mod remarks;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::ValueEnum;

use self::detail::detail;
use self::keeping::Keeping;
use super::input::Reading;
use super::interrupt::{self, INTERRUPTED_BY_USER};
use super::outputs::Outputs;
use super::progress::Progress;
use super::run::inputs;
use super::streams::unwritten;
use super::subjects::build::build;
use super::subjects::{DatasetArgs, DatasetThresholds, Sides, SolverChoice};
use super::suite;
use super::value::duration;
use super::{FAILED, confinement, opening, overwriting};
use crate::builtin;
use crate::compare::comparison::{Comparison, Means};
use crate::compare::gate::{Besides, Gate, GateQuestion, Remembering};
use crate::dataset::Dataset;
use crate::foreign::renamed::Renamed;
use crate::record::Pass;
use crate::report::incidents::lines_with_grids;
use crate::report::verdict::detail::Detail;
use crate::run::drive::job::{Job, nanoseconds};
use crate::run::judge::trust::Trust;
use crate::run::plan::tiers::Rounds;
use crate::solver::{Backend, Goal, Guesses};

/// Arguments of `gate`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    datasets: DatasetArgs,
    #[command(flatten)]
    thresholds: DatasetThresholds,
    #[command(flatten)]
    sides: Sides,
    /// Take datasets, solvers and options from a suite, and reports beside it; what stands on the
    /// command line goes before [default file: sudoku-bench.toml]
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = suite::FILE)]
    suite: Option<PathBuf>,
    /// What to ask of each puzzle: first, unique or count:N
    #[arg(long, value_name = "GOAL", default_value = "unique")]
    goal: Goal,
    /// Limit on the wall time for each dataset, like 20 or 500ms; a clear case ends sooner
    #[arg(long, value_name = "SECONDS", value_parser = duration, default_value = "20")]
    budget: Duration,
    /// Limit of one puzzle, like 1 or 50ms [default: 1, where both solvers can be stopped]
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    timeout: Option<Duration>,
    /// Count what the solvers execute instead of timing them: exact on any machine, but needs
    /// valgrind. A sample of each dataset is counted, as large as --budget allows or --sample asks
    /// for; --tolerance is the change that matters
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["scramble", "fail_memo", "pin", "no_pin"])]
    count: Option<Count>,
    /// Measure N puzzles of each dataset and size, drawn by --seed; the verdict covers these alone
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Solve isomorphs of the puzzles, fresh ones each round
    #[arg(long)]
    scramble: bool,
    /// Bind the worker, and the processes of its solvers, to one core [default for solvers that
    /// are not built in: of two processes the one on the busier core would seem slower]
    #[arg(long, overrides_with = "no_pin")]
    pin: bool,
    /// Let the system choose cores
    #[arg(long)]
    no_pin: bool,
    /// Fail if a solver remembers answers, since its times are then those of looking them up
    #[arg(long)]
    fail_memo: bool,
    /// Folder in which the gate's report folder is made
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Do not report on which puzzles the two differ
    #[arg(long)]
    no_detail: bool,
    /// Print no progress and no remarks about the datasets; the table, its notes and errors stay
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    confinement: confinement::Args,
    #[command(flatten)]
    outputs: Outputs,
}

impl Args {
    /// What reports call baseline and candidate.
    pub(super) fn names(&self) -> [String; 2] {
        self.sides.both().map(|one| one.name().to_owned())
    }
}

/// What is counted instead of time.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Count {
    /// Instructions that the solvers execute
    Instructions,
}

/// Share of the budget for timing puzzles one at a time.
const DETAIL: f64 = 0.25;
/// Share of that which the rounds take; the rest is for starting, and the slowest puzzles again.
const DETAIL_TIMED: f64 = 0.6;
/// Least time a dataset: in less, too few puzzles are timed to show a difference.
const LEAST_DETAIL: Duration = Duration::from_millis(200);
/// Limit of one puzzle unless `--timeout` sets another.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Runs the gate.
///
/// # Errors
/// When a solver or dataset cannot be used, or the two never met on a puzzle.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let solvers = args.sides.both().map(|one| overwriting::files_of(&one.spec)).concat();
    overwriting::guard(&[&args.datasets.files()[..], &solvers].concat(), &args.outputs.files())?;
    args.outputs.verify_columns()?;
    let outcome = build(args.sides.both(), args.quiet).and_then(|()| gate(args));
    if let Err(error) = &outcome {
        args.outputs.could_not_run(error);
    }
    outcome
}

fn gate(args: &Args) -> anyhow::Result<ExitCode> {
    crate::run::work::turn::quiet_solver_panics();
    let backends = backends(args)?;
    let opened = inputs::datasets(&args.datasets, &args.reading, args.quiet)?;
    for backend in [&backends.baseline, &backends.candidate] {
        reaches(&**backend, args.goal)?;
    }
    let interrupted = interrupt::sign();
    let trust = Trust::new(builtin::trusted());
    let job = job(args, &opened, &backends, &trust)?;
    if args.count.is_some() {
        return counting::gate(args, &opened, &backends, &job);
    }
    let phases = opened.iter().map(|(_, dataset)| dataset.survey().orders().count()).sum();
    let progress = Progress::new(args.quiet);
    let mut judging = Gate::new(question(args, &backends, (Means::Paired, phases), job.timeout));
    let begun = Instant::now();
    let mut keeping = Keeping::begin(args, &job)?;
    let measured =
        measuring::measure(args, &job, &backends, (&mut judging, &progress), &mut keeping)?;
    let findings = measured.findings;
    let replaced = inputs::verify_unchanged(&opened)?;
    let kept = keeping.complete(&job, judging.records(), &findings);
    let (conducts, vary) = (&measured.conducts, &measured.vary);
    let besides = Besides { notes: &findings.notes, conducts, vary };
    let (mut comparison, records) = judging.finish(besides)?;
    comparison.named.extend(lines_with_grids(&kept.incidents));
    comparison.notes.extend(findings.paused());
    comparison.notes.extend(findings.notes);
    comparison.notes.extend(replaced);
    if interrupted.load(Ordering::Relaxed) {
        comparison.notes.push(
            "interrupted: the verdict is based on the measurements so \
            far"
            .into(),
        );
    }
    let budget = args.budget * job.datasets.len() as u32;
    comparison.notes.extend(opening::remarkable(job.opening, budget));
    let left = budget.saturating_sub(job.opening + begun.elapsed());
    let further = details(args, &job, &backends, &mut comparison, left, &progress, interrupted)?;
    drop(progress);
    let lost = kept.show(&comparison, &further, &records);
    let mut code = args.outputs.show(&comparison, &records, &further)?;
    for error in kept.lost.iter().chain(&lost) {
        code = unwritten(error, code);
    }
    if !args.quiet {
        kept.remark();
    }
    let is_cut_short = interrupted.load(Ordering::Relaxed) && code != FAILED;
    Ok(ExitCode::from(if is_cut_short { INTERRUPTED_BY_USER } else { code }))
}

/// Baseline, candidate, and the baseline again.
struct Backends {
    baseline: Box<dyn Backend>,
    control: Box<dyn Backend>,
    candidate: Box<dyn Backend>,
    /// Wall time that opening them took.
    opening: Duration,
}

fn backends(args: &Args) -> anyhow::Result<Backends> {
    let Sides { baseline, candidate } = &args.sides;
    let wanted = [baseline, candidate, baseline].map(Clone::clone);
    let confinement = args.confinement.confinement();
    let timeout = args.timeout.unwrap_or(TIMEOUT);
    let opened = opening::open(&wanted, &confinement, args.budget, timeout)?;
    let mut backends = opened.backends.into_iter();
    let mut next = || backends.next().context("every solver was opened");
    let (baseline, candidate) = (baseline.name(), candidate.name());
    let is_itself = candidate == baseline;
    let candidate_name =
        if is_itself { format!("{candidate} (candidate)") } else { candidate.to_owned() };
    Ok(Backends {
        baseline: next()?,
        candidate: Box::new(Renamed::new(candidate_name, next()?)),
        control: Box::new(Renamed::new(format!("{baseline} (control)"), next()?)),
        opening: opened.took,
    })
}

/// Refuses a goal that a backend cannot reach: a gate compares both at the same one.
fn reaches(backend: &dyn Backend, goal: Goal) -> anyhow::Result<()> {
    let (id, counts_to) = (backend.id(), backend.abilities().counts_to);
    if goal.limit() <= counts_to {
        return Ok(());
    }
    match counts_to {
        0 | 1 => bail!("{id} does not count solutions; use --goal first"),
        most => bail!("{id} counts at most {most} solutions; use --goal count:{most} or less"),
    }
}

fn job<'a>(
    args: &Args,
    opened: &'a [(String, Dataset)],
    backends: &'a Backends,
    trust: &'a Trust,
) -> anyhow::Result<Job<'a>> {
    let Backends { baseline, candidate, .. } = backends;
    let stubborn = [baseline, candidate].into_iter().find(|b| !b.abilities().cancellable);
    let is_limited = args.timeout.is_some() || stubborn.is_some_and(|b| b.timeout().is_some());
    if let (true, Some(stubborn)) = (is_limited, stubborn) {
        bail!(
            "{} cannot be interrupted, so --timeout has no effect on it; drop --timeout",
            stubborn.id()
        );
    }
    let timeout = if stubborn.is_none() { Some(args.timeout.unwrap_or(TIMEOUT)) } else { None };
    let is_outside =
        |one: &SolverChoice| ["dylib:", "exec:"].iter().any(|it| one.spec.contains(it));
    let is_outside = args.sides.both().into_iter().any(is_outside);
    Ok(Job {
        goal: args.goal,
        passes: vec![Pass::Throughput],
        rounds: Rounds::Shared,
        budget: if args.no_detail { args.budget } else { args.budget.mul_f64(1.0 - DETAIL) },
        opening: backends.opening,
        timeout,
        sample: args.sample,
        seed: args.seed,
        scramble: args.scramble,
        pin: args.pin || (is_outside && !args.no_pin),
        ..Job::new(
            opened.iter().map(|(name, dataset)| (name.clone(), dataset)).collect(),
            vec![&**baseline, &**candidate],
            trust,
        )
    })
}

/// What is asked of each dataset and size: of times, or of counted instructions.
fn question(
    args: &Args,
    backends: &Backends,
    (means, phases): (Means, usize),
    timeout: Option<Duration>,
) -> GateQuestion {
    let counts = |backend: &dyn Backend| backend.abilities().guesses == Guesses::Exact;
    let limit = |backend: &dyn Backend| backend.timeout().or(timeout).map(nanoseconds);
    let is_counted = means == Means::Counted;
    let timeouts_ns = [limit(&*backends.baseline), limit(&*backends.candidate)];
    GateQuestion {
        baseline: backends.baseline.id().to_owned(),
        candidate: backends.candidate.id().to_owned(),
        threshold: if is_counted { args.outputs.tolerance } else { args.outputs.threshold },
        means,
        phases,
        remembering: if args.fail_memo { Remembering::Fails } else { Remembering::Passes },
        counts_guesses: counts(&*backends.baseline) && counts(&*backends.candidate),
        timeouts_ns: if is_counted { [None; 2] } else { timeouts_ns },
    }
}

/// For each dataset with a verdict other than "same": on which puzzles the two differ, within
/// the time `left`.
fn details(
    args: &Args,
    job: &Job<'_>,
    backends: &Backends,
    comparison: &mut Comparison,
    left: Duration,
    progress: &Progress,
    interrupted: &AtomicBool,
) -> anyhow::Result<Vec<Detail>> {
    let names = job.datasets.iter().enumerate();
    let asked: Vec<usize> =
        names.filter(|(_, (name, _))| comparison.differs(name)).map(|(i, _)| i).collect();
    if args.no_detail || asked.is_empty() || interrupted.load(Ordering::Relaxed) {
        return Ok(Vec::new());
    }
    let each = left / asked.len() as u32;
    if each < LEAST_DETAIL {
        comparison.notes.push("no time was left to show on which puzzles they differ".into());
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for dataset in asked {
        let Backends { baseline, candidate, control, .. } = backends;
        let of = [&**baseline, &**candidate, &**control];
        let of_dataset =
            detail(job, dataset, of, each.mul_f64(DETAIL_TIMED), progress, interrupted);
        found.extend(
            of_dataset.with_context(|| format!("cannot look into {}", job.datasets[dataset].0))?,
        );
    }
    Ok(found)
}
