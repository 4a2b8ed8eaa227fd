//! `sudoku-bench run`: measures solvers over datasets, and writes what it found.

mod args;
pub(super) mod files;
mod grading;
pub(super) mod incidents;
pub(super) mod inputs;
mod journal;
mod observer;
mod puzzle_files;
mod resume;
mod sampling;

use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::bail;

pub(super) use args::Args;
use args::Passes;

use super::habits;
use super::interrupt::{self, INTERRUPTED_BY_USER};
use super::opening::{self, Opened};
use super::report::PAGE;
use super::streams::{self, remark};
use super::subjects::build::build;
use super::suite;
use super::{FAILED, overwriting};
use crate::builtin;
use crate::dataset::{Dataset, Shard};
use crate::host;
use crate::record::{
    BackendFacts, DatasetFacts, Identity, Latencies, Manifest, OrderCount, Pass, Program,
    Resumption, SCHEMA, Utc,
};
use crate::report::fit::verify_names;
use crate::report::incidents::IncidentRow;
use crate::report::{self, Folder, Slow, SummaryRow, overview};
use crate::run::drive::entry::{Entry, RunBegun};
use crate::run::drive::findings::Findings;
use crate::run::drive::job::Job;
use crate::run::drive::past::Past;
use crate::run::drive::perform;
use crate::run::judge::trust::Trust;
use crate::run::work::spent::Spent;
use crate::run::work::turn::quiet_solver_panics;
use crate::solver::{Backend, Guesses};
use crate::text;
use files::RecordRows;
use journal::RunJournal;
use observer::{Observed, RunObserver};
use puzzle_files::PuzzleFiles;
use resume::Earlier;
use sampling::Sampling;

/// Wall time for each dataset unless `--budget` sets another.
const BUDGET: Duration = Duration::from_secs(20);
/// Wall time for all built-in datasets together unless `--budget` sets another.
const BARE_BUDGET: Duration = Duration::from_secs(45);
/// Wall time for each dataset where `--rounds` says when to end: a year, as good as none.
const NO_BUDGET: Duration = Duration::from_secs(365 * 24 * 3600);
/// Opening the solvers may take as long as in a run of so much time, at most.
const OPENING: Duration = Duration::from_secs(3600);
/// Limit of one puzzle unless `--timeout` sets another.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Measures, reports, and turns what was found into an exit code.
///
/// # Errors
/// When something could not be read, started or written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.resume {
        Some(folder) => resume::run(args, folder),
        None => measure(args, Beginning::New),
    }
}

/// Where a run begins.
enum Beginning {
    New,
    /// Where earlier processes have left it.
    Earlier(Box<Earlier>),
}

