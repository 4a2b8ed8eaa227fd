//! `sudoku-bench compare`: solvers of one run, or runs with earlier ones.

mod labels;
mod split;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::outputs::Outputs;
use super::stored::{self, StoredRun};
use super::{overwriting, streams};
use crate::compare::between::{Stored, Subjects, between};
use crate::compare::counts::are_counts;
use crate::compare::verdict::Threshold;
use crate::compare::within::{Names, within};
use crate::record::Record;
use crate::report::markdown;
use crate::report::verdict::ratios;

/// Arguments of `compare`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Folder of a run or gate; with two, the earlier one and the later one. Gates that counted
    /// instructions are compared by instructions. With several runs a side: the earlier ones, then
    /// `--`, then the later ones
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,
    /// The later runs
    #[arg(value_name = "NEW", last = true)]
    new: Vec<PathBuf>,
    /// Solver to compare with [default: within a run, its first solver; between runs, each solver's
    /// own earlier figures]; between runs, the name that --candidate had in the earlier ones
    #[arg(long, value_name = "SPEC")]
    baseline: Option<String>,
    /// Solver to judge [default: every other one]
    #[arg(long, value_name = "SPEC")]
    candidate: Option<String>,
    /// Solver that took part in all runs and did not change: used to cancel differences in machine
    /// speed
    #[arg(long, value_name = "SPEC")]
    reference: Option<String>,
    /// Print a Markdown table of one run instead: a line a dataset, every solver's time as a ratio
    /// to the baseline's
    #[arg(long, conflicts_with = "new")]
    table: bool,
    /// Also show where the solvers of one run differ by the difficulty of the puzzles; FILE is what
    /// run --per-puzzle wrote. How hard puzzles are is kept in difficulty.csv of the run's folder
    #[arg(long, value_name = "FILE", conflicts_with_all = ["new", "table"])]
    per_puzzle: Option<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
}

/// Compares, shows what was found, and fails on a slowdown or a wrong answer.
///
/// # Errors
/// When a run cannot be read or there is nothing that can be compared.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let runs = args.runs.iter().chain(&args.new);
    let read = runs.flat_map(|run| stored::files(run)).chain(args.per_puzzle.clone());
    let read: Vec<PathBuf> = read.collect();
    overwriting::guard(&read, &args.outputs.files())?;
    args.outputs.verify_columns()?;
    let (old, new) = match (&*args.runs, &*args.new) {
        (old, []) if old.len() > 2 => bail!(
            "which of the {} runs are the earlier ones? write compare OLD... -- NEW...",
            old.len()
        ),
        ([old, new], []) => (std::slice::from_ref(old), std::slice::from_ref(new)),
        (old, new) => (old, new),
    };
    if args.table && !new.is_empty() {
        bail!("--table is about one run; name one folder");
    }
    if args.per_puzzle.is_some() && !new.is_empty() {
        bail!("--per-puzzle is about the solvers of one run; name one folder");
    }
    if new.is_empty() { within_one(args, &old[0]) } else { between_runs(args, old, new) }
}

fn within_one(args: &Args, path: &Path) -> anyhow::Result<ExitCode> {
    if args.reference.is_some() {
        bail!("--reference stands for the machine's speed in several runs; one run needs none");
    }
    let run = stored::open(path)?;
    let names = Names { baseline: args.baseline.clone(), candidate: args.candidate.clone() };
    let manifest = run.manifest.as_ref();
    let comparison = within(&run.records, manifest, &names, limit(args, &run.records))
        .with_context(|| format!("cannot compare {}", run.name))?;
    if args.table {
        let table = markdown::render(&ratios::table(&comparison));
        return Ok(streams::print(&table, 0).into());
    }
    let further = match &args.per_puzzle {
        Some(file) => split::details(&comparison, run.manifest()?, &stored::folder(path), file)?,
        None => Vec::new(),
    };
    Ok(args.outputs.show(&comparison, &run.records, &further)?.into())
}

fn between_runs(args: &Args, old: &[PathBuf], new: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let open = |runs: &[PathBuf]| -> anyhow::Result<Vec<StoredRun>> {
        runs.iter().map(|run| stored::open(run)).collect()
    };
    let (old, new) = (open(old)?, open(new)?);
    let (was, is) = (side(&old)?, side(&new)?);
    let subjects = Subjects {
        candidate: args.candidate.clone(),
        baseline: args.baseline.clone(),
        reference: args.reference.clone(),
    };
    let names = |runs: &[StoredRun]| {
        runs.iter().map(|run| run.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let comparison = between(&was, &is, &subjects, limit(args, &new[0].records))
        .with_context(|| format!("cannot compare {} with {}", names(&new), names(&old)))?;
    Ok(args.outputs.show(&comparison, &new[0].records, &[])?.into())
}

/// The change that matters: of counts, the tolerance.
fn limit(args: &Args, records: &[Record]) -> Threshold {
    if are_counts(records) { args.outputs.tolerance } else { args.outputs.threshold }
}

fn side(runs: &[StoredRun]) -> anyhow::Result<Vec<Stored<'_>>> {
    let mut side = Vec::new();
    for run in runs {
        let manifest = run.manifest()?;
        side.push(Stored { name: &run.name, records: &run.records, manifest });
    }
    Ok(side)
}
