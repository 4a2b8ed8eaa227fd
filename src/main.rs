//! The `sudoku-bench` program: arguments in, exit code out.

use std::process::ExitCode;

use clap::Parser;
use sudoku_bench::cli::{self, Cli};

fn main() -> ExitCode {
    cli::run(Cli::parse()).unwrap_or_else(|error| cli::failure(&error))
}
