//! A run ends at twice its budget and one puzzle's limit, whatever its solvers do, and says which
//! solver fell short.
//!
//! The limits asserted here are far above what is promised, so that a busy machine fails no test, and
//! far below what the solvers would take if nothing bounded them: hours.

mod support;

use std::fmt::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use support::{EASY, Workshop, has, skip};

/// A minute for runs with a budget of one or two seconds.
const FAR_ABOVE: Duration = Duration::from_secs(60);

/// Many puzzles, all different: the digits of one are renamed.
fn puzzles(count: usize) -> String {
    let mut text = String::new();
    for nth in 0..count {
        let (shift, half) = ((nth % 8 + 1) as u8, nth / 8 % 9);
        let renamed = EASY.iter().enumerate().map(|(cell, &c)| match c {
            b'.' => '.',
            _ if cell == half * 9 => '.',
            c => char::from(b'1' + (c - b'1' + shift) % 9),
        });
        let _ = writeln!(text, "{}", renamed.collect::<String>());
    }
    text
}

fn bounded(arguments: &[&str]) -> (Output, String) {
    let place = tempfile::tempdir().expect("a directory");
    std::fs::write(place.path().join("puzzles.txt"), puzzles(600)).expect("written");
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
        .args(arguments)
        .arg("puzzles.txt")
        .current_dir(place.path())
        .stdin(Stdio::null())
        .output()
        .expect("starts");
    assert!(begun.elapsed() < FAR_ABOVE, "{arguments:?} took {:?}", begun.elapsed());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, said)
}

#[test]
fn a_library_that_hangs_on_every_puzzle_ends_with_the_budget_and_is_named() {
    let Some(workshop) = Workshop::open() else { return };
    let library = workshop.library("HANGS_AFTER_THE_PROBE");
    let spec = format!("dylib:{}", library.display());
    let (output, said) = bounded(&["run", "--budget", "1", "--solver", &spec]);
    assert_eq!(output.status.code(), Some(0), "{said}");
    for pass in ["throughput", "latency"] {
        let named = said.lines().any(|line| {
            line.contains(&spec) && line.contains("answered nothing") && line.contains(pass)
        });
        assert!(named, "{pass}: {said}");
    }
}

#[test]
fn a_solver_that_hangs_is_left_out_and_the_other_goes_on() {
    let Some(workshop) = Workshop::open() else { return };
    let library = workshop.library("HANGS_AFTER_THE_PROBE");
    let spec = format!("dylib:{}", library.display());
    let arguments = ["run", "--budget", "8", "--timeout", "0.1", "--pass", "throughput"];
    let solvers = ["--threads", "1", "--solver", "mrv", "--solver", &spec, "--json"];
    let (output, said) = bounded(&[&arguments[..], &solvers].concat());
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("rows");
    let row = rows.as_array().expect("rows").iter().find(|row| row["solver"] == "mrv");
    assert!(row.is_some_and(|row| row["rounds"].as_u64() > Some(3)), "{rows}\n{said}");
    assert!(said.contains("answered nothing"), "{said}");
}

#[test]
fn a_command_that_withholds_its_replies_ends_with_the_budget_and_is_named() {
    if !has("sh") {
        return skip("there is no shell");
    }
    // It answers its first, trivial puzzle, and then reads on in silence.
    let first = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let spec = format!("exec:read -r first; echo {first}; while read -r x; do :; done");
    let arguments = ["run", "--budget", "1", "--goal", "first", "--solver", &spec];
    let (output, said) = bounded(&arguments);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("answered nothing on puzzles"), "{said}");
}

#[test]
fn a_library_that_loads_for_ever_when_it_is_started_again_ends_with_the_budget() {
    let Some(workshop) = Workshop::open() else { return };
    let mark = workshop.path().join("loaded");
    let define = format!("LOADS_ONCE=\"{}\"", mark.display());
    let spec = format!("dylib:{}", workshop.library(&define).display());
    let (_, said) = bounded(&["run", "--budget", "1", "--solver", &spec]);
    assert!(said.contains("answered nothing"), "{said}");
}

#[test]
fn what_is_never_ready_is_given_up_with_the_budget_before_anything_is_measured() {
    let Some(workshop) = Workshop::open() else { return };
    let library = format!("dylib:{}", workshop.library("HANGS_AT_LOAD=1").display());
    let command = "exec:sleep 3600?patience=3600";
    // It prints something that is not an answer, and then lives on without its pipes.
    let half = "exec:read -r x; echo; exec <&- >&- 2>&-; sleep 3600";
    let (output, said) = bounded(&["run", "--budget", "1", "--solver", half]);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let run = ["run", "--budget", "1", "--goal", "first", "--timeout", "0.5", "--solver"];
    let gate = ["gate", "--budget", "1", "--goal", "first", "--baseline", "mrv", "--candidate"];
    for arguments in [run, gate] {
        for solver in [&library[..], command] {
            let (output, said) = bounded(&[&arguments[..], &[solver]].concat());
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert!(said.contains(solver) && said.contains("--budget"), "{said}");
        }
    }
    // It cannot be stopped in this process, so the program ends with it.
    let arguments = ["run", "--no-isolate", "--budget", "1", "--solver", &library];
    let (output, said) = bounded(&arguments);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("not ready") && said.contains("--no-isolate"), "{said}");
}

