//! `sudoku-bench run`: measures solvers over datasets, and writes what it found.

mod args;
mod begun;
pub(super) mod files;
mod grading;
pub(super) mod incidents;
pub(super) mod inputs;
mod journal;
mod observer;
mod planned;
mod printed;
mod puzzle_files;
mod resume;
mod sampling;

use std::process::ExitCode;
use std::time::{Duration, SystemTime};

pub(super) use args::Args;
pub(super) use begun::manifest;

use super::interrupt;
use super::opening;
use super::overwriting;
use super::streams::{self, remark};
use super::subjects::build::build;
use super::suite;
use crate::builtin;
use crate::dataset::Dataset;
use crate::host;
use crate::record::{Identity, Latencies, Manifest, Resumption, Utc};
use crate::report::fit::verify_names;
use crate::report::{self, Folder, Slow, overview};
use crate::run::drive::entry::{Entry, RunBegun};
use crate::run::drive::findings::Findings;
use crate::run::drive::job::Job;
use crate::run::drive::past::Past;
use crate::run::drive::perform;
use crate::run::judge::trust::Trust;
use crate::run::work::turn::quiet_solver_panics;
use crate::solver::Guesses;
use files::RecordRows;
use journal::RunJournal;
use observer::{Observed, RunObserver};
use planned::{TIMEOUT, budget, job};
use printed::{exit_code, remarks, shown};
use puzzle_files::PuzzleFiles;
use resume::Earlier;
use sampling::Sampling;

/// Opening the solvers may take as long as in a run of so much time, at most.
const OPENING: Duration = Duration::from_secs(3600);
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
    guard_files(args)?;
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
    let manifest = Manifest { shard: args.shard, ..manifest(&job, started) };
    let is_new = matches!(beginning, Beginning::New);
    let Begun { folder, mut manifest, journal, mut past } =
        begin(args, &mut job, manifest, beginning)?;
    let identity = Identity::of(&manifest);
    let before = host::Moment::now();

    let rows = RecordRows::begin(&folder, identity.clone())?;
    let each = PuzzleFiles::begin(&args.per_puzzle, &args.per_puzzle_rounds, &identity, &opened)?;
    let mut observer = RunObserver::new(rows, each, Sampling::new(&opened), journal, args.quiet);
    let outcome = perform::resume(&job, &mut observer, interrupted, &mut past);
    let mut observed = observer.finish();
    observed.journal.sync();
    let mut findings = match outcome {
        Ok(findings) => findings,
        Err(error) => {
            if observed.records.is_empty() && is_new {
                folder.remove();
            }
            return Err(error.into());
        }
    };
    findings.notes.extend(inputs::verify_unchanged(&opened)?);
    let budget = job.budget * job.datasets.len() as u32;
    findings.notes.extend(opening::remarkable(job.opening, budget));
    findings.notes.extend(findings.paused());
    findings.notes.append(&mut observed.remarks);

    manifest.strain = before.zip(host::Moment::now()).map(|(before, after)| before.until(after));
    manifest.ended = Utc::at(SystemTime::now());
    manifest.interrupted = interrupt::is_interrupted();
    manifest.clock_overhead_ns = findings.clock_overhead_ns;
    manifest.records_blake3 = observed.records_blake3.take();
    let measured = Measured { folder, manifest, findings, observed };
    conclude(args, &opened, &job, measured)
}

/// Refuses to write over a dataset or a solver.
fn guard_files(args: &Args) -> anyhow::Result<()> {
    let solvers = args.solvers.0.iter().flat_map(|one| overwriting::files_of(&one.spec));
    let outputs = [
        ("--per-puzzle", args.per_puzzle.clone()),
        ("--per-puzzle-rounds", args.per_puzzle_rounds.clone()),
    ];
    let inputs: Vec<_> = args.datasets.files().iter().cloned().chain(solvers).collect();
    overwriting::guard(&inputs, &outputs)
}

/// A run that has measured.
struct Measured {
    folder: Folder,
    manifest: Manifest,
    findings: Findings,
    observed: Observed,
}

/// Writes the files, ends the journal, and prints what was found.
fn conclude(
    args: &Args,
    opened: &[(String, Dataset)],
    job: &Job<'_>,
    measured: Measured,
) -> anyhow::Result<ExitCode> {
    let Measured { folder, manifest, findings, observed } = measured;
    let Observed { records, sample, mut lost, journal, .. } = observed;
    let identity = Identity::of(&manifest);
    let latencies: Vec<Latencies> =
        findings.phases.iter().flat_map(|phase| phase.latencies.clone()).collect();
    let rows = report::summarize(&records, &latencies, &manifest);
    let mut unwritten = folder.complete(&rows, &latencies, &slowest(&findings, job), &manifest);
    let incidents = incidents::rows(&findings, &job.datasets);
    unwritten.extend(report::incidents::write(&folder, &incidents, &identity));
    unwritten.extend(sampling::write(&folder, &sample, &identity));
    let graded = grading::graded(&sample, opened, job.budget);
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
