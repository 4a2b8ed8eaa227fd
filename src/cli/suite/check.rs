//! `sudoku-bench suite check`: whether everything that a suite names is there and works.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use clap::Parser;

use super::file::Suite;
use super::given::Given;
use super::words::words;
use super::{FILE, enter_folder_of, place};
use crate::builtin;
use crate::cli::run::{self, inputs};
use crate::cli::subjects::DatasetChoice;
use crate::cli::subjects::build::build;
use crate::cli::{Cli, FAILED, Verb, interrupt, streams};
use crate::dataset::Dataset;
use crate::record::{Pass, Record};
use crate::run::drive::count::judged::judge;
use crate::run::drive::job::Job;
use crate::run::judge::trust::Trust;
use crate::run::plan::tiers::Rounds;
use crate::run::work::turn::quiet_solver_panics;
use crate::solver::{Backend, PIPE};
use crate::text;

/// Wall time for the puzzle of a dataset and order, all solvers together.
const BUDGET: Duration = Duration::from_secs(60);
/// Limit of one puzzle, unless the suite says otherwise.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Arguments of `suite check`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The suite, or its folder
    #[arg(value_name = "FILE", default_value = FILE)]
    suite: PathBuf,
    /// Print no progress of builds
    #[arg(long, short)]
    quiet: bool,
}

/// Goes through a suite, and says what was found.
///
/// # Errors
/// When the suite, a dataset, a build or a solver cannot be used.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let path = place(&args.suite);
    let suite = Suite::read(&path)?;
    let asked = as_run(&suite)?;
    let gate = as_gate(&suite)?;
    enter_folder_of(&path)?;
    quiet_solver_panics();
    let opened = inputs::datasets(&asked.datasets, &asked.reading, args.quiet)?;
    build(&asked.solvers.0, args.quiet)?;
    let confinement = asked.confinement.confinement();
    let timeout = asked.timeout.unwrap_or(TIMEOUT);
    let solvers = inputs::backends(&asked.solvers.0, &confinement, BUDGET, timeout)?;
    let backends: Vec<&dyn Backend> = solvers.backends.iter().map(|one| &**one).collect();
    let tried = tried(&asked, &opened, &backends, timeout)?;
    if interrupt::is_interrupted() {
        bail!("interrupted before everything was looked at");
    }
    let (shown, are_right) = said(&asked, &opened, &backends, &tried, gate);
    Ok(streams::print(&shown, if are_right { 0 } else { FAILED }).into())
}

/// One puzzle of a dataset and size, as a solver answered it.
struct Tried {
    place: String,
    record: Record,
}

/// Has every solver answer a puzzle of each dataset and size.
fn tried(
    asked: &run::Args,
    opened: &[(String, Dataset)],
    backends: &[&dyn Backend],
    timeout: Duration,
) -> anyhow::Result<Vec<Tried>> {
    let trust = Trust::new(builtin::trusted());
    let timeout = Some(timeout).filter(|_| backends.iter().all(|b| b.abilities().cancellable));
    let mut all = Vec::new();
    for (name, dataset) in opened {
        for order in dataset.survey().orders() {
            let job = Job {
                goal: asked.goal,
                passes: vec![Pass::Throughput],
                rounds: Rounds::Shared,
                budget: BUDGET,
                timeout,
                sample: Some(1),
                seed: asked.seed,
                as_given: true,
                ..Job::new(vec![(name.clone(), dataset)], backends.to_vec(), &trust)
            };
            let judged = judge(&job, order, interrupt::sign())?;
            let place = format!("{name} {order}");
            let tried = |record| Tried { place: place.clone(), record };
            all.extend(judged.records.into_iter().map(tried));
        }
    }
    Ok(all)
}

