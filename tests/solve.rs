//! `solve`: solutions beside their puzzles, whatever stands between them.

use std::io::{BufRead, BufReader, Write};
use std::process::{self, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use assert_cmd::Command;

const SEED_0: &str =
    "......45...7...3..1.9.6....3........5..4.........7...9..12........3.......6.....7";
const SEED_0_SOLUTION: &str =
    "863792451257184396149563872398621745572439618614875239981247563725316984436958127";
const CLASH: &str =
    "11...............................................................................";
/// Exactly two solutions.
const TWO: &str =
    ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.";
const FOUR: &str = "4....1.....1....";

fn solve(arguments: &[&str], stdin: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("sudoku-bench").expect("it is built");
    let assert = command.arg("solve").args(arguments).write_stdin(stdin).assert();
    let output = assert.get_output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let code = output.status.code().expect("no signal");
    (code, text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_puzzle_as_an_argument_gives_its_solution() {
    let (code, out, err) = solve(&[SEED_0], "");
    assert_eq!((code, out.as_str(), err.as_str()), (0, &*format!("{SEED_0_SOLUTION}\n"), ""));
}

#[test]
fn a_grid_looks_as_in_the_first_article() {
    let (_, out, _) = solve(&["--grid", SEED_0], "");
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!((rows[0], rows[8], rows[9]), ("8 6 3 7 9 2 4 5 1", "4 3 6 9 5 8 1 2 7", ""));
}

#[test]
fn a_failing_line_does_not_stop_the_rest_and_keeps_its_place() {
    let input = format!("{SEED_0}\n{CLASH}\n# a comment\nrubbish\n{SEED_0}\n");
    let (code, out, err) = solve(&[], &input);
    assert_eq!(out, format!("{SEED_0_SOLUTION}\n\n{SEED_0_SOLUTION}\n"));
    assert_eq!(code, 1);
    assert!(err.contains("line 2: has no solution") && err.contains("line 4"), "{err}");
}

#[test]
fn puzzles_of_several_sizes_keep_their_order() {
    let solved = "1234341221434321";
    let input = format!("{solved}\n{SEED_0}\n{solved}\n");
    let (code, out, _) = solve(&["-"], &input);
    assert_eq!((code, out), (0, format!("{solved}\n{SEED_0_SOLUTION}\n{solved}\n")));
}

#[test]
fn counts_stop_at_their_limit_and_say_when_they_were_given_up() {
    let blank = ".".repeat(16);
    let input = format!("{FOUR}\n{blank}\n");
    let (code, out, _) = solve(&["--count", "-"], &input);
    assert_eq!((code, out), (0, format!("{FOUR}\t6\n{blank}\t288\n")));
    let (code, out, _) = solve(&["--count", "--limit", "100", "-"], &input);
    assert_eq!((code, out), (0, format!("{FOUR}\t6\n{blank}\t100+\n")));
    let (code, out, _) = solve(&["--count", CLASH], "");
    assert_eq!((code, out), (0, format!("{CLASH}\t0\n")));
    let few = ["--count", "--guesses", "20", "--solver", "mrv", &blank];
    let (code, out, err) = solve(&few, "");
    assert!(code == 1 && out.ends_with("+\n") && err.contains("given up"), "{out}{err}");
}

#[test]
fn a_puzzle_with_several_solutions_is_solved_and_remarked_on() {
    let two = TWO;
    let input = format!("{SEED_0}\n{}", format!("{two}\n").repeat(7));
    let (code, out, err) = solve(&["-"], &input);
    assert_eq!((code, out.lines().count()), (0, 8), "{err}");
    assert!(out.lines().all(|line| line.len() == 81 && !line.contains('.')), "{out}");
    assert!(err.contains("line 2: has 2 or more solutions") && !err.contains("line 1:"), "{err}");
    assert!(err.contains("7 puzzles in all have more than one solution"), "{err}");
    let (code, out, _) = solve(&["--count", two], "");
    assert_eq!((code, out), (0, format!("{two}\t2\n")));
    let (code, out, _) = solve(&["--count", "--limit", "2", two], "");
    assert_eq!((code, out), (0, format!("{two}\t2+\n")));
    let (_, _, err) = solve(&[&".".repeat(256)], "");
    assert!(err.contains("has 2 or more solutions"), "{err}");
}

#[test]
fn answers_are_in_the_symbols_of_the_question() {
    let value = |row: usize, column: usize| (row * 4 + row / 4 + column) % 16;
    let grid = |symbols: &str| -> String {
        let symbols = symbols.as_bytes();
        (0..256).map(|cell| char::from(symbols[value(cell / 16, cell % 16)])).collect()
    };
    let standard = grid("123456789ABCDEFG");
    for symbols in ["0123456789ABCDEF", "0123456789abcdef", "ABCDEFGHIJKLMNOP", "123456789ABCDEFG"]
    {
        let solved = grid(symbols);
        let puzzle: String =
            solved.chars().enumerate().map(|(i, c)| if i % 7 == 0 { '.' } else { c }).collect();
        let (code, out, err) = solve(&[&puzzle], "");
        assert_eq!((code, out), (0, format!("{solved}\n")), "{symbols}: {err}");
        let (_, out, _) = solve(&["--symbols", "standard", &puzzle], "");
        assert_eq!(out, format!("{standard}\n"), "{symbols}");
        let (_, out, _) = solve(&["--count", &puzzle], "");
        assert_eq!(out, format!("{puzzle}\t1\n"), "{symbols}");
        // Rows over several lines are converted on the way in.
        let rows: Vec<&str> = (0..16).map(|row| &puzzle[16 * row..16 * row + 16]).collect();
        let (_, out, err) = solve(&["--grid", "-"], &(rows.join("\n") + "\n"));
        assert_eq!(out.split_whitespace().collect::<String>(), solved, "{symbols}: {err}");
        let mut sample = Command::cargo_bin("sudoku-bench").expect("it is built");
        let sample = sample.args(["sample", "-n", "1", "--seed", "1", "-"]).write_stdin(&*puzzle);
        assert_eq!(sample.assert().success().get_output().stdout, format!("{puzzle}\n").as_bytes());
        let mut table = Command::cargo_bin("sudoku-bench").expect("it is built");
        let table = table.args(["candidates", &puzzle]).assert().success();
        let table = String::from_utf8_lossy(&table.get_output().stdout).into_owned();
        let first: Vec<&str> = table.lines().next().expect("a row").split('|').collect();
        assert_eq!(first[1].trim(), &solved[1..2], "{symbols}");
    }
    let words = "WORDPUZLE";
    let nine: String = SEED_0_SOLUTION
        .bytes()
        .map(|c| char::from(words.as_bytes()[usize::from(c - b'1')]))
        .collect();
    let puzzle = format!(".{}", &nine[1..]);
    let (_, out, err) = solve(&["--alphabet", words, &puzzle], "");
    assert_eq!(out, format!("{nine}\n"), "{err}");
    // A full stop may be a value; the blank is another symbol then.
    let dotted = "123.56789";
    let (_, out, err) = solve(
        &["--alphabet", dotted, "--blank", "_", "--count", &"_".repeat(81), "--limit", "1"],
        "",
    );
    assert_eq!(out, format!("{}\t1+\n", "_".repeat(81)), "{err}");
}

#[test]
fn what_is_neither_a_file_nor_a_puzzle_is_told_its_length() {
    let (code, out, err) = solve(&["..3..2..1...2..3"], "");
    assert_eq!((code, out.len()), (0, 17), "a 4x4 puzzle with the ending of a file: {err}");
    let (code, _, err) = solve(&[&SEED_0[..80]], "");
    assert!(code == 2 && err.contains("neither a file nor a puzzle: 80 cells"), "{err}");
}

/// A line is answered before the next one is written, though one line is far less than what is
/// looked at of a file.
#[test]
fn the_first_lines_of_a_slow_pipe_are_answered_as_they_come() {
    let mut slow = Slow::start(&[]);
    for puzzle in [SEED_0, "rubbish", SEED_0] {
        slow.write(puzzle);
        if puzzle == SEED_0 {
            assert_eq!(slow.answer(), SEED_0_SOLUTION);
        }
    }
    assert_eq!(slow.end(), Some(1), "one line was malformed");
}

/// The same of larger grids, as soon as a line shows which symbols are used: `G`, `0` beside `.`, or
/// letters that no alphabet with digits has. The answer is in the symbols of the question.
#[test]
fn lines_of_larger_grids_are_answered_once_one_shows_their_symbols() {
    let solved = |side: usize, symbols: &str| -> String {
        let n = side.isqrt();
        let value = |cell: usize| (cell / side * n + cell / side / n + cell % side) % side;
        (0..side * side).map(|cell| char::from(symbols.as_bytes()[value(cell)])).collect()
    };
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXY";
    for (side, symbols) in [
        (16, "123456789ABCDEFG"),
        (16, "0123456789ABCDEF"),
        (16, "0123456789abcdef"),
        (16, &letters[..16]),
        (25, "123456789ABCDEFGHIJKLMNOP"),
        (25, letters),
        (36, "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa"),
    ] {
        let solution = solved(side, symbols);
        let puzzle = format!(".{}", &solution[1..]);
        let mut slow = Slow::start(&[]);
        for _ in 0..2 {
            slow.write(&puzzle);
            assert_eq!(slow.answer(), solution);
        }
        assert_eq!(slow.end(), Some(0));
    }
    let mut four = Slow::start(&["--alphabet", "ABCD"]);
    four.write(".BCDCDABBADCDCBA");
    assert_eq!(four.answer(), "ABCDCDABBADCDCBA");
    assert_eq!(four.end(), Some(0));
}

/// No `0` and no `G`: it may be `1`-`G` or `0`-`F`. It is said, and the next line shows it.
#[test]
fn a_slow_writer_is_told_why_there_are_no_answers_yet() {
    let hex = "0123456789ABCDEF";
    let value = |cell: usize| (cell / 16 * 4 + cell / 64 + cell % 16) % 16;
    let solution: String = (0..256).map(|cell| char::from(hex.as_bytes()[value(cell)])).collect();
    let mut slow = Slow::start(&[]);
    slow.write(&solution.replace('0', "."));
    let message = slow.remark();
    assert!(message.contains("no answers yet") && message.contains("--alphabet"), "{message}");
    slow.write(&solution.replace('1', "."));
    assert_eq!([slow.answer(), slow.answer()], [&solution[..]; 2]);
    assert_eq!(slow.end(), Some(0));
    let mut rows = Slow::start(&[]);
    SEED_0.as_bytes().chunks(9).for_each(|row| rows.write(&String::from_utf8_lossy(row)));
    let message = rows.remark();
    assert!(message.contains("no answers yet: more lines"), "{message}");
    assert_eq!(rows.end_with_answers(), (Some(0), vec![SEED_0_SOLUTION.to_owned()]));
}

/// `solve` behind a pipe that stays open.
struct Slow {
    program: process::Child,
    stdin: Option<process::ChildStdin>,
    answers: mpsc::Receiver<String>,
    remarks: mpsc::Receiver<String>,
}

impl Slow {
    fn start(arguments: &[&str]) -> Self {
        let mut program = process::Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        program.arg("solve").args(arguments);
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = program.spawn().expect("starts");
        let answers = heard(program.stdout.take().expect("piped"));
        let remarks = heard(program.stderr.take().expect("piped"));
        Self { stdin: program.stdin.take(), program, answers, remarks }
    }

    fn write(&mut self, line: &str) {
        writeln!(self.stdin.as_ref().expect("open"), "{line}").expect("it reads");
    }

    fn answer(&self) -> String {
        self.answers.recv_timeout(Duration::from_secs(600)).expect("an answer")
    }

    fn remark(&self) -> String {
        self.remarks.recv_timeout(Duration::from_secs(600)).expect("a remark")
    }

    fn end(self) -> Option<i32> {
        self.end_with_answers().0
    }

    fn end_with_answers(mut self) -> (Option<i32>, Vec<String>) {
        drop(self.stdin.take());
        let answers = self.answers.iter().collect();
        (self.program.wait().expect("ends").code(), answers)
    }
}

/// The lines of a stream, as they come.
fn heard(stream: impl std::io::Read + Send + 'static) -> mpsc::Receiver<String> {
    let (lines, heard) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            let _ = lines.send(line.expect("UTF-8"));
        }
    });
    heard
}

