//! `gate --count instructions`: what the two solvers execute, under valgrind, on a sample.

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::bail;

use super::keeping::Keeping;
use super::{Args, Backends, question};
use crate::builtin::kernel::isa::Isa;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::run::inputs;
use crate::cli::streams::unwritten;
use crate::cli::subjects::SolverChoice;
use crate::compare::comparison::Means;
use crate::compare::gate::{Besides, Gate};
use crate::compare::judge::Extent;
use crate::compare::pairing::Series;
use crate::compare::verdict::Threshold;
use crate::dataset::Dataset;
use crate::foreign::process::confine::Confinement;
use crate::puzzle::Order;
use crate::record::{Pass, Record};
use crate::report::incidents::lines_with_grids;
use crate::run::drive::count::judged::{Judged, judge};
use crate::run::drive::count::perform::{Both, CountJob, Side, count};
use crate::run::drive::count::process::{Failure, Runner};
use crate::run::drive::count::replay::Replay;
use crate::run::drive::count::tool::Valgrind;
use crate::run::drive::count::way::Way;
use crate::run::drive::findings::{Findings, PhaseFindings};
use crate::run::drive::job::Job;
use crate::run::plan::tiers::Rounds;
use crate::solver::Backend;

/// Limit on the wall time for judging the answers, which usually takes milliseconds.
const JUDGING: Duration = Duration::from_secs(60);
/// Limit on the time of a counted process, in budgets: valgrind slows it down some fifty times, ...
const PATIENCE: u32 = 10;
/// ... and the least such limit.
const LEAST_PATIENCE: Duration = Duration::from_secs(60);

/// What was counted of all datasets.
#[derive(Default)]
struct Counts {
    records: Vec<Record>,
    /// Series of the datasets and orders that have counts, each with what its verdict is about.
    extents: Vec<(Series, Extent)>,
    findings: Findings,
    isa: Option<Isa>,
}

/// Runs the gate.
///
/// # Errors
/// When valgrind or a solver cannot be used, or a dataset cannot be read.
pub(super) fn gate(
    args: &Args,
    opened: &[(String, Dataset)],
    backends: &Backends,
    job: &Job<'_>,
) -> anyhow::Result<ExitCode> {
    if let Some(one) = args.sides.both().into_iter().find(|one| !one.environment.is_empty()) {
        bail!(
            "{}: with --count a solver gets no environment of its own; set it for the whole command: \
             env NAME=VALUE sudoku-bench gate …",
            one.name()
        );
    }
    let tool = Valgrind::find()?;
    let interrupted = interrupt::sign();
    let runner = Runner {
        tool: &tool,
        program: Confinement::default().program,
        memory_limit: args.confinement.confinement().memory_limit,
        goal: args.goal,
        patience: (args.budget * PATIENCE).max(LEAST_PATIENCE),
        interrupted,
    };
    let progress = Progress::new(args.quiet);
    let mut keeping = Keeping::begin(args, job)?;
    let mut counts = Counts::default();
    for index in 0..job.datasets.len() {
        let sides = [&*backends.baseline, &*backends.candidate];
        of_dataset(args, job, index, sides, &runner, &progress, &mut counts)?;
    }
    drop(progress);
    if interrupted.load(Ordering::Relaxed) {
        bail!("interrupted before everything was counted");
    }
    keeping.add(&counts.records);
    let kept = keeping.complete(job, &counts.records, &counts.findings);
    let what = (Means::Counted, counts.extents.len());
    let mut judging = Gate::new(question(args, backends, what, None));
    judging.count(counts.records, &extents(args, opened, counts.extents))?;
    let besides = Besides { notes: &counts.findings.notes, ..Besides::default() };
    let (mut comparison, records) = judging.finish(besides)?;
    comparison.named.extend(lines_with_grids(&kept.incidents));
    comparison.notes.extend(counts.findings.notes);
    comparison.notes.extend(isa_note(counts.isa));
    comparison.notes.push(format!("counted by {}", tool.version));
    comparison.notes.extend(inputs::verify_unchanged(opened)?);
    let lost = kept.show(&comparison, &[], &records);
    let mut code = args.outputs.show(&comparison, &records, &[])?;
    for error in kept.lost.iter().chain(&lost) {
        code = unwritten(error, code);
    }
    if !args.quiet {
        kept.remark();
    }
    Ok(ExitCode::from(code))
}

/// Says that kernels did not run on the instruction set that they run on otherwise.
fn isa_note(isa: Option<Isa>) -> Option<String> {
    let isa = isa.filter(|&isa| isa < Isa::best())?;
    Some(format!(
        "valgrind does not know {}: built-in vector kernels were counted on {isa}",
        Isa::best()
    ))
}

/// Counts every order of a dataset that both solvers take.
fn of_dataset(
    args: &Args,
    job: &Job<'_>,
    index: usize,
    sides: [&dyn Backend; 2],
    runner: &Runner<'_>,
    progress: &Progress,
    counts: &mut Counts,
) -> anyhow::Result<()> {
    let (name, dataset) = &job.datasets[index];
    let orders: Vec<Order> = dataset.survey().orders().collect();
    for &order in &orders {
        let able = |backend: &&dyn Backend| backend.abilities().orders.contains(&order);
        if let Some(unable) = sides.iter().find(|backend| !able(backend)) {
            let id = unable.id();
            let note = format!("{name}: its {order} puzzles are left out: {id} does not take them");
            counts.findings.notes.push(note);
            continue;
        }
        progress.begin(&format!("{name} {order}, counting instructions"));
        let way = |one: &SolverChoice| {
            Way::of(&one.spec).map_err(|why| anyhow::anyhow!("{}: {why}", one.name()))
        };
        let task = CountJob {
            dataset,
            order,
            sample: args.sample,
            seed: args.seed,
            budget: args.budget / u32::try_from(orders.len()).unwrap_or(1),
            ways: [way(&args.sides.baseline)?, way(&args.sides.candidate)?],
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            done: &|share| progress.set(share),
        };
        let both = count(&task, runner)?;
        counts.take(&Place { job, index, order, sides, runner }, both)?;
    }
    Ok(())
}

