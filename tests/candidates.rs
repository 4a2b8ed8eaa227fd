//! The seven candidate tables that macteki's articles print, to the character of each cell, and
//! explanations of the articles' puzzles.

use assert_cmd::Command;

const SOLVABLE: &str =
    ".4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.";
const NOT_SOLVABLE: &str =
    "9.1..4.........296.8....4.721...6.....6.23..4.5.94.........8.4.....7..3.....316.5";

/// Standard output of the program.
fn output(arguments: &[&str]) -> String {
    let assert = Command::cargo_bin("sudoku-bench").expect("it is built").args(arguments).assert();
    String::from_utf8(assert.success().get_output().stdout.clone()).expect("UTF-8")
}

/// Cells of a table, by row, without the blanks that fill them up.
fn cells(table: &str) -> Vec<Vec<&str>> {
    table.lines().map(|row| row.split('|').map(str::trim_end).collect()).collect()
}

fn assert_table(arguments: &[&str], printed: &str) {
    let output = output(&[&["candidates"], arguments].concat());
    assert_eq!(cells(&output), cells(printed));
    for row in output.lines() {
        assert!(row.split('|').all(|cell| cell.len() == 8), "{row:?} is not nine cells of eight");
    }
}

#[test]
fn the_table_after_row_elimination_is_the_articles() {
    assert_table(&[SOLVABLE, "--after", "rows"], AFTER_ROWS);
}

#[test]
fn the_table_after_column_elimination_is_the_articles() {
    assert_table(&[SOLVABLE, "--after", "columns"], AFTER_COLUMNS);
}

#[test]
fn the_table_after_region_elimination_is_the_articles() {
    assert_table(&[SOLVABLE, "--after", "regions"], AFTER_REGIONS);
}

#[test]
fn the_table_after_all_eliminations_is_the_solution_that_both_articles_print() {
    assert_table(&[SOLVABLE, "--after", "all"], AFTER_ALL);
    assert_table(&[SOLVABLE], PART_2_SOLVED);
}

#[test]
fn what_elimination_leaves_open_is_the_table_of_the_second_article() {
    assert_table(&[NOT_SOLVABLE], PART_2_OPEN);
}

#[test]
fn what_recursion_makes_of_it_is_the_second_articles_solution() {
    let solution = output(&["solve", NOT_SOLVABLE, "--solver", "elimination-search"]);
    assert_eq!(solution.trim_end(), cells(PART_2_BY_RECURSION).concat().concat());
}

#[test]
fn before_any_elimination_blanks_are_all_values() {
    let output = output(&["candidates", SOLVABLE, "--after", "nothing"]);
    assert_eq!(output.lines().next(), Some(FIRST_ROW));
}

#[test]
fn two_puzzles_are_refused() {
    let two = format!("{SOLVABLE}\n{NOT_SOLVABLE}");
    let mut command = Command::cargo_bin("sudoku-bench").expect("it is built");
    let assert = command.args(["candidates", &two]).assert().code(2);
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains("holds 2 puzzles"), "{message}");
}

const FIRST_ROW: &str =
    "ALL     |4       |ALL     |6       |1       |ALL     |ALL     |9       |ALL     ";

const PART_2_SOLVED: &str = "\
2|4|8|6|1|7|5|9|3
6|7|9|2|5|3|4|1|8
1|5|3|9|4|8|7|2|6
9|6|1|5|3|4|8|7|2
7|3|5|8|2|6|1|4|9
8|2|4|7|9|1|3|6|5
5|1|6|3|7|9|2|8|4
3|9|7|4|8|2|6|5|1
4|8|2|1|6|5|9|3|7";

const PART_2_OPEN: &str = "\
9|2367|1|23678|68|4|358|58|38
347|347|347|1378|18|5|2|9|6
356|8|235|1236|169|29|4|15|7
2|1|34789|58|58|6|35789|578|389
78|79|6|158|2|3|15789|1578|4
38|5|38|9|4|7|138|1268|1238
13567|23679|23579|256|569|8|179|4|129
14568|2469|24589|2456|7|29|189|3|1289
478|2479|24789|24|3|1|6|278|5";

const PART_2_BY_RECURSION: &str = "\
9|2|1|7|6|4|3|5|8
4|3|7|8|1|5|2|9|6
6|8|5|3|9|2|4|1|7
2|1|4|5|8|6|9|7|3
7|9|6|1|2|3|5|8|4
3|5|8|9|4|7|1|6|2
1|6|3|2|5|8|7|4|9
5|4|2|6|7|9|8|3|1
8|7|9|4|3|1|6|2|5";

const AFTER_ROWS: &str = "\
23578|4|23578|6|1|23578|23578|9|23578
1234689|7|1234689|1234689|5|1234689|1234689|1234689|1234689
1|2567|3|9|4|8|2567|2567|2567
9|6|1|34578|34578|34578|34578|34578|2
3479|3479|5|8|2|6|1|3479|3479
8|12479|12479|12479|12479|12479|3|6|5
1568|1568|1568|3|7|9|2|1568|4
1234679|1234679|1234679|1234679|8|1234679|1234679|5|1234679
12479|8|12479|12479|6|5|12479|3|12479";

