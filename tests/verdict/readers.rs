//! Other programs read the forms that `compare` and `gate` write.

use super::*;

/// The first Python that has a package; `SUDOKU_BENCH_PYTHON` may name one.
fn python_with(package: &str) -> Option<String> {
    let named = std::env::var("SUDOKU_BENCH_PYTHON").ok();
    let found = named.into_iter().chain(["python3".to_owned()]).find(|python| {
        let tried = Command::new(python).args(["-c", &format!("import {package}")]).output();
        tried.is_ok_and(|output| output.status.success())
    });
    if found.is_none() {
        let skipped = format!("skipped: no Python with {package}; pip install {package}");
        let _ = writeln!(std::io::stderr(), "verdict {skipped}");
    }
    found
}

#[test]
fn another_program_reads_the_junit_file() {
    let Some(python) = python_with("junitparser") else { return };
    let place = Place::new();
    let output = place.call("compare run --baseline mrv --candidate brute-force --junit gate.xml");
    assert_eq!(output.status.code(), Some(1));
    let reader = "
from junitparser import JUnitXml
for suite in JUnitXml.fromfile('gate.xml'):
    print(suite.name, suite.tests, suite.failures, suite.errors)
    for case in suite:
        print(case.classname, [(type(r).__name__, r.type) for r in case.result])
";
    let read = Command::new(python).current_dir(place.path("")).args(["-c", reader]).output();
    let read = read.unwrap();
    let expected = "sudoku-bench.gate 1 1 0\nsudoku-bench.gate [('Failure', 'slower')]\n";
    assert_eq!(stdout(&read), expected, "{}", stderr(&read));
}

#[test]
fn benchstat_reads_the_rounds() {
    if Command::new("benchstat").arg("-h").output().is_err() {
        let how = "go install golang.org/x/perf/cmd/benchstat@latest";
        let _ = writeln!(std::io::stderr(), "verdict skipped: no benchstat; {how}");
        return;
    }
    let place = Place::new();
    place.call("compare run --candidate brute-force --export gobench --export-file go.txt");
    let read = Command::new("benchstat")
        .current_dir(place.path(""))
        .args(["-col", "/solver", "go.txt"])
        .output()
        .unwrap();
    let text = stdout(&read);
    assert!(
        text.contains("mrv") && text.contains("brute-force") && text.contains("sec/op"),
        "{text}"
    );
}
