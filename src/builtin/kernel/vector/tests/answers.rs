//! Answers at every width against `mrv`'s, on public puzzles and on grids without a plan.

use std::io::Write;
use std::path::PathBuf;

use proptest::prelude::*;

use super::super::super::super::find;
use super::super::super::isa::Isa;
use super::super::super::simd::boxes::symbols::CELLS;
use super::super::Vector;
use crate::puzzle::{Order, Puzzles};
use crate::solver::{Answers, Backend, Goal, Search, Solver, Stop};

type Cells = [u8; CELLS];

/// Guesses that no grid of these tests may need; `mrv` may, on grids without a solution.
const LOST: u64 = 100_000;

/// Count, whether it is complete, and the first solution of each puzzle.
type Answer = (u32, Search, Option<Vec<u8>>);

fn answers(mut solver: Box<dyn Solver>, puzzles: &Puzzles) -> (Vec<Answer>, Vec<u64>) {
    let mut answers = Answers::new(Order::THREE, puzzles.len());
    let patience = Stop::after_guesses(LOST);
    solver.solve(&puzzles.block(), &patience, &mut answers).expect("it solves");
    let all = (0..puzzles.len()).map(|i| answers.get(i));
    let of = |a: crate::solver::Answer<'_>| (a.count, a.search, a.solution.map(<[u8]>::to_vec));
    (all.clone().map(of).collect(), all.map(|answer| answer.guesses).collect())
}

fn vector(isa: Isa, goal: Goal) -> Box<dyn Solver> {
    Vector::new("vector".to_owned(), isa).start(Order::THREE, goal).expect("order 3")
}

/// Returns true if all units hold every digit and the givens stand.
fn solves(puzzle: &[u8], solution: &[u8]) -> bool {
    let keeps = puzzle.iter().zip(solution).all(|(&given, &digit)| given == b'.' || given == digit);
    let unit = |cell: fn(usize, usize) -> usize| {
        (0..9).all(|i| {
            let seen = (0..9).fold(0, |seen, j| seen | 1 << (solution[cell(i, j)] - b'1'));
            seen == 0x1ff
        })
    };
    keeps
        && unit(|i, j| 9 * i + j)
        && unit(|i, j| 9 * j + i)
        && unit(|i, j| 27 * (i / 3) + 3 * (i % 3) + 9 * (j / 3) + j % 3)
}

/// Asserts that every width answers as `mrv` does, with the same guesses at every width.
fn assert_as_mrv(puzzles: &Puzzles, goal: Goal) {
    let mrv = find("mrv").expect("built in").start(Order::THREE, goal).expect("every order");
    let (expected, _) = answers(mrv, puzzles);
    let mut guesses = None;
    for isa in Isa::available() {
        let (own, own_guesses) = answers(vector(isa, goal), puzzles);
        for (i, (own, expected)) in own.iter().zip(&expected).enumerate() {
            let puzzle = puzzles.block().cells(i);
            let shown = String::from_utf8_lossy(puzzle);
            assert_eq!(own.1, Search::Complete, "{isa} {goal} {shown}");
            if expected.1 == Search::Incomplete {
                continue; // mrv lost its way: a limit is not an answer to compare
            }
            assert_eq!((own.0, own.1), (expected.0, expected.1), "{isa} {goal} {shown}");
            match &own.2 {
                Some(solution) => assert!(solves(puzzle, solution), "{isa} {goal} {shown}"),
                None => assert_eq!(own.0, 0, "{isa} {goal} {shown}"),
            }
            if own.0 == 1 && goal.limit() > 1 {
                assert_eq!(own.2, expected.2, "{isa} {goal} {shown}");
            }
        }
        assert_eq!(*guesses.get_or_insert_with(|| own_guesses.clone()), own_guesses, "{isa}");
    }
}

fn puzzles<'a>(cells: impl IntoIterator<Item = &'a Cells>) -> Puzzles {
    Puzzles::from_cells(Order::THREE, cells.into_iter().map(|cells| &cells[..]))
}

fn cells(line: &str) -> Cells {
    let mut cells: Cells = line.as_bytes()[..CELLS].try_into().expect("81 cells");
    for cell in &mut cells {
        if *cell == b'0' {
            *cell = b'.';
        }
    }
    cells
}