const AFTER_COLUMNS: &str = "\
2357|4|278|6|1|237|578|9|378
2346|7|24689|124|5|1234|4689|1248|13689
1|25|3|9|4|8|567|27|67
9|6|1|457|3|347|4578|478|2
347|39|5|8|2|6|1|47|379
8|129|2479|1247|9|1247|3|6|5
56|15|68|3|7|9|2|18|4
23467|1239|24679|1247|8|12347|4679|5|13679
247|8|2479|1247|6|5|479|3|179";

const AFTER_REGIONS: &str = "\
25|4|28|6|1|237|578|9|378
26|7|2689|2|5|23|468|1248|1368
1|25|3|9|4|8|567|27|67
9|6|1|457|3|47|478|478|2
47|3|5|8|2|6|1|47|79
8|2|47|147|9|147|3|6|5
56|15|6|3|7|9|2|18|4
23467|1239|24679|124|8|124|679|5|1679
247|8|2479|124|6|5|79|3|179";

const AFTER_ALL: &str = "\
2|4|8|6|1|7|5|9|3
6|7|9|2|5|3|4|1|8
1|5|3|9|4|8|7|2|6
9|6|1|5|3|4|8|7|2
7|3|5|8|2|6|1|4|9
8|2|4|7|9|1|3|6|5
5|1|6|3|7|9|2|8|4
3|9|7|4|8|2|6|5|1
4|8|2|1|6|5|9|3|7";

/// The brute-force article's puzzle, and the solution that it prints.
const BRUTE_FORCE: &str =
    "......45...7...3..1.9.6....3........5..4.........7...9..12........3.......6.....7";
const BRUTE_FORCE_SOLVED: &str =
    "863792451257184396149563872398621745572439618614875239981247563725316984436958127";

fn explained(arguments: &[&str]) -> serde_json::Value {
    let arguments = [&["explain", "--json"], arguments].concat();
    serde_json::from_str(&output(&arguments)).expect("JSON")
}

#[test]
fn an_explanation_ends_at_the_solution_that_the_article_prints() {
    let value = explained(&[BRUTE_FORCE]);
    let mut cells = BRUTE_FORCE.as_bytes().to_vec();
    for step in value["steps"].as_array().expect("steps") {
        for placed in step["places"].as_array().expect("places") {
            let [_, row, _, column] = <[u8; 4]>::try_from(text(&placed["cell"])).expect("r1c2");
            let cell = usize::from(row - b'1') * 9 + usize::from(column - b'1');
            assert_eq!(cells[cell], b'.');
            cells[cell] = text(&placed["value"])[0];
        }
    }
    assert_eq!(String::from_utf8(cells).expect("ASCII"), BRUTE_FORCE_SOLVED);
    assert_eq!(value["difficulty"]["hardest"], "w-wing");
    assert_eq!(value["solutions"], "one solution");
}

fn text(value: &serde_json::Value) -> &[u8] {
    value.as_str().expect("a string").as_bytes()
}

/// Runs `explain` and gives its exit code and what it says on both streams.
fn explain(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::cargo_bin("sudoku-bench").expect("it is built");
    let output = command.arg("explain").args(arguments).output().expect("it runs");
    let both = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(both).expect("UTF-8"))
}

#[test]
fn hints_come_in_three_strengths() {
    let hint = |strength: &str| explain(&[SOLVABLE, strength]).1;
    assert_eq!(hint("--hint"), "Look at box 1.\n");
    assert_eq!(hint("--hint=technique"), "Look at box 1 for a hidden single.\n");
    assert!(hint("--hint=effect").starts_with("Look at box 1 for a hidden single: r2c3 is"));
}

#[test]
fn what_cannot_be_explained_is_an_error_with_its_reason() {
    let twice = format!("11{}", ".".repeat(79));
    let none = format!("12345678.{}9{}", ".".repeat(8), ".".repeat(63));
    let large = ".".repeat(1296);
    for (argument, said) in [
        (&twice[..], "1 stands twice in one unit"),
        (&none, "the puzzle has no solution"),
        (&large, "the puzzle is 36x36; 4x4 to 25x25 can be explained"),
        ("datasets/seeds.txt", "holds 6 puzzles; write datasets/seeds.txt:LINE"),
        ("datasets/seeds.txt:1", "has no puzzle in line 1"),
    ] {
        let (code, text) = explain(&[argument]);
        assert!(code == Some(2) && text.contains(said), "{argument}: {text}");
    }
    let (code, text) = explain(&[SOLVABLE, "--step", "1000"]);
    assert!(code == Some(2) && text.contains("--step 1 to --step"), "{text}");
}

#[test]
fn a_puzzle_with_several_solutions_is_explained_by_guesses_that_are_marked() {
    let (code, text) = explain(&["datasets/seeds.txt:5"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("several solutions") && text.contains("fill no further cell"), "{text}");
    assert!(!text.contains("difficulty ") && !text.contains("unique rectangle"), "{text}");
}

#[test]
fn a_step_is_drawn_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("step.svg");
    let path = file.to_str().expect("UTF-8");
    let (code, text) = explain(&[BRUTE_FORCE, "--step", "18", "--svg", path]);
    assert!(code == Some(0) && text.contains("pointing"), "{text}");
    let drawing = std::fs::read_to_string(&file).expect("a drawing");
    assert!(drawing.starts_with("<svg") && drawing.contains("Pointing: box 4"), "{drawing}");
}
