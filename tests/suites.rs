//! Suites: what stands in a file does what it does on the command line.

mod support;

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use support::root;

fn bench(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("sudoku-bench").expect("built");
    command.current_dir(folder).args(arguments).env_remove("COLUMNS").output().expect("starts")
}

fn said(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(both).expect("UTF-8")
}

/// A folder with a few puzzles, and a solver for the shell that prints what its environment holds.
fn place() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let easy = fs::read_to_string(root().join("datasets/easy.txt")).expect("puzzles");
    let first = easy.lines().next().expect("a puzzle");
    fs::write(folder.path().join("one.txt"), format!("{first}\n")).expect("written");
    let solver = "while read -r puzzle; do sleep \"${NAP:-0}\"; echo \"$SOLUTION\"; done\n";
    fs::write(folder.path().join("solver.sh"), solver).expect("written");
    folder
}

/// The solution of the folder's puzzle.
fn solution(folder: &Path) -> String {
    let solved = bench(folder, &["solve", "one.txt", "--solver", "mrv"]);
    said(&solved).split_whitespace().next().expect("a solution").to_owned()
}

/// Columns of the newest summary below a folder.
fn summary(folder: &Path, columns: &[&str]) -> Vec<Vec<String>> {
    let table = fs::read_to_string(folder.join("reports/latest/summary.csv")).expect("a summary");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let headers = reader.headers().expect("headers").clone();
    let place = |name: &&str| headers.iter().position(|one| one == *name).expect("a column");
    let places: Vec<usize> = columns.iter().map(place).collect();
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.map(|row| places.iter().map(|&at| row[at].to_owned()).collect()).collect()
}

#[test]
fn labels_environments_and_limits_hold_for_their_own_solver() {
    let folder = place();
    let solution = solution(folder.path());
    let suite = format!(
        "[[dataset]]\npath = \"one.txt\"\n\
         [[solver]]\nspec = \"exec:sh solver.sh\"\nlabel = \"prompt\"\nenv = {{ SOLUTION = \"{solution}\" }}\n\
         [[solver]]\nspec = \"exec:sh solver.sh\"\nlabel = \"late\"\ntimeout = \"50ms\"\n\
         env = {{ SOLUTION = \"{solution}\", NAP = \"0.2\" }}\n\
         [run]\npass = \"latency\"\ngoal = \"first\"\nbudget = 1.5\ntimeout = 20\n"
    );
    fs::write(folder.path().join("sudoku-bench.toml"), suite).expect("written");
    // From elsewhere: reports lie beside the suite.
    let shown = folder.path().display().to_string();
    let output = bench(&root(), &["run", "--suite", &shown]);
    assert!(output.status.success(), "{}", said(&output));
    let mut rows = summary(folder.path(), &["solver", "unique", "timed_out"]);
    rows.retain(|row| row[0] != "pipe");
    assert_eq!(rows, [["prompt", "1", "0"], ["late", "0", "1"]]);

    let manifest = folder.path().join("reports/latest/manifest.json");
    let manifest: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(manifest).expect("a manifest")).expect("JSON");
    let late = &manifest["backends"][1];
    assert_eq!(
        (late["spec"].as_str(), late["timeout_ns"].as_u64()),
        (Some("exec:sh solver.sh"), Some(50_000_000))
    );
    let arguments: Vec<&str> = manifest["arguments"]
        .as_array()
        .expect("words")
        .iter()
        .filter_map(|one| one.as_str())
        .collect();
    assert_eq!((arguments[0], arguments[1]), ("run", "one.txt"));
    let again = bench(folder.path(), &arguments);
    assert!(again.status.success(), "{}", said(&again));
}

#[test]
fn the_command_line_goes_before_the_suite() {
    let folder = place();
    let suite = "[[dataset]]\npath = \"absent.txt\"\n\
                 [[solver]]\nspec = \"mrv\"\nlabel = \"old\"\n[[solver]]\nspec = \"cycles\"\nlabel = \"new\"\n\
                 [run]\nbudget = 500\npass = \"throughput\"\n\
                 [gate]\nbaseline = \"old\"\ncandidate = \"new\"\nbudget = 500\nno-detail = true\nthreshold = \"1000%\"\n";
    fs::write(folder.path().join("sudoku-bench.toml"), suite).expect("written");
    let words = ["run", "one.txt", "--suite", "--budget", "0.2", "--solver", "new"];
    let output = bench(folder.path(), &words);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(summary(folder.path(), &["solver", "pass"]), [["new", "throughput"]]);

    let output = bench(
        folder.path(),
        &["gate", "--suite", "--budget", "1", "one.txt", "--baseline", "vector"],
    );
    let said = said(&output);
    assert!(said.contains("new") && said.contains("threshold 1000%"), "{said}");
    assert!(!said.contains("  old  "), "{said}");
}