fn measure(args: &Args, beginning: Beginning) -> anyhow::Result<ExitCode> {
    let solvers: Vec<_> =
        args.solvers.0.iter().flat_map(|one| overwriting::files_of(&one.spec)).collect();
    let outputs = [
        ("--per-puzzle", args.per_puzzle.clone()),
        ("--per-puzzle-rounds", args.per_puzzle_rounds.clone()),
    ];
    overwriting::guard(&[&args.datasets.files()[..], &solvers].concat(), &outputs)?;
    verify_names(&overview::columns(), &args.columns).map_err(anyhow::Error::msg)?;
    build(&args.solvers.0, args.quiet)?;
    let interrupted = interrupt::sign();
    quiet_solver_panics();
    let started = Utc::at(SystemTime::now());
    let opened = inputs::datasets(&args.datasets, &args.reading, args.quiet)?;
    let (budget, timeout) = (budget(args, opened.len()), args.timeout.unwrap_or(TIMEOUT));
    let confinement = args.confinement.confinement();
    let solvers = inputs::backends(&args.solvers.0, &confinement, budget.min(OPENING), timeout)?;
    let trust = Trust::new(builtin::trusted());
    let mut job = job(args, &opened, &solvers, &trust)?;
    let mut manifest = manifest(&job, started);
    manifest.shard = args.shard;
    let is_new = matches!(beginning, Beginning::New);
    let Begun { folder, mut manifest, journal, mut past } =
        begin(args, &mut job, manifest, beginning)?;
    let identity = Identity::of(&manifest);
    let before = host::Moment::now();

    let rows = RecordRows::begin(&folder, identity.clone())?;
    let each = PuzzleFiles::begin(&args.per_puzzle, &args.per_puzzle_rounds, &identity, &opened)?;
    let mut observer = RunObserver::new(rows, each, Sampling::new(&opened), journal, args.quiet);
    let outcome = perform::resume(&job, &mut observer, interrupted, &mut past);
    let Observed { records, sample, records_blake3, mut lost, remarks: slow_starts, mut journal } =
        observer.finish();
    journal.sync();
    let mut findings = match outcome {
        Ok(findings) => findings,
        Err(error) => {
            if records.is_empty() && is_new {
                folder.remove();
            }
            return Err(error.into());
        }
    };
    findings.notes.extend(inputs::verify_unchanged(&opened)?);
    let budget = job.budget * job.datasets.len() as u32;
    findings.notes.extend(opening::remarkable(job.opening, budget));
    findings.notes.extend(findings.paused());
    findings.notes.extend(slow_starts);

    manifest.strain = before.zip(host::Moment::now()).map(|(before, after)| before.until(after));
    manifest.ended = Utc::at(SystemTime::now());
    manifest.interrupted = interrupt::is_interrupted();
    manifest.clock_overhead_ns = findings.clock_overhead_ns;
    manifest.records_blake3 = records_blake3;
    let latencies: Vec<Latencies> =
        findings.phases.iter().flat_map(|phase| phase.latencies.clone()).collect();
    let rows = report::summarize(&records, &latencies, &manifest);
    let mut unwritten = folder.complete(&rows, &latencies, &slowest(&findings, &job), &manifest);
    let incidents = incidents::rows(&findings, &job.datasets);
    unwritten.extend(report::incidents::write(&folder, &incidents, &identity));
    unwritten.extend(sampling::write(&folder, &sample, &identity));
    let graded = grading::graded(&sample, &opened, job.budget);
    unwritten.extend(grading::write(&folder, &graded));
    lost.extend(unwritten.into_iter().map(Into::into));
    lost.extend(super::report::write_page(&folder, &manifest, records).err());
    let latest = folder.point_latest_here();
    let is_whole = !manifest.interrupted && lost.is_empty();
    if is_whole {
        journal.remove();
    } else {
        lost.extend(journal.keep().err());
    }
    interrupt::results_are_kept();

    let mut code = exit_code(&rows, manifest.interrupted);
    for error in &lost {
        code = streams::unwritten(error, code);
    }
    if let Err(error) = latest {
        remark(format_args!("{:#}", anyhow::Error::from(error)));
    }
    let code = streams::print(&shown(args, &rows, &manifest)?, code);
    if !args.quiet {
        remarks(&findings, &incidents, &folder);
    }
    if !is_whole {
        let path = folder.path().display();
        remark(format_args!("to continue this run: sudoku-bench run --resume {path}"));
    }
    Ok(code.into())
}

/// A run that is about to measure.
struct Begun {
    folder: Folder,
    manifest: Manifest,
    journal: RunJournal,
    past: Past,
}

/// Makes the folder of a run with its journal, or goes on with those of an earlier process.
fn begin(
    args: &Args,
    job: &mut Job<'_>,
    mut manifest: Manifest,
    beginning: Beginning,
) -> anyhow::Result<Begun> {
    let Earlier { folder, manifest: mut was, past, begun, mut journal } = match beginning {
        Beginning::Earlier(earlier) => *earlier,
        Beginning::New => {
            let folder = Folder::create(&args.out, manifest.started, &manifest.machine.host)?;
            manifest.run = folder.name();
            interrupt::remove_if_empty(folder.path());
            let begun = RunBegun {
                arguments: suite::arguments(),
                folder: std::env::current_dir().unwrap_or_default(),
                threads: job.threads.clone(),
                latency_threads: job.latency_threads.clone(),
            };
            folder.write("manifest.json", |out| manifest.write(out))?;
            let keeps_rows = args.per_puzzle.is_some() || args.per_puzzle_rounds.is_some();
            let journal = RunJournal::begin(folder.path(), &begun, keeps_rows);
            return Ok(Begun { folder, manifest, journal, past: Past::nothing() });
        }
    };
    resume::verify_same(&was, &manifest)?;
    (job.threads, job.latency_threads) = (begun.threads, begun.latency_threads);
    let (at, host) = (manifest.started, manifest.machine.host);
    was.resumed.push(Resumption { at, host });
    was.interrupted = true;
    was.records_blake3 = None;
    folder.write("manifest.json", |out| was.write(out))?;
    journal.add(&Entry::Resumed(at));
    Ok(Begun { folder, manifest: was, journal, past })
}

