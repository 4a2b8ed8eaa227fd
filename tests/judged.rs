//! Solvers that answer wrongly, say too little, or forge what they say, in runs and gates as a user
//! meets them. The sources are those of the real-world inputs in `tests/data`.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use support::{Workshop, root};

/// A folder with a dataset, and libraries.
struct Place {
    workshop: Workshop,
}

impl Place {
    /// With some lines of puzzles, if there is a C compiler.
    fn with(lines: &str) -> Option<Self> {
        let place = Self { workshop: Workshop::open()? };
        fs::write(place.path().join("puzzles.txt"), lines).unwrap();
        Some(place)
    }

    fn path(&self) -> &Path {
        self.workshop.path()
    }

    /// Builds a library from a file of `tests/data` under a name of its own.
    fn library(&self, source: &str, name: &str) -> String {
        let to = self.path().join(name);
        let built = Command::new("cc")
            .args(["-O2", "-w", "-shared", "-fPIC", "-o"])
            .arg(&to)
            .arg(root().join("tests/data").join(source))
            .output()
            .expect("a compiler was seen");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        format!("dylib:./{name}")
    }

    fn call(&self, verb: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        let output = if verb == "run" { &["--out", "reports"][..] } else { &[] };
        command.args([verb, "puzzles.txt", "--timeout", "600"]).args(output).args(arguments);
        command.current_dir(self.path()).output().unwrap()
    }

