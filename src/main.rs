//! The `sudoku-bench` program: arguments in, exit code out.

use std::process::ExitCode;

use sudoku_bench::cli;

fn main() -> ExitCode {
    cli::run(cli::parse()).unwrap_or_else(|error| cli::failure(&error))
}