/// The manifest of a run or gate that has only begun: as such it is found where that does not come
/// to its end.
pub(super) fn manifest(job: &Job<'_>, started: Utc) -> Manifest {
    Manifest {
        schema: SCHEMA,
        run: String::new(),
        program: Program::current(),
        machine: host::machine(),
        strain: None,
        arguments: arguments(),
        seed: job.seed,
        shard: None,
        goal: job.goal,
        timeout_ns: job.timeout.map(|timeout| timeout.as_nanos() as u64),
        started,
        ended: started,
        interrupted: true,
        clock_overhead_ns: 0,
        shards: Vec::new(),
        machines: Vec::new(),
        datasets: job.datasets.iter().map(|(name, dataset)| facts(name, dataset)).collect(),
        backends: job.backends.iter().map(|backend| BackendFacts::of(*backend)).collect(),
        resumed: Vec::new(),
        records_blake3: None,
    }
}

/// The command line, without the program's name.
fn arguments() -> Vec<String> {
    suite::arguments().iter().map(|argument| text::name(argument)).collect()
}

/// Wall time for each dataset.
fn budget(args: &Args, datasets: usize) -> Duration {
    match args.budget {
        Some(budget) => budget,
        None if args.rounds.is_some() => NO_BUDGET,
        None if args.datasets.0.is_empty() => BARE_BUDGET / datasets.max(1) as u32,
        None => BUDGET,
    }
}

/// The job that the arguments describe.
fn job<'a>(
    args: &Args,
    opened: &'a [(String, Dataset)],
    solvers: &'a Opened,
    trust: &'a Trust,
) -> anyhow::Result<Job<'a>> {
    let backends = &solvers.backends;
    let is_limited = |backend: &dyn Backend| args.timeout.or(backend.timeout()).is_some();
    let mut limited = backends.iter().filter(|backend| is_limited(&***backend));
    if let Some(stubborn) = limited.find(|backend| !backend.abilities().cancellable) {
        bail!(
            "{} cannot be interrupted, so --timeout has no effect on it; drop either --timeout or \
            --no-isolate",
            stubborn.id()
        );
    }
    let threads =
        if args.threads.is_empty() { vec![host::workers()] } else { args.threads.clone() };
    let alone = args.pass != Passes::Latency || args.threads.is_empty();
    let latency_threads = if alone { vec![1] } else { args.threads.clone() };
    Ok(Job {
        goal: args.goal,
        passes: args.pass.list(),
        threads,
        latency_threads,
        block: args.block,
        budget: budget(args, opened.len()),
        opening: solvers.took,
        timeout: Some(args.timeout.unwrap_or(TIMEOUT)),
        sample: args.sample,
        shard: args.shard.unwrap_or(Shard::WHOLE),
        coverages: args.rounds,
        seed: args.seed,
        scramble: args.scramble,
        as_given: args.as_given,
        pin: args.pin,
        per_puzzle: true,
        up_to_9x9: if args.solvers.0.is_empty() { builtin::IN_READING_ORDER } else { &[] },
        ..Job::new(
            opened.iter().map(|(name, dataset)| (name.clone(), dataset)).collect(),
            backends.iter().map(|backend| &**backend).collect(),
            trust,
        )
    })
}