#[test]
fn the_output_does_not_depend_on_threads_or_solver() {
    let mut generate = Command::cargo_bin("sudoku-bench").expect("it is built");
    let generate = generate.args(["generate", "--seed", "5", "--count", "600", "--format", "csv"]);
    let made = generate.assert().success();
    let made = String::from_utf8(made.get_output().stdout.clone()).expect("UTF-8");
    let rows = || made.lines().skip(1).map(|row| row.split_once(',').expect("two columns"));
    let puzzles: String = rows().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let solutions: String = rows().map(|(_, solution)| format!("{solution}\n")).collect();
    for arguments in [
        &["--threads", "1"][..],
        &["--threads", "5"],
        &["--solver", "cycles"],
        &["--solver", "mrv"],
    ] {
        let (code, out, _) = solve(arguments, &puzzles);
        assert!(code == 0 && out == solutions, "{arguments:?}");
    }
}

const SEARCHED: &str = "tests/data/z33_25x25_minimal_frisch_268_clues.txt";

#[test]
fn a_grid_that_needs_search_is_handed_over_and_that_is_said_once() {
    let known = include_str!("solvers/known.tsv").lines().find(|line| line.starts_with("z33"));
    let fields: Vec<&str> = known.expect("a line").split('\t').collect();
    let (code, out, err) = solve(&["-", "--threads", "1"], &format!("{0}\n{0}\n", fields[2]));
    assert_eq!((code, out), (0, format!("{0}\n{0}\n", fields[3])));
    assert_eq!(err.matches("mrv has not solved a 25x25 puzzle in 100ms; sat continues").count(), 1);
    assert_eq!(err.lines().count(), 1, "{err}");
}

