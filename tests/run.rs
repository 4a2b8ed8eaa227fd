//! `sudoku-bench run` as a user meets it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Seed 0 prints the first puzzle with this solution; the others are seed 2's. The last, printed
/// there as valid, has 16 givens and many solutions.
const SOLVED: &str =
    "863792451257184396149563872398621745572439618614875239981247563725316984436958127";
const PUZZLES: &str = "\
......45...7...3..1.9.6....3........5..4.........7...9..12........3.......6.....7
.4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.
9.1..4.........296.8....4.721...6.....6.23..4.5.94.........8.4.....7..3.....316.5
.....2...1.6....39....6.5.1....9...............9.2.....9...4........5......6.8...
";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        command.current_dir(self.0.path()).arg("run").args(args);
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// The rows of a run whose puzzles nothing but the solver ends, on a busy machine too.
    fn rows(&self, args: &[&str]) -> Vec<Value> {
        let output = self.run(&[args, &["--json", "--quiet", "--timeout", "600"]].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    fn latest(&self) -> PathBuf {
        self.0.path().join("reports/latest")
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn puzzles_are_counted_by_what_became_of_them() {
    let place = Place::new();
    place.file("four.txt", PUZZLES);
    // Blocks that hold all, and, one by one, time for all on a busy machine.
    let rows = place.rows(&["four.txt", "--solver", "mrv", "--budget", "4", "--block", "4"]);
    assert_eq!(rows.len(), 2);
    for row in rows {
        let counts =
            ["puzzles", "of", "unique", "multiple", "none", "wrong"].map(|c| row[c].as_u64());
        assert_eq!(counts, [4, 4, 3, 1, 0, 0].map(Some), "{row}");
        assert_eq!((&row["solver"], &row["dataset"]), (&"mrv".into(), &"four".into()));
        let throughput = row["pass"] == "throughput";
        assert_eq!(row["puzzles_per_s"].is_number(), throughput);
        assert_eq!(row["max_ns"].is_number(), !throughput);
    }
}

#[test]
fn a_wrong_answer_fails_the_run_and_is_named() {
    let place = Place::new();
    place.file("four.txt", PUZZLES);
    let output = place.run(&["four.txt", "--solver", "echo", "--budget", "2"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("echo: four, line 1: row 1, column 1: answered ."));
    let wrong = fs::read_to_string(place.latest().join("wrong.csv")).unwrap();
    assert!(wrong.lines().nth(1).unwrap().starts_with("echo,four,3,throughput,wrong,"), "{wrong}");
}

#[test]
fn a_report_holds_every_file_and_no_unfinished_one() {
    let place = Place::new();
    place.file("four.txt", PUZZLES);
    let output = place.run(&[
        "four.txt",
        "--solver",
        "mrv,brute-force",
        "--budget",
        "0.4",
        "--timeout",
        "5ms",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let names: Vec<String> = fs::read_dir(place.latest())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let expected = [
        "manifest.json",
        "records.csv",
        "summary.csv",
        "slowest.csv",
        "latency.hlog",
        "summary.md",
        "report.html",
    ];
    for name in expected {
        assert!(names.iter().any(|found| found == name), "{name} is missing: {names:?}");
    }
    assert!(names.iter().any(|name| name.ends_with(".hgrm")));
    assert!(!names.iter().any(|name| name.contains("unfinished")), "{names:?}");
    let last = stderr(&output).lines().last().map(str::to_owned).unwrap_or_default();
    assert!(last.ends_with("report.html"), "the page is named last: {last}");
    let records = fs::File::open(place.latest().join("records.csv")).unwrap();
    assert!(!sudoku_bench::record::read(records).unwrap().is_empty());
}

#[test]
fn malformed_lines_are_shown_and_passed_over_unless_strict() {
    let place = Place::new();
    place.file("mixed.txt", format!("{PUZZLES}123\n{}?\n", &SOLVED[..80]));
    let args = ["mixed.txt", "--solver", "mrv", "--budget", "0.2"];
    let output = place.run(&args);
    assert_eq!(output.status.code(), Some(0));
    let message = stderr(&output);
    assert!(
        message.contains("mixed.txt: line 5") && message.contains("mixed.txt: line 6"),
        "{message}"
    );
    assert!(message.contains("column 81"), "{message}");
    let output = place.run(&[&args[..], &["--strict"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("mixed.txt: 2 malformed lines"), "{}", stderr(&output));
}

#[test]
fn what_cannot_run_says_why_and_exits_with_2() {
    let place = Place::new();
    place.file("empty.txt", "");
    place.file("four.txt", PUZZLES);
    let cases: [(&[&str], &str); 7] = [
        (&["absent.txt"], "absent.txt"),
        (&["empty.txt"], "empty.txt holds no puzzle"),
        (&["four.txt", "--solver", "mvr"], "no solver is called \"mvr\""),
        (&["four.txt", "--solver", "mrv,mrv"], "given twice"),
        (&["four.txt", "--goal", "all"], "count:N"),
        (&["four.txt", "--timeout", "0"], "above 0"),
        (&["four.txt", "--threads", "0"], "from 1 to 1024"),
    ];
    for (args, message) in cases {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(message), "{args:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_pipe_is_read_like_a_file() {
    let place = Place::new();
    let mut child = place
        .command(&["-", "--solver", "mrv", "--budget", "0.2", "--json", "--quiet"])
        .args(["--block", "4", "--pass", "throughput"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(PUZZLES.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(rows[0]["dataset"], "stdin");
    assert_eq!(rows[0]["puzzles"], 4);
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let place = Place::new();
    place.file("four.txt", PUZZLES);
    let mut child = place
        .command(&["four.txt", "--solver", "mrv", "--budget", "0.2", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(output.stderr.is_empty(), "{}", stderr(&output));
}

#[test]
fn a_sample_is_as_large_as_asked_and_each_number_of_workers_has_its_row() {
    let place = Place::new();
    place.file("many.txt", PUZZLES.repeat(500));
    let args =
        ["many.txt", "--solver", "mrv", "--budget", "1", "--sample", "100", "--block", "100"];
    let rows = place.rows(&[&args[..], &["--threads", "1,2", "--pass", "throughput"]].concat());
    let workers: Vec<_> = rows.iter().map(|row| row["threads"].as_u64()).collect();
    assert_eq!(workers, [Some(1), Some(2)]);
    for row in rows {
        assert_eq!((&row["puzzles"], &row["of"]), (&100.into(), &2000.into()));
    }
}

#[test]
fn scrambled_puzzles_keep_their_outcomes() {
    let place = Place::new();
    place.file("four.txt", PUZZLES);
    let args = ["four.txt", "--solver", "mrv", "--budget", "0.3", "--scramble"];
    let all = ["--block", "4", "--pass", "throughput"];
    for row in place.rows(&[&args[..], &all].concat()) {
        assert_eq!((&row["unique"], &row["multiple"]), (&3.into(), &1.into()));
    }
}

#[test]
fn every_measured_puzzle_can_be_had_one_by_one() {
    let place = Place::new();
    place.file("four.txt", PUZZLES);
    let asked = ["--per-puzzle", "sum.csv.zst", "--per-puzzle-rounds", "each.csv"];
    let run = ["four.txt", "--solver", "mrv", "--budget", "4"];
    let output = place.run(&[&run[..], &asked].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let each = fs::read_to_string(place.0.path().join("each.csv")).unwrap();
    let mut rows = csv::Reader::from_reader(each.as_bytes());
    let header = rows.headers().unwrap().clone();
    let column = |name| header.iter().position(|h| h == name).unwrap();
    let all: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let is_first = |row: &&csv::StringRecord| {
        row[column("round")] == all[0][column("round")] && &row[column("isomorph")] == "0"
    };
    let first: Vec<&csv::StringRecord> = all.iter().filter(is_first).collect();
    let outcomes: Vec<&str> = first.iter().map(|row| &row[column("outcome")]).collect();
    assert_eq!(outcomes, ["unique", "unique", "unique", "multiple"]);
    let of = |row: &csv::StringRecord, name| row[column(name)].parse::<u64>().unwrap();
    assert!(first.iter().all(|row| 0 < of(row, "shorter_ns")));
    assert!(first.iter().all(|row| of(row, "shorter_ns") <= of(row, "longer_ns")));
    let texts = |name| -> Vec<&str> { first.iter().map(|row| &row[column(name)]).collect() };
    assert_eq!(texts("givens"), ["17", "35", "27", "16"]);
    assert_eq!(texts("line"), ["1", "2", "3", "4"]);
    let manifest = fs::read_to_string(place.latest().join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["run"], texts("run")[0]);
    assert_eq!(manifest["machine"]["host"], texts("host")[0]);

    // Summed up: what the rows of all rounds add up to, a row a puzzle.
    let packed = fs::File::open(place.0.path().join("sum.csv.zst")).unwrap();
    let unpacked = ruzstd::decoding::StreamingDecoder::new(packed).unwrap();
    let mut sums = csv::Reader::from_reader(unpacked);
    let header_of_sums = sums.headers().unwrap().clone();
    let sums: Vec<csv::StringRecord> = sums.records().map(Result::unwrap).collect();
    assert_eq!(sums.len(), 4);
    for (sum, line) in sums.iter().zip(["1", "2", "3", "4"]) {
        let get = |name| &sum[header_of_sums.iter().position(|h| h == name).unwrap()];
        let its_rows = all.iter().filter(|row| &row[column("line")] == line);
        let mut turns: Vec<u64> = its_rows.map(|row| of(row, "shorter_ns")).collect();
        turns.sort_unstable();
        assert_eq!(get("line"), line);
        assert_eq!(get("min_ns"), turns[0].to_string());
        assert_eq!(get("median_ns"), turns[(turns.len() - 1) / 2].to_string());
        assert_eq!(get("solves"), turns.len().to_string());
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_run_early_and_keeps_what_was_measured() {
    let place = Place::new();
    place.file("many.txt", PUZZLES.repeat(500));
    let child = place
        .command(&["many.txt", "--solver", "mrv", "--budget", "120", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_rows(&place.0.path().join("reports"));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let manifest = fs::read_to_string(place.latest().join("manifest.json")).unwrap();
    assert!(manifest.contains("\"interrupted\": true"), "{manifest}");
    let records = fs::File::open(place.latest().join("records.csv")).unwrap();
    assert!(!sudoku_bench::record::read(records).unwrap().is_empty());
}

/// Waits until some run below `reports` has written a record.
#[cfg(unix)]
fn wait_for_rows(reports: &Path) {
    let rows = || -> Option<usize> {
        let folder = fs::read_dir(reports).ok()?.next()?.ok()?.path();
        Some(fs::read_to_string(folder.join("records.csv.unfinished")).ok()?.lines().count())
    };
    for _ in 0..12_000 {
        if rows().is_some_and(|rows| rows > 1) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("no record in 10 minutes");
}

/// The classic set, where it is at hand: 49,151 puzzles, each with one solution.
#[test]
fn the_17_clue_set_is_solved_to_the_last_puzzle() {
    let royle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/datasets/royle17.txt");
    if !royle.exists() {
        let _ = writeln!(std::io::stderr(), "SKIPPED: {} is not there", royle.display());
        return;
    }
    let place = Place::new();
    let rows = place.rows(&[
        royle.to_str().unwrap(),
        "--solver",
        "mrv",
        "--pass",
        "throughput",
        // One round of one block: it holds them all, on every machine.
        "--budget",
        "1",
        "--block",
        "49151",
    ]);
    assert_eq!(rows.len(), 1);
    let counts = ["puzzles", "of", "unique", "wrong"].map(|column| rows[0][column].as_u64());
    assert_eq!(counts, [49_151, 49_151, 49_151, 0].map(Some));
}
