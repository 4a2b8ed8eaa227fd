//! `sudoku-bench solvers`: what there is to measure.

use std::io::Write;
use std::process::ExitCode;

use super::streams;
use crate::builtin;
use crate::builtin::Shown;

/// Arguments of `solvers`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Also list the solvers that only measure the harness
    #[arg(long)]
    all: bool,
}

/// Lists the built-in solvers with their abilities.
///
/// # Errors
/// When standard output cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = streams::stdout();
    let mut backends = builtin::all(Shown::Listed);
    if args.all {
        backends.extend(builtin::all(Shown::Hidden));
    }
    for backend in backends {
        let abilities = backend.abilities();
        let complete = if abilities.complete { "complete" } else { "incomplete" };
        let (low, high) = (abilities.orders.start(), abilities.orders.end());
        writeln!(
            out,
            "{:<22} {low} to {high}, {complete:<10}  {}",
            backend.id(),
            backend.summary()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