/// A line a dataset, solver and gate; and whether no answer was at fault.
fn said(
    asked: &run::Args,
    opened: &[(String, Dataset)],
    backends: &[&dyn Backend],
    tried: &[Tried],
    gate: Option<[String; 2]>,
) -> (String, bool) {
    let mut shown = String::new();
    for (nth, (name, dataset)) in opened.iter().enumerate() {
        let held = asked.datasets.0.get(nth).and_then(DatasetChoice::held_by);
        shown.push_str(&about(name, dataset, held));
    }
    for backend in backends.iter().filter(|backend| backend.id() != PIPE) {
        let own: Vec<_> = tried.iter().filter(|one| one.record.solver == backend.id()).collect();
        shown.push_str(&line_of(*backend, &own));
    }
    if let Some([baseline, candidate]) = gate {
        let _ = writeln!(shown, "gate     {candidate} against {baseline}");
    }
    let of_solvers = tried.iter().filter(|one| one.record.solver != PIPE);
    (shown, of_solvers.into_iter().all(|one| is_right(&one.record)))
}

/// The suite as arguments of `run`.
fn as_run(suite: &Suite) -> anyhow::Result<run::Args> {
    match parsed(suite, "run")? {
        Some(Verb::Run(args)) => Ok(args),
        _ => bail!("a suite is read as arguments of run"),
    }
}

/// Names of baseline and candidate, if the suite has a gate.
fn as_gate(suite: &Suite) -> anyhow::Result<Option<[String; 2]>> {
    if suite.gate.pairs.is_empty() {
        return Ok(None);
    }
    match parsed(suite, "gate")? {
        Some(Verb::Gate(args)) => Ok(Some(args.names())),
        _ => bail!("a suite is read as arguments of gate"),
    }
}

fn parsed(suite: &Suite, verb: &str) -> anyhow::Result<Option<Verb>> {
    let words = words(suite, verb, Given::default())?;
    let line = ["sudoku-bench", verb].map(OsString::from).into_iter().chain(words);
    let parsed = Cli::try_parse_from(line);
    let refused = |error: clap::Error| {
        let text = error.to_string();
        let why = text.lines().next().unwrap_or_default();
        suite.fault_as_a_whole(format!("as [{verb}]: {}", why.trim_start_matches("error: ")))
    };
    Ok(parsed.map_err(refused)?.verb)
}

fn about(name: &str, dataset: &Dataset, held: Option<&str>) -> String {
    let survey = dataset.survey();
    let counts: Vec<String> =
        survey.orders().map(|order| format!("{} {order}", survey.puzzles(order))).collect();
    let held = held.map_or(String::new(), |by| format!(", as {by} has it"));
    let mut line = format!(
        "dataset  {}: {}, blake3 {}{held}",
        text::line(name),
        counts.join(", "),
        survey.hash
    );
    if survey.malformed > 0 {
        let _ = write!(line, "; {} malformed lines passed over", survey.malformed);
    }
    line + "\n"
}

fn line_of(backend: &dyn Backend, own: &[&Tried]) -> String {
    let each: Vec<String> =
        own.iter().map(|one| format!("{} {}", one.place, outcome(&one.record))).collect();
    let each =
        if each.is_empty() { "takes none of these puzzles".to_owned() } else { each.join(", ") };
    format!("solver   {} ({}): {each}\n", text::line(backend.id()), text::line(&backend.version()))
}

/// What became of a record's one puzzle.
fn outcome(record: &Record) -> &'static str {
    let outcomes = &record.outcomes;
    let all = [
        (outcomes.wrong, "WRONG"),
        (outcomes.crashed, "CRASHED"),
        (record.disputed, "DISPUTED"),
        (outcomes.timed_out, "not within the time limit"),
        (outcomes.incomplete, "left open"),
        (outcomes.none, "has no solution"),
        (outcomes.multiple, "has several solutions"),
    ];
    all.iter().find(|(count, _)| *count > 0).map_or("solved", |(_, what)| what)
}

fn is_right(record: &Record) -> bool {
    record.outcomes.wrong + record.outcomes.crashed + record.disputed == 0
}
