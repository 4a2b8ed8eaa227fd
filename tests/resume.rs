//! Runs that are killed and go on: nothing that was measured is lost, nothing is measured twice, and what
//! does not depend on time is what an uninterrupted run finds. `scripts/prove-resume` does this 200 times.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Columns of `summary.csv` that name a row, and those that do not depend on time.
const SAME: [&str; 16] = [
    "solver",
    "dataset",
    "order",
    "goal",
    "pass",
    "threads",
    "puzzles",
    "of",
    "unique",
    "multiple",
    "none",
    "incomplete",
    "crashed",
    "wrong",
    "guesses_per_puzzle",
    "no_guess_share",
];

struct Place(tempfile::TempDir);

impl Place {
    /// A place with some hundred puzzles.
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        let minimal = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/minimal.txt");
        let minimal = fs::read_to_string(minimal).unwrap();
        let puzzles: Vec<&str> =
            minimal.lines().filter(|line| line.len() >= 81).take(400).collect();
        fs::write(place.0.path().join("puzzles.txt"), puzzles.join("\n") + "\n").unwrap();
        place
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        command.current_dir(self.0.path()).arg("run").args(args).arg("--quiet");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A run of fixed puzzles, into a folder.
    fn fixed(&self, out: &str) -> Command {
        let what = ["puzzles.txt", "--solver", "mrv", "--solver", "vector", "--rounds", "20"];
        let how = ["--threads", "1", "--timeout", "600", "--out", out];
        self.command(&[&what[..], &how].concat())
    }

    /// The one run of a folder.
    fn run_of(&self, out: &str) -> PathBuf {
        let entries = fs::read_dir(self.0.path().join(out)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| !path.is_symlink()).max().expect("a run")
    }

    fn resume(&self, out: &str) -> Command {
        self.command(&["--resume", out])
    }
}

fn length(journal: &Path) -> u64 {
    fs::metadata(journal).map_or(0, |metadata| metadata.len())
}

/// Kills a process once the journal of its run has grown so much; returns what it said if it ended
/// before.
fn kill_after(mut run: Child, journal: impl Fn() -> PathBuf, more: u64) -> Option<String> {
    let before = length(&journal());
    let start = Instant::now();
    while length(&journal()) < before + more {
        if run.try_wait().unwrap().is_some() {
            return Some(said(&run.wait_with_output().unwrap()));
        }
        assert!(start.elapsed().as_secs() < 600, "the journal does not grow");
        std::thread::sleep(Duration::from_millis(1));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    None
}

fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// What does not depend on time.
fn same(run: &Path) -> BTreeSet<Vec<String>> {
    let of = |row: BTreeMap<String, String>| SAME.map(|column| row[column].clone()).to_vec();
    rows(&run.join("summary.csv")).into_iter().map(of).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_as_if_it_had_not_been() {
    let place = Place::new();
    assert!(place.fixed("whole").output().unwrap().status.success());
    let journal = || {
        let out = place.0.path().join("killed");
        let run = fs::read_dir(out).into_iter().flatten().next();
        run.map_or_else(PathBuf::new, |run| run.unwrap().path().join("journal"))
    };
    let mut run = place.fixed("killed");
    // The header and the first entry, in the middle of a round, one round, several.
    for more in [600, 1, 60_000, 30_000] {
        let at = length(&journal());
        let ended = kill_after(run.spawn().unwrap(), journal, more);
        assert_eq!(ended, None, "{more} bytes from {at} on");
        run = place.resume("killed");
    }
    let torn = [&fs::read(journal()).unwrap()[..], b"\x40\0\0\0torn"].concat();
    fs::write(journal(), torn).unwrap();
    let output = run.output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("the last 8 bytes were torn off"), "{}", said(&output));
    let (whole, killed) = (place.run_of("whole"), place.run_of("killed"));
    assert_eq!(same(&killed), same(&whole));
    let records = rows(&killed.join("records.csv"));
    let round = |row: &BTreeMap<String, String>| {
        ["pass", "solver", "sample", "round"].map(|column| row[column].clone())
    };
    let rounds: BTreeSet<_> = records.iter().map(round).collect();
    assert_eq!(rounds.len(), records.len(), "no round is there twice");
    let manifest = fs::read_to_string(killed.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["resumed"].as_array().map(Vec::len), Some(4));
    assert_eq!(manifest["interrupted"], false);
    let names = |run: &Path| -> BTreeSet<_> {
        fs::read_dir(run).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    };
    assert_eq!(names(&killed), names(&whole), "no journal and nothing unfinished is left");
    let again = place.resume(killed.to_str().unwrap()).output().unwrap();
    assert_eq!(again.status.code(), Some(2));
    assert!(said(&again).contains("there is nothing to resume"), "{}", said(&again));
}

#[test]
fn a_run_goes_on_with_the_same_things_only() {
    let place = Place::new();
    let out = place.0.path().join("killed");
    let journal = || {
        let run = fs::read_dir(&out).into_iter().flatten().next();
        run.map_or_else(PathBuf::new, |run| run.unwrap().path().join("journal"))
    };
    let puzzles = ["puzzles.txt", "--solver", "mrv", "--budget", "600", "--out", "killed"];
    let mut running = place.command(&puzzles).spawn().unwrap();
    while length(&journal()) < 9_000 {
        assert!(running.try_wait().unwrap().is_none(), "it was to run on");
        std::thread::sleep(Duration::from_millis(1));
    }
    let refused = |what: &str| {
        let output = place.resume("killed").output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output).contains(what), "{}", said(&output));
    };
    refused("goes on in another process");
    running.kill().unwrap();
    running.wait().unwrap();
    let file = place.0.path().join("puzzles.txt");
    let before = fs::read_to_string(&file).unwrap();
    fs::write(&file, &before[82..]).unwrap();
    refused("puzzles.txt has other content than when the run was begun");
    fs::write(&file, before).unwrap();
    fs::write(journal(), b"").unwrap();
    refused("begin a new run");
    let output = place.command(&["--resume", "killed", "--solver", "mrv"]).output().unwrap();
    assert!(said(&output).contains("cannot be used with"), "{}", said(&output));
}
