//! `sudoku-bench launch`, hidden: the fresh process in which a gate measures its solvers.

use std::process::ExitCode;

use anyhow::Context;

use crate::run::drive::launch::serve;

/// Arguments of `launch`.
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
    serve::serve(&args.task).context("as a launch of another sudoku-bench")
}
