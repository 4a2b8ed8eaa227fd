//! `check`, `sample` and `canon` as a user meets them.

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
fn a_grid_that_needs_search_is_found_unique_or_left_open_after_the_limit() {
    let file = "tests/data/z33_25x25_minimal_frisch_268_clues.txt";
    let (code, out, err) = run(&["check", "--strict", file], "");
    assert!(code == Some(0) && out.contains("1 with one, 0 with none"), "{out}{err}");
    assert!(err.contains("sat continues"), "{err}");
    let (code, out, err) = run(&["check", "--strict", "--timeout", "1ms", file], "");
    assert!(code == Some(1) && out.contains("0 with one, 0 with none"), "{out}{err}");
    assert!(out.contains("gave up after 1000000 guesses or 1ms"), "{out}");
}

#[test]
fn a_grid_that_needs_search_is_drawn_graded_and_explained_and_that_is_said() {
    let file = "tests/data/z33_25x25_minimal_frisch_268_clues.txt";
    let puzzle = include_str!("data/z33_25x25_minimal_frisch_268_clues.txt").trim();
    let draw = || run(&["sample", file, "-n", "1", "--hard", "--seed", "1"], "");
    let (code, out, err) = draw();
    assert!(code == Some(0) && out.trim() == puzzle, "{out}{err}");
    assert!(err.contains("by 30000 guesses; sat continues") && !err.contains("--timeout"), "{err}");
    for arguments in [&["explain", file, "--step", "1"][..], &["check", "--difficulty", file]] {
        let (code, out, err) = run(arguments, "");
        assert!(code == Some(0) && !out.is_empty(), "{arguments:?}: {out}{err}");
        assert_eq!(err.matches("sat continues").count(), 1, "{arguments:?}: {err}");
    }
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

/// The first of Gordon Royle's list.
const ROYLE: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

#[test]
fn canon_prints_the_form_of_each_puzzle_in_the_order_of_the_file_whatever_its_size() {
    let clash = "1".repeat(81);
    let text = format!("# Royle\n{ROYLE}\n1000000000000000\n{clash}\n{ROYLE}\n");
    let (code, out, err) = run(&["canon", "-"], &text);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("line 4: no canonical form: two givens of a row, column or box"), "{err}");
    let form = "000000001000000020000003000000040500006000300007810000010020004030000070950000000";
    let form = form.replace('0', ".");
    assert_eq!(out, format!("{form}\n...............1\n\n{form}\n"));
    let (code, greatest, _) = run(&["canon", "--form", "max", "...............1"], "");
    assert_eq!((code, &greatest[..]), (Some(0), "4...............\n"));
}

#[test]
fn canon_prints_an_isomorph_that_leads_to_the_form() {
    for form in ["puzzle", "solution", "max"] {
        let (code, out, err) = run(&["canon", "--form", form, "--map", "--threads", "2", "-"], V01);
        assert_eq!(code, Some(0), "{err}");
        let row = out.lines().nth(1).unwrap();
        let fields: Vec<&str> = row.split(',').collect();
        let [puzzle, form, automorphisms, transposed, rows, columns, values] = fields[..] else {
            panic!("{row}")
        };
        assert_eq!((puzzle, automorphisms), (V01, "1"));
        let numbers = |lines: &str| -> Vec<usize> {
            lines.split(' ').map(|number| number.parse::<usize>().unwrap() - 1).collect()
        };
        let (rows, columns) = (numbers(rows), numbers(columns));
        let image = (0..81).map(|at| {
            let (row, column) = (rows[at / 9], columns[at % 9]);
            let from = if transposed == "yes" { column * 9 + row } else { row * 9 + column };
            match puzzle.as_bytes()[from] {
                b'.' => '.',
                digit => char::from(values.as_bytes()[usize::from(digit - b'1')]),
            }
        });
        assert_eq!(image.collect::<String>(), form);
    }
}

#[test]
fn canon_by_the_solution_needs_exactly_one() {
    let several = ".".repeat(81);
    let none = format!("{}9{}", &V01[..1], &V01[2..]);
    let (code, out, err) =
        run(&["canon", "--form", "solution", "-"], &format!("{several}\n{none}"));
    assert_eq!((code, &out[..]), (Some(1), "\n\n"));
    assert!(err.contains("line 1: no canonical form by the solution: there are several"), "{err}");
    assert!(err.contains("line 2: no canonical form by the solution: there is none"), "{err}");
}

/// The one pair of isomorphs of magictour's list: its bands are exchanged.
const PAIR: [&str; 2] = [
    "....1.78.5....9..........4..2..........6....3.74.8.........3..2.8..4..1.6..5.....",
    ".2..........6....3.74.8.........3..2.8..4..1.6..5.........1.78.5....9..........4.",
];

