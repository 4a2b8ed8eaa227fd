//! `generate`: the same bytes for the same seed, in every form; and `neighbours`.

use assert_cmd::Command;

fn generate(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("sudoku-bench").expect("it is built");
    let assert = command.arg("generate").args(arguments).assert();
    let output = assert.get_output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code().expect("no signal"), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_seed_gives_the_same_puzzles_for_any_number_of_threads_and_puzzles() {
    let arguments = ["--seed", "0", "--count", "100", "--minimal", "--threads"];
    let outputs = ["1", "2", "7"].map(|n| generate(&[&arguments[..], &[n]].concat()).1);
    assert!(outputs[0] == outputs[1] && outputs[1] == outputs[2]);
    assert_eq!(outputs[0].lines().count(), 100);
    let (_, fewer, _) = generate(&["--seed", "0", "--count", "3", "--minimal"]);
    assert!(outputs[0].starts_with(&fewer) && fewer.lines().count() == 3);
}

/// What the program printed when these seeds were first published.
#[test]
fn a_seed_goes_on_giving_the_same_puzzles() {
    for (file, arguments) in [
        ("unbiased.csv", "--unbiased --seed 4 --count 5 --format csv"),
        ("easy.txt", "--seed 1 --count 20 --givens 36..44 --symmetry rotational"),
        ("minimal.txt", "--seed 2 --count 50 --minimal"),
        ("hex.txt", "--seed 3 --count 5 --order 4 --givens 110..140"),
    ] {
        let path = format!("{}/datasets/{file}", env!("CARGO_MANIFEST_DIR"));
        let published = std::fs::read_to_string(path).expect("a dataset of the repository");
        let (_, made, _) = generate(&arguments.split(' ').collect::<Vec<_>>());
        assert!(made.lines().count() >= 5 && published.starts_with(&made), "{file}");
    }
    for (published, arguments) in [
        (include_str!("fixtures/minimal_16x16.txt"), "--seed 4 --order 4 --minimal --count 2"),
        (
            include_str!("fixtures/minimal_symmetric_16x16.txt"),
            "--seed 4 --order 4 --minimal --symmetry rotational --count 2",
        ),
        (include_str!("fixtures/minimal_25x25.txt"), "--seed 1 --order 5 --minimal"),
    ] {
        let (_, made, _) = generate(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(made, published, "{arguments}");
    }
}

#[test]
fn large_puzzles_are_printed_in_order_whatever_the_threads() {
    let arguments = ["--seed", "1", "--order", "4", "--minimal", "--symmetry", "rotational"];
    let outputs = ["1", "3"].map(|threads| {
        generate(&[&arguments[..], &["--count", "4", "--threads", threads]].concat())
    });
    assert_eq!(outputs[0], outputs[1]);
    assert_eq!(outputs[0].1.lines().count(), 4);
}

#[test]
fn without_a_seed_one_is_drawn_and_printed() {
    let (_, first, seed) = generate(&["--count", "2"]);
    let seed = seed.trim().strip_prefix("seed ").expect("the seed").to_owned();
    assert_eq!(generate(&["--count", "2", "--seed", &seed]).1, first);
}

#[test]
fn csv_has_the_solution_and_every_form_the_same_puzzle() {
    let common = ["--seed", "3", "--symmetry", "rotational", "--givens", "26..32", "--format"];
    let [line, grid, java, csv] = ["line", "grid", "java", "csv"].map(|format| {
        let (code, out, _) = generate(&[&common[..], &[format]].concat());
        assert_eq!(code, 0);
        out
    });
    let puzzle = line.trim();
    assert_eq!(grid.split_whitespace().collect::<String>(), puzzle);
    assert_eq!(java.split('"').skip(1).step_by(2).collect::<String>(), puzzle);
    let row = csv.lines().nth(1).expect("a row");
    let (first, solution) = row.split_once(',').expect("two columns");
    assert_eq!((csv.lines().next(), first), (Some("puzzle,solution"), puzzle));
    let mut solve = Command::cargo_bin("sudoku-bench").expect("it is built");
    solve.args(["solve", puzzle]).assert().success().stdout(format!("{solution}\n"));
}

#[test]
fn impossible_recipes_are_refused_with_a_reason() {
    for (arguments, reason) in [
        (&["--givens", "10..16"][..], "17"),
        (&["--givens", "30..20"], "MIN..MAX"),
        (&["--order", "6"], "5 for 25x25"),
        (&["--order", "16"], "write the box size, 4 for 16x16"),
        (&["--order", "2", "--givens", "17"], "16 cells"),
        (&["--order", "2", "--difficulty", "jellyfish"], "none of 1000 puzzles"),
    ] {
        let (code, out, err) = generate(arguments);
        assert!(code == 2 && out.is_empty() && err.contains(reason), "{arguments:?}: {err}");
    }
}

#[test]
fn puzzles_of_a_difficulty_are_as_hard_as_they_are_explained_to_be() {
    let arguments = ["--seed", "2", "--minimal", "--count", "4", "--difficulty"];
    for (wanted, field) in [("medium", "label"), ("naked-pair", "hardest")] {
        let all = |threads| [&arguments[..], &[wanted, "--threads", threads]].concat();
        let (_, puzzles, _) = generate(&all("1"));
        assert_eq!(puzzles, generate(&all("3")).1);
        assert_eq!(puzzles.lines().count(), 4);
        for puzzle in puzzles.lines() {
            let mut command = Command::cargo_bin("sudoku-bench").expect("it is built");
            let assert = command.args(["explain", "--json", puzzle]).assert().success();
            let value: serde_json::Value =
                serde_json::from_slice(&assert.get_output().stdout).expect("JSON");
            assert_eq!(value["difficulty"][field], wanted.replace('-', " "), "{puzzle}");
        }
    }
}

#[test]
fn unbiased_puzzles_come_with_weights_and_are_the_same_for_any_number_of_threads() {
    for how in ["--unbiased", "--unbiased=paths"] {
        let arguments = ["--seed", "1", "--order", "2", "--count", "50", "--format", "csv", how];
        let outputs = ["1", "3"].map(|n| generate(&[&arguments[..], &["--threads", n]].concat()).1);
        assert_eq!(outputs[0], outputs[1]);
        let mut rows = outputs[0].lines();
        assert_eq!(rows.next(), Some("puzzle,solution,weight"));
        assert_eq!(rows.clone().count(), 50);
        for row in rows {
            let [puzzle, solution, weight] = row.split(',').collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            assert!(
                puzzle.bytes().zip(solution.bytes()).all(|(p, s)| p == b'.' || p == s),
                "{row}"
            );
            assert!(weight.parse::<f64>().is_ok_and(|weight| weight > 0.0), "{row}");
        }
    }
    let (code, _, err) = generate(&["--unbiased", "--order", "4"]);
    assert!(code == 2 && err.contains("4x4 and 9x9"), "{err}");
    assert_eq!(generate(&["--unbiased", "--minimal"]).0, 2);
}

/// A puzzle of 17 givens with others near it by {-1+1}.
const NEAR: &str =
    "................12..3.45...............6.34..17......8...2.......4...5..9..81....";

fn neighbours(folder: &std::path::Path, arguments: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("sudoku-bench").expect("it is built");
    let words = arguments.split(' ').filter(|word| !word.is_empty());
    let output = command.current_dir(folder).arg("neighbours").args(words).output().expect("run");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code().expect("no signal"), text(&output.stdout), text(&output.stderr))
}

#[test]
fn neighbours_go_on_where_they_stopped_and_are_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("near.txt"), format!("{NEAR}\n")).expect("written");
    let options = "near.txt --remove 1 --add 1";
    let (code, all, err) = neighbours(folder.path(), &format!("{options} --rounds 3 --threads 3"));
    assert_eq!(code, 0, "{err}");
    assert!(all.lines().count() >= 2 && !all.contains(NEAR), "{all}");
    for round in 1..=3 {
        let threads = format!("{options} --out found.txt --threads {round}");
        assert_eq!(neighbours(folder.path(), &threads).0, 0);
    }
    let found = std::fs::read_to_string(path("found.txt")).expect("written");
    assert!(found.starts_with("# sudoku-bench neighbours remove=1 add=1 of="), "{found}");
    assert_eq!(found.lines().skip(1).collect::<Vec<_>>(), all.lines().collect::<Vec<_>>());
    let first = all.lines().next().expect("a neighbour");
    std::fs::write(path("known.txt"), first).expect("written");
    let (_, others, _) = neighbours(folder.path(), &format!("{options} --known known.txt"));
    assert!(!others.contains(first));
    let (code, _, err) = neighbours(folder.path(), "near.txt --remove 2 --add 1 --out found.txt");
    assert!(code == 2 && err.contains("not from a search with these puzzles"), "{err}");
    let mut solve = Command::cargo_bin("sudoku-bench").expect("it is built");
    let counted = solve.args(["solve", "--count", "-"]).write_stdin(all).output().expect("run");
    let counted = String::from_utf8(counted.stdout).expect("UTF-8");
    assert!(counted.lines().all(|line| line.ends_with("\t1")), "{counted}");
}
