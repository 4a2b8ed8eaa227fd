//! No option that names a file to be written may destroy what is read: all of them are found by the
//! command line's own definition, so that a new one cannot be forgotten.

use std::any::TypeId;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use clap::{Arg, CommandFactory};
use sudoku_bench::cli::Cli;

const V01: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..\n";

/// What an argument with the name of a file means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// It is read.
    Read,
    /// It is written.
    Written,
    /// Files are made in it.
    Folder,
}

const ROLES: &[(&str, &str, Role)] = &[
    ("run", "datasets", Role::Read),
    ("run", "per_puzzle", Role::Written),
    ("run", "per_puzzle_rounds", Role::Written),
    ("run", "out", Role::Folder),
    ("run", "resume", Role::Read),
    ("merge", "folders", Role::Read),
    ("merge", "out", Role::Folder),
    ("board", "puzzle", Role::Read),
    ("board", "save", Role::Written),
    ("breed", "file | input", Role::Read),
    ("compare", "runs", Role::Read),
    ("compare", "new", Role::Read),
    ("run | gate", "suite | depends", Role::Read),
    ("compare", "per_puzzle", Role::Read),
    ("compare", "markdown", Role::Written),
    ("compare", "junit", Role::Written),
    ("compare", "export_file", Role::Written),
    ("gate", "datasets", Role::Read),
    ("gate", "markdown", Role::Written),
    ("gate", "junit", Role::Written),
    ("gate", "export_file", Role::Written),
    ("gate", "out", Role::Folder),
    ("explain", "puzzle", Role::Read),
    ("explain", "svg", Role::Written),
    ("man", "dir", Role::Folder),
    ("neighbours", "file", Role::Read),
    ("neighbours", "known", Role::Read),
    ("neighbours", "out", Role::Written),
    ("report", "runs", Role::Read),
    ("report", "output", Role::Written),
    ("solve | candidates | check | sample | canon | dedup", "input | puzzle | file", Role::Read),
];

/// Whether an argument is the name of a file, by its type or by what help calls it.
fn names_a_file(argument: &Arg) -> bool {
    let kind = argument.get_value_parser().type_id();
    let called = argument.get_value_names().unwrap_or_default();
    let named = called
        .iter()
        .any(|name| ["FILE", "DIR", "FOLDER", "PATH"].iter().any(|word| name.contains(word)));
    named || kind == TypeId::of::<PathBuf>() || kind == TypeId::of::<OsString>()
}

/// Verb, argument and its role, of all arguments that name files.
fn arguments() -> Vec<(String, Arg, Role)> {
    let command = Cli::command();
    let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    let all =
        verbs.flat_map(|verb| verb.get_arguments().map(|argument| (verb.get_name(), argument)));
    let files = all.filter(|(_, argument)| names_a_file(argument));
    let with_role = files.map(|(verb, argument)| {
        let name = argument.get_id().as_str();
        let is = |names: &str, name: &str| names.split(" | ").any(|one| one == name);
        let role = ROLES.iter().find(|(verbs, names, _)| is(verbs, verb) && is(names, name));
        let (.., role) =
            role.unwrap_or_else(|| panic!("{verb}: is {name} read or written? add it here"));
        (verb.to_owned(), argument.clone(), *role)
    });
    with_role.collect()
}

/// What a verb needs besides, with the file that it reads.
fn base(verb: &str) -> Vec<&'static str> {
    match verb {
        "run" => vec!["run", "data.txt", "--solver", "mrv", "--budget", "1"],
        "gate" => {
            vec!["gate", "data.txt", "--baseline", "mrv", "--candidate", "mrv", "--budget", "1"]
        }
        "compare" => vec!["compare", "data.txt"],
        "explain" => vec!["explain", "data.txt"],
        "man" => vec!["man"],
        "merge" => vec!["merge", "data.txt"],
        "board" => vec!["board", "data.txt"],
        "neighbours" => vec!["neighbours", "data.txt", "--remove", "1", "--add", "1"],
        "report" => vec!["report", "data.txt"],
        other => panic!("how is {other} called?"),
    }
}

