//! What a run of crashing and hanging solvers leaves behind, whether it ends, is interrupted or is
//! killed: no process, and no file but its report.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use support::{EASY, EASY_SOLVED, Workshop, exchanged, skip};

/// A place for one run, which has its processes marked and its temporary files to itself.
struct Place(tempfile::TempDir);

impl Place {
    /// A place with a file of these puzzles, or a loud skip where processes cannot be looked at.
    fn with(puzzles: &[u8]) -> Option<Self> {
        if fs::read("/proc/self/environ").is_err() {
            skip("this system has no /proc");
            return None;
        }
        let place = Self(tempfile::tempdir().expect("a directory"));
        fs::write(place.path().join("puzzles.txt"), puzzles).expect("written");
        fs::create_dir(place.path().join("tmp")).expect("made");
        Some(place)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, arguments: &[&str]) -> Child {
        let output = |name| fs::File::create(self.path().join(name)).expect("created");
        Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
            .args(["run", "puzzles.txt", "--quiet", "--json"])
            .args(arguments)
            .current_dir(self.path())
            .env("SUDOKU_TEST_MARK", self.path())
            .env("TMPDIR", self.path().join("tmp"))
            .stdin(Stdio::null())
            .stdout(output("stdout"))
            .stderr(output("stderr"))
            .spawn()
            .expect("starts")
    }

    fn said(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_default()
    }

    /// Rows that the run has written so far.
    fn rows(&self) -> usize {
        let reports = names(&self.path().join("reports"));
        let path = |report| self.path().join("reports").join(report).join("records.csv.unfinished");
        let rows = |report| fs::read_to_string(path(report)).map(|rows| rows.lines().count());
        reports.iter().map(|report| rows(report).unwrap_or(0).saturating_sub(1)).sum()
    }

    /// The run and all that it started and that live.
    fn processes(&self) -> BTreeSet<u32> {
        let mark = format!("SUDOKU_TEST_MARK={}", self.path().display());
        let numbers = fs::read_dir("/proc").expect("seen before").filter_map(|entry| {
            let entry = entry.ok()?;
            let number = entry.file_name().to_str()?.parse().ok()?;
            let environment = fs::read(entry.path().join("environ")).ok()?;
            String::from_utf8_lossy(&environment).contains(&mark).then_some(number)
        });
        numbers.collect()
    }

