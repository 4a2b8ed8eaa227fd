//! Figures mean what they say: every summary is what its CSV files add up to, processors are those
//! that may be used, and small sets and slow solvers change nothing about the others.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

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

    fn run(&self, args: &[&str]) -> Output {
        let program = env!("CARGO_BIN_EXE_sudoku-bench");
        let mut command = Command::new(program);
        let output = command.current_dir(self.0.path()).arg("run").args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        output
    }

    fn latest(&self) -> PathBuf {
        self.0.path().join("reports/latest")
    }

    fn csv(&self, name: &str) -> Vec<Row> {
        let mut csv = csv::Reader::from_path(self.latest().join(name)).unwrap();
        csv.deserialize().map(Result::unwrap).collect()
    }

    fn manifest(&self) -> Value {
        let text = fs::read_to_string(self.latest().join("manifest.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

type Row = HashMap<String, String>;

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {:?}", row[column]))
}

/// Sum of a column; nothing where one field is empty.
fn sum(rows: &[&Row], column: &str) -> Option<f64> {
    rows.iter().map(|row| row[column].parse::<f64>().ok()).sum()
}

/// Nearly the same: summaries have six significant digits.
#[track_caller]
fn same(found: &str, expected: Option<f64>, what: &str) {
    let Some(expected) = expected else { return assert_eq!(found, "", "{what}") };
    let found: f64 = found.parse().unwrap_or_else(|_| panic!("{what}: {found:?} for {expected}"));
    assert!((found - expected).abs() <= expected.abs() * 1e-5, "{what}: {found} for {expected}");
}

const KEYS: [&str; 7] = ["dataset", "order", "goal", "pass", "solver", "threads", "block"];
const OUTCOMES: [&str; 7] =
    ["unique", "multiple", "none", "incomplete", "timed_out", "crashed", "wrong"];

/// The rule of reports/README.md, written anew from its words.
fn recompute(summary: &Row, records: &[Row], manifest: &Value) {
    let alike: Vec<&Row> = records
        .iter()
        .filter(|one| KEYS[..6].iter().all(|key| one[*key] == summary[*key]))
        .collect();
    let lowest = alike.iter().map(|row| number(row, "sample") as u64).min().unwrap();
    let own: Vec<&Row> =
        alike.iter().filter(|row| number(row, "sample") as u64 == lowest).copied().collect();
    let mut groups: BTreeMap<&str, &Row> = BTreeMap::new();
    let badness = |row: &Row| {
        ["wrong", "crashed", "timed_out", "incomplete"].map(|kind| number(row, kind) as u64)
    };
    for row in &own {
        let worst = groups.entry(&row["group"]).or_insert(row);
        if badness(row) > badness(worst) {
            *worst = row;
        }
    }
    let worst: Vec<&Row> = groups.into_values().collect();
    for outcome in OUTCOMES.iter().chain(["puzzles"].iter()) {
        same(&summary[*outcome], sum(&worst, outcome), outcome);
    }
    let lost = sum(&worst, "timed_out").unwrap() + sum(&worst, "crashed").unwrap();
    let each = number(worst[0], "isomorphs");
    let decided = (sum(&worst, "puzzles").unwrap() - lost) * each;
    let guesses = sum(&worst, "guesses").map(|guesses| guesses / decided);
    same(&summary["guesses_per_puzzle"], guesses.filter(|_| decided > 0.0), "guesses_per_puzzle");

    let rounds = own.iter().map(|row| number(row, "round") as u64 + 1).max().unwrap();
    let whole = rounds / number(own[0], "groups") as u64 * number(own[0], "groups") as u64;
    let counted: Vec<&Row> = own
        .iter()
        .filter(|row| whole == 0 || (number(row, "round") as u64) < whole)
        .copied()
        .collect();
    let solves: f64 = counted
        .iter()
        .map(|row| ["puzzles", "turns", "repeats", "isomorphs"].map(|c| number(row, c)))
        .map(|factors| factors.iter().product::<f64>())
        .sum();
    same(&summary["rounds"], Some(counted.len() as f64), "rounds");
    same(&summary["solves"], Some(solves), "solves");
    for column in ["wall_ns", "cpu_ns", "elapsed_ns", "harness_ns"] {
        same(&summary[column], sum(&counted, column), column);
    }
    let total = |column| sum(&counted, column).unwrap();
    let stopped = total("timed_out_solves");
    let limit = manifest["timeout_ns"].as_f64().unwrap();
    let par2 = (total("wall_ns") - total("timed_out_ns") + 2.0 * limit * stopped) / solves;
    same(&summary["par2_ns"], Some(par2).filter(|_| stopped > 0.0), "par2_ns");
    if summary["pass"] == "latency" {
        let puzzles: f64 = counted.iter().map(|row| number(row, "puzzles") * each).sum();
        same(&summary["mean_ns"], Some(total("shorter_ns") / puzzles), "mean_ns");
        return;
    }
    same(&summary["mean_ns"], Some(total("wall_ns") / solves), "mean_ns");
    let usable = manifest["machine"]["usable_processors"].as_f64().unwrap();
    let threads = number(summary, "threads");
    // Only solves that ended with a right answer were delivered.
    let answered: f64 = counted
        .iter()
        .map(|row| {
            let right: f64 =
                ["unique", "multiple", "none"].map(|kind| number(row, kind)).iter().sum();
            let times = ["turns", "repeats", "isomorphs"].map(|column| number(row, column));
            right * times.iter().product::<f64>()
        })
        .sum();
    let delivered = answered * 1e9 / (total("elapsed_ns") - total("harness_ns") / threads);
    let most = sum(&counted, "cpu_ns").map_or(f64::INFINITY, |cpu| usable * answered * 1e9 / cpu);
    let rate = delivered.min(most);
    let (fits, any) = (threads <= usable, answered > 0.0);
    same(&summary["puzzles_per_s"], (any && fits).then_some(rate), "puzzles_per_s");
    same(&summary["oversubscribed_per_s"], (any && !fits).then_some(rate), "oversubscribed_per_s");
    if !summary["puzzles_per_s_low"].is_empty() {
        let (low, high) =
            (number(summary, "puzzles_per_s_low"), number(summary, "puzzles_per_s_high"));
        assert!(low <= rate * 1.00001 && rate <= high * 1.00001);
    }
}

#[test]
fn every_summary_is_what_its_records_add_up_to() {
    let place = Place::new();
    place.file("four.txt", PUZZLES);
    // One puzzle has many solutions, which takes some solvers beyond the limit.
    place.file("many.txt", PUZZLES.repeat(300));
    let solvers = ["--solver", "mrv", "--solver", "lockstep", "--solver", "brute-force"];
    let args = ["four.txt", "many.txt", "--budget", "3", "--timeout", "0.05", "--threads", "1,2"];
    place.run(&[&args[..], &solvers].concat());
    let (summaries, records) = (place.csv("summary.csv"), place.csv("records.csv"));
    assert!(summaries.len() >= 12, "{}", summaries.len());
    let manifest = place.manifest();
    for summary in &summaries {
        assert!(number(summary, "puzzles") > 0.0, "no rows of 0 puzzles");
        recompute(summary, &records, &manifest);
    }
    for slow in place.csv("slowest.csv").chunk_by(|a, b| a["solver"] == b["solver"]) {
        let of = |row: &&Row| {
            row["pass"] == "latency"
                && row["solver"] == slow[0]["solver"]
                && row["dataset"] == slow[0]["dataset"]
        };
        let summary = summaries.iter().find(of).unwrap();
        let first = slow.iter().filter(|row| row["dataset"] == slow[0]["dataset"]);
        let longest = first.map(|row| number(row, "first_ns") as u64).max().unwrap();
        assert_eq!(number(summary, "max_ns") as u64, longest, "{}", slow[0]["solver"]);
    }
}

#[test]
fn six_puzzles_have_no_percentiles_however_often_they_are_solved() {
    let place = Place::new();
    place.file("four.txt", PUZZLES);
    let args = ["four.txt", "--solver", "vector", "--budget", "1", "--pass", "latency"];
    let output = place.run(&args);
    let text = String::from_utf8(output.stdout).unwrap();
    let row = place.csv("summary.csv").remove(0);
    // On a very busy machine a puzzle may seem to fill a turn by itself.
    let is_said = text.contains("few puzzles: a turn holds each of them and up to");
    assert_eq!(is_said, row["isomorphs"] != "1", "{text}");
    for percentile in ["p50_ns", "p90_ns", "p99_ns", "p999_ns"] {
        assert_eq!(row[percentile], "", "{percentile}");
    }
    assert!(number(&row, "solves") >= 100.0);
    assert!(number(&row, "max_ns") <= number(&row, "all_max_ns"));
    place.run(&[&args[..], &["--as-given"]].concat());
    assert_eq!(place.csv("summary.csv")[0]["isomorphs"], "1");
}

#[test]
fn a_slow_solver_starves_no_fast_one() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: a_slow_solver_starves_no_fast_one needs python3");
        return;
    }
    let place = Place::new();
    place.file("many.txt", PUZZLES.repeat(366)); // as many as the top 1465 of a well-known list
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/python/solver.py");
    let slow = format!("exec:python3 {}?mode=lines", example.display());
    let solvers = ["--solver", "mrv", "--solver", &slow];
    // The slow one could fill any budget. A machine that is kept busy by others gets a longer one.
    let is_covered = ["20", "80", "320"].iter().any(|budget| {
        place.run(&[&["many.txt", "--budget", budget], &solvers[..]].concat());
        let summaries = place.csv("summary.csv");
        let mut own = summaries.iter().filter(|row| row["solver"] == "mrv").peekable();
        own.peek().is_some() && own.all(|row| (&*row["puzzles"], &*row["of"]) == ("1464", "1464"))
    });
    assert!(is_covered, "mrv was starved");
}

