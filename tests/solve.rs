//! `solve`: solutions beside their puzzles, whatever stands between them.

use assert_cmd::Command;

const SEED_0: &str =
    "......45...7...3..1.9.6....3........5..4.........7...9..12........3.......6.....7";
const SEED_0_SOLUTION: &str =
    "863792451257184396149563872398621745572439618614875239981247563725316984436958127";
const CLASH: &str =
    "11...............................................................................";
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
    assert_eq!((code, out), (0, format!("{FOUR}\t6\n{blank}\t100\n")));
    let (code, out, _) = solve(&["--count", CLASH], "");
    assert_eq!((code, out), (0, format!("{CLASH}\t0\n")));
    let few = ["--count", "--guesses", "20", "--solver", "mrv", &blank];
    let (code, out, err) = solve(&few, "");
    assert!(code == 1 && out.ends_with("+\n") && err.contains("given up"), "{out}{err}");
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

#[test]
fn what_is_neither_file_nor_puzzle_is_told_by_name() {
    let (code, out, err) = solve(&["no/such/file.txt"], "");
    assert!(code == 2 && out.is_empty() && err.contains("no/such/file.txt"), "{err}");
    let (code, _, err) = solve(&[SEED_0, "--solver", "mvr"], "");
    assert!(code == 2 && err.contains("mvr"), "{err}");
}