/// An option with its file, and what it requires.
fn option(argument: &Arg, file: &str) -> Vec<String> {
    let Some(long) = argument.get_long() else { return vec![file.to_owned()] };
    let mut words = vec![format!("--{long}"), file.to_owned()];
    if long == "export-file" {
        words.extend(["--export".to_owned(), "bmf".to_owned()]);
    }
    words
}

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("data.txt"), V01).unwrap();
        Self(folder)
    }

    fn call(&self, words: &[String]) -> (Option<i32>, String) {
        let bench = env!("CARGO_BIN_EXE_sudoku-bench");
        let mut program = Command::new(bench);
        // As in a job that keeps a summary.
        program.current_dir(self.0.path()).env("GITHUB_STEP_SUMMARY", "summary.md").args(words);
        let done = program.output().unwrap();
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    }

    /// Asserts that nothing was written.
    fn assert_untouched(&self, what: &str) {
        assert_eq!(fs::read_to_string(self.0.path().join("data.txt")).unwrap(), V01, "{what}");
        let files = fs::read_dir(self.0.path()).unwrap().count();
        assert_eq!(files, 1, "{what}");
    }
}

fn words(verb: &str, more: &[Vec<String>]) -> Vec<String> {
    let base = base(verb).into_iter().map(str::to_owned);
    base.chain(more.concat()).collect()
}

#[test]
fn no_file_that_is_read_is_written_by_any_option() {
    for (verb, argument, role) in arguments() {
        if role == Role::Read {
            continue;
        }
        let place = Place::new();
        let words = words(&verb, &[option(&argument, "data.txt")]);
        let (code, message) = place.call(&words);
        assert_eq!(code, Some(2), "{words:?}: {message}");
        assert!(message.contains("data.txt"), "{words:?}: {message}");
        assert_eq!(
            message.contains("would overwrite"),
            role == Role::Written,
            "{words:?}: {message}"
        );
        place.assert_untouched(&format!("{words:?}"));
    }
}

#[test]
fn no_two_options_write_the_same_file() {
    let all = arguments();
    let written = || all.iter().filter(|(.., role)| *role == Role::Written);
    for (verb, one, _) in written() {
        for (_, other, _) in
            written().filter(|(of, other, _)| of == verb && other.get_id() < one.get_id())
        {
            let place = Place::new();
            let words = words(verb, &[option(one, "new"), option(other, "./new")]);
            let (code, message) = place.call(&words);
            assert_eq!(code, Some(2), "{words:?}: {message}");
            assert!(message.contains("name two files"), "{words:?}: {message}");
            place.assert_untouched(&format!("{words:?}"));
        }
    }
}

/// The summary of a job is appended to, but not the dataset, a solver, or what another option writes.
#[test]
fn the_summary_of_a_job_is_no_file_that_is_read_or_written() {
    let gate = words("gate", &[vec!["--github".to_owned()]]);
    for (words, summary) in [
        (gate.clone(), "data.txt"),
        ([&gate[..], &["--junit".to_owned(), "summary.md".to_owned()]].concat(), "summary.md"),
    ] {
        let place = Place::new();
        let mut program = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        program.current_dir(place.0.path()).env("GITHUB_STEP_SUMMARY", summary).args(&words);
        let done = program.output().unwrap();
        let message = String::from_utf8_lossy(&done.stderr);
        assert!(
            done.status.code() == Some(2) && message.contains("GITHUB_STEP_SUMMARY"),
            "{words:?}: {message}"
        );
        place.assert_untouched(&format!("{words:?}"));
    }
}

#[test]
fn a_library_that_is_measured_is_not_overwritten() {
    for spec in ["dylib:./data.txt#solve", "slowed:dylib:data.txt#solve?factor=2"] {
        let place = Place::new();
        let gate = ["gate", "--baseline", "mrv", "--candidate", spec, "--junit", "data.txt"];
        let (code, message) = place.call(&gate.map(str::to_owned));
        assert!(code == Some(2) && message.contains("would overwrite"), "{spec}: {message}");
        place.assert_untouched(spec);
    }
}
