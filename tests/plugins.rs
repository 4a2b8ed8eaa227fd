//! Solvers from outside in whole runs: the authors' page as it stands, and solvers that are wrong on
//! purpose.

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use support::{EASY, EASY_SOLVED, TWO, Workshop, exchanged, has, root, skip};

/// The code blocks of a language on the authors' page, each with the commands that follow it.
fn snippets(language: &str) -> Vec<(String, String)> {
    let page = fs::read_to_string(root().join("docs/SOLVERS.md")).expect("the page");
    let mut blocks = page.split("\n```").skip(1).step_by(2);
    let mut found = Vec::new();
    while let Some(block) = blocks.next() {
        let (kind, code) = block.split_once('\n').expect("a language and code");
        if kind == language {
            let commands = blocks.next().and_then(|block| block.strip_prefix("sh\n"));
            found.push((code.to_owned(), commands.expect("commands follow").to_owned()));
        }
    }
    assert_eq!(found.len(), 1, "{language} stands on the page once");
    found
}

/// A file of puzzles that have one solution.
fn puzzles() -> String {
    let mut lines = String::new();
    for digit in b'1'..=b'9' {
        lines += std::str::from_utf8(&exchanged(EASY, digit, b'5')).expect("cells");
        lines.push('\n');
    }
    lines
}

fn text(output: &Output) -> String {
    let streams = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&streams).into_owned()
}

/// Writes the block to the file that its first line names, and runs the commands as they are.
fn try_snippet(language: &str) {
    let bench = Path::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    let places =
        [bench.parent().expect("a folder").as_os_str(), &std::env::var_os("PATH").expect("a path")]
            .join(std::ffi::OsStr::new(":"));
    for (code, commands) in snippets(language) {
        let dir = tempfile::tempdir().expect("a directory");
        let name = code.lines().next().and_then(|line| line.split(' ').nth(1)).expect("a name");
        fs::write(dir.path().join(name), &code).expect("written");
        fs::write(dir.path().join("puzzles.txt"), puzzles()).expect("written");
        let commands =
            commands.replace("run puzzles.txt", "run puzzles.txt --json --budget 1 --timeout 600");
        let commands = commands.replace("solver.py'", "solver.py?patience=3600'");
        let output = Command::new("sh")
            .args(["-e", "-c", &commands])
            .env("PATH", &places)
            .current_dir(dir.path())
            .output()
            .expect("a shell is everywhere");
        assert!(output.status.success(), "{language}: {}", text(&output));
        let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("rows");
        let rows = rows.as_array().expect("an array");
        let ours: Vec<_> = rows.iter().filter(|row| row["solver"] != "mrv").collect();
        assert!(!ours.is_empty(), "{language}");
        for row in ours.iter().filter(|row| row["solver"] != "pipe") {
            assert_eq!(row["unique"], row["puzzles"], "{language}: {row}");
            assert!(row["puzzles"].as_u64().is_some_and(|puzzles| puzzles > 0), "{row}");
        }
    }
}

#[test]
fn the_c_of_the_authors_page_works_as_it_stands() {
    if has("cc") { try_snippet("c") } else { skip("there is no C compiler called cc") }
}

#[test]
fn the_rust_of_the_authors_page_works_as_it_stands() {
    if has("rustc") { try_snippet("rust") } else { skip("there is no rustc") }
}

#[test]
fn the_python_of_the_authors_page_works_as_it_stands() {
    if has("python3") { try_snippet("python") } else { skip("there is no python3") }
}

fn run(dir: &Path, lines: &str, arguments: &[&str]) -> Output {
    fs::write(dir.join("puzzles.txt"), lines).expect("written");
    let budget = if arguments.contains(&"--budget") { &[][..] } else { &["--budget", "1"] };
    Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
        .args(["run", "puzzles.txt", "--quiet", "--out", "reports"])
        .args(budget)
        .args(arguments)
        .current_dir(dir)
        .env("TMPDIR", dir)
        .output()
        .expect("runs")
}

fn report(dir: &Path, file: &str) -> String {
    fs::read_to_string(dir.join("reports/latest").join(file)).unwrap_or_default()
}

