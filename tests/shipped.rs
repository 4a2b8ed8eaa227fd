//! The datasets of the repository hold what their README says: unique puzzles by two unlike solvers, minimal ones
//! of which each given is needed, others without a solution or with as many as their column says. A part of each
//! file is looked at, or all of them with SHIPPED=all (`scripts/make-datasets --verify`).

use std::path::Path;

use sudoku_bench::builtin;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{Answers, Goal, Search, Stop};

/// Puzzles of a file that are looked at, those of larger grids fewer.
const QUICK: usize = 24;

/// What every puzzle of a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Unique,
    /// Without any of its givens it has several solutions.
    Minimal,
    /// The second column is the number of solutions.
    Counted,
    Unsolvable,
}

/// The kind of each file; `seeds.txt` has several.
fn kind(file: &str) -> Option<Kind> {
    Some(match file {
        "minimal.txt" | "hard.txt" | "hex-minimal.txt" | "unbiased.csv" | "seventeen.txt"
        | "symmetric.txt" => Kind::Minimal,
        "multi.tsv" => Kind::Counted,
        "invalid.txt" | "invalid-deep.txt" => Kind::Unsolvable,
        "seeds.txt" => return None,
        _ => Kind::Unique,
    })
}

/// Two solvers of unlike algorithms that decide puzzles of that order in time. Only one that learns does where
/// 25x25 grids need search.
fn judges(file: &str, order: Order) -> &'static [&'static str] {
    match order {
        Order::TWO | Order::THREE => &["vector", "dlx"],
        _ if file == "giant-search.txt" => &["sat"],
        _ => &["cycles", "sat"],
    }
}

/// The numbers of solutions of some puzzles, up to a goal.
fn counts(solver: &str, order: Order, goal: Goal, puzzles: &[Vec<u8>]) -> Vec<u32> {
    let block = Puzzles::from_cells(order, puzzles.iter().map(Vec::as_slice));
    let mut answers = Answers::new(order, puzzles.len().max(1));
    let mut running = builtin::find(solver).expect("built in").start(order, goal).expect("taken");
    running.solve(&block.block(), &Stop::never(), &mut answers).expect("it solves");
    let count = |i| {
        assert_eq!(answers.get(i).search, Search::Complete, "{solver}");
        answers.get(i).count
    };
    (0..puzzles.len()).map(count).collect()
}

/// The puzzle without each of its givens in turn.
fn without_each(puzzle: &[u8]) -> Vec<Vec<u8>> {
    let givens = (0..puzzle.len()).filter(|&cell| puzzle[cell] != b'.');
    let without = |cell| {
        let mut less = puzzle.to_vec();
        less[cell] = b'.';
        less
    };
    givens.map(without).collect()
}

fn look_at(file: &str, kind: Kind, rows: &[&str]) {
    let fields = |row: &&str| row.split([',', '\t']).map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = rows.iter().map(fields).collect();
    let puzzles: Vec<Vec<u8>> = rows.iter().map(|row| row[0].clone().into_bytes()).collect();
    let order = Order::from_cells(puzzles[0].len()).expect("a puzzle");
    for solver in judges(file, order) {
        if kind == Kind::Counted {
            let most = 1000;
            let expected =
                rows.iter().map(|row| row[1].parse::<u32>().expect("a number").min(most));
            let found = counts(solver, order, Goal::Count(most), &puzzles);
            assert_eq!(found, expected.collect::<Vec<_>>(), "{file}, {solver}");
            continue;
        }
        let expected = if kind == Kind::Unsolvable { 0 } else { 1 };
        for (count, puzzle) in counts(solver, order, Goal::Unique, &puzzles).iter().zip(&puzzles) {
            assert_eq!(*count, expected, "{file}, {solver}: {}", String::from_utf8_lossy(puzzle));
        }
        // Beyond 9x9 that is a search for each given: the one that learns makes it.
        if kind == Kind::Minimal && (order <= Order::THREE || *solver == "sat") {
            for puzzle in &puzzles {
                let counts = counts(solver, order, Goal::Unique, &without_each(puzzle));
                assert!(counts.iter().all(|&count| count == 2), "{file}, {solver}");
            }
        }
    }
}

#[test]
fn shipped_puzzles_are_what_their_files_are_said_to_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    let all = std::env::var("SHIPPED").is_ok_and(|which| which == "all");
    let manifest = std::fs::read_to_string(folder.join("MANIFEST.tsv")).expect("it is there");
    let mut bytes = 0;
    for file in manifest.lines().skip(1).filter_map(|row| row.split('\t').next()) {
        let text = std::fs::read_to_string(folder.join(file)).expect("it is there");
        bytes += text.len();
        let Some(kind) = kind(file) else { continue };
        let is_puzzle = |row: &&str| !row.starts_with("puzzle");
        let rows: Vec<&str> = text.lines().filter(is_puzzle).collect();
        let wanted = match rows[0].len() {
            0..256 => QUICK,
            256..600 => QUICK / 8,
            _ => QUICK / 12,
        };
        let step = if all { 1 } else { rows.len().div_ceil(wanted) };
        let some: Vec<&str> = rows.iter().step_by(step).copied().collect();
        some.chunks(500).for_each(|rows| look_at(file, kind, rows));
    }
    assert!(bytes < 4 << 20, "the datasets take {bytes} bytes");
}
