//! The command line: one file a verb. Nothing imports this but `main`.

mod announcement;
mod board;
mod breed;
mod candidates;
mod canon;
mod check;
mod child;
mod compare;
mod completions;
mod confinement;
mod counted;
mod dedup;
mod difficulty;
mod explain;
mod gate;
mod generate;
mod habits;
mod input;
mod interrupt;
mod launch;
mod man;
mod memory;
mod merge;
mod neighbours;
mod opening;
mod outputs;
mod overwriting;
mod progress;
mod report;
mod run;
mod sample;
mod solve;
mod solvers;
mod stored;
mod streams;
mod subjects;
mod suite;
mod usage;
mod value;
mod version;
mod workers;
mod written;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

pub use memory::Memory;
pub use usage::parse;

pub use crate::compare::outcome::{FAILED, UNCLEAR};

use crate::foreign::dylib::exits;
use crate::foreign::process::child::MORE_FILES;

/// Exit code of what could not run: usage, input, backend.
pub const COULD_NOT_RUN: u8 = 2;

/// Times sudoku solvers over big puzzle files, checks every answer, and says which is faster.
#[derive(Parser, Debug)]
#[command(name = "sudoku-bench", version, long_version = version::long(), after_help = usage::AFTER_HELP,
          after_long_help = usage::AFTER_LONG_HELP)]
pub struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Measure solvers over datasets (the default)
    Run(run::Args),
    /// Compare backends of a run, or a run with an earlier one
    Compare(compare::Args),
    /// Join the runs of all shards into one, as if one machine had measured everything
    Merge(merge::Args),
    /// Write the page of runs, for a browser: what was found, pictures and tables in one file
    Report(report::Args),
    /// Solve puzzles: one solution a line, in their order
    Solve(solve::Args),
    /// Make puzzles with one solution, by seed
    Generate(generate::Args),
    /// Print the candidates of every cell after row, column and region elimination
    Candidates(candidates::Args),
    /// Solve a puzzle as a person would: steps with their reasons, or a hint
    Explain(explain::Args),
    /// Play a puzzle on the terminal, with candidates, checkpoints, undo and hints
    Board(board::Args),
    /// Do what another sudoku-bench has started this one for
    #[command(hide = true)]
    Child(child::Args),
    /// Measure a part of what another sudoku-bench measures
    #[command(hide = true)]
    Launch(launch::Args),
    /// Solve puzzles while another sudoku-bench has the instructions counted
    #[command(hide = true)]
    Counted(counted::Args),
    /// Describe a file of puzzles: counts, givens, solutions, duplicates, faults
    Check(check::Args),
    /// Draw puzzles from a file
    Sample(sample::Args),
    /// Put puzzles into canonical form: isomorphic ones become equal
    Canon(canon::Args),
    /// Find puzzles near others: some givens less, some others more
    Neighbours(neighbours::Args),
    /// Breed puzzles that cost a solver most
    Breed(breed::Args),
    /// Print the puzzles of a file without those that repeat an earlier one
    Dedup(dedup::Args),
    /// Determine whether a solver is slower than another, and fail if it is: for CI
    Gate(Box<gate::Args>),
    /// Check or begin a suite: datasets, solvers and options in a file
    Suite(suite::Args),
    /// List the solvers and what they can do
    Solvers(solvers::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Write manual pages to a folder
    Man(man::Args),
}

/// The command line without the verbs that are not for people.
fn visible_command() -> clap::Command {
    let full = Cli::command();
    let verbs = full.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned();
    let command = clap::Command::new("sudoku-bench").version(env!("CARGO_PKG_VERSION"));
    let about = full.get_about().cloned().unwrap_or_default();
    command.about(about).after_long_help(usage::AFTER_LONG_HELP).subcommands(verbs)
}

impl Verb {
    /// Returns true if it opens files of puzzles.
    fn reads_puzzles(&self) -> bool {
        matches!(
            self,
            Self::Suite(_)
                | Self::Run(_)
                | Self::Solve(_)
                | Self::Candidates(_)
                | Self::Explain(_)
                | Self::Board(_)
                | Self::Check(_)
                | Self::Sample(_)
                | Self::Canon(_)
                | Self::Neighbours(_)
                | Self::Breed(_)
                | Self::Dedup(_)
                | Self::Gate(_)
        )
    }
}

/// Does what the command line asks for.
///
/// # Errors
/// When it could not be done; [`failure`] turns that into a message and exit code.
pub fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let Some(verb) = cli.verb else {
        return run(Cli::parse_from(["sudoku-bench", "run"]));
    };
    if !matches!(verb, Verb::Child(_) | Verb::Counted(_)) {
        memory::report_refusals();
    }
    // A board has to give the terminal back first, and listens itself.
    if !matches!(verb, Verb::Child(_) | Verb::Launch(_) | Verb::Counted(_) | Verb::Board(_)) {
        interrupt::listen();
    }
    if verb.reads_puzzles() {
        workers::start()?;
    }
    match verb {
        Verb::Run(args) => run::run(&args),
        Verb::Compare(args) => compare::run(&args),
        Verb::Merge(args) => merge::run(&args),
        Verb::Report(args) => report::run(&args),
        Verb::Solve(args) => solve::run(&args),
        Verb::Generate(args) => generate::run(&args),
        Verb::Candidates(args) => candidates::run(&args),
        Verb::Explain(args) => explain::run(&args),
        Verb::Board(args) => board::run(&args),
        Verb::Child(args) => child::run(&args),
        Verb::Launch(args) => launch::run(&args),
        Verb::Counted(args) => counted::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Sample(args) => sample::run(&args),
        Verb::Canon(args) => canon::run(&args),
        Verb::Neighbours(args) => neighbours::run(&args),
        Verb::Breed(args) => breed::run(&args),
        Verb::Dedup(args) => dedup::run(&args),
        Verb::Gate(args) => gate::run(&args),
        Verb::Suite(args) => suite::run(&args),
        Verb::Solvers(args) => solvers::run(&args),
        Verb::Completions(args) => completions::run(&args),
        Verb::Man(args) => man::run(&args),
    }
}

/// Says that the program ends now, by itself: what ends it otherwise has another exit code.
pub fn end() {
    exits::end_is_ours();
}

/// Returns true if the system refused to open one more file. Where it happened would not help the user.
fn is_of_too_many_files(error: &anyhow::Error) -> bool {
    let refused = |cause: &(dyn std::error::Error + 'static)| {
        let code = cause.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error);
        matches!(code, Some(libc::EMFILE | libc::ENFILE))
    };
    error.chain().any(refused)
}

/// Prints an error with its causes, once, and gives its exit code. A reader that closed our output
/// early (`| head`) is not an error.
pub fn failure(error: &anyhow::Error) -> ExitCode {
    if streams::reader_left() {
        return ExitCode::SUCCESS;
    }
    let remedy =
        if is_of_too_many_files(error) { format!("; {MORE_FILES}") } else { String::new() };
    streams::remark(format_args!("error: {error:#}{remedy}"));
    ExitCode::from(match interrupt::is_interrupted() {
        true => interrupt::INTERRUPTED_BY_USER,
        false => COULD_NOT_RUN,
    })
}