#[test]
fn every_wrong_answer_is_caught_and_named() {
    let Some(workshop) = Workshop::open() else { return };
    let kinds = [
        "STALE_ANSWER",
        "OVERWRITES_GIVENS",
        "CLAIMS_UNIQUENESS",
        "COUNT_OFF_BY_ONE",
        "ANOTHER_GRID",
    ];
    let two = std::str::from_utf8(TWO).expect("cells");
    let hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let lines = format!("{}{two}\n{hard}\n", puzzles());
    for kind in kinds {
        let dir = tempfile::tempdir().expect("a directory");
        let spec = format!("dylib:{}", workshop.library(kind).display());
        let output = run(dir.path(), &lines, &["--solver", &spec, "--timeout", "600"]);
        assert_eq!(output.status.code(), Some(1), "{kind}: {}", text(&output));
        let wrong = report(dir.path(), "wrong.csv");
        assert!(wrong.lines().count() > 1 && wrong.contains(&spec), "{kind}: {wrong}");
    }
}

#[test]
fn a_run_full_of_crashes_names_them_and_leaves_nothing() {
    let Some(workshop) = Workshop::open() else { return };
    let dir = tempfile::tempdir().expect("a directory");
    let nine = exchanged(EASY, b'5', b'9');
    let nine = std::str::from_utf8(&nine).expect("cells");
    let lines = format!("{}{nine}\n", puzzles());
    let spec = format!("dylib:{}", workshop.library_on_nine("*nowhere = 1").display());
    let output =
        run(dir.path(), &lines, &["--solver", &spec, "--threads", "2", "--timeout", "600"]);
    let crashes = report(dir.path(), "crashes.csv");
    assert!(crashes.contains("SIGSEGV") && crashes.contains(nine), "{crashes}{}", text(&output));
    let mut left: Vec<_> = fs::read_dir(dir.path())
        .expect("is there")
        .map(|entry| entry.expect("a name").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["puzzles.txt", "reports"], "no temporary file stays");
}

#[test]
fn a_timeout_kills_a_library_that_hangs_and_the_run_goes_on() {
    let Some(workshop) = Workshop::open() else { return };
    let dir = tempfile::tempdir().expect("a directory");
    let nine = exchanged(EASY, b'5', b'9');
    let nine = std::str::from_utf8(&nine).expect("cells");
    let spec = format!("dylib:{}", workshop.library_on_nine("for (;;) {}").display());
    let solvers = ["--solver", &spec, "--solver", "mrv"];
    let arguments =
        [&solvers[..], &["--timeout", "100ms", "--budget", "4", "--json", "--pass", "latency"]]
            .concat();
    let output = run(dir.path(), &format!("{nine}\n"), &arguments);
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("rows");
    let [hangs, mrv] = [0, 1].map(|row| &rows[row]);
    assert_eq!((&hangs["timed_out"], &hangs["crashed"]), (&1.into(), &0.into()), "{rows}");
    assert_eq!(mrv["puzzles"], 1, "{rows}");
    let slowest = report(dir.path(), "slowest.csv");
    assert!(slowest.lines().any(|row| row.starts_with("dylib") && row.contains(nine)), "{slowest}");
}

#[test]
fn a_batch_is_all_puzzles_of_a_turn_through_one_process() {
    let dir = tempfile::tempdir().expect("a directory");
    let solved = std::str::from_utf8(EASY_SOLVED).expect("cells");
    let counts = dir.path().join("counts");
    // The grids are solved already, but for the one that every command is asked first.
    let trivial =
        "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    let command = format!(
        "n=0; while read -r line; do n=$((n + 1)); \
         case $line in .*) echo {trivial};; *) echo \"$line\";; esac; done; echo $n >> '{}'",
        counts.display()
    );
    let spec = format!("exec:{command}?mode=batch");
    let first = ["--goal", "first", "--threads", "1", "--timeout", "600", "--json"];
    let arguments = [&["--solver", &spec][..], &first].concat();
    let lines = format!("{solved}\n").repeat(40);
    let output = run(dir.path(), &lines, &[&arguments[..], &["--budget", "4"]].concat());
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("rows");
    assert_eq!((&rows[0]["block"], &rows[0]["unique"]), (&40.into(), &40.into()), "{rows}");
    assert!(rows[0]["cpu_ns"].as_u64().is_some_and(|ns| ns > 0), "{rows}");
    let counts = fs::read_to_string(counts).expect("written");
    assert!(counts.lines().any(|count| count == "40"), "{counts}");
}
