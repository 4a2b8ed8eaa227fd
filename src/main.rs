//! The `sudoku-bench` program: arguments in, exit code out.

use std::process::ExitCode;

use sudoku_bench::cli;

#[global_allocator]
static MEMORY: cli::Memory = cli::Memory;

fn main() -> ExitCode {
    let code = cli::run(cli::parse()).unwrap_or_else(|error| cli::failure(&error));
    cli::end();
    code
}
