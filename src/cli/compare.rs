//! `sudoku-bench compare`: backends of one run, or a run with an earlier one.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use super::outputs::Outputs;
use super::stored;
use crate::compare::between::{Stored, Subjects, between};
use crate::compare::within::{Names, within};

/// Arguments of `compare`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Folder of a run; with two, the earlier one
    #[arg(value_name = "RUN")]
    old: PathBuf,
    /// Folder of the later run, to compare with the earlier one
    new: Option<PathBuf>,
    /// Backend that stands for "as before"; the first of the run if not said
    #[arg(long, value_name = "SPEC", conflicts_with = "new")]
    baseline: Option<String>,
    /// Backend to judge; every other one if not said
    #[arg(long, value_name = "SPEC")]
    candidate: Option<String>,
    /// Backend that took part in both runs and did not change: takes the machine's speed out
    #[arg(long, value_name = "SPEC", requires = "new")]
    reference: Option<String>,
    #[command(flatten)]
    outputs: Outputs,
}

/// Compares, shows what was found, and fails on a slowdown or a wrong answer.
///
/// # Errors
/// When a run cannot be read or there is nothing that can be compared.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let threshold = args.outputs.threshold;
    let old = stored::open(&args.old)?;
    let Some(new) = &args.new else {
        let names = Names {
            baseline: args.baseline.clone(),
            control: None,
            candidate: args.candidate.clone(),
        };
        let comparison = within(&old.records, old.manifest.as_ref(), &names, threshold)
            .with_context(|| format!("cannot compare {}", old.name))?;
        return args.outputs.show(&comparison, &old.records, &[]);
    };
    let new = stored::open(new)?;
    let subjects =
        Subjects { candidate: args.candidate.clone(), reference: args.reference.clone() };
    let was = Stored { name: &old.name, records: &old.records, manifest: old.manifest()? };
    let is = Stored { name: &new.name, records: &new.records, manifest: new.manifest()? };
    let comparison = between(was, is, &subjects, threshold)
        .with_context(|| format!("cannot compare {} with {}", new.name, old.name))?;
    args.outputs.show(&comparison, &new.records, &[])
}