#[test]
fn a_limit_of_time_is_reported_as_a_limit() {
    let by_dlx = ["--timeout", "20ms", "--solver", "dlx", SEARCHED];
    for arguments in [&["--timeout", "1ms", SEARCHED][..], &by_dlx] {
        let (code, out, err) = solve(arguments, "");
        assert_eq!((code, out.as_str()), (1, "\n"), "{err}");
        assert!(err.contains("line 1: was given up after ") && err.contains("--timeout"), "{err}");
        assert!(!err.contains("no solution"), "{err}");
    }
    let (code, out, _) = solve(&["--timeout", "10min", "-"], &format!("{SEED_0}\n{FOUR}\n"));
    assert!(code == 0 && out.starts_with(SEED_0_SOLUTION), "{out}");
}

/// It answers what has hardly a blank, and nothing else.
#[test]
fn a_program_that_hangs_costs_the_puzzle_and_not_the_others() {
    let program = assert_cmd::cargo::cargo_bin("sudoku-bench");
    let program = program.display();
    let script = format!(
        "while read -r p; do case $p in *....*) sleep 1000;; *) '{program}' solve \"$p\";; esac; done"
    );
    let nearly = SEED_0_SOLUTION.replacen('5', ".", 1);
    let spec = format!("exec:{script}");
    let input = format!("{nearly}\n{SEED_0}\n{nearly}\n");
    let (code, out, err) =
        solve(&["--timeout", "5", "--threads", "1", "--solver", &spec, "-"], &input);
    assert_eq!((code, out), (1, format!("{SEED_0_SOLUTION}\n\n{SEED_0_SOLUTION}\n")), "{err}");
    assert!(err.contains("line 2: was given up after 5s"), "{err}");
}

