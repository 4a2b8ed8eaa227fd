//! `sudoku-bench launch`, hidden: the fresh process in which a gate measures its solvers.

use std::process::ExitCode;

use anyhow::Context;

use crate::run::drive::launch::serve;

/// Arguments of `launch`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The errand, as the parent wrote it
    errand: String,
}

/// Does what the parent started this process for.
///
/// # Errors
/// When the errand is none of this version's, or fails.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    serve::serve(&args.errand).context("as a launch of another sudoku-bench")
}