#[test]
fn dedup_keeps_the_first_of_equal_puzzles_and_on_demand_of_isomorphic_ones() {
    let clash = "11".to_owned() + &".".repeat(79);
    let [one, other] = PAIR;
    let text = format!(
        "{V01}\n{one}\n1...............\n{one}\n{clash}\n{other}\n{clash}\n.1..............\n"
    );
    let (code, out, err) = run(&["dedup", "-"], &text);
    assert_eq!(code, Some(0));
    assert!(err.contains("9x9: 4 of 6 puzzles kept, 2 repeat an earlier one"), "{err}");
    let four = "1...............";
    assert_eq!(out, format!("{V01}\n{one}\n{four}\n{clash}\n{other}\n.1..............\n"));
    let (code, out, err) = run(&["dedup", "--isomorphic", "-"], &text);
    assert_eq!(code, Some(0));
    assert_eq!(out, format!("{V01}\n{one}\n{four}\n{clash}\n"));
    for said in [
        "4x4: 1 of 2 puzzles kept, one of each class; automorphisms: 2 with 48",
        "9x9: 3 of 6 puzzles kept, one of each class; automorphisms: 4 with 1",
        "9x9: 2 puzzles have no canonical form",
    ] {
        assert!(err.contains(said), "{said}: {err}");
    }
}

#[test]
fn check_counts_classes_and_names_isomorphs() {
    let [one, other] = PAIR;
    let text = format!("{V01}\n{one}\n{other}\n");
    let (code, out, _) = run(&["check", "--isomorphic", "-"], &text);
    assert_eq!(code, Some(0));
    assert!(out.contains("repeated   0"), "{out}");
    let said = "classes    2 up to isomorphism\n  automorphisms: 3 with 1\n             line 3 is an isomorph of line 2";
    assert!(out.contains(said), "{out}");
    assert_eq!(run(&["check", "--isomorphic", "--strict", "-"], &text).0, Some(1));
}

/// The public lists, where they are at hand.
#[test]
fn public_lists_have_as_many_classes_as_is_known() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/datasets");
    let file = |name: &str| format!("{folder}/{name}.txt");
    if !PathBuf::from(file("royle17")).exists() {
        return eprintln!("SKIPPED: there is no {folder}, so public lists were not compared");
    }
    let (_, out, _) = run(&["check", "--isomorphic", &file("magictour-top1465")], "");
    assert!(out.contains("classes    1464 up to isomorphism"), "{out}");
    let (_, out, err) = run(&["canon", &file("royle17")], "");
    let mut forms: Vec<&str> = out.lines().collect();
    forms.sort_unstable();
    forms.dedup();
    assert_eq!(forms.len(), 49_151, "{err}");
    let text = forms.join("\n").replace('.', "0") + "\n";
    let hash = blake3::hash(text.as_bytes()).to_string();
    assert_eq!(hash, "3a1d180638ef40aabe76b37750a9bbed0e648ca4134a21f003bc1b97574af0a9");
}

/// The articles' puzzles with one solution, by the labels that `sample` gives them.
#[test]
fn every_puzzle_with_one_solution_has_one_label() {
    let (code, out, _) = run(&["check", SEEDS, "--difficulty"], "");
    assert!(code == Some(0) && out.contains("difficulty 5 graded"), "{out}");
    let mut labelled = Vec::new();
    for label in ["easy", "medium", "hard", "expert", "extreme"] {
        let sample = ["sample", SEEDS, "-n", "6", "--seed", "1", "--difficulty", label];
        let (code, drawn, _) = run(&sample, "");
        assert_eq!(code, Some(0));
        let counted = out.lines().find(|line| line.trim_start().starts_with(label));
        let counted = counted.map_or(0, |line| {
            line.split_whitespace().nth(1).expect("a count").parse::<usize>().expect("a number")
        });
        assert_eq!(drawn.lines().count(), counted, "{label}: {out}");
        labelled.extend(drawn.lines().map(str::to_owned));
    }
    labelled.sort_unstable();
    let puzzles = fs::read_to_string(SEEDS).unwrap();
    let unique =
        puzzles.lines().filter(|line| !line.starts_with('#') && !line.contains("...9.2...."));
    let mut unique: Vec<&str> = unique.collect();
    unique.sort_unstable();
    assert_eq!(labelled, unique);
}

#[test]
fn no_difficulty_of_that_name_is_an_error_that_lists_them() {
    let (code, _, err) = run(&["sample", SEEDS, "--difficulty", "fiendish"], "");
    assert!(code == Some(2) && err.contains("easy, medium, hard, expert, extreme"), "{err}");
}
