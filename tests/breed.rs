//! `breed` as a user meets it.

use std::collections::HashSet;

use assert_cmd::Command;

const MINIMAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/minimal.txt");

fn bench(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut program = Command::cargo_bin("sudoku-bench").unwrap();
    let done = program.args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

/// Some puzzles to start from.
fn few() -> String {
    let puzzles = std::fs::read_to_string(MINIMAL).unwrap();
    puzzles.lines().take(40).map(|line| format!("{line}\n")).collect()
}

#[test]
fn bred_puzzles_cost_more_are_proper_and_the_same_for_any_number_of_threads() {
    let breed = |threads, rounds| {
        let arguments = ["breed", "-", "--for", "mrv", "--keep", "10", "--csv", "--rounds", rounds];
        let (code, out, err) = bench(&[&arguments[..], &["--threads", threads]].concat(), &few());
        assert_eq!(code, Some(0), "{err}");
        out
    };
    let bred = breed("1", "1");
    assert_eq!(bred, breed("3", "1"));
    let mut rows = bred.lines();
    assert_eq!(rows.next(), Some("puzzle,mrv guesses"));
    let rows: Vec<(&str, f64)> = rows
        .map(|row| row.split_once(',').unwrap())
        .map(|(puzzle, cost)| (puzzle, cost.parse().unwrap()))
        .collect();
    assert!(rows.len() == 10 && rows.is_sorted_by(|a, b| a.1 >= b.1), "{bred}");
    let puzzles: HashSet<&str> = rows.iter().map(|row| row.0).collect();
    assert_eq!(puzzles.len(), 10);
    let list: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let (code, out, _) = bench(&["check", "--strict", "--isomorphic", "-"], &list);
    assert!(code == Some(0) && out.contains("10 with one"), "{out}");
    assert!(!few().lines().any(|line| puzzles.contains(line)));
}

#[test]
fn time_counts_for_a_program_and_a_budget_ends_the_search() {
    let program = assert_cmd::cargo::cargo_bin("sudoku-bench");
    let spec = format!("exec:'{}' solve --threads 1", program.display());
    let arguments = ["breed", "-", "--for", &spec, "--budget", "2", "--keep", "3", "--csv"];
    let (code, out, err) = bench(&[&arguments[..], &["--threads", "1"]].concat(), &few());
    assert_eq!(code, Some(0), "{err}");
    assert!(out.lines().next().unwrap().ends_with(" ns") && out.lines().count() == 4, "{out}");
}

#[test]
fn what_cannot_be_bred_is_refused() {
    for (arguments, input, said) in [
        (&["breed", "-", "--for", "cycels"][..], &few()[..], "cycles"),
        (&["breed", "-", "--for", "mrv"], "1...\n..2.\n.3..\n...4\n", "9x9 puzzles are bred"),
        (
            &["breed", "-", "--for", "mrv", "--rounds", "1"],
            &format!("11{}\n", ".".repeat(79)),
            "rated",
        ),
    ] {
        let (code, out, err) = bench(arguments, input);
        assert!(code == Some(2) && out.is_empty() && err.contains(said), "{arguments:?}: {err}");
    }
}
