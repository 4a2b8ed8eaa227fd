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
mod sequential_look;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::ValueEnum;

use self::detail::detail;
use self::keeping::{Keeping, Kept};
use self::sequential_look::{Seen, SequentialLook};
use super::input::Reading;
use super::interrupt::{self, INTERRUPTED_BY_USER};
use super::outputs::Outputs;
use super::progress::Progress;
use super::run::inputs;
use super::streams::{remark, unwritten};
use super::subjects::build::build;
use super::subjects::{DatasetArgs, DatasetThresholds, Sides, SolverChoice};
use super::suite;
use super::value::duration;
use super::{FAILED, confinement, opening, overwriting};
use crate::builtin;
use crate::compare::comparison::{Comparison, ComparisonRow, Means, error_of_each, overall};
use crate::compare::exact::Guessing;
use crate::compare::faults::Failed;
use crate::compare::judge::{Extent, Question};
use crate::compare::pairing::Series;
use crate::compare::verdict::Verdict;
use crate::compare::within::{faults, row};
use crate::dataset::Dataset;
use crate::foreign::renamed::Renamed;
use crate::puzzle::Order;
use crate::record::Pass;
use crate::report::Table;
use crate::report::incidents::lines_with_grids;
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
    let (question, error) = question(args, &backends, &opened);
    let progress = Progress::new(args.quiet);
    let mut sequential_look = SequentialLook::new(&progress, question, error);
    let begun = Instant::now();
    let mut keeping = Keeping::begin(args, &job)?;
    let measured =
        measuring::measure(args, &job, &backends, &mut sequential_look, &mut keeping, interrupted)?;
    let (findings, seen) = (measured.findings, sequential_look.finish());
    let replaced = inputs::verify_unchanged(&opened)?;
    let Kept { folder, lost, incidents } = keeping.complete(&job, &seen.records, &findings);
    let found = Found { notes: &findings.notes, faults: measured.faults, vary: &measured.vary };
    let mut comparison = comparison(args, &backends, &seen, found, job.timeout)?;
    comparison.named.extend(lines_with_grids(&incidents));
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
    let mut code = args.outputs.show(&comparison, &seen.records, &further)?;
    for error in &lost {
        code = unwritten(error, code);
    }
    if !args.quiet {
        remark(format_args!("report: {}", folder.path().display()));
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

/// What is asked of each dataset and size, and how often an answer may be wrong.
fn question(args: &Args, backends: &Backends, opened: &[(String, Dataset)]) -> (Question, f64) {
    let phases = opened.iter().map(|(_, dataset)| dataset.survey().orders().count()).sum();
    let question = Question {
        baseline: backends.baseline.id().to_owned(),
        candidate: backends.candidate.id().to_owned(),
        threshold: args.outputs.threshold,
        extent: Extent::Measured, // each phase has its own
    };
    (question, error_of_each(phases))
}

/// What was found besides records.
struct Found<'a> {
    notes: &'a [String],
    /// What fails the gate however fast the candidate is.
    faults: Vec<Failed>,
    /// Datasets and orders on which guess counts vary for the same puzzle.
    vary: &'a [(String, Order)],
}

fn comparison(
    args: &Args,
    backends: &Backends,
    seen: &Seen,
    found: Found<'_>,
    timeout: Option<Duration>,
) -> anyhow::Result<Comparison> {
    let names = (backends.baseline.id(), backends.candidate.id());
    let counts = |backend: &dyn Backend| backend.abilities().guesses == Guesses::Exact;
    let are_counted = counts(&*backends.baseline) && counts(&*backends.candidate);
    let guessing = |series: &Series| {
        let varies = |(name, order): &(String, Order)| {
            (name, *order) == (&series.setting.dataset, series.setting.order)
        };
        match are_counted && !found.vary.iter().any(varies) {
            true => Guessing::Exact,
            false => Guessing::Unknown,
        }
    };
    let limit = |backend: &dyn Backend| backend.timeout().or(timeout).map(nanoseconds);
    let timeouts_ns = [limit(&*backends.baseline), limit(&*backends.candidate)];
    let (mut rows, mut notes): (Vec<ComparisonRow>, Vec<String>) = (Vec::new(), Vec::new());
    let mut refused = Vec::new();
    for verdict in &seen.verdicts {
        let (series, timing) = match verdict {
            Ok(verdict) => verdict.clone(),
            Err(error) => {
                notes.push(format!("not compared: {error}"));
                refused.push(error.to_string());
                continue;
            }
        };
        let guessing = guessing(&series);
        rows.push(row(&seen.records, series, names, guessing, timeouts_ns, timing)?);
    }
    let mut faults = faults(&seen.records, &rows, &[[names.0, names.1]]);
    faults.extend(found.faults);
    // A solver that answers wrongly has failed, also where no times can be compared.
    if rows.is_empty() && faults.is_empty() {
        let few =
            if found.notes.is_empty() { "; is --budget long enough for two rounds?" } else { "" };
        let why: Vec<String> = refused.into_iter().chain(found.notes.to_vec()).collect();
        let why = if why.is_empty() { "nothing was measured".to_owned() } else { why.join("; ") };
        bail!("no verdict: {why}{few}");
    }
    Ok(Comparison {
        threshold: args.outputs.threshold,
        means: Means::Paired,
        faults,
        overall: overall(&rows, args.outputs.threshold),
        rows,
        missing: Vec::new(),
        new: Vec::new(),
        named: Vec::new(),
        notes,
    })
}

/// For each dataset with a verdict other than "same": on which puzzles the two differ, as far as
/// there is time `left`.
fn details(
    args: &Args,
    job: &Job<'_>,
    backends: &Backends,
    comparison: &mut Comparison,
    left: Duration,
    progress: &Progress,
    interrupted: &AtomicBool,
) -> anyhow::Result<Vec<Table>> {
    let differs = |name: &str| {
        let rows = comparison.rows.iter().filter(|row| row.series.setting.dataset == name);
        rows.clone().any(|row| row.timing.verdict != Verdict::Same)
    };
    let names = job.datasets.iter().enumerate();
    let asked: Vec<usize> = names.filter(|(_, (name, _))| differs(name)).map(|(i, _)| i).collect();
    if args.no_detail || asked.is_empty() || interrupted.load(Ordering::Relaxed) {
        return Ok(Vec::new());
    }
    let each = left / asked.len() as u32;
    if each < LEAST_DETAIL {
        comparison.notes.push("no time was left to show on which puzzles they differ".into());
        return Ok(Vec::new());
    }
    let mut tables = Vec::new();
    for dataset in asked {
        let Backends { baseline, candidate, control, .. } = backends;
        let of = [&**baseline, &**candidate, &**control];
        let tables_of = detail(job, dataset, of, each.mul_f64(DETAIL_TIMED), progress, interrupted);
        tables.extend(
            tables_of.with_context(|| format!("cannot look into {}", job.datasets[dataset].0))?,
        );
    }
    Ok(tables)
}