#[test]
fn what_is_neither_file_nor_puzzle_is_told_by_name() {
    let (code, out, err) = solve(&["no/such/file.txt"], "");
    assert!(code == 2 && out.is_empty() && err.contains("no/such/file.txt"), "{err}");
    let (code, _, err) = solve(&[SEED_0, "--solver", "mvr"], "");
    assert!(code == 2 && err.contains("mvr"), "{err}");
}

#[test]
fn lines_are_those_of_the_file_however_it_was_cut() {
    let mut lines = vec![SEED_0; 3000];
    lines[699] = "rubbish";
    lines[1199] = CLASH;
    lines[2999] = CLASH;
    let expected: String = (lines.iter().filter(|line| **line != "rubbish"))
        .map(|line| if *line == CLASH { "\n".to_owned() } else { format!("{SEED_0_SOLUTION}\n") })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.txt");
    std::fs::write(&path, lines.join("\n")).expect("it is written");
    let path = path.to_str().expect("UTF-8");
    let piped = lines.join("\n");
    for (arguments, stdin) in [(["--threads", "3", path], ""), (["--threads", "1", "-"], &piped)] {
        let (code, out, err) = solve(&arguments, stdin);
        assert!(code == 1 && out == expected, "{err}");
        for line in ["line 700, column 1", "line 1200: has no", "line 3000: has no"] {
            assert!(err.contains(line), "{line}: {err}");
        }
    }
    let (code, out, err) = solve(&["--strict", path], "");
    assert!(code == 2 && out.is_empty() && err.contains("line 700"), "{err}");
}

#[test]
fn a_solver_that_cannot_is_refused_before_anything_is_printed() {
    let (code, out, err) = solve(&["--solver", "lockstep", FOUR], "");
    assert!(code == 2 && out.is_empty() && err.contains("4x4"), "{err}");
}

/// A pipe that stays open: 16,000 puzzles are more than are read before the first is solved.
#[test]
fn a_pipe_is_solved_as_it_comes() {
    const PUZZLES: usize = 16_000;
    let mut child = process::Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
        .args(["solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let (first_is_here, heard) = mpsc::channel();
    let writer = thread::spawn(move || {
        stdin.write_all(format!("{SEED_0}\n").repeat(PUZZLES).as_bytes()).expect("it is read");
        heard.recv_timeout(Duration::from_secs(300)).is_ok()
    });
    assert_eq!(lines.next().expect("a line").expect("UTF-8"), SEED_0_SOLUTION);
    first_is_here.send(()).ok();
    assert_eq!(lines.count(), PUZZLES - 1);
    assert!(writer.join().expect("no panic"), "the first answer came after the end of the input");
    assert!(child.wait().expect("it ends").success());
}
