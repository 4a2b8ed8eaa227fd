//! `sudoku-bench child`, hidden: what this program does as a child of itself.

use std::process::ExitCode;

use anyhow::Context;

use crate::foreign::child;

/// Arguments of `child`.
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
    child::run(&args.task).context("as a child of another sudoku-bench")
}
