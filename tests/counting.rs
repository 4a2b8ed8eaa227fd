//! `sudoku-bench gate --count instructions`: libraries and programs with peculiarities, counted under
//! valgrind. Where that is missing, nothing of it is tested.

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use support::{Workshop, has, skip};

const FLAGS: [&str; 2] = ["-fPIC", "-pthread"];

/// A folder with easy puzzles.
struct Place {
    workshop: Workshop,
}

/// What a gate said.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Place {
    fn open() -> Option<Self> {
        if !has("valgrind") {
            skip("there is no valgrind, so no instructions were counted");
            return None;
        }
        let place = Self { workshop: Workshop::open()? };
        let output =
            place.call(&["generate", "--givens", "30..30", "--count", "400", "--seed", "1"]);
        fs::write(place.path("easy.txt"), &output.stdout).unwrap();
        Some(place)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.workshop.path().join(name)
    }

    fn library(&self, peculiarity: &str) -> String {
        let more = [&FLAGS[..], &["-shared"]].concat();
        let library = self.workshop.compile("tests/fixtures/counted.c", peculiarity, &more);
        format!("dylib:{}", library.display())
    }

    fn program(&self, peculiarity: &str, mode: &str) -> String {
        let more = [&FLAGS[..], &["-DPROGRAM"]].concat();
        let program = self.workshop.compile("tests/fixtures/counted.c", peculiarity, &more);
        format!("exec:{}?mode={mode}", program.display())
    }

    fn call(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        command.current_dir(self.workshop.path()).args(args).output().unwrap()
    }

    /// A counting gate over a sample of 100 puzzles.
    fn gate(&self, baseline: &str, candidate: &str, more: &[&str]) -> Said {
        let args = ["gate", "easy.txt", "--count", "instructions", "--sample", "100"];
        let sides = ["--baseline", baseline, "--candidate", candidate];
        let output = self.call(&[&args[..], &sides, more].concat());
        Said {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    fn report(&self, file: &str) -> String {
        fs::read_to_string(self.path("reports/latest").join(file)).unwrap()
    }
}

impl Said {
    fn has(&self, parts: &[&str]) -> &Self {
        for part in parts {
            // A sentence may be broken anywhere.
            let on_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let said = [&self.out, &self.err].map(|text| on_one_line(text));
            let is_there = said.iter().any(|said| said.contains(&on_one_line(part)));
            assert!(is_there, "no {part:?} in {:?}: {}{}", self.code, self.out, self.err);
        }
        self
    }

    fn ends_with(&self, code: i32) -> &Self {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        self
    }
}

#[test]
fn a_library_executes_as_many_instructions_as_its_copy_however_long_its_first_call() {
    let Some(place) = Place::open() else { return };
    let said = place.gate(&place.library("PLAIN"), &place.library("LAZY"), &["--fail-unclear"]);
    let why = "executes as many instructions as";
    said.ends_with(0).has(&[why, "PASSED", "on a sample of 100 of 400 puzzles", "valgrind-"]);
}

#[test]
fn one_percent_more_is_found_and_every_form_says_so() {
    let Some(place) = Place::open() else { return };
    let (plain, more) = (place.library("PLAIN"), place.library("MORE=60"));
    let forms = ["--junit", "junit.xml", "--markdown", "-", "--json"];
    let said = place.gate(&plain, &more, &forms);
    said.ends_with(1).has(&["executes more instructions than", "FAILED", "tolerance 0.01%"]);
    let json = &said.out[said.out.find('{').unwrap()..=said.out.rfind('}').unwrap()];
    let json: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!((&json["measure"], &json["outcome"]), (&"instructions".into(), &"failed".into()));
    let row = &json["rows"][0];
    let ratio = row["instruction_ratio"]["middle"].as_f64().unwrap();
    assert!((1.002..1.05).contains(&ratio), "{ratio}");
    assert!(row["time_ratio"].is_null() && row["baseline_ns"].is_null(), "{row}");
    let each = |field: &str| row[field].as_f64().unwrap();
    let found = each("candidate_instructions") / each("baseline_instructions");
    assert!((found - ratio).abs() < 1e-6, "{found}, {ratio}");
    assert_eq!((&row["puzzles"], &row["sample_of"]), (&100.into(), &400.into()));
    let junit = fs::read_to_string(place.path("junit.xml")).unwrap();
    assert!(junit.contains("failures=\"1\"") && junit.contains("more instructions"), "{junit}");
    assert!(place.report("summary.md").contains("instructions: a puzzle"));
    // The report can be compared, with itself and within.
    let folder = place.path("reports/latest").display().to_string();
    let within = place.call(&["compare", &folder, "--baseline", &plain]);
    assert_eq!(within.status.code(), Some(1), "{within:?}");
    let between = place.call(&["compare", &folder, &folder]);
    let text = String::from_utf8_lossy(&between.stdout);
    assert_eq!(between.status.code(), Some(0), "{text}");
    assert!(text.contains("as many instructions"), "{text}");
}

#[test]
fn the_work_of_further_threads_counts() {
    let Some(place) = Place::open() else { return };
    let said = place.gate(&place.library("PLAIN"), &place.library("THREADED"), &[]);
    said.ends_with(1).has(&["executes more instructions than"]);
}

#[test]
fn a_library_that_does_something_else_each_time_is_unclear_and_not_slower() {
    let Some(place) = Place::open() else { return };
    let varies = place.library("VARIES");
    // Its counts are random, and one interval in twenty misses: so the best of three.
    let gate = || place.gate(&varies, &varies, &["--fail-unclear"]);
    let said = (0..2).map(|_| gate()).find(|said| said.code == Some(3)).unwrap_or_else(gate);
    said.ends_with(3).has(&["UNCLEAR", "does not execute the same instructions each time"]);
}

#[test]
fn programs_are_counted_line_by_line_and_as_a_whole_sample() {
    let Some(place) = Place::open() else { return };
    let plain = place.program("PLAIN", "lines");
    let same = place.gate(&plain, &place.program("PLAIN", "batch"), &["--fail-unclear"]);
    same.ends_with(0).has(&["as many instructions"]);
    let more = place.program("MORE=60", "lines");
    place.gate(&plain, &more, &[]).ends_with(1).has(&["more instructions"]);
}

#[test]
fn a_wrong_answer_and_a_crash_are_said_before_any_count() {
    let Some(place) = Place::open() else { return };
    let plain = place.library("PLAIN");
    let lies = place.workshop.library_on_nine("return 2");
    let lies = format!("dylib:{}", lies.display());
    let said = place.gate(&plain, &lies, &[]);
    said.ends_with(1).has(&["wrong answer", "FAILED", "line "]);
    let said = place.gate(&plain, &place.library("CRASHES"), &[]);
    said.ends_with(1).has(&["crashed on", "FAILED", "line "]);
}

#[test]
fn an_instruction_that_valgrind_does_not_know_is_named_with_a_remedy() {
    let Some(place) = Place::open() else { return };
    let has_sha = fs::read_to_string("/proc/cpuinfo").is_ok_and(|text| text.contains(" sha_ni "));
    if !has_sha {
        return skip("this processor has no sha_ni, so no instruction was unknown to valgrind");
    }
    let (plain, sha) = (place.library("PLAIN"), place.library("SHA"));
    let said = place.gate(&plain, &sha, &[]);
    if said.code == Some(1) {
        return skip("this valgrind knows sha_ni, so no instruction was unknown to it");
    }
    said.ends_with(2).has(&["does not know an instruction", "-march=x86-64-v3", "--count"]);
}

#[test]
fn without_valgrind_the_remedy_is_named() {
    let args = ["gate", "--count", "instructions", "--baseline", "mrv", "--candidate", "mrv"];
    let dir = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    let output = command.args(args).current_dir(dir.path()).env("PATH", "").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("apt-get install valgrind"), "{said}");
}

#[test]
fn what_waits_by_the_clock_cannot_be_counted() {
    let Some(place) = Place::open() else { return };
    let said = place.gate("mrv", "slowed:mrv?factor=1.1", &[]);
    said.ends_with(2).has(&["by the clock"]);
}