#[test]
fn more_workers_than_processors_are_no_throughput() {
    let place = Place::new();
    place.file("many.txt", PUZZLES.repeat(100));
    let args = ["many.txt", "--solver", "vector", "--budget", "1.5", "--pass", "throughput"];
    let output = place.run(&[&args[..], &["--threads", "1,2,4,8,16,64"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let summaries = place.csv("summary.csv");
    let usable = place.manifest()["machine"]["usable_processors"].as_f64().unwrap();
    if usable >= 64.0 {
        eprintln!("skipped: this machine has {usable} processors");
        return;
    }
    let said = text.split_once("rates are not throughput: ").map_or("", |(_, rows)| rows);
    assert!(said.contains("vector, many, 64 workers"), "{text}");
    let threads: Vec<&str> = summaries.iter().map(|row| &*row["threads"]).collect();
    assert_eq!(threads, ["1", "2", "4", "8", "16", "64"]);
    for row in &summaries {
        // Whatever is printed grows no further than there are processors.
        let workers = number(row, "threads").min(usable);
        let most = workers * number(row, "solves") * 1e9 / number(row, "cpu_ns");
        let (figure, other) = match number(row, "threads") > usable {
            true => ("oversubscribed_per_s", "puzzles_per_s"),
            false => ("puzzles_per_s", "oversubscribed_per_s"),
        };
        assert!(number(row, figure) <= most * 1.0001, "{row:?}");
        assert_eq!(row[other], "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_affinity_says_how_many_processors_there_are() {
    let place = Place::new();
    place.file("four.txt", PUZZLES);
    let program = env!("CARGO_BIN_EXE_sudoku-bench");
    let mut command = Command::new("taskset");
    command.current_dir(place.0.path()).args(["-c", "0", program, "run", "four.txt"]);
    command.args(["--solver", "mrv", "--budget", "0.3", "--pass", "throughput"]);
    let Ok(output) = command.output() else {
        eprintln!("skipped: the_affinity_says_how_many_processors_there_are needs taskset");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(place.manifest()["machine"]["usable_processors"], 1.0);
    assert_eq!(place.csv("summary.csv")[0]["threads"], "1");
}

/// A control group of version 1 that goes when it is dropped.
#[cfg(target_os = "linux")]
struct Group(PathBuf);

#[cfg(target_os = "linux")]
impl Group {
    /// Processor time of so many microseconds in each 100,000; none for no limit.
    fn make(path: PathBuf, quota_us: Option<u32>) -> Option<Self> {
        fs::create_dir(&path).ok()?;
        let group = Self(path);
        if let Some(quota_us) = quota_us {
            fs::write(group.0.join("cpu.cfs_quota_us"), quota_us.to_string()).ok()?;
        }
        Some(group)
    }
}

#[cfg(target_os = "linux")]
impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_quota_of_a_real_group_above_the_own_one_counts() {
    let name = format!("/sys/fs/cgroup/cpu/sudoku-bench-test-{}", std::process::id());
    let above = Group::make(name.into(), Some(50_000));
    let own = above.as_ref().and_then(|above| Group::make(above.0.join("inner"), None));
    let Some(own) = own else {
        eprintln!("skipped: no control group of version 1 can be made here");
        return;
    };
    let place = Place::new();
    place.file("many.txt", PUZZLES.repeat(100));
    let script = "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"";
    let mut command = Command::new("sh");
    command.current_dir(place.0.path()).args(["-c", script]).arg(&own.0);
    command.args([env!("CARGO_BIN_EXE_sudoku-bench"), "run", "many.txt", "--solver", "mrv"]);
    command.args(["--budget", "1", "--pass", "throughput", "--timeout", "60"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let manifest = place.manifest();
    assert_eq!(manifest["machine"]["cpu_quota"], "0.50");
    assert_eq!(manifest["machine"]["usable_processors"], 0.5);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("the control group allows 0.50 processors' worth"), "{text}");
}
