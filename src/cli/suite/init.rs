//! `sudoku-bench suite init`: a first suite from what lies in a folder.

use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::FILE;
use crate::cli::streams;
use crate::dataset::{Dataset, ReadOptions};

/// Endings of files that may hold puzzles.
const PUZZLES: [&str; 8] = ["txt", "csv", "tsv", "sdm", "sdk", "gz", "zst", "jsonl"];
/// Endings of scripts with what runs them.
const SCRIPTS: [(&str, &str); 5] =
    [("py", "python3"), ("js", "node"), ("rb", "ruby"), ("pl", "perl"), ("sh", "sh")];
/// Entries of a folder that are looked at.
const MOST: usize = 200;

/// Arguments of `suite init`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The folder
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// Writes the suite.
///
/// # Errors
/// When there is one already, or it cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let path = args.folder.join(FILE);
    let text = suite(&found(&args.folder)?);
    let file = fs::OpenOptions::new().write(true).create_new(true).open(&path);
    let mut file = match file {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{} is there already; move it away, or add to it", path.display())
        }
        file => file.with_context(|| format!("cannot write {}", path.display()))?,
    };
    file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    let shown = path.display();
    let next = format!("{shown}\nnext: sudoku-bench suite check {shown}\n");
    Ok(streams::print(&next, 0).into())
}

/// What lies in a folder.
#[derive(Default)]
struct Found {
    /// Names of files of puzzles, with their hashes.
    datasets: Vec<(String, String)>,
    /// Specifications of what may be solvers.
    solvers: Vec<String>,
}

fn found(folder: &Path) -> anyhow::Result<Found> {
    let cannot = || format!("cannot look into {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot)?.take(MOST);
    let mut names: Vec<String> = Vec::new();
    for entry in entries {
        let entry = entry.with_context(cannot)?;
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        names.extend(entry.file_name().into_string().ok().filter(|_| is_file));
    }
    names.sort();
    let mut found = Found::default();
    for name in names {
        let path = folder.join(&name);
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if let Some((_, runner)) = SCRIPTS.iter().find(|(of, _)| *of == ending) {
            found.solvers.push(format!("exec:{runner} {name}"));
        } else if matches!(ending, "so" | "dylib") {
            found.solvers.push(format!("dylib:./{name}"));
        } else if PUZZLES.contains(&ending) {
            let dataset = Dataset::open(&path, &ReadOptions::default());
            found.datasets.extend(dataset.ok().map(|one| (name, one.survey().hash.to_string())));
        } else if ending.is_empty() && is_program(&path) {
            found.solvers.push(format!("exec:./{name}"));
        }
    }
    Ok(found)
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
}

const HEAD: &str = "\
# A suite: what `sudoku-bench run --suite` and `gate --suite` measure, and how. Each key is an option of
# the command line, which goes before it; paths start from this file's folder, and reports/ lies there.
# Try it: sudoku-bench suite check

";

const SOLVER_KEYS: &str = "\
# label = \"mine\"                    # what reports and [gate] call it
# build = \"make\"                    # run before it is opened ...
# depends = [\"src\", \"Makefile\"]     # ... unless all of these are older than what spec names
# env = { THREADS = \"1\" }
# timeout = \"5\"                     # seconds for one puzzle
# memory-limit = \"1G\"

";

const REST: &str = "\
[run]
# budget = \"20\"       # seconds for each dataset
# timeout = \"1\"       # seconds for one puzzle
# goal = \"unique\"     # or first, or count:N
# sample = 1000       # puzzles of each dataset

[gate]
# baseline = \"mrv\"    # a label or spec
# candidate = \"mine\"
# threshold = \"1%\"    # the change that matters; a [[dataset]] may have its own
";

fn suite(found: &Found) -> String {
    let mut text = HEAD.to_owned();
    for (name, hash) in &found.datasets {
        text.push_str(&format!("[[dataset]]\npath = {name:?}\nblake3 = {hash:?}\n\n"));
    }
    if found.datasets.is_empty() {
        text.push_str(
            "# [[dataset]]\n# path = \"puzzles.txt\"    # without any, the built-in datasets\n\n",
        );
    }
    text.push_str("[[solver]]\nspec = \"mrv\"               # built in, to compare with\n\n");
    for (nth, spec) in found.solvers.iter().enumerate() {
        text.push_str(&format!("[[solver]]\nspec = {spec:?}\n"));
        text.push_str(if nth == 0 { SOLVER_KEYS } else { "\n" });
    }
    if found.solvers.is_empty() {
        text.push_str("# [[solver]]\n# spec = \"exec:./mine\"\n");
        text.push_str(SOLVER_KEYS);
    }
    text + REST
}

#[cfg(test)]
mod tests {
    use super::super::file::Suite;
    use super::super::given::Given;
    use super::super::words::words;
    use super::*;

    /// Takes the marks of comments from the keys.
    fn uncommented(text: &str) -> String {
        let line = |line: &str| match line.strip_prefix("# ") {
            Some(rest) if rest.contains(" = ") || rest.starts_with("[[") => format!("{rest}\n"),
            _ => format!("{line}\n"),
        };
        text.lines().map(line).collect()
    }

    #[test]
    fn a_first_suite_is_one_also_with_its_comments_taken_away() {
        let datasets = vec![("a \"b\".txt".to_owned(), "ab".repeat(32))];
        let solvers = vec!["exec:python3 solver.py".to_owned(), "dylib:./x.so".to_owned()];
        for found in [Found::default(), Found { datasets, solvers }] {
            for text in [suite(&found), uncommented(&suite(&found))] {
                let parsed = Suite::parse(Path::new(FILE), text.clone()).expect(&text);
                words(&parsed, "run", Given::default()).expect(&text);
            }
            let parsed = Suite::parse(Path::new(FILE), uncommented(&suite(&found))).unwrap();
            words(&parsed, "gate", Given::default()).unwrap();
        }
    }

    #[test]
    fn files_of_puzzles_and_solvers_are_found_by_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("puzzles.txt", &format!("{}\n", ".".repeat(81)));
        write("notes.txt", "not a puzzle\n");
        write("solver.py", "");
        write("lib.so", "");
        let Found { datasets, solvers } = found(folder.path()).unwrap();
        assert_eq!(datasets.iter().map(|one| one.0.as_str()).collect::<Vec<_>>(), ["puzzles.txt"]);
        assert_eq!(solvers, ["dylib:./lib.so", "exec:python3 solver.py"]);
    }
}
