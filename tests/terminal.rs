//! What people see: tables as wide as they can be, progress on a terminal and none in a log, and a remark
//! after a stop.
#![cfg(unix)]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use support::{has, skip};

/// Two easy puzzles of an article on brute force.
const PUZZLES: &str = "\
.4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.
9.1..4.........296.8....4.721...6.....6.23..4.5.94.........8.4.....7..3.....316.5
";
const RUN: &str = "run two.txt --solver mrv --solver elimination-search --budget 3 --threads 1";
const GATE: &str =
    "gate two.txt --baseline mrv --candidate slowed:mrv?factor=3 --budget 20 --no-detail";

fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("two.txt"), PUZZLES).unwrap();
    place
}

fn program(place: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    command.current_dir(place).args(arguments.split_whitespace()).stdin(Stdio::null());
    command.env_remove("COLUMNS");
    command
}

#[test]
fn tables_in_a_pipe_are_as_wide_as_columns_says() {
    let place = place();
    let ran = program(place.path(), RUN).arg("--quiet").output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
    // The outcome of a comparison is one line, for scripts, however long.
    let is_table = |line: &&str| {
        !["FAILED: ", "UNCLEAR: ", "PASSED: "].iter().any(|begin| line.starts_with(begin))
    };
    let widest = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).into_owned();
        text.lines().filter(is_table).map(|line| line.chars().count()).max().unwrap_or(0)
    };
    assert!((80..=120).contains(&widest(&ran.stdout)), "nothing says how wide it may be");
    let compare = "compare reports/latest --baseline mrv --candidate elimination-search";
    for arguments in [compare, &format!("{RUN} --quiet")] {
        for columns in [40, 64, 100] {
            let mut command = program(place.path(), arguments);
            let output = command.env("COLUMNS", columns.to_string()).output().unwrap();
            let wide = widest(&output.stdout);
            assert!(wide > 20 && wide <= columns, "{arguments}, {columns}: {wide}\n{output:?}");
        }
    }
    // Anything that is not a width counts as none.
    for columns in ["0", "-3", "wide", "99999999999999999999"] {
        let output = program(place.path(), compare).env("COLUMNS", columns).output().unwrap();
        assert!(widest(&output.stdout) > 20, "COLUMNS={columns}: {output:?}");
    }
}

/// What a command prints on a terminal, both streams together.
#[cfg(target_os = "linux")]
fn on_a_terminal(place: &Path, arguments: &str) -> String {
    let line = format!("'{}' {arguments}", env!("CARGO_BIN_EXE_sudoku-bench"));
    let mut script = Command::new("script");
    script.current_dir(place).args(["-qec", &line, "/dev/null"]).env("TERM", "xterm");
    let output = script.stdin(Stdio::null()).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[cfg(target_os = "linux")]
#[test]
fn run_and_gate_show_progress_on_a_terminal_and_none_in_a_log() {
    if !has("script") {
        return skip("progress on a terminal needs util-linux's script");
    }
    let place = place();
    for (arguments, name) in [(RUN, "two 9x9, throughput"), (GATE, "two 9x9")] {
        let arguments = arguments.replace('?', "\\?");
        let shown = on_a_terminal(place.path(), &arguments);
        let bars = shown.split('\r').filter(|bar| bar.contains(name) && bar.contains(" % "));
        assert!(bars.count() > 0, "{arguments}: {shown:?}");
        let quiet = on_a_terminal(place.path(), &format!("{arguments} --quiet"));
        assert!(!quiet.contains(" % ") || !quiet.contains('░'), "{arguments}: {quiet:?}");
    }
    for arguments in [RUN, GATE] {
        let output = program(place.path(), arguments).env("TERM", "xterm").output().unwrap();
        let log = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(!log.contains(['\r', '\u{1b}', '░', '█']), "{arguments}: {log:?}");
    }
}

/// Rows of the one report that is being written.
#[cfg(target_os = "linux")]
fn rows(place: &Path) -> usize {
    let reports = fs::read_dir(place.join("reports")).into_iter().flatten().flatten();
    let rows = |report: fs::DirEntry| fs::read(report.path().join("records.csv.unfinished"));
    let counts =
        reports.filter_map(|report| Some(rows(report).ok()?.split(|&b| b == b'\n').count()));
    counts.sum()
}

#[cfg(target_os = "linux")]
#[test]
fn a_stop_and_continue_in_the_middle_of_turns_is_remarked_on_once() {
    if fs::metadata("/proc/thread-self/schedstat").is_err() {
        return skip("a stopped process cannot be distinguished from a queue on this system");
    }
    let place = place();
    let run = "run two.txt --solver brute-force --budget 600 --threads 2 --pass throughput";
    let child = program(place.path(), run).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let child = child.unwrap();
    let signal = |which| kill_process(Pid::from_child(&child), which).unwrap();
    let wait_for_more_than = |wanted: usize| {
        for _ in 0..24_000 {
            if rows(place.path()) > wanted {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("no more rows in two minutes");
    };
    for stops in 1..=2 {
        wait_for_more_than(stops * 3);
        signal(Signal::STOP);
        std::thread::sleep(Duration::from_millis(700));
        signal(Signal::CONT);
        wait_for_more_than(rows(place.path()) + 1);
    }
    signal(Signal::INT);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let remarks: Vec<&str> =
        said.lines().filter(|line| line.contains("was stopped and continued ")).collect();
    assert!(remarks.len() == 1 && remarks[0].contains("were repeated"), "{said}");
    // A machine that lends its time to others may stand still once more.
    let times = remarks[0].split("continued ").nth(1).and_then(|rest| rest.split(' ').next());
    assert!(times.and_then(|times| times.parse::<u32>().ok()) >= Some(2), "{said}");
}

/// The last chunk of this file is empty: its last line crosses 16 KiB.
#[test]
fn a_gate_decides_on_a_file_whose_last_chunk_holds_no_line() {
    let place = place();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let file = data.join("gate-never-decides-200-puzzles.txt");
    assert_eq!(fs::metadata(&file).unwrap().len(), 16_400);
    fs::copy(file, place.path().join("two.txt")).unwrap();
    let output = program(place.path(), GATE).args(["--out", "out"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}{message}");
    assert!(text.contains("FAILED: ") && text.contains("slower"), "{text}");
    let records = fs::read_to_string(place.path().join("out/latest/records.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(records.as_bytes());
    let columns = reader.headers().unwrap().clone();
    let puzzles = columns.iter().position(|name| name == "puzzles").unwrap();
    for row in reader.records() {
        assert_ne!(&row.unwrap()[puzzles], "0", "no round may be dealt nothing");
    }
}