#[test]
fn an_error_in_a_suite_has_its_place_and_a_remedy() {
    let folder = place();
    let wrong_hash = format!("[[dataset]]\npath = \"one.txt\"\nblake3 = \"{}\"\n", "0".repeat(64));
    for (suite, told) in [
        (
            "[run]\n\n  budgt = 5\n",
            "line 3, column 3: \"budgt\" is no key of [run]; did you mean budget?",
        ),
        ("[run]\nbudget = \"soon\"\n", "line 2, column 10: budget = \"soon\": write seconds"),
        ("[gate]\nbudget = 1\nthreshold = 3\n", "line 3, column 13: threshold = \"3\": "),
        ("[run]\nscramble = \"yes\"\n", "line 2, column 12: scramble: write true or false"),
        (
            "[[solvers]]\nspec = \"mrv\"\n",
            "line 1, column 3: \"solvers\" is no table of a suite; did you mean solver?",
        ),
        ("[[solver]]\nlabel = \"x\"\n", "line 1, column 1: this [[solver]] has no spec"),
        ("[run\n", "line 1, column "),
        (&wrong_hash, "one.txt: its BLAKE3 hash is "),
    ] {
        fs::write(folder.path().join("s.toml"), suite).expect("written");
        for verb in [&["run", "--suite", "s.toml"][..], &["suite", "check", "s.toml"]] {
            let output = bench(folder.path(), verb);
            assert_eq!(output.status.code(), Some(2), "{suite}");
            let said = said(&output);
            let is_about = said.starts_with("error: s.toml: ") || suite == wrong_hash;
            assert!(is_about && said.contains(told) && said.lines().count() == 1, "{said}");
        }
    }
}

#[test]
fn a_check_builds_opens_and_finds_a_wrong_answer_and_times_nothing() {
    let folder = place();
    let solution = solution(folder.path());
    let suite = |solution: &str| {
        format!(
            "[[dataset]]\npath = \"one.txt\"\n[[solver]]\nspec = \"mrv\"\n\
             [[solver]]\nspec = \"exec:sh built.sh\"\nlabel = \"mine\"\nbuild = \"cp solver.sh built.sh\"\n\
             env = {{ SOLUTION = \"{solution}\" }}\n[run]\ngoal = \"first\"\n"
        )
    };
    let check = |solution: &str| {
        fs::write(folder.path().join("sudoku-bench.toml"), suite(solution)).expect("written");
        let output = bench(folder.path(), &["suite", "check"]);
        (output.status.code(), said(&output))
    };
    let (code, told) = check(&solution);
    assert_eq!(code, Some(0), "{told}");
    assert!(
        told.contains("dataset  one: 1 9x9, blake3 ") && told.contains("one 9x9 solved"),
        "{told}"
    );
    assert!(folder.path().join("built.sh").exists() && !folder.path().join("reports").exists());
    // Another grid, complete but not this puzzle's.
    let other: String = solution.chars().rev().collect();
    let (code, told) = check(&other);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("mine") && told.contains("one 9x9 WRONG"), "{told}");
}

#[test]
fn a_public_set_is_held_to_its_hash_and_a_wrong_column_is_refused_before_anything_is_measured() {
    let folder = place();
    fs::create_dir_all(folder.path().join("datasets/fetched")).expect("a folder");
    fs::copy(folder.path().join("one.txt"), folder.path().join("datasets/fetched/top95.txt"))
        .expect("another file of that name");
    fs::write(folder.path().join("s.toml"), "[[dataset]]\npath = \"top95\"\n").expect("written");
    for arguments in [&["run", "top95", "--budget", "60"][..], &["suite", "check", "s.toml"]] {
        let output = bench(folder.path(), arguments);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.contains("SHA-256") && said.contains("scripts/fetch-datasets top95.txt"),
            "{said}"
        );
    }
    for verb in ["run one.txt --solver mrv", "gate one.txt --baseline mrv --candidate vector"] {
        let words: Vec<&str> =
            verb.split(' ').chain(["--budget", "60", "--columns", "p51"]).collect();
        let output = bench(folder.path(), &words);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(
            said(&output).contains("--columns p51: there is no such column"),
            "{}",
            said(&output)
        );
    }
    assert!(!folder.path().join("reports").exists());
}
