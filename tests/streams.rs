//! Streams that are closed or full, readers that leave, signals, and files that cannot be written:
//! the result is kept, and the exit code is that of the result.
#![cfg(unix)]

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use support::{Workshop, skip};

/// Two easy puzzles of an article on brute force.
const PUZZLES: &str = "\
.4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.
9.1..4.........296.8....4.721...6.....6.23..4.5.94.........8.4.....7..3.....316.5
";

/// A gate that fails, however busy the machine: every answer of the candidate is wrong.
const FAILING_GATE: &str =
    "gate two.txt --baseline mrv --candidate echo --budget 2 --no-detail --quiet --junit j.xml";
const RUN: &str = "run two.txt --solver mrv --budget 0.2 --threads 1 --quiet";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        fs::write(place.path("two.txt"), PUZZLES).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The program under a shell, which knows its redirections and limits.
    fn shell(&self, script: &str) -> Output {
        let script = script.replace("BENCH", env!("CARGO_BIN_EXE_sudoku-bench"));
        Command::new("sh").current_dir(self.0.path()).args(["-c", &script]).output().unwrap()
    }

    fn start(&self, arguments: &str) -> Child {
        self.start_words(&arguments.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    fn start_words(&self, arguments: &[String]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
            .current_dir(self.0.path())
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// The only report, whatever `latest` is.
    fn report(&self) -> PathBuf {
        let folders =
            fs::read_dir(self.path("reports")).unwrap().map(|entry| entry.unwrap().path());
        folders.filter(|path| path.is_dir() && !path.is_symlink()).max().expect("a report")
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn what_cannot_be_printed_is_an_error_whether_the_stream_is_full_or_closed() {
    let place = Place::new();
    let verbs = [
        RUN,
        "solve two.txt",
        "solve two.txt --count",
        "generate --seed 1 --count 3",
        "candidates .4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.",
        "check two.txt",
        "sample two.txt --seed 1",
        "canon two.txt",
        "dedup two.txt --isomorphic",
        "solvers",
        "completions bash",
    ];
    for verb in verbs {
        for redirection in [">/dev/full", ">&-"] {
            let output = place.shell(&format!("BENCH {verb} {redirection}"));
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{verb} {redirection}: {message}");
            assert!(
                message.contains("error: ") && !message.contains("panicked"),
                "{verb}: {message}"
            );
        }
    }
    assert!(place.report().join("summary.csv").exists());
}

#[test]
fn what_cannot_be_said_on_standard_error_changes_nothing() {
    let place = Place::new();
    fs::write(place.path("mixed.txt"), format!("{PUZZLES}123\n")).unwrap();
    let cases = [
        ("run two.txt --solver mrv --budget 0.2 --threads 1", 0),
        ("run two.txt --solver echo --budget 0.2 --threads 1", 1),
        ("run mixed.txt --strict", 2),
        ("run absent.txt", 2),
        ("solve mixed.txt", 1),
        ("check mixed.txt", 0),
        ("check mixed.txt --strict", 2),
        ("generate", 0),
        ("sample mixed.txt", 0),
        ("compare absent", 2),
        ("no-such-verb", 2),
    ];
    for (arguments, code) in cases {
        for redirection in ["2>/dev/full", "2>&-", "2>&1 >/dev/null | true; exit ${PIPESTATUS:-0}"]
        {
            let is_pipe = redirection.contains('|');
            if is_pipe && !support::has("bash") {
                skip("no bash to see the exit code before a pipe");
                continue;
            }
            let script = format!("BENCH {arguments} {redirection}");
            let output = match is_pipe {
                true => place.shell(&format!("bash -c '{script}'")),
                false => place.shell(&script),
            };
            assert_eq!(output.status.code(), Some(code), "{script}");
        }
    }
}

/// Results that are failures, whose reader leaves before anything is printed.
#[test]
fn a_reader_that_leaves_changes_neither_exit_code_nor_files() {
    let place = Place::new();
    fs::write(place.path("many.txt"), "1".to_owned() + &".".repeat(80) + "\n").unwrap();
    let failing =
        [FAILING_GATE, "run two.txt --solver echo --budget 0.2 --quiet", "check many.txt --strict"];
    for arguments in failing {
        let mut child = place.start(arguments);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments}: {}", stderr(&output));
        assert!(!stderr(&output).contains("rror:"), "{arguments}: {}", stderr(&output));
    }
    let junit = fs::read_to_string(place.path("j.xml")).unwrap();
    assert!(junit.contains("failures=\"1\"") && junit.trim_end().ends_with("</testsuites>"));
    assert!(place.report().join("wrong.csv").exists());
    // Brute force in row order takes many times as long as a search with candidates.
    let run = "run two.txt --solver mrv,brute-force --pass throughput --threads 1 --budget 3 -q";
    let run = place.shell(&format!("BENCH {run}"));
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    let mut child = place.start("compare reports/latest --candidate brute-force --junit c.xml");
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(place.path("c.xml").exists());
}

#[test]
fn outputs_go_to_standard_output_and_pipes_as_they_are_and_to_files_whole() {
    let place = Place::new();
    let gate = "BENCH gate two.txt --baseline mrv --candidate echo --budget 2 --no-detail --quiet";
    let printed = place.shell(&format!("{gate} --junit /dev/stdout --markdown - > out.txt"));
    assert_eq!(printed.status.code(), Some(1), "{}", stderr(&printed));
    let text = fs::read_to_string(place.path("out.txt")).unwrap();
    assert!(text.contains("FAILED: ") && text.contains("### sudoku-bench"), "{text}");
    assert!(text.trim_end().ends_with("</testsuites>") && !text.contains('\0'), "{text}");
    let piped =
        place.shell(&format!("mkfifo f; cat f > got & {gate} --markdown f; c=$?; wait; exit $c"));
    assert_eq!(piped.status.code(), Some(1), "{}", stderr(&piped));
    assert!(fs::read_to_string(place.path("got")).unwrap().starts_with("### sudoku-bench"));
    let full = place.shell(&format!("{gate} --junit /dev/full --markdown m.md"));
    assert_eq!(full.status.code(), Some(1));
    assert!(stderr(&full).contains("cannot write /dev/full"), "{}", stderr(&full));
    assert!(stdout(&full).contains("FAILED: ") && place.path("m.md").exists());
    let passing = "BENCH gate two.txt --baseline mrv --candidate mrv --budget 1 --threshold 1000%";
    let lost = place.shell(&format!("{passing} --no-detail --junit absent/j.xml"));
    assert_eq!(lost.status.code(), Some(2), "{}", stderr(&lost));
    let each = place.shell(&format!("BENCH {} --per-puzzle /dev/stdout > each.csv", RUN));
    assert_eq!(each.status.code(), Some(0), "{}", stderr(&each));
    let text = fs::read_to_string(place.path("each.csv")).unwrap();
    assert!(text.starts_with("dataset,line,order,") && text.contains("two,1,3,"), "{text}");
}

/// The size of files stands in for the size of the disk: both end a write in the middle.
#[test]
fn a_limit_on_files_costs_neither_the_table_nor_the_rows() {
    let place = Place::new();
    let mut lost = 0;
    for blocks in [1, 2, 3, 4, 6, 8, 12] {
        let run = "BENCH run two.txt --solver mrv,elimination-search --budget 1 --threads 1";
        let output = place.shell(&format!("ulimit -f {blocks}; {run} --pass both --quiet"));
        let message = format!("{blocks} blocks: {}", stderr(&output));
        assert!(matches!(output.status.code(), Some(0 | 2)), "{message}");
        if stdout(&output).is_empty() {
            // Not even a header could be written, which is found before anything is measured.
            assert!(message.contains("cannot write "), "{message}");
            continue;
        }
        assert!(stdout(&output).contains("elimination-search"), "{message}");
        if output.status.code() == Some(2) {
            lost += 1;
            assert!(
                message.contains("cannot write ") && message.contains("is the disk full"),
                "{message}"
            );
        }
        let report = place.report();
        for entry in fs::read_dir(&report).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_rows = name.starts_with("records.csv");
            assert!(is_rows || !name.contains("unfinished"), "{name} after {message}");
        }
        let compare = format!("BENCH compare {}", report.display());
        let compared = place.shell(&compare);
        let code = compared.status.code();
        // With few rows there may be nothing to compare, which is said.
        let few = stderr(&compared).contains("at least one pair")
            || stderr(&compared).contains("no rows");
        assert!(matches!(code, Some(0 | 1)) || few, "{}", stderr(&compared));
    }
    assert!(lost > 0, "no limit was met");
}

/// Whatever the system refuses first: a thread, its stack, or memory for anything at all.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_memory_is_an_error_with_its_remedy() {
    let Some(workshop) = Workshop::open() else { return };
    let place = Place::new();
    let library = workshop.library_on_nine("return 0");
    let mut refused = 0;
    for mebibytes in 4..40 {
        let solvers = format!("--solver mrv --solver dylib:{}", library.display());
        let run = format!("BENCH run two.txt {solvers} --threads 2 --budget 0.1 --quiet");
        let output = place.shell(&format!("ulimit -d {}; exec {run}", mebibytes << 10));
        let said = stderr(&output);
        assert!(matches!(output.status.code(), Some(0..=2)), "{mebibytes} MiB: {said}");
        assert!(!said.contains("panicked"), "{mebibytes} MiB: {said}");
        if output.status.code() == Some(2) {
            refused += 1;
            // A process of a library's own is reported by its last words.
            let has_remedy = said.contains("ulimit") || said.contains("its process ended");
            let is_an_error = said.contains("error: ") && has_remedy;
            assert!(is_an_error, "{mebibytes} MiB: {said}");
        }
    }
    assert!(refused > 0, "no limit was met");
}

#[test]
fn latest_that_is_something_else_is_a_remark() {
    let place = Place::new();
    fs::create_dir_all(place.path("reports/latest")).unwrap();
    let output = place.shell(&format!("BENCH {RUN}"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("mrv") && stderr(&output).contains("latest does not point"));
    assert!(place.path("reports/latest").is_dir() && !place.path("reports/latest").is_symlink());
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Waits for a child that was asked to end, and ends it by force if it does not.
fn ended(mut child: Child) -> Option<i32> {
    let since = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if since.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until the program has begun to listen: its thread for signals has a name.
fn wait_until_listening(child: &Child) -> bool {
    let tasks = format!("/proc/{}/task", child.id());
    for _ in 0..12_000 {
        let Ok(tasks) = fs::read_dir(&tasks) else { return false };
        let names =
            tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("comm")).ok());
        if names.into_iter().any(|name| name.trim() == "signals") {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("no thread for signals in a minute");
}

/// Returns true if these tests run under `nohup`: what they start ignores SIGHUP then, as it should.
fn ignores_hangups() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap_or(0) & 1 != 0)
}

#[test]
fn every_verb_that_is_interrupted_exits_with_130() {
    let place = Place::new();
    if fs::metadata("/proc/self/task").is_err() {
        return skip("this system has no /proc");
    }
    assert!(place.shell("mkfifo pipe").status.success());
    let waiting = [
        "run pipe",
        "check pipe",
        "solve pipe",
        "sample pipe",
        "canon pipe",
        "dedup pipe",
        "candidates pipe",
    ];
    let gate = "gate pipe --baseline mrv --candidate mrv";
    let busy = "generate --count 1000000000 --seed 1";
    for arguments in waiting.into_iter().chain([gate, busy]) {
        for which in [Signal::INT, Signal::TERM, Signal::HUP] {
            if which == Signal::HUP && ignores_hangups() {
                skip("SIGHUP is ignored here; run the tests without nohup");
                continue;
            }
            for has_stderr in [true, false] {
                let mut child = place.start(arguments);
                if !has_stderr {
                    drop(child.stderr.take());
                }
                if arguments == busy {
                    drop(child.stdout.take().map(|mut out| {
                        std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()))
                    }));
                }
                assert!(wait_until_listening(&child), "{arguments} ended by itself");
                signal(&child, which);
                assert_eq!(ended(child), Some(130), "{arguments}, {which:?}, stderr {has_stderr}");
            }
        }
    }
}

