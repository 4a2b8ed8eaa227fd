//! Streams that are closed or full, readers that leave, signals, and files that cannot be written:
//! the result is kept, and the exit code is that of the result.
#![cfg(unix)]

mod names;
mod signals;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use support::{Workshop, skip};

/// Two easy puzzles of an article on brute force.
const PUZZLES: &str = "\
.4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.
9.1..4.........296.8....4.721...6.....6.23..4.5.94.........8.4.....7..3.....316.5
";

/// A gate that fails, however busy the machine: every answer of the candidate is wrong.
const FAILING_GATE: &str =
    "gate two.txt --baseline mrv --candidate echo --budget 2 --no-detail --quiet --junit j.xml";
const RUN: &str = "run two.txt --solver mrv --budget 0.2 --threads 1 --quiet";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        fs::write(place.path("two.txt"), PUZZLES).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The program under a shell, which knows its redirections and limits.
    fn shell(&self, script: &str) -> Output {
        let script = script.replace("BENCH", env!("CARGO_BIN_EXE_sudoku-bench"));
        Command::new("sh").current_dir(self.0.path()).args(["-c", &script]).output().unwrap()
    }

    fn start(&self, arguments: &str) -> Child {
        self.start_words(&arguments.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    fn start_words(&self, arguments: &[String]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
            .current_dir(self.0.path())
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// The only report, whatever `latest` is.
    fn report(&self) -> PathBuf {
        let folders =
            fs::read_dir(self.path("reports")).unwrap().map(|entry| entry.unwrap().path());
        folders.filter(|path| path.is_dir() && !path.is_symlink()).max().expect("a report")
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn what_cannot_be_printed_is_an_error_whether_the_stream_is_full_or_closed() {
    let place = Place::new();
    let verbs = [
        RUN,
        "solve two.txt",
        "solve two.txt --count",
        "generate --seed 1 --count 3",
        "candidates .4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.",
        "check two.txt",
        "sample two.txt --seed 1",
        "canon two.txt",
        "dedup two.txt --isomorphic",
        "solvers",
        "completions bash",
    ];
    for verb in verbs {
        for redirection in [">/dev/full", ">&-"] {
            let output = place.shell(&format!("BENCH {verb} {redirection}"));
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{verb} {redirection}: {message}");
            assert!(
                message.contains("error: ") && !message.contains("panicked"),
                "{verb}: {message}"
            );
        }
    }
    assert!(place.report().join("summary.csv").exists());
}

#[test]
fn what_cannot_be_said_on_standard_error_changes_nothing() {
    let place = Place::new();
    fs::write(place.path("mixed.txt"), format!("{PUZZLES}123\n")).unwrap();
    let cases = [
        ("run two.txt --solver mrv --budget 0.2 --threads 1", 0),
        ("run two.txt --solver echo --budget 0.2 --threads 1", 1),
        ("run mixed.txt --strict", 2),
        ("run absent.txt", 2),
        ("solve mixed.txt", 1),
        ("check mixed.txt", 0),
        ("check mixed.txt --strict", 2),
        ("generate", 0),
        ("sample mixed.txt", 0),
        ("compare absent", 2),
        ("no-such-verb", 2),
    ];
    for (arguments, code) in cases {
        for redirection in ["2>/dev/full", "2>&-", "2>&1 >/dev/null | true; exit ${PIPESTATUS:-0}"]
        {
            let is_pipe = redirection.contains('|');
            if is_pipe && !support::has("bash") {
                skip("no bash to see the exit code before a pipe");
                continue;
            }
            let script = format!("BENCH {arguments} {redirection}");
            let output = match is_pipe {
                true => place.shell(&format!("bash -c '{script}'")),
                false => place.shell(&script),
            };
            assert_eq!(output.status.code(), Some(code), "{script}");
        }
    }
}

/// Results that are failures, whose reader leaves before anything is printed.
#[test]
fn a_reader_that_leaves_changes_neither_exit_code_nor_files() {
    let place = Place::new();
    fs::write(place.path("many.txt"), "1".to_owned() + &".".repeat(80) + "\n").unwrap();
    let failing =
        [FAILING_GATE, "run two.txt --solver echo --budget 0.2 --quiet", "check many.txt --strict"];
    for arguments in failing {
        let mut child = place.start(arguments);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments}: {}", stderr(&output));
        assert!(!stderr(&output).contains("rror:"), "{arguments}: {}", stderr(&output));
    }
    let junit = fs::read_to_string(place.path("j.xml")).unwrap();
    assert!(junit.contains("failures=\"1\"") && junit.trim_end().ends_with("</testsuites>"));
    assert!(place.report().join("wrong.csv").exists());
    // Brute force in row order takes many times as long as a search with candidates.
    let run = "run two.txt --solver mrv,brute-force --pass throughput --threads 1 --budget 3 -q";
    let run = place.shell(&format!("BENCH {run}"));
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    let mut child = place.start("compare reports/latest --candidate brute-force --junit c.xml");
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(place.path("c.xml").exists());
}

#[test]
fn outputs_go_to_standard_output_and_pipes_as_they_are_and_to_files_whole() {
    let place = Place::new();
    let gate = "BENCH gate two.txt --baseline mrv --candidate echo --budget 2 --no-detail --quiet";
    let printed = place.shell(&format!("{gate} --junit /dev/stdout --markdown - > out.txt"));
    assert_eq!(printed.status.code(), Some(1), "{}", stderr(&printed));
    let text = fs::read_to_string(place.path("out.txt")).unwrap();
    assert!(text.contains("FAILED: ") && text.contains("### sudoku-bench"), "{text}");
    assert!(text.trim_end().ends_with("</testsuites>") && !text.contains('\0'), "{text}");
    let piped =
        place.shell(&format!("mkfifo f; cat f > got & {gate} --markdown f; c=$?; wait; exit $c"));
    assert_eq!(piped.status.code(), Some(1), "{}", stderr(&piped));
    assert!(fs::read_to_string(place.path("got")).unwrap().starts_with("### sudoku-bench"));
    let full = place.shell(&format!("{gate} --junit /dev/full --markdown m.md"));
    assert_eq!(full.status.code(), Some(1));
    assert!(stderr(&full).contains("cannot write /dev/full"), "{}", stderr(&full));
    assert!(stdout(&full).contains("FAILED: ") && place.path("m.md").exists());
    let passing = "BENCH gate two.txt --baseline mrv --candidate mrv --budget 1 --threshold 1000%";
    let lost = place.shell(&format!("{passing} --no-detail --junit absent/j.xml"));
    assert_eq!(lost.status.code(), Some(2), "{}", stderr(&lost));
    let each = place.shell(&format!("BENCH {} --per-puzzle /dev/stdout > each.csv", RUN));
    assert_eq!(each.status.code(), Some(0), "{}", stderr(&each));
    let text = fs::read_to_string(place.path("each.csv")).unwrap();
    assert!(text.starts_with("dataset,line,order,") && text.contains("two,1,3,"), "{text}");
}

/// The size of files stands in for the size of the disk: both end a write in the middle.
#[test]
fn a_limit_on_files_costs_neither_the_table_nor_the_rows() {
    let place = Place::new();
    let mut lost = 0;
    for blocks in [1, 2, 3, 4, 6, 8, 12] {
        let run = "BENCH run two.txt --solver mrv,elimination-search --budget 1 --threads 1";
        let output = place.shell(&format!("ulimit -f {blocks}; {run} --pass both --quiet"));
        let message = format!("{blocks} blocks: {}", stderr(&output));
        assert!(matches!(output.status.code(), Some(0 | 2)), "{message}");
        if stdout(&output).is_empty() {
            // Not even a header could be written, which is found before anything is measured.
            assert!(message.contains("cannot write "), "{message}");
            continue;
        }
        assert!(stdout(&output).contains("elimination-search"), "{message}");
        if output.status.code() == Some(2) {
            lost += 1;
            assert!(
                message.contains("cannot write ") && message.contains("is the disk full"),
                "{message}"
            );
        }
        let report = place.report();
        for entry in fs::read_dir(&report).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_rows = name.starts_with("records.csv");
            assert!(is_rows || !name.contains("unfinished"), "{name} after {message}");
        }
        let compare = format!("BENCH compare {}", report.display());
        let compared = place.shell(&compare);
        let code = compared.status.code();
        // With few rows there may be nothing to compare, which is said.
        let few = stderr(&compared).contains("at least one pair")
            || stderr(&compared).contains("no rows");
        assert!(matches!(code, Some(0 | 1)) || few, "{}", stderr(&compared));
    }
    assert!(lost > 0, "no limit was met");
}

/// Whatever the system refuses first: a thread, its stack, or memory for anything at all.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_memory_is_an_error_with_its_remedy() {
    let Some(workshop) = Workshop::open() else { return };
    let place = Place::new();
    let library = workshop.library_on_nine("return 0");
    let mut refused = 0;
    for mebibytes in 4..40 {
        let solvers = format!("--solver mrv --solver dylib:{}", library.display());
        let run = format!("BENCH run two.txt {solvers} --threads 2 --budget 0.1 --quiet");
        let output = place.shell(&format!("ulimit -d {}; exec {run}", mebibytes << 10));
        let said = stderr(&output);
        assert!(matches!(output.status.code(), Some(0..=2)), "{mebibytes} MiB: {said}");
        assert!(!said.contains("panicked"), "{mebibytes} MiB: {said}");
        if output.status.code() == Some(2) {
            refused += 1;
            // A process of a library's own is reported by its last words.
            let has_remedy = said.contains("ulimit") || said.contains("its process ended");
            let is_an_error = said.contains("error: ") && has_remedy;
            assert!(is_an_error, "{mebibytes} MiB: {said}");
        }
    }
    assert!(refused > 0, "no limit was met");
}

#[test]
fn latest_that_is_something_else_is_a_remark() {
    let place = Place::new();
    fs::create_dir_all(place.path("reports/latest")).unwrap();
    let output = place.shell(&format!("BENCH {RUN}"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("mrv") && stderr(&output).contains("latest does not point"));
    assert!(place.path("reports/latest").is_dir() && !place.path("reports/latest").is_symlink());
}