/// To see that it can be run, a program of `mode=once` is waited for; one that does not end is not
/// waited for until the budget is gone.
#[test]
fn a_program_that_does_not_end_leaves_others_time_to_be_measured() {
    let once = "exec:read x; sleep 3600?mode=once";
    let run = ["run", "--budget", "4", "--goal", "first", "--timeout", "0.3", "--threads", "1"];
    let solvers = ["--solver", "mrv", "--solver", once];
    let (output, said) = bounded(&[&run[..], &solvers].concat());
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(!said.contains("mrv answered nothing on puzzles, throughput"), "{said}");
}

#[test]
fn a_gate_names_the_solver_that_is_never_ready_again() {
    let Some(workshop) = Workshop::open() else { return };
    let mark = workshop.path().join("loaded");
    let define = format!("LOADS_ONCE=\"{}\"", mark.display());
    let spec = format!("dylib:{}", workshop.library(&define).display());
    let (output, said) =
        bounded(&["gate", "--budget", "2", "--baseline", "mrv", "--candidate", &spec]);
    assert_ne!(output.status.code(), Some(0), "{said}");
    let all = format!("{said}{}", String::from_utf8_lossy(&output.stdout));
    assert!(all.contains(&format!("{spec} gave no answer")), "{all}");
}

#[test]
fn an_error_of_one_solver_does_not_wait_for_another() {
    let solvers = ["--solver", "exec:sleep 3600?patience=3600", "--solver", "no-such-solver"];
    let (output, said) = bounded(&[&["run", "--budget", "3600"][..], &solvers].concat());
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("no solver is called"), "{said}");
}

#[test]
fn libraries_are_opened_calibrated_and_started_side_by_side() {
    let Some(workshop) = Workshop::open() else { return };
    let place = workshop.path().display();
    let [first, second] = ["MEETS_SECOND", "MEETS_FIRST"]
        .map(|who| format!("dylib:{}", workshop.library(&format!("{who}=\"{place}\"")).display()));
    let arguments = ["run", "--budget", "4", "--timeout", "600", "--threads", "1"];
    let solvers = ["--solver", &first, "--solver", &second, "--json"];
    let (output, said) = bounded(&[&arguments[..], &solvers].concat());
    assert_eq!(output.status.code(), Some(0), "{said}");
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("rows");
    assert_eq!(rows.as_array().map(Vec::len), Some(4), "two libraries, two passes: {rows} {said}");
}

/// The share of a part in the line about the workers' time in a pass, in percent.
fn share(said: &str, pass: &str, part: &str) -> f64 {
    let begin = format!("workers' time, {pass}: ");
    let line = said.lines().find_map(|line| line.strip_prefix(&begin)).expect(said);
    let share = line.split(" %").zip(line.split(" %").skip(1));
    let of = share.filter(|(_, next)| next.trim_start().starts_with(part)).map(|(text, _)| text);
    let number = of.last().and_then(|text| text.split([' ', ',']).next_back());
    number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{part}: {line}"))
}

#[test]
fn loading_and_lost_blocks_have_their_share_and_count_against_the_budget() {
    let Some(workshop) = Workshop::open() else { return };
    let slow = format!("dylib:{}", workshop.library("LOADS_SLOWLY").display());
    let arguments = ["run", "--budget", "3", "--pass", "throughput", "--threads", "1"];
    let (_, said) = bounded(&[&arguments[..], &["--solver", &slow]].concat());
    // Two loads of a second each, in no more than twice the budget and a second.
    assert!(share(&said, "throughput", "start solvers") > 20.0, "{said}");
    assert!(said.contains("opening the solvers took"), "{said}");
    // Every ninth puzzle or so begins with a nine, and with it a whole block is lost.
    let hangs = format!("dylib:{}", workshop.library_on_nine("for (;;) pause()").display());
    let limit = ["--timeout", "0.1", "--block", "64", "--solver", &hangs];
    let (_, said) = bounded(&[&arguments[..], &limit].concat());
    assert!(share(&said, "throughput", "lost blocks") > 1.0, "{said}");
}

#[test]
fn a_gate_whose_candidate_hangs_ends_with_the_budget_and_is_not_green() {
    let Some(workshop) = Workshop::open() else { return };
    let spec = format!("dylib:{}", workshop.library("HANGS_AFTER_THE_PROBE").display());
    let (output, said) =
        bounded(&["gate", "--budget", "2", "--baseline", "mrv", "--candidate", &spec]);
    assert_ne!(output.status.code(), Some(0), "{said}");
    let all = format!("{said}{}", String::from_utf8_lossy(&output.stdout));
    assert!(all.contains("hangs_after_the_probe"), "{all}");
}

#[test]
fn a_library_in_this_process_that_hangs_ends_the_program_with_what_to_do() {
    let Some(workshop) = Workshop::open() else { return };
    let spec = format!("dylib:{}", workshop.library("HANGS_AFTER_THE_PROBE").display());
    let (output, said) = bounded(&["run", "--no-isolate", "--budget", "1", "--solver", &spec]);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot be interrupted") && said.contains("--no-isolate"), "{said}");
}
