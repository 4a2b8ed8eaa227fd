//! No step of a technique contradicts the solution that two solvers found.

use std::path::Path;

use sudoku_bench::builtin;
use sudoku_bench::logic::{Candidate, Effect, Explanation, Known, Position, Step, Technique};
use sudoku_bench::puzzle::Order;
use sudoku_bench::solver::{Goal, Stop};

use crate::support::{ask_all, order_of};

/// The only solution of each puzzle, by two solvers that share no code.
fn solutions(puzzles: &[&str]) -> Vec<String> {
    let [mut one, other] = ["mrv", "cycles"].map(|name| {
        let backend = builtin::find(name).expect("a built-in");
        ask_all(&*backend, Goal::Unique, &Stop::after_guesses(1_000_000), puzzles)
    });
    for (i, (one, other)) in one.iter().zip(&other).enumerate() {
        assert!(one.count == 1 && one.is_complete(), "line {}", i + 1);
        assert_eq!((one.count, &one.solution), (other.count, &other.solution), "line {}", i + 1);
    }
    one.iter_mut().map(|reply| reply.solution.take().expect("a solution")).collect()
}

/// The candidate of a solution that a step denies, if there is one.
fn denied(order: Order, step: &Step, solution: &[u8]) -> Option<Candidate> {
    let is_solved =
        |gone: &Candidate| solution[usize::from(gone.cell)] == Order::symbol(gone.value);
    match &step.effect {
        Effect::Remove(removed) => removed.iter().copied().find(is_solved),
        Effect::Place(placed) => Some(*placed).filter(|placed| !is_solved(placed)),
    }
    .inspect(|denied| assert!(usize::from(denied.cell) < order.cells()))
}

/// Solves a puzzle step by step, and looks at every step of every technique on the way.
fn assert_sound(puzzle: &str, solution: &str) {
    let order = order_of(puzzle);
    let position = Position::new(order, puzzle.as_bytes()).expect("givens that agree");
    let known = Known::Unique(solution.as_bytes().to_vec());
    let mut explanation = Explanation::new(position, known);
    while let Some(next) = explanation.peek() {
        for technique in Technique::ALL {
            for step in technique.find_all(explanation.position()) {
                let denied = denied(order, &step, solution.as_bytes());
                assert_eq!(denied, None, "{puzzle}: {step:?}");
            }
        }
        explanation.apply(&next).expect("a step that applies");
    }
    assert_eq!(explanation.position().cells(), solution.as_bytes(), "{puzzle}");
}

fn all_sound<'a>(puzzles: impl IntoIterator<Item = &'a str>) -> usize {
    let puzzles: Vec<&str> = puzzles.into_iter().collect();
    let solutions = solutions(&puzzles);
    puzzles.iter().zip(&solutions).for_each(|(puzzle, solution)| assert_sound(puzzle, solution));
    puzzles.len()
}

#[test]
fn steps_keep_the_solution_of_puzzles_of_every_order() {
    all_sound([".....41.2..3....", "1....4.....34..1"]);
    all_sound(include_str!("../../datasets/minimal.txt").lines().step_by(250));
    all_sound(include_str!("../../datasets/easy.txt").lines().step_by(200));
    all_sound(include_str!("../../datasets/hex.txt").lines().step_by(40));
}

/// Takes minutes, and the large sets: `cargo test --release --test solvers -- --ignored ten_thousand`.
#[test]
#[ignore = "takes minutes and ../shared/datasets; run by hand after a change to a technique"]
fn steps_keep_the_solutions_of_ten_thousand_puzzles() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/minimal.txt");
    let folder = std::env::var("DATASETS").expect("DATASETS names the folder of the large sets");
    let large = ["royle17.txt", "magictour-top1465.txt", "forum-hardest-1905-11plus.txt"];
    let files = large.map(|name| Path::new(&folder).join(name));
    for (file, number) in files.iter().chain([&own]).zip([3_000, 1_465, 2_535, 3_000]) {
        let text = std::fs::read_to_string(file).expect("a set of puzzles");
        let lines = text.lines().filter_map(|line| line.get(..81));
        let lines: Vec<String> = lines
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.replace('0', "."))
            .collect();
        let step = lines.len() / number;
        let count = all_sound(lines.iter().step_by(step.max(1)).take(number).map(String::as_str));
        println!("{}: {count} puzzles", file.display());
    }
}
