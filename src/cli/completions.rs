//! `sudoku-bench completions`: what a shell needs to complete our command line.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;

/// Arguments of `completions`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The shell to complete in
    shell: Shell,
}

/// Prints the completion script of a shell.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    let mut command = Cli::command();
    clap_complete::generate(args.shell, &mut command, "sudoku-bench", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
