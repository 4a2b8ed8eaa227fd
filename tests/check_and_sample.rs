//! `check` and `sample` as a user meets them.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/seeds.txt");
const V01: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
const S01: &str =
    "162857493534129678789643521475312986913586742628794135356478219241935867897261354";

fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut program = Command::cargo_bin("sudoku-bench").unwrap();
    let done = program.args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn the_passport_of_the_seeds_puzzles() {
    let (code, out, _) = run(&["check", SEEDS], "");
    assert_eq!(code, Some(0));
    let manifest = include_str!("../datasets/MANIFEST.tsv");
    let hash = manifest.lines().nth(1).unwrap().split('\t').nth(2).unwrap();
    assert!(out.contains(&format!("blake3     {hash}")), "{out}");
    assert!(out.contains("9x9\n  puzzles    6\n  givens     16 to "), "{out}");
    // The articles solve five of them; the sixth has 16 givens, too few for one solution.
    assert!(out.contains("solutions  5 with one, 0 with none, 1 with several"), "{out}");
    assert!(out.contains("repeated   0"), "{out}");
}

#[test]
fn the_passport_names_what_is_wrong_by_its_line() {
    let bad = S01.replacen('1', "2", 1);
    let text = format!("puzzle,solution\n{V01},{S01}\n\n{V01},{bad}\n11{},\nx,\n", &V01[2..]);
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "some.csv", &text);
    let path = path.to_str().unwrap();
    let (code, out, err) = run(&["check", path], "");
    assert_eq!(code, Some(0), "{err}");
    for line in [
        "puzzle in column 1, solution in column 2",
        "line 1 is a header",
        "6 lines",
        "malformed  1",
        "solutions  2 with one, 1 with none, 0 with several",
        "repeated   1\n             line 4 repeats line 2",
        "solution column: 2, of which 1 are wrong\n             line 4: ",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    assert!(err.contains("line 6, column 1: found 'x'"), "{err}");
    assert_eq!(run(&["check", "--strict", path], "").0, Some(2));
    let (code, ..) = run(&["check", "--strict", "-"], &format!("{V01}\n{V01}\n"));
    assert_eq!(code, Some(1));
    assert_eq!(run(&["check", "--strict", "-"], V01).0, Some(0));
}

#[test]
fn options_override_the_alphabet() {
    let letters = V01.replace('.', "@").replace('1', "I");
    let (code, out, err) =
        run(&["check", "-", "--alphabet", "I23456789", "--blank", "@"], &letters);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("1 with one"), "{out}");
    let (code, _, err) = run(&["check", "-", "--alphabet", "12"], V01);
    assert_eq!(code, Some(2));
    assert!(err.contains("--alphabet has 2 symbols"), "{err}");
}

#[test]
fn a_sample_is_drawn_without_repeats_and_told_by_its_seed() {
    let (code, out, _) = run(&["sample", SEEDS, "-n", "4", "--seed", "7"], "");
    assert_eq!(code, Some(0));
    let seeds = fs::read_to_string(SEEDS).unwrap();
    let drawn: HashSet<&str> = out.lines().collect();
    assert_eq!((out.lines().count(), drawn.len()), (4, 4));
    assert!(drawn.iter().all(|puzzle| seeds.lines().any(|line| line == *puzzle)));
    assert_eq!(run(&["sample", SEEDS, "-n", "4", "--seed", "7"], "").1, out);
    let (_, all, err) = run(&["sample", SEEDS, "-n", "9"], "");
    assert_eq!(all.lines().count(), 6);
    assert!(err.contains("has only 6 puzzles") && err.contains("seed "), "{err}");
}

/// The puzzles with the smallest numbers that SplitMix64 makes of seed and offset, in the file's order:
/// from a program in another language.
const DRAWN: [(&str, &str, &str); 2] = [
    (
        "datasets/easy.txt",
        "1",
        ".57.3819.1...4..3.4.319.75....91....5146.3289....52....21.679.8.4..2...7.7648.52.
52....174..72.5..86..4.19...627....1.835.462.1....678...16.2..78..3.92..294....36
...1.3874..15.6.939...74.1.51.3...2.29.....38.3...7.56.5.43...137.8.15..1647.2...
",
    ),
    (
        "datasets/easy.txt",
        "18446744073709551615",
        "....5.....2.8147591.5.72.8391...7.646.42.38.783.1...9576.42.5.8281735.4.....6....
.2.1..54.4678.3.9.19.42......19...2..48...76..5...43......12.57.7.6.8231.12..9.8.
",
    ),
];

#[test]
fn a_seed_draws_the_same_bytes_everywhere_and_for_good() {
    for (file, seed, expected) in DRAWN {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/").to_owned() + file;
        let number = expected.lines().count().to_string();
        let (code, out, _) = run(&["sample", &file, "-n", &number, "--seed", seed], "");
        assert_eq!((code, &*out), (Some(0), expected), "{seed}");
    }
}

/// What it printed when this was written: later versions and other machines have to print the same.
#[test]
fn a_seed_scrambles_to_the_same_bytes_everywhere_and_for_good() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/easy.txt");
    let (code, out, _) = run(&["sample", file, "-n", "2", "--seed", "1", "--scramble"], "");
    assert_eq!((code, &*out), (Some(0), SCRAMBLED));
}

const SCRAMBLED: &str = "\
.5.6784..97.43.8..8.4...5..519.6.2.....2.71..74.15.6...2.7..96.198326.544...8.3.1
.4..6.7.9756...23..294..86..64..39...9..54.2..13.89...6...9145....87269...1..6.72
";

#[test]
fn hard_ones_have_one_solution_and_scrambled_ones_are_new_and_as_many() {
    let (_, out, _) = run(&["sample", SEEDS, "-n", "6", "--hard", "--seed", "1"], "");
    assert_eq!(out.lines().count(), 5, "one of the six has many solutions");
    let (_, new, _) = run(&["sample", SEEDS, "-n", "6", "--hard", "--scramble", "--seed", "1"], "");
    let givens = |line: &str| line.bytes().filter(|byte| *byte != b'.').count();
    for (old, new) in out.lines().zip(new.lines()) {
        assert_ne!(old, new);
        assert_eq!(givens(old), givens(new));
    }
    let (_, checked, _) = run(&["check", "-"], &new);
    assert!(checked.contains("5 with one, 0 with none, 0 with several"), "{checked}");
}
