//! Interrupts, hang-ups and ends by signal, at every moment of every verb.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::*;

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
