//! `sudoku-bench man`: a manual page for the program and for each verb.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use super::visible_command;
use anyhow::Context;

/// Arguments of `man`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Folder to write the pages to; made if it is not there
    dir: PathBuf,
}

/// Writes the pages.
///
/// # Errors
/// When the folder cannot be written to.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let dir = &args.dir;
    let failure = || format!("cannot write manual pages to {}", dir.display());
    fs::create_dir_all(dir).with_context(failure)?;
    clap_mangen::generate_to(visible_command(), dir).with_context(failure)?;
    Ok(ExitCode::SUCCESS)
}
