//! `sudoku-bench counted`, hidden: the process in which a gate has a solver's instructions counted.

use std::process::ExitCode;

use anyhow::Context;

use crate::run::drive::count::child;

/// Arguments of `counted`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The task, as the parent wrote it
    task: String,
}

/// Does what the parent started this process for.
///
/// # Errors
/// When the task is not of this version, or fails.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    child::serve(&args.task).context("counted for another sudoku-bench")
}