#[test]
fn an_interrupted_gate_says_what_it_has_and_exits_with_130_unless_it_failed() {
    let place = Place::new();
    let measuring = |arguments: &str, seconds: u64| {
        let mut child = place.start(arguments);
        drop(child.stderr.take());
        assert!(wait_until_listening(&child));
        std::thread::sleep(Duration::from_secs(seconds));
        signal(&child, Signal::INT);
        child
    };
    // A gate of a solver against itself at a threshold that is hardly ever reached measures on.
    let same = "gate two.txt --baseline mrv --candidate mrv --threshold 0.0001% --budget 600";
    let interrupted = (1..=5).find_map(|seed| {
        let gate = format!("{same} --no-detail --quiet --junit i.xml --seed {seed}");
        let output = measuring(&gate, 5).wait_with_output().unwrap();
        let is_decided = ["FAILED: ", "PASSED: "].iter().any(|end| stdout(&output).contains(end));
        (!is_decided).then_some(output)
    });
    let output = interrupted.expect("one gate in twenty is decided by chance");
    assert_eq!(output.status.code(), Some(130), "{}", stdout(&output));
    if !stdout(&output).is_empty() {
        assert!(stdout(&output).contains("interrupted: "), "{}", stdout(&output));
        assert!(place.path("i.xml").exists());
    }
    // With standard error closed, the second signal ends what the first did not.
    let child = measuring("run two.txt --solver mrv --budget 600", 2);
    signal(&child, Signal::TERM);
    assert_eq!(ended(child), Some(130));
}

