//! Suites: what a command line may hold, in a file: `run --suite`, `gate --suite` and `suite`.
//!
//! A suite is put into words of the command line before that is parsed, so that a key means what its
//! option means.

mod check;
mod file;
mod given;
mod init;
mod keys;
mod words;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use anyhow::Context;
use clap::CommandFactory;

use super::Cli;
use file::Suite;
use given::Given;

/// Name of a suite's file where no other is given.
pub(super) const FILE: &str = "sudoku-bench.toml";

/// Arguments of `suite`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    /// Build and open everything a suite names, hold datasets to their hashes, and have each solver
    /// solve a puzzle of each dataset; nothing is timed
    Check(check::Args),
    /// Write a first suite, with comments, from what lies in a folder
    Init(init::Args),
}

/// Does what is asked of a suite.
///
/// # Errors
/// When it could not be done.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.what {
        What::Check(args) => check::run(args),
        What::Init(args) => init::run(args),
    }
}

/// The command line as it was carried out.
static CARRIED_OUT: OnceLock<Vec<OsString>> = OnceLock::new();

/// The command line, without the program's name: with what its suite says in place of `--suite`.
pub(super) fn arguments() -> Vec<OsString> {
    CARRIED_OUT.get().cloned().unwrap_or_else(|| std::env::args_os().skip(1).collect())
}

/// Puts the suite that a command line asks for into its words, and goes to the suite's folder, from
/// which its paths start. Nothing where no suite is asked for, or the words cannot be parsed.
///
/// # Errors
/// When the suite cannot be read, or one of its keys or values is wrong.
pub(super) fn expanded(line: &[OsString]) -> anyhow::Result<Option<Vec<OsString>>> {
    let Ok(matches) = Cli::command().try_get_matches_from(line) else { return Ok(None) };
    let Some((verb, of_verb)) = matches.subcommand() else { return Ok(None) };
    let command = Cli::command();
    let Some(command) = command.find_subcommand(verb) else { return Ok(None) };
    let takes_suite = command.get_arguments().any(|arg| arg.get_long() == Some("suite"));
    if !takes_suite || of_verb.value_source("suite").is_none() {
        return Ok(None);
    }
    let asked = of_verb.get_one::<PathBuf>("suite").cloned().unwrap_or_else(|| FILE.into());
    let path = place(&asked);
    let suite = Suite::read(&path)?;
    let given = Given::of(command, of_verb, &std::env::current_dir()?);
    let words = words::words(&suite, verb, given)?;
    enter_folder_of(&path)?;
    let arguments: Vec<OsString> = [OsString::from(verb)].into_iter().chain(words).collect();
    CARRIED_OUT.get_or_init(|| arguments.clone());
    Ok(Some(line[..1].iter().cloned().chain(arguments).collect()))
}

/// The file that was meant: a folder's own suite.
fn place(asked: &Path) -> PathBuf {
    if asked.is_dir() { asked.join(FILE) } else { asked.to_owned() }
}

fn enter_folder_of(path: &Path) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Some(folder) = folder else { return Ok(()) };
    std::env::set_current_dir(folder)
        .with_context(|| format!("cannot enter {}, the suite's folder", folder.display()))
}
