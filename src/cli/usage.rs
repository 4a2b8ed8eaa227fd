//! What the command line may hold beyond the options of a verb: specifications of solvers and exit
//! codes, for the help and the manual page; and what to write instead of a first word that is
//! not a verb.

use std::ffi::OsString;
use std::path::Path;
use std::process;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use super::{COULD_NOT_RUN, Cli};
use crate::puzzle::Order;

/// Shown below the short help.
pub(super) const AFTER_HELP: &str = "\
Example: sudoku-bench run puzzles.txt --solver mrv --solver 'exec:python3 solver.py'

`--help` shows how solvers are specified, and the exit codes.";

/// Shown below the long help and in the manual page.
pub(super) const AFTER_LONG_HELP: &str = "\
Solvers (SPEC):
  NAME                    a built-in solver: see `sudoku-bench solvers`
  dylib:PATH[#FUNCTION][?flags=N]
                          a function in a shared library
  exec:COMMAND[?KEY=VALUE&...]
                          any program, started by the shell. Keys:
      mode=lines          one process a worker: a puzzle a line on standard input, a reply a line
                          at once (the default)
      mode=batch          one process for all puzzles, replies by the end of its input
      mode=once           one process a puzzle; its grid is found in whatever it prints
      input=numbers|line  how mode=once writes a puzzle: rows of numbers, or one line
      orders=3            box sizes it solves, like 3 or 2-5
      guesses=exact       its guesses depend on puzzle and goal alone (otherwise vary)
      patience=30         seconds until its first answer
  pipe                    measures the pipes that exec: commands answer through
  A puzzle is sent with `.` for an empty cell. A reply is the solved cells, or `-` for no solution;
  then, if known, a tab and the number of solutions (at most $SUDOKU_LIMIT), a tab and the guesses.

Exit codes:
  0    fine
  1    a gate failed, or a run had wrong answers or crashes
  2    could not run: usage, input or solver
  3    unclear, with --fail-unclear
  130  interrupted

Examples:
  sudoku-bench run puzzles.txt --solver mrv --solver 'exec:python3 solver.py'
  sudoku-bench gate puzzles.txt --baseline dylib:old.so --candidate dylib:new.so
  sudoku-bench solve puzzles.txt > solutions.txt";

/// Parses the command line; ends the program where there is nothing to be done, with what to write
/// instead.
pub fn parse() -> Cli {
    let given: Vec<OsString> = std::env::args_os().collect();
    let line = match super::suite::expanded(&given) {
        Ok(expanded) => expanded.unwrap_or(given),
        Err(error) => {
            super::streams::remark(format_args!("error: {error:#}"));
            process::exit(COULD_NOT_RUN.into())
        }
    };
    Cli::try_parse_from(&line).unwrap_or_else(|error| {
        let arguments = line[1..].to_vec();
        let Some(remedy) = remedy(&error, &arguments) else { error.exit() };
        super::streams::remark(format_args!("error: {remedy}"));
        process::exit(COULD_NOT_RUN.into())
    })
}

/// What to write where the first word is not a verb but something a verb takes.
fn remedy(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let first = arguments.first()?.to_str()?;
    let rest: String = arguments[1..].iter().map(|word| format!(" {}", shown(word))).collect();
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
                return None;
            };
            (word == first).then(|| not_a_verb(first, &rest)).flatten()
        }
        ErrorKind::UnknownArgument if first.starts_with('-') && first != "-" => {
            let name = first.trim_start_matches('-').split('=').next()?;
            let command = Cli::command();
            let run = command.find_subcommand("run")?;
            let is_of_run = run.get_arguments().any(|option| option.get_long() == Some(name));
            let first = shown(&arguments[0]);
            is_of_run.then(|| format!("{first} must follow a verb: sudoku-bench run {first}{rest}"))
        }
        _ => None,
    }
}

fn not_a_verb(word: &str, rest: &str) -> Option<String> {
    let quoted = shown(&OsString::from(word));
    if word == "-" || Path::new(word).is_file() {
        let what = if word == "-" { "standard input" } else { "a file" };
        return Some(format!(
            "{quoted} is {what}, not a verb; to measure solvers on it: sudoku-bench run \
            {quoted}{rest}"
        ));
    }
    if Order::from_cells(word.len()).is_some() && word.bytes().all(is_like_a_cell) {
        return Some(format!(
            "a puzzle is not a verb; to solve it: sudoku-bench solve {quoted}{rest}"
        ));
    }
    if word.contains('/') || Path::new(word).extension().is_some() {
        return Some(format!(
            "{quoted} is neither a verb nor a file; to measure solvers on a file: sudoku-bench run \
             FILE; `sudoku-bench --help` lists the verbs"
        ));
    }
    None
}

fn is_like_a_cell(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'*' | b'_' | b'-')
}

/// A word as a shell takes it.
fn shown(word: &OsString) -> String {
    let text = word.to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,:=+@%".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.into_owned(),
        false => format!("'{}'", text.escape_debug().to_string().replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remedy_of(arguments: &[&str]) -> Option<String> {
        let words: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        let error = Cli::try_parse_from([&[OsString::from("sudoku-bench")], &words[..]].concat());
        remedy(&error.expect_err("must not parse"), &words)
    }

    #[test]
    fn a_file_or_puzzle_in_a_verb_s_place_is_answered_with_the_command() {
        let said = |arguments: &[&str]| remedy_of(arguments).unwrap_or_default();
        let file = said(&["Cargo.toml", "--solver", "exec:sh solver.sh"]);
        let command = "sudoku-bench run Cargo.toml --solver 'exec:sh solver.sh'";
        assert!(file.ends_with(command), "{file}");
        let puzzle = ".".repeat(81);
        assert!(said(&[&puzzle]).ends_with(&format!("sudoku-bench solve {puzzle}")));
        assert!(said(&["absent.txt"]).contains("neither a verb nor a file"));
        assert!(said(&["--solver", "mrv", "x.txt"]).ends_with("run --solver mrv x.txt"));
        assert!(said(&["--goal=first"]).ends_with("run --goal=first"));
    }

    #[test]
    fn other_slips_are_left_to_the_parser() {
        for slip in [&["slove"][..], &["run", "--slover", "mrv"], &["--nonsense"]] {
            assert_eq!(remedy_of(slip), None, "{slip:?}");
        }
    }
}