/// Waits until a file is so long: what is waited for has come up, and gets no further.
fn wait_until_long(file: &std::path::Path, bytes: u64, child: &mut Child) {
    for _ in 0..24_000 {
        if fs::metadata(file).is_ok_and(|about| about.len() >= bytes) {
            return;
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("not in two minutes");
}

/// What a solver is waited for ends with one signal, long before the wait itself would: half a minute
/// for a library, an hour for the command.
#[test]
fn one_signal_ends_the_wait_for_a_solver_that_does_not_come_up() {
    let Some(workshop) = Workshop::open() else { return };
    let shell = "exec:printf x >>loads; exec sleep 3600";
    let cases = [
        (1, "run two.txt --budget 600 --solver LIBRARY"),
        (1, "run two.txt --budget 600 --no-isolate --solver LIBRARY"),
        (1, "gate two.txt --budget 600 --baseline mrv --candidate LIBRARY"),
        (1, "solve two.txt --solver LIBRARY"),
        (2, "run two.txt --budget 600 --solver LIBRARY"),
        (3, "run two.txt --threads 1 --budget 600 --solver mrv --solver LIBRARY"),
        (4, "run two.txt --threads 1 --budget 4 --solver mrv --solver LIBRARY"),
        (2, "gate two.txt --budget 600 --baseline mrv --candidate LIBRARY"),
        (3, "gate two.txt --budget 600 --baseline mrv --candidate LIBRARY"),
        (1, "run two.txt --budget 3600 --goal first --solver COMMAND?patience=3600"),
        (1, "solve two.txt --solver COMMAND?patience=3600"),
        (1, "run two.txt --budget 600 --goal first --solver COMMAND?mode=once"),
    ];
    for (nth, arguments) in cases {
        let library = workshop.library(&format!("HANGS_AT_LOAD={nth}"));
        let words = arguments.split(' ').map(|word| {
            word.replace("LIBRARY", &format!("dylib:{}", library.display()))
                .replace("COMMAND", shell)
        });
        let words: Vec<String> = words.collect();
        for which in [Signal::INT, Signal::TERM] {
            let place = Place::new();
            let mut child = place.start_words(&words);
            drop(child.stderr.take());
            wait_until_long(&place.path("loads"), nth, &mut child);
            let since = Instant::now();
            signal(&child, which);
            assert_eq!(ended(child), Some(130), "{which:?}, {words:?}");
            assert!(since.elapsed() < Duration::from_secs(25), "{which:?}, {words:?}");
            let left = fs::read_dir(place.path("reports")).map_or(0, Iterator::count);
            assert!(left == 0 || nth == 4, "nothing was measured: {words:?}");
        }
    }
}

/// Names that a file may have and a log must not show as they are.
#[test]
fn a_hostile_name_is_shown_on_its_line_and_orders_nothing() {
    let place = Place::new();
    let name = "::error title=x::|<b>`a`&amp; ##[error]\u{1b}[31m\u{9b}2J\nnext,line\r.txt";
    fs::write(place.path(name), PUZZLES.to_owned() + "12\n").unwrap();
    let bench = env!("CARGO_BIN_EXE_sudoku-bench");
    let verbs: [&[&str]; 4] = [
        &[
            "gate",
            name,
            "--baseline",
            "mrv",
            "--candidate",
            "echo",
            "--budget",
            "2",
            "--github",
            "--markdown",
            "m.md",
            "--junit",
            "j.xml",
            "--export",
            "bmf",
            "--export-file",
            "b.json",
        ],
        &["run", name, "--solver", "mrv,echo", "--budget", "0.5"],
        &["check", name],
        &["solve", name],
    ];
    for arguments in verbs {
        let output =
            Command::new(bench).current_dir(place.0.path()).args(arguments).output().unwrap();
        let text = stdout(&output) + &stderr(&output);
        assert!(text.contains("\\u{1b}[31m") || arguments[0] == "solve", "{text}");
        for line in text.lines() {
            assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
            let order = line.trim_start().strip_prefix("::");
            let is_ours = |order: &str| {
                arguments[0] == "gate"
                    && ["error title=", "notice title=", "warning title="].iter().any(|start| {
                        order.starts_with(start) && !order.starts_with("error title=x")
                    })
            };
            assert!(order.is_none_or(is_ours) && !line.contains("##["), "{line}");
        }
    }
    let markdown = fs::read_to_string(place.path("m.md")).unwrap();
    let columns = |line: &str| line.replace("\\\\", "").replace("\\|", "").matches('|').count();
    let rows: Vec<usize> =
        markdown.lines().filter(|line| line.starts_with('|')).map(columns).collect();
    assert!(rows.len() > 2 && rows.iter().all(|&n| n == rows[0]), "{markdown}");
    assert!(!markdown.contains("<b>") && !markdown.contains(" `a`"), "{markdown}");
    let summary = fs::read_to_string(place.report().join("summary.md")).unwrap();
    assert!(!summary.contains("<b>") && summary.contains("\\<b\\>"), "{summary}");
    let log = fs::read_to_string(place.report().join("latency.hlog")).unwrap();
    let tagged = |line: &&str| line.starts_with("Tag=");
    assert!(log.lines().filter(tagged).all(|line| line.split(',').count() == 5), "{log}");
}

/// Three names that formats with fields are tempted to write alike.
#[test]
fn names_that_differ_stay_apart_in_every_file() {
    let place = Place::new();
    let names = ["a b.txt", "a_b.txt", "a,b.txt"];
    for name in names {
        fs::write(place.path(name), PUZZLES).unwrap();
    }
    let bench = env!("CARGO_BIN_EXE_sudoku-bench");
    let output = Command::new(bench)
        .current_dir(place.0.path())
        .args(["run", "--solver", "mrv", "--budget", "0.3", "--threads", "1", "--quiet"])
        .args(names)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let log = fs::read_to_string(place.report().join("latency.hlog")).unwrap();
    for tag in ["Tag=mrv|a%20b|", "Tag=mrv|a_b|", "Tag=mrv|a%2Cb|"] {
        assert_eq!(log.matches(tag).count(), 2, "{tag}: {log}");
    }
    for file in ["a%20b", "a_b", "a%2Cb"] {
        let path = place.report().join(format!("mrv-{file}-9x9-unique-1-machine_included.hgrm"));
        assert!(path.exists(), "{}", path.display());
    }
}
