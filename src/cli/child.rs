//! `sudoku-bench child`, hidden: what this program does as a child of itself.

use std::process::ExitCode;

use anyhow::Context;

use crate::foreign::errand::Errand;

/// Arguments of `child`.
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
    Errand::run(&args.errand).context("as a child of another sudoku-bench")
}