/// Every `step`th puzzle of a public dataset, if it is there.
fn dataset(name: &str, step: usize) -> Option<Puzzles> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/datasets").join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        let skipped = format!("skipped: {} is not there\n", path.display());
        std::io::stderr().write_all(skipped.as_bytes()).expect("stderr");
        return None;
    };
    let lines = text.lines().filter(|line| line.len() >= CELLS && !line.starts_with('#'));
    let all: Vec<Cells> = lines.step_by(step).map(cells).collect();
    Some(puzzles(&all))
}

#[test]
fn public_puzzles_are_answered_as_mrv_answers_them() {
    for (name, step) in
        [("royle17.txt", 50), ("magictour-top1465.txt", 10), ("forum-hardest-1905-11plus.txt", 500)]
    {
        if let Some(puzzles) = dataset(name, step) {
            assert_as_mrv(&puzzles, Goal::Unique);
            assert_as_mrv(&puzzles, Goal::First);
        }
    }
}

#[test]
fn a_block_of_one_is_answered_as_among_others() {
    let Some(puzzles) = dataset("royle17.txt", 2000) else { return };
    for isa in Isa::available() {
        let together = answers(vector(isa, Goal::Unique), &puzzles);
        let mut solver = vector(isa, Goal::Unique);
        for i in 0..puzzles.len() {
            let mut one = Answers::new(Order::THREE, 1);
            let block = puzzles.block().slice(i, i + 1);
            solver.solve(&block, &Stop::never(), &mut one).expect("it solves");
            let alone = one.get(0);
            assert_eq!((alone.count, alone.guesses), (together.0[i].0, together.1[i]));
        }
    }
}

#[test]
fn odd_grids_are_answered_as_mrv_answers_them() {
    let blank = [b'.'; CELLS];
    let mut one_given = blank;
    one_given[40] = b'5';
    let solved =
        cells("123456789456789123789123456231674895875912364694538217317265948542897631968341572");
    let mut one_open = solved;
    one_open[80] = b'.';
    let mut wrong = solved;
    wrong.swap(0, 1);
    let clash = |a: usize, b: usize| {
        let mut cells = blank;
        (cells[a], cells[b]) = (b'1', b'1');
        cells
    };
    let all = [
        blank,
        one_given,
        solved,
        one_open,
        wrong,
        clash(0, 1),
        clash(0, 8),
        clash(0, 72),
        clash(0, 10),
        clash(30, 35),
        clash(31, 76),
    ];
    for goal in [Goal::First, Goal::Unique, Goal::Count(1), Goal::Count(700)] {
        assert_as_mrv(&puzzles(&all), goal);
    }
}

/// Solved grids made of one by exchanges that keep it solved, with most of their cells blanked,
/// and sometimes a given changed: none, one or many solutions.
fn grids() -> impl Strategy<Value = Cells> {
    let relabelled = Just([1u8, 2, 3, 4, 5, 6, 7, 8, 9]).prop_shuffle();
    let rows = Just([0usize, 1, 2]).prop_shuffle();
    let kept = prop::collection::vec(any::<u8>(), CELLS);
    let changed = prop::option::of((0..CELLS, 1u8..=9));
    (relabelled, rows.clone(), rows, kept, 60u8..120, changed).prop_map(
        |(digits, rows, columns, kept, share, changed)| {
            let solved = cells(
                "123456789456789123789123456231674895875912364694538217317265948542897631968341572",
            );
            let mut grid: Cells = std::array::from_fn(|i| {
                let (row, column) = (i / 9, i % 9);
                let from = 9 * (row / 3 * 3 + rows[row % 3]) + column / 3 * 3 + columns[column % 3];
                b'0' + digits[usize::from(solved[from] - b'1')]
            });
            for (cell, kept) in grid.iter_mut().zip(kept) {
                if kept > share {
                    *cell = b'.';
                }
            }
            if let Some((cell, digit)) = changed {
                grid[cell] = b'0' + digit;
            }
            grid
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn grids_with_no_one_and_many_solutions_are_answered_as_mrv_answers_them(
        grids in prop::collection::vec(grids(), 1..4),
    ) {
        for goal in [Goal::First, Goal::Unique, Goal::Count(50)] {
            assert_as_mrv(&puzzles(&grids), goal);
        }
    }
}