    /// A run, its exit code and its rows.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, Vec<Value>, String) {
        let budget = if arguments.contains(&"--budget") { &[][..] } else { &["--budget", "1"] };
        let all = [&["--json"], budget, arguments].concat();
        let output = self.call("run", &all);
        let rows = serde_json::from_slice(&output.stdout).unwrap_or_default();
        (output.status.code(), rows, String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn report(&self, file: &str) -> String {
        fs::read_to_string(self.path().join("reports/latest").join(file)).unwrap_or_default()
    }
}

fn data(name: &str) -> String {
    fs::read_to_string(root().join("tests/data").join(name)).unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// Asserts that every puzzle of a row counts as this; a busy machine may have measured only some.
fn is_all(row: &Value, column: &str) {
    assert!(row["puzzles"].as_u64() > Some(0), "{row}");
    assert_eq!(row[column], row["puzzles"], "{column}: {row}");
}

/// The last line of a gate's output: its outcome.
fn outcome(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().last().unwrap_or_default().to_owned()
}

/// Two programs, written unlike each other, that claim no solution whatever they are asked.
const NONE: [&str; 2] = [
    "exec:while read -r puzzle; do echo -; done",
    "exec:sh -c 'while IFS= read -r line; do printf \"%s\\n\" -; done'",
];

#[test]
fn two_programs_that_claim_none_are_wrong_alone_and_beside_a_sound_one() {
    let Some(place) = Place::with(&data("b114_20_unique.txt")) else { return };
    for beside in [&[][..], &["--solver", "mrv"]] {
        let claimants = NONE.iter().flat_map(|spec| ["--solver", spec]).collect::<Vec<_>>();
        let (code, rows, said) = place.run(&[&claimants, beside].concat());
        assert_eq!(code, Some(1), "{said}");
        let is_ours = |row: &&Value| NONE.iter().any(|spec| row["solver"] == *spec);
        let ours: Vec<_> = rows.iter().filter(is_ours).collect();
        assert!(ours.len() >= 2, "{rows:?}");
        for row in ours {
            is_all(row, "wrong");
            assert!(row["puzzles_per_s"].is_null(), "no rate comes from wrong answers: {row}");
        }
        let mrv = rows.iter().filter(|row| row["solver"] == "mrv");
        mrv.for_each(|row| is_all(row, "unique"));
    }
}

#[test]
fn copies_of_a_library_that_miscounts_are_wrong_together_and_fail_a_gate_by_name() {
    let Some(place) = Place::with(&data("b115_100_with_several.txt")) else { return };
    let [one, two] = ["one.so", "two.so"].map(|name| place.library("b115_badcount.c", name));
    let (code, rows, said) = place.run(&["--solver", &one, "--solver", &two]);
    assert_eq!(code, Some(1), "{said}");
    assert!(rows.len() >= 2, "{rows:?}");
    for row in &rows {
        // Two of the hundred have more givens than it miscounts.
        let [puzzles, wrong, unique] = ["puzzles", "wrong", "unique"].map(|n| row[n].as_u64());
        assert!(wrong > Some(0) && wrong >= puzzles.map(|n| n.saturating_sub(2)), "{row}");
        assert_eq!(unique, Some(0), "{row}");
    }
    assert!(said.contains("claimed exactly 1 solution, but a recount by "), "{said}");
    let gate = place.call("gate", &["--baseline", &one, "--candidate", &two, "--budget", "4"]);
    assert_eq!(gate.status.code(), Some(1), "{}", text(&gate));
    assert!(text(&gate).contains("two.so: puzzles, line "), "{}", text(&gate));
    assert!(outcome(&gate).starts_with("FAILED"), "{}", text(&gate));
}

#[test]
fn a_library_that_returns_none_for_all_fails_against_its_own_copy() {
    let unique = data("b114_20_unique.txt");
    let Some(place) = Place::with(&unique) else { return };
    let [one, two] = ["one.so", "two.so"].map(|name| place.library("ret0.c", name));
    let gate = place.call("gate", &["--baseline", &one, "--candidate", &two, "--budget", "4"]);
    assert_eq!(gate.status.code(), Some(1), "{}", text(&gate));
    assert!(text(&gate).contains(" wrong answer"), "{}", text(&gate));
    let (code, rows, said) = place.run(&["--solver", &one, "--solver", &two]);
    assert_eq!(code, Some(1), "{said}");
    rows.iter().for_each(|row| is_all(row, "wrong"));
}

#[test]
fn counts_without_a_grid_are_only_counted_and_solve_nothing() {
    let Some(place) = Place::with(&data("b114_20_unique.txt")) else { return };
    let mute = place.library("ret1u.c", "mute.so");
    let (code, rows, said) = place.run(&["--solver", &mute]);
    assert_eq!(code, Some(0), "{said}");
    for row in &rows {
        is_all(row, "only_counted");
        is_all(row, "unique");
    }
    let table = text(&place.call("run", &["--solver", &mute, "--budget", "1"]));
    assert!(table.contains(" unique, only counted"), "{table}");
    let gate = place.call("gate", &["--baseline", "mrv", "--candidate", &mute, "--budget", "3"]);
    let said = text(&gate);
    assert!(said.starts_with(&format!("{mute} on puzzles only counted")), "{said}");
    let (_, rows, said) = place.run(&["--solver", &mute, "--goal", "first"]);
    rows.iter().for_each(|row| is_all(row, "incomplete"));
    assert!(rows.iter().all(|row| row["puzzles_per_s"].is_null()), "{rows:?}");
    assert!(said.contains("returns no solutions"), "{said}");
}

#[test]
fn a_solver_that_crashes_on_all_has_no_rate_and_fails_run_and_gate() {
    let Some(place) = Place::with(&data("b114_20_unique.txt")) else { return };
    let spec = place.library("b140_crashes_on_all_20.c", "crashes.so");
    let (code, rows, said) = place.run(&["--solver", &spec, "--solver", "mrv"]);
    assert_eq!(code, Some(1), "{said}");
    let ours: Vec<_> = rows.iter().filter(|row| row["solver"] != "mrv").collect();
    ours.iter().for_each(|row| is_all(row, "crashed"));
    for rate in ["puzzles_per_s", "puzzles_per_s_low", "puzzles_per_s_high"] {
        assert!(ours.iter().all(|row| row[rate].is_null()), "{rate}: {rows:?}");
    }
    assert!(place.report("crashes.csv").contains("signal 6 (SIGABRT)"));
    let gate = place.call("gate", &["--baseline", "mrv", "--candidate", &spec, "--budget", "4"]);
    assert_eq!(gate.status.code(), Some(1), "{}", text(&gate));
    assert!(text(&gate).contains("crashed on "), "{}", text(&gate));
}

#[test]
fn limits_alone_leave_the_exit_code_0() {
    let Some(place) = Place::with(&data("b114_20_unique.txt")) else { return };
    let hangs = place.workshop.library("ON_NINE=for (;;) {}");
    fs::write(place.path().join("nine.txt"), "9".to_owned() + &".".repeat(80) + "\n").unwrap();
    let spec = format!("dylib:{}", hangs.display());
    let output = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
        .args([
            "run",
            "nine.txt",
            "--timeout",
            "50ms",
            "--budget",
            "1",
            "--json",
            "--solver",
            &spec,
        ])
        .args(["--out", "reports"])
        .current_dir(place.path())
        .output()
        .unwrap();
    let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(rows.iter().all(|row| row["timed_out"] == 1), "{rows:?}");
    assert!(rows.iter().all(|row| row["puzzles_per_s"].is_null()), "{rows:?}");
}

#[test]
fn what_a_library_returned_is_said_as_it_was() {
    let unique = data("b114_20_unique.txt");
    let Some(place) = Place::with(&unique) else { return };
    let cases = [
        ("RETURNS_MINUS_ONE", "returned -1; return 0 for none"),
        ("CHANGES_ITS_MIND", "1 solution, then 2, for the same puzzle"),
        ("WRITES_A_BELL", "row 1, column 1: answered byte 7"),
        ("OVERWRITES_GIVENS", ": given "),
    ];
    for (kind, expected) in cases {
        let spec = format!("dylib:{}", place.workshop.library(kind).display());
        let (code, _, said) = place.run(&["--solver", &spec, "--pass", "throughput"]);
        assert_eq!(code, Some(1), "{kind}: {said}");
        assert!(said.contains(expected), "{kind}: {said}");
        let wrong = place.report("wrong.csv");
        assert!(wrong.contains(expected), "{kind}: {wrong}");
        assert!(!wrong.contains('\x07'), "{kind}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_that_forges_its_times_is_named_and_its_figures_are_not_used() {
    let puzzles = fs::read_to_string(root().join("datasets/minimal.txt")).unwrap();
    let lines: Vec<&str> = puzzles.lines().filter(|line| line.len() == 81).take(2000).collect();
    let Some(place) = Place::with(&(lines.join("\n") + "\n")) else { return };
    // The number of the first message with puzzles, after eight without.
    let spec: PathBuf = place.workshop.library("FORGES_ITS_TIMES=9");
    let spec = format!("dylib:{}", spec.display());
    let (_, rows, said) =
        place.run(&["--solver", &spec, "--pass", "throughput", "--threads", "1", "--budget", "3"]);
    assert!(said.contains("its clock is not used"), "{said}");
    assert!(place.report("wrong.csv").contains(",clock,"), "{}", place.report("wrong.csv"));
    // It claims a nanosecond a puzzle; nothing solves a minimal puzzle in less than ten.
    let rate = rows[0]["puzzles_per_s"].as_f64().unwrap();
    assert!(rows[0]["wrong"] == 0 && rate < 1e8, "{rows:?}");
    // In the process of a launch there is no clock of its own to forge: beside another solver of
    // that process it takes what it takes.
    let gate = place.call("gate", &["--baseline", "mrv", "--candidate", &spec, "--budget", "4"]);
    assert!(outcome(&gate).starts_with("FAILED"), "{}", text(&gate));
    // A program as baseline leaves it a process of its own.
    let program = format!("exec:{} solve -", env!("CARGO_BIN_EXE_sudoku-bench"));
    let sides = ["--baseline", &program, "--candidate", &spec, "--goal", "first"];
    let gate = place.call("gate", &[&sides[..], &["--budget", "6"]].concat());
    assert!(text(&gate).contains("its clock is not used"), "{}", text(&gate));
}
