//! `generate`: the same bytes for the same seed, in every form.

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
        ("easy", "--seed 1 --count 20 --givens 36..44 --symmetry rotational"),
        ("minimal", "--seed 2 --count 50 --minimal"),
        ("hex", "--seed 3 --count 5 --order 4 --givens 110..140"),
    ] {
        let path = format!("{}/datasets/{file}.txt", env!("CARGO_MANIFEST_DIR"));
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
