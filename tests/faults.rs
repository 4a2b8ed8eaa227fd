//! A short form of `scripts/prove-faults`: kills, stops, full disks, closed streams, limits, hostile
//! libraries and commands, damaged records, at random moments.

mod support;

use std::process::{Command, Stdio};

use support::{has, root, skip};

/// Trials of the short form; the whole are 2,000.
const TRIALS: &str = "60";

#[test]
fn whatever_breaks_around_a_run_nothing_is_lost() {
    if !has("bash") || !has("cc") || !std::path::Path::new("/proc/self/environ").exists() {
        return skip("trials of faults need bash, a C compiler called cc and /proc");
    }
    let place = tempfile::tempdir().expect("a directory");
    let results = place.path().join("faults.csv");
    let output = Command::new(root().join("scripts/prove-faults"))
        .args(["--trials", TRIALS, "--jobs", "3"])
        .arg(&results)
        .env("PROGRAM", env!("CARGO_BIN_EXE_sudoku-bench"))
        .stdin(Stdio::null())
        .output()
        .expect("bash runs");
    let table = String::from_utf8_lossy(&output.stdout);
    let failed: Vec<String> = std::fs::read_dir(place.path().join("faults.csv.failed"))
        .map(|files| files.flatten().filter_map(|file| std::fs::read(file.path()).ok()))
        .map(|texts| texts.map(|text| String::from_utf8_lossy(&text).into_owned()).collect())
        .unwrap_or_default();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{table}\n{said}\n{}", failed.join("\n\n"));
}
