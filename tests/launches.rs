//! `sudoku-bench gate` with the solvers people bring: its launches, and what it says of libraries with
//! bad habits. Nothing here asserts a time, and verdicts are asserted only where no load changes them.

mod support;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use support::Workshop;

/// A folder with puzzles of 50 givens, easy enough for many thousand calls a second.
struct Place {
    workshop: Workshop,
}

impl Place {
    fn open() -> Option<Self> {
        let place = Self { workshop: Workshop::open()? };
        let output = place.call(&["generate", "--givens", "50..50", "--count", "3000"]);
        fs::write(place.path("easy.txt"), &output.stdout).unwrap();
        Some(place)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.workshop.path().join(name)
    }

    /// The specification of the library with a habit.
    fn with(&self, habit: &str) -> String {
        let library = self.workshop.compile(
            "tests/fixtures/habits.c",
            habit,
            &["-shared", "-fPIC", "-pthread"],
        );
        format!("dylib:{}", library.display())
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        command.current_dir(self.workshop.path()).args(args);
        command
    }

    fn call(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// A gate of a library with a habit against the honest one.
    fn gate(&self, habit: &str, more: &[&str]) -> (Option<i32>, String) {
        let (honest, candidate) = (self.with("HONEST"), self.with(habit));
        let args = ["gate", "easy.txt", "--baseline", &honest, "--candidate", &candidate];
        let usual = ["--budget", "12", "--no-detail", "--threshold", "1000%"];
        let output = self.call(&[&args[..], &usual, more].concat());
        let said = [&output.stdout[..], &output.stderr].concat();
        // A sentence may be broken anywhere.
        let said = String::from_utf8_lossy(&said).split_whitespace().collect::<Vec<_>>().join(" ");
        (output.status.code(), said)
    }

    fn report(&self, file: &str) -> String {
        fs::read_to_string(self.path("reports/latest").join(file)).unwrap_or_default()
    }

    /// A column of the newest report's records.
    fn column(&self, name: &str) -> Vec<String> {
        let text = self.report("records.csv");
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let place = rows.headers().unwrap().iter().position(|one| one == name).unwrap();
        rows.records().map(|row| row.unwrap()[place].to_owned()).collect()
    }
}

#[test]
fn a_gate_is_measured_in_launches_and_its_report_can_be_compared_again() {
    let Some(place) = Place::open() else { return };
    let (code, said) = place.gate("ALSO_HONEST", &[]);
    assert_eq!(code, Some(0), "{said}");
    let launches = place.column("launch");
    assert!(!launches.is_empty() && launches.iter().all(|launch| launch != "0"), "{said}");
    assert!(place.column("anchor").iter().any(|anchor| anchor == "1"));
    for column in ["cpu_1_ns", "cpu_2_ns", "process_cpu_1_ns"] {
        assert!(place.column(column).iter().all(|ns| ns.parse::<u64>().is_ok()), "{column}");
    }
    let compared = place.call(&["compare", "reports/latest", "--threshold", "1000%"]);
    assert_eq!(compared.status.code(), Some(0), "{}", String::from_utf8_lossy(&compared.stderr));
}

#[test]
fn puzzles_come_through_a_pipe_as_well() {
    let Some(place) = Place::open() else { return };
    let args = "gate - --baseline mrv --candidate mrv --budget 6 --no-detail --threshold 1000%";
    let mut command = place.command(&args.split(' ').collect::<Vec<_>>());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let puzzles = fs::read(place.path("easy.txt")).unwrap();
    child.stdin.take().unwrap().write_all(&puzzles).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(place.column("launch").iter().all(|launch| launch != "0"));
}

#[test]
fn a_puzzle_that_a_library_dies_on_is_named() {
    let Some(place) = Place::open() else { return };
    let (code, said) = place.gate("DIES_ON_A_FIRST_CELL_OF_9", &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("a process each") && said.contains("SIGABRT"), "{said}");
    let crashes = place.report("crashes.csv");
    let puzzles = crashes.lines().skip(1).filter_map(|line| line.split(',').nth(8));
    assert!(puzzles.clone().count() > 0 && puzzles.into_iter().all(|one| one.starts_with('9')));
    let first = crashes.lines().nth(1).and_then(|line| line.split(',').nth(8)).unwrap();
    assert!(said.contains(first), "the puzzle is in the verdict's remarks: {said}");
}

#[test]
fn a_library_that_leaves_or_dies_now_and_then_fails_a_gate() {
    let Some(place) = Place::open() else { return };
    for habit in ["LEAVES_ON_THE_7000TH_CALL", "DIES_ON_THE_7000TH_CALL"] {
        let (code, said) = place.gate(habit, &[]);
        assert_eq!(code, Some(1), "{habit}: {said}");
        assert!(said.contains("their process ended"), "{habit}: {said}");
        assert!(!place.report("crashes.csv").is_empty(), "{habit}: {said}");
    }
}

#[test]
fn a_library_that_hangs_now_and_then_fails_a_gate_though_every_puzzle_passes_alone() {
    let Some(place) = Place::open() else { return };
    let (code, said) = place.gate("HANGS_ON_EVERY_5000TH_CALL", &["--timeout", "0.5"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("was stopped"), "{said}");
    assert!(place.report("crashes.csv").contains("stopped once"), "{said}");
}

#[test]
fn a_library_that_remembers_is_remarked_on_and_fails_where_asked() {
    let Some(place) = Place::open() else { return };
    let (_, said) = place.gate("REMEMBERS", &[]);
    assert!(said.contains("seems to remember answers"), "{said}");
    let (code, said) = place.gate("REMEMBERS", &["--fail-memo"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("FAILED") && said.contains("remembers answers"), "{said}");
    let (code, said) = place.gate("ALSO_HONEST", &["--fail-memo"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("remember"), "{said}");
}

#[test]
fn a_slow_first_call_is_shown_apart_and_is_in_no_figure() {
    let Some(place) = Place::open() else { return };
    let (_, said) = place.gate("IS_SLOW_AT_FIRST", &[]);
    assert!(said.contains("ms to load and"), "{said}");
    for turn in ["1", "2"] {
        let walls = place.column(&format!("wall_{turn}_ns"));
        let slept = place.column(&format!("voluntary_{turn}"));
        assert!(!walls.is_empty() && walls.len() == slept.len());
        // Only the sleep of the first call makes a turn give its processor up for so long.
        let holds_it = |(wall, slept): (&String, &String)| {
            slept != "0" && wall.parse::<u64>().is_ok_and(|ns| ns >= 300_000_000)
        };
        assert!(!walls.iter().zip(&slept).any(holds_it), "{walls:?} {slept:?}");
    }
}

#[test]
fn a_library_that_works_in_threads_or_prints_is_measured_all_the_same() {
    let Some(place) = Place::open() else { return };
    let (_, said) = place.gate("WORKS_IN_A_THREAD", &[]);
    assert!(said.contains("uses additional threads"), "{said}");
    let (code, said) = place.gate("PRINTS", &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(place.column("launch").iter().any(|launch| launch != "0"));
}