    /// Waits until `enough` of the processes seen so far, while the run runs.
    fn wait_until(&self, run: &mut Child, enough: impl Fn(&BTreeSet<u32>, &BTreeSet<u32>) -> bool) {
        let mut seen = BTreeSet::new();
        loop {
            let now = self.processes();
            seen.extend(&now);
            if enough(&now, &seen) {
                return;
            }
            let ended = run.try_wait().expect("is ours");
            assert!(ended.is_none(), "it was to run on: {ended:?} {}", self.said("stderr"));
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until no process is left, much longer than that takes on any machine. Then looks for files.
    fn assert_nothing_is_left(&self, shared_before: &BTreeSet<String>) {
        let start = Instant::now();
        while !self.processes().is_empty() {
            assert!(start.elapsed().as_secs() < 600, "left: {:?}", self.processes());
            std::thread::sleep(Duration::from_millis(5));
        }
        let temporary = names(&self.path().join("tmp"));
        assert!(temporary.is_empty(), "temporary files: {temporary:?}");
        let shared: Vec<_> = shared_memory().difference(shared_before).cloned().collect();
        assert!(shared.is_empty(), "shared memory: {shared:?}");
        let expected = ["puzzles.txt", "reports", "stderr", "stdout", "tmp"];
        let found = names(self.path());
        assert!(found.iter().map(|name| &name[..]).eq(expected), "{found:?}");
    }
}

fn names(path: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(path).into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect()
}

/// Named shared memory that could be ours.
fn shared_memory() -> BTreeSet<String> {
    let all = names(Path::new("/dev/shm"));
    all.into_iter().filter(|name| name.to_lowercase().contains("sudoku")).collect()
}

/// Lines of the puzzle on which the libraries here go wrong.
fn nines(count: usize) -> Vec<u8> {
    [&exchanged(EASY, b'5', b'9')[..], b"\n"].concat().repeat(count)
}

#[test]
fn a_thousand_crashes_in_one_run_leave_nothing() {
    let Some(workshop) = Workshop::open() else { return };
    let Some(place) = Place::with(&nines(1000)) else { return };
    let library = format!("dylib:{}", workshop.library_on_nine("*nowhere = 1").display());
    let before = shared_memory();
    let arguments = ["--solver", &library, "--threads", "2", "--timeout", "600", "--budget", "0.1"];
    // One round of blocks that together hold all puzzles.
    let all = ["--pass", "throughput", "--block", "500"];
    let mut run = place.run(&[&arguments[..], &all].concat());
    run.wait().expect("is ours");
    let rows: serde_json::Value = serde_json::from_str(&place.said("stdout")).expect("rows");
    assert_eq!(rows[0]["crashed"], 1000, "{rows} {}", place.said("stderr"));
    place.assert_nothing_is_left(&before);
}

#[test]
fn nothing_outlives_a_run_that_is_ended_in_a_storm_of_crashes() {
    let Some(workshop) = Workshop::open() else { return };
    let library = format!("dylib:{}", workshop.library_on_nine("abort()").display());
    for signal in [Signal::KILL, Signal::INT] {
        let Some(place) = Place::with(&nines(20)) else { return };
        let before = shared_memory();
        let arguments = ["--solver", &library, "--threads", "2", "--budget", "600"];
        // A round of two blocks that together hold all puzzles once, so that it is soon over.
        let short = ["--pass", "throughput", "--block", "10"];
        let mut run = place.run(&[&arguments[..], &short].concat());
        // Many children have come and gone, and a round is over, without which nothing is kept.
        place.wait_until(&mut run, |_, seen| seen.len() >= 30 && place.rows() > 0);
        kill_process(Pid::from_child(&run), signal).expect("is ours");
        run.wait().expect("is ours");
        place.assert_nothing_is_left(&before);
        let crashes = place.said("reports/latest/crashes.csv");
        let by_itself = |row: &str| row.contains("SIGABRT");
        assert!(crashes.lines().skip(1).all(by_itself), "what we end is not a crash: {crashes}");
        assert_eq!(crashes.lines().count() > 1, signal == Signal::INT, "{crashes}");
    }
}

#[test]
fn nothing_outlives_a_run_that_is_ended_while_its_solvers_hang() {
    let Some(workshop) = Workshop::open() else { return };
    let library = format!("dylib:{}", workshop.library_on_nine("for (;;) {}").display());
    // The command leaves its process group and keeps a grandchild in yet another session.
    let command =
        "exec:setsid sh -c 'sleep 1001 & while read -r a; do echo \"$a\"; done; sleep 1002'";
    let solvers = ["--solver", &library, "--solver", command, "--goal", "first"];
    let puzzles = [&nines(1)[..], EASY_SOLVED, b"\n"].concat();
    for signal in [Signal::KILL, Signal::INT] {
        let Some(place) = Place::with(&puzzles) else { return };
        let before = shared_memory();
        let mut run = place.run(&[&solvers[..], &["--timeout", "2", "--budget", "600"]].concat());
        // The probes' processes come and go; more than theirs are there at once when it measures.
        // Opened side by side, they are as many; its folder is made when all are open.
        let measures = || place.path().join("reports").exists();
        place.wait_until(&mut run, |now, _| now.len() >= 6 && measures());
        kill_process(Pid::from_child(&run), signal).expect("is ours");
        run.wait().expect("is ours");
        place.assert_nothing_is_left(&before);
        let crashes = place.said("reports/latest/crashes.csv");
        assert!(!crashes.contains("SIGINT"), "an interrupt is not a crash: {crashes}");
    }
}

#[test]
fn what_a_library_leaves_in_sessions_of_its_own_ends_with_the_run() {
    let Some(workshop) = Workshop::open() else { return };
    let library = format!("dylib:{}", workshop.library("LEAVES_DAEMONS").display());
    let puzzles = [&EASY[..], b"\n"].concat().repeat(50);
    for signal in [None, Some(Signal::KILL), Some(Signal::INT)] {
        let Some(place) = Place::with(&puzzles) else { return };
        let before = shared_memory();
        let budget = if signal.is_some() { "600" } else { "0.3" };
        let mut run = place.run(&["--solver", &library, "--threads", "2", "--budget", budget]);
        if let Some(signal) = signal {
            place.wait_until(&mut run, |now, _| now.len() >= 100);
            kill_process(Pid::from_child(&run), signal).expect("is ours");
        }
        run.wait().expect("is ours");
        place.assert_nothing_is_left(&before);
    }
}
