//! A dataset that is written to while it is read ends every verb with exit code 2: what was found
//! may belong to either content.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Two easy puzzles of an article on brute force.
const PUZZLES: [&str; 2] = [
    ".4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.",
    "9.1..4.........296.8....4.721...6.....6.23..4.5.94.........8.4.....7..3.....316.5",
];

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn start(&self, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
            .current_dir(self.0.path())
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

/// Writes as many bytes in the place of those that are there, and waits until the system gives that
/// another time than the first writing.
fn overwrite(file: &Path, content: &str) {
    let modified = || fs::metadata(file).unwrap().modified().unwrap();
    let before = modified();
    assert_eq!(fs::metadata(file).unwrap().len(), content.len() as u64);
    while modified() == before {
        // In place: a file that is made empty first is found to have shrunk.
        let mut place = fs::OpenOptions::new().write(true).open(file).unwrap();
        place.write_all(content.as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(1));
    }
}

/// Exit code and standard error of a program that has to end now.
fn end(mut child: Child) -> (Option<i32>, String) {
    let mut out = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut out).unwrap();
    let done = child.wait_with_output().unwrap();
    (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
}

/// Each of these prints more than a pipe holds, and reads the file until its last line is printed.
#[test]
fn verbs_that_print_much_notice_a_change_before_their_end() {
    let cases: [(&[&str], String, String); 4] = [
        (&["solve", "x.txt"], lines(PUZZLES[0]), lines(PUZZLES[1])),
        (&["sample", "x.txt", "-n", "9000", "--seed", "1"], lines(PUZZLES[0]), lines(PUZZLES[1])),
        (&["check", "x.txt", "--list"], lines(PUZZLES[0]), lines(PUZZLES[1])),
        (&["candidates", "x.txt"], ".".repeat(2401), format!("1{}", ".".repeat(2400))),
    ];
    for (arguments, before, after) in cases {
        let place = Place::new();
        let file = place.path("x.txt");
        fs::write(&file, before).unwrap();
        let mut child = place.start(arguments);
        let mut first = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        overwrite(&file, &after);
        let (code, message) = end(child);
        assert_eq!(code, Some(2), "{arguments:?}: {message}");
        assert!(
            message.contains("x.txt changed while it was being read"),
            "{arguments:?}: {message}"
        );
    }
}

fn lines(puzzle: &str) -> String {
    format!("{puzzle}\n").repeat(10_000)
}

/// A solver that waits until the file has been written to before it answers.
#[test]
fn a_run_notices_a_change_before_its_end() {
    let place = Place::new();
    let file = place.path("x.txt");
    fs::write(&file, lines(PUZZLES[0])).unwrap();
    let bench = env!("CARGO_BIN_EXE_sudoku-bench");
    let script = format!(
        ": > started; while [ ! -e go ]; do sleep 0.02; done; exec {bench} solve - --threads 1"
    );
    fs::write(place.path("gated.sh"), script).unwrap();
    let solver = "exec:sh gated.sh?mode=lines&patience=600";
    let mut arguments = vec!["run", "x.txt", "--solver", solver, "--threads", "1"];
    arguments.extend(["--budget", "2", "--pass", "latency", "--goal", "first", "--quiet"]);
    let child = place.start(&arguments);
    while !place.path("started").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    overwrite(&file, &lines(PUZZLES[1]));
    fs::write(place.path("go"), "").unwrap();
    let (code, message) = end(child);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("x.txt changed while it was being read"), "{message}");
}

#[test]
fn a_file_that_was_only_touched_is_the_same() {
    let place = Place::new();
    let file = place.path("x.txt");
    fs::write(&file, lines(PUZZLES[0])).unwrap();
    for arguments in
        [&["sample", "x.txt", "-n", "9000", "--seed", "1"][..], &["check", "x.txt", "--list"]]
    {
        let mut child = place.start(arguments);
        let mut first = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        overwrite(&file, &lines(PUZZLES[0]));
        let (code, message) = end(child);
        assert_eq!(code, Some(0), "{arguments:?}: {message}");
    }
}