/// Where something was counted.
struct Place<'a> {
    job: &'a Job<'a>,
    index: usize,
    order: Order,
    sides: [&'a dyn Backend; 2],
    runner: &'a Runner<'a>,
}

impl Counts {
    /// Judges the answers of a counted sample and adds what came of it.
    fn take(&mut self, place: &Place<'_>, both: Both) -> anyhow::Result<()> {
        let Both { sample, sides } = both;
        let of = place.job.datasets[place.index].1.survey().puzzles(place.order);
        let extent = Extent::Sampled { sample: sample.counted() as u64, of };
        let (mut instructions, mut replays, mut failures) = (Vec::new(), Vec::new(), Vec::new());
        for (backend, side) in place.sides.into_iter().zip(sides) {
            match side {
                Ok(Side { instructions: of, answers, isa }) => {
                    self.isa = isa.or(self.isa);
                    instructions.push((backend.id(), of));
                    replays.push(Replay::new(backend, &sample, answers));
                }
                Err(failure) => failures.push((backend.id(), failure)),
            }
        }
        let replays: Vec<&dyn Backend> = replays.iter().map(|one| one as &dyn Backend).collect();
        let answered = if failures.is_empty() { replays } else { place.sides.to_vec() };
        let judged = self.judge(place, answered, sample.counted())?;
        if let Some((id, failure)) = failures.first() {
            return place.explain(id, failure, &judged).map(|()| self.records.extend(judged));
        }
        for (round, record) in judged.iter().flat_map(|record| [(0, record), (1, record)]) {
            let own = instructions.iter().find(|(id, _)| *id == record.solver);
            let instructions = own.and_then(|(_, each)| each.get(round as usize)).copied();
            self.records.push(Record { round, instructions, ..record.clone() });
        }
        self.extents.extend(judged.first().map(|record| (Series::of(record), extent)));
        Ok(())
    }

    fn judge(
        &mut self,
        place: &Place<'_>,
        backends: Vec<&dyn Backend>,
        sample: usize,
    ) -> anyhow::Result<Vec<Record>> {
        let (job, index) = (place.job, place.index);
        let (name, dataset) = &job.datasets[index];
        let judging = Job {
            goal: job.goal,
            passes: vec![Pass::Throughput],
            rounds: Rounds::Shared,
            budget: JUDGING,
            timeout: job.timeout,
            sample: Some(sample as u64),
            seed: job.seed,
            as_given: true,
            ..Job::new(vec![(name.clone(), *dataset)], backends, job.trust)
        };
        let Judged { records, findings } = judge(&judging, place.order, place.runner.interrupted)?;
        let phases = findings.phases.into_iter();
        self.findings.phases.extend(phases.map(|phase| PhaseFindings { dataset: index, ..phase }));
        Ok(records)
    }
}

impl Place<'_> {
    /// Why there is no count: a fault of the solver that shows without valgrind, too, is not an
    /// error.
    fn explain(&self, id: &str, failure: &Failure, judged: &[Record]) -> anyhow::Result<()> {
        let at_fault = |r: &Record| {
            r.outcomes.wrong + r.outcomes.crashed + r.outcomes.timed_out + r.outcomes.incomplete > 0
        };
        if judged.iter().any(|record| record.solver == id && at_fault(record)) {
            return Ok(());
        }
        let tool = &self.runner.tool.version;
        let name = &self.job.datasets[self.index].0;
        match failure {
            Failure::Unknown(bytes) => bail!(
                "{id}: {tool} does not know an instruction that it executes ({bytes}): build it for \
                 fewer instruction sets (-march=x86-64-v3 instead of -march=native), install a newer \
                 valgrind, or compare times: leave out --count"
            ),
            Failure::Late(patience) => bail!(
                "{id} had not finished the sample of {name} after {} s under valgrind; ask for \
                 fewer puzzles with --sample, or raise --budget",
                patience.as_secs()
            ),
            Failure::Died(how) => bail!(
                "{id} crashed under {tool} on {name} ({how}) but not without it; investigate with \
                valgrind, or compare times: leave out --count"
            ),
            Failure::NoAnswer(why) => bail!("{id}: {why}, under {tool} on {name}"),
            Failure::Refused(why) => bail!("{id} cannot be counted: {why}"),
            Failure::Interrupted => bail!("interrupted before everything was counted"),
        }
    }
}

/// Each series with what its verdict is about and the change that matters there.
fn extents(
    args: &Args,
    opened: &[(String, Dataset)],
    counted: Vec<(Series, Extent)>,
) -> Vec<(Series, Extent, Threshold)> {
    let threshold = |series: &Series| {
        let dataset = opened.iter().position(|(name, _)| *name == series.setting.dataset);
        dataset.and_then(|dataset| args.thresholds.of(dataset)).unwrap_or(args.outputs.tolerance)
    };
    counted
        .into_iter()
        .map(|(series, extent)| {
            let threshold = threshold(&series);
            (series, extent, threshold)
        })
        .collect()
}
