//! The solvers among `tests/data` that leave processes behind, expire, or begin slowly, in runs and gates:
//! what happens is what INDEX.tsv says.
#![cfg(unix)]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use support::{Workshop, root, skip};

/// A folder with 400 puzzles and one of the libraries.
struct Place {
    workshop: Workshop,
    spec: String,
}

impl Place {
    fn with(source: &str) -> Option<Self> {
        let workshop = Workshop::open()?;
        let puzzles = fs::read_to_string(root().join("datasets/minimal.txt")).unwrap();
        let lines: Vec<&str> = puzzles.lines().take(400).collect();
        fs::write(workshop.path().join("puzzles.txt"), lines.join("\n") + "\n").unwrap();
        let built = Command::new("cc")
            .args(["-O2", "-w", "-shared", "-fPIC", "-o"])
            .arg(workshop.path().join("it.so"))
            .arg(root().join("tests/data").join(source))
            .output()
            .expect("a compiler was seen");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let spec = format!("dylib:{}", workshop.path().join("it.so").display());
        Some(Self { workshop, spec })
    }

    fn path(&self) -> &Path {
        self.workshop.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        command.current_dir(self.path()).args(arguments).env("SUDOKU_TEST_MARK", self.path());
        command.stdin(Stdio::null());
        command
    }

    /// Processes that bear the mark of this place.
    fn processes(&self) -> Vec<String> {
        let mark = format!("SUDOKU_TEST_MARK={}", self.path().display());
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        all.filter_map(|entry| {
            let environment = fs::read(entry.path().join("environ")).ok()?;
            String::from_utf8_lossy(&environment).contains(&mark).then(|| format!("{entry:?}"))
        })
        .collect()
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

#[test]
fn daemons_that_a_solver_leaves_by_fork_and_setsid_end_with_a_run_and_with_a_gate() {
    let Some(place) = Place::with("setsid.c") else { return };
    if fs::read("/proc/self/environ").is_err() {
        return skip("this system has no /proc");
    }
    let run = ["run", "puzzles.txt", "--threads", "2", "--budget", "1", "--solver", &place.spec];
    let gate = ["gate", "puzzles.txt", "--budget", "3", "--baseline", "mrv", "--candidate"];
    for arguments in [&run[..], &[&gate[..], &[&place.spec]].concat()] {
        let output = place.command(arguments).output().unwrap();
        // They sleep for a minute; the machine may be busy when the run ends.
        let since = Instant::now();
        while !place.processes().is_empty() {
            assert!(since.elapsed() < Duration::from_secs(30), "{:?}", place.processes());
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(matches!(output.status.code(), Some(0..=2)), "{}", said(&output));
    }
}

#[test]
fn a_solver_that_hangs_from_a_moment_on_ends_with_the_budget_and_is_named() {
    let Some(place) = Place::with("expire.c") else { return };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let arguments = ["run", "puzzles.txt", "--budget", "6", "--solver", &place.spec];
    let since = Instant::now();
    let output = place.command(&arguments).env("EXPIRE", (now + 2).to_string()).output().unwrap();
    // Far above twice the budget, far below what every puzzle's limit adds up to.
    assert!(since.elapsed() < Duration::from_secs(90), "{:?}", since.elapsed());
    let said = said(&output);
    let named = said.lines().any(|line| {
        let fell_short = ["answered nothing", "did not come back", "not ready"];
        line.contains(&place.spec) && fell_short.iter().any(|words| line.contains(words))
    });
    assert!(named, "{said}");
}

#[test]
fn a_slow_first_call_is_warmed_up_and_shown_apart_from_steady_times() {
    let Some(place) = Place::with("b135_first_call_takes_3s.c") else { return };
    let run = ["run", "puzzles.txt", "--pass", "throughput", "--threads", "1", "--budget", "20"];
    let output = place.command(&[&run[..], &["--solver", &place.spec]].concat()).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let records = fs::read_to_string(place.path().join("reports/latest/records.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(records.as_bytes());
    let wall = reader.headers().unwrap().iter().position(|name| name == "wall_ns").unwrap();
    // A round is planned for some milliseconds, and the first call sleeps for three seconds.
    for row in reader.records() {
        let wall_ns: u64 = row.unwrap()[wall].parse().unwrap();
        assert!(wall_ns < 2_500_000_000, "{wall_ns}");
    }
    let said = said(&output);
    let apart = said.lines().any(|line| line.contains(&place.spec) && line.contains("first call"));
    assert!(apart, "{said}");
}