fn facts(name: &str, dataset: &Dataset) -> DatasetFacts {
    let survey = dataset.survey();
    let count = |order| OrderCount { order, puzzles: survey.puzzles(order) };
    DatasetFacts {
        name: name.to_owned(),
        path: dataset.path().to_owned(),
        bytes: survey.bytes,
        blake3: survey.hash.to_string(),
        lines: survey.lines,
        malformed: survey.malformed,
        puzzles: survey.orders().map(count).collect(),
    }
}

fn slowest(findings: &Findings, job: &Job<'_>) -> Vec<Slow> {
    let mut all = Vec::new();
    for phase in &findings.phases {
        let (_, dataset) = &job.datasets[phase.dataset];
        for (solver, puzzles) in phase.backends.iter().zip(&phase.slowest) {
            let backend = job.backends.iter().find(|backend| backend.id() == solver);
            let counts = backend.is_some_and(|b| b.abilities().guesses != Guesses::None);
            all.extend(puzzles.iter().map(|slow| Slow {
                solver: solver.clone(),
                setting: phase.setting.clone(),
                line: dataset.line_of(slow.offset),
                offset: slow.offset,
                first_ns: slow.low_ns,
                again_ns: slow.alone_ns,
                guesses: slow.guesses.filter(|_| counts),
                puzzle: slow.puzzle.clone(),
            }));
        }
    }
    all
}

/// What goes to standard output.
fn shown(args: &Args, rows: &[SummaryRow], manifest: &Manifest) -> anyhow::Result<String> {
    if args.json {
        let mut json = Vec::new();
        report::summary::write_json(rows, &mut json)?;
        return Ok(String::from_utf8(json)?);
    }
    let table = report::overview(rows, manifest);
    let width = report::terminal::width();
    let fitted = report::fit::fit(&table, width, &args.columns).or_else(|why| {
        // What was measured is not lost by a slip.
        remark(why);
        report::fit::fit(&table, width, &[])
    });
    let text = fitted.map(|table| report::terminal::render(&table, Some(width)));
    Ok(format!("{}\n", text.unwrap_or_default().trim_end()))
}

/// What goes to standard error.
fn remarks(findings: &Findings, incidents: &[IncidentRow], folder: &Folder) {
    findings.notes.iter().for_each(remark);
    habit_lines(findings).iter().for_each(remark);
    report::incidents::lines(incidents).iter().for_each(remark);
    time_lines(findings).iter().for_each(remark);
    remark(format_args!("report: {}", folder.path().display()));
    let page = folder.path().join(PAGE);
    if page.exists() {
        remark(format_args!("to look at in a browser: {}", page.display()));
    }
}

/// What each solver remembers, where that is remarkable.
fn habit_lines(findings: &Findings) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for phase in &findings.phases {
        for (name, memory) in phase.backends.iter().zip(&phase.memories) {
            for line in habits::memory(name, memory) {
                // Figures differ from dataset to dataset; the first will do.
                if !lines.iter().any(|known| known.starts_with(name.as_str())) {
                    lines.push(line);
                }
            }
        }
    }
    lines
}

/// Where the workers' time went, a line a pass.
fn time_lines(findings: &Findings) -> Vec<String> {
    let line = |pass: Pass| {
        let phases = findings.phases.iter().filter(|phase| phase.setting.pass == pass);
        let spent = phases.fold(Spent::default(), |sum, phase| sum.merge(phase.spent));
        let shares = spent.shares().into_iter();
        let parts: Vec<String> =
            shares.map(|(part, share)| format!("{:.1} % {part}", 100.0 * share)).collect();
        (!parts.is_empty()).then(|| format!("workers' time, {}: {}", pass.name(), parts.join(", ")))
    };
    [Pass::Throughput, Pass::Latency].into_iter().filter_map(line).collect()
}

fn exit_code(rows: &[SummaryRow], interrupted: bool) -> u8 {
    if rows.iter().any(|row| row.wrong > 0 || row.disputed > 0 || row.crashed > 0) {
        FAILED
    } else if interrupted {
        INTERRUPTED_BY_USER
    } else {
        0
    }
}
