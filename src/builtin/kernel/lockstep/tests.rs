//! Every width against `mrv`: on files, on sub-grids of solved grids, and where grids go wrong.

use std::io::Write;

use proptest::prelude::*;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Lockstep;
use crate::builtin::kernel::isa::Isa;
use crate::puzzle::{Isomorph, Order, Puzzles};
use crate::solver::{Answers, Backend, Goal, Search, Stop};

/// Guesses that no grid of these tests may need; `mrv` may, on grids without a solution.
const LOST: u64 = 100_000;

/// A sign that ends a search which lost its way.
fn patience() -> Stop {
    Stop::after_guesses(LOST)
}

/// What is said of a puzzle: count, whether complete, first solution.
type Reply = (u32, Search, Option<String>);

/// What a backend says of some puzzles. They are repeated until they are too many to be solved one
/// by one.
fn ask(backend: &dyn Backend, goal: Goal, stop: &Stop, puzzles: &[String]) -> Vec<Reply> {
    let len = 9usize.next_multiple_of(puzzles.len());
    let copies: Vec<String> = puzzles.iter().cycle().take(len).cloned().collect();
    let mut replies = ask_block(backend, goal, stop, &copies);
    let said = |reply: &Reply| (reply.0, reply.1);
    let (first, others) = replies.split_at(puzzles.len());
    assert!(others.iter().zip(first.iter().cycle()).all(|(a, b)| said(a) == said(b)));
    replies.truncate(puzzles.len());
    replies
}

/// What a backend says of a block.
fn ask_block(backend: &dyn Backend, goal: Goal, stop: &Stop, puzzles: &[String]) -> Vec<Reply> {
    let block = Puzzles::from_cells(Order::THREE, puzzles.iter().map(|cells| cells.as_bytes()));
    let mut answers = Answers::new(Order::THREE, puzzles.len());
    let mut solver = backend.start(Order::THREE, goal).expect("it starts");
    solver.solve(&block.block(), stop, &mut answers).expect("it solves");
    let text = |cells: &[u8]| String::from_utf8_lossy(cells).into_owned();
    (0..puzzles.len())
        .map(|i| answers.get(i))
        .map(|answer| (answer.count, answer.search, answer.solution.map(text)))
        .collect()
}

fn widths() -> Vec<Lockstep> {
    Isa::available().map(|isa| Lockstep::new(isa.to_string(), isa)).collect()
}

/// Returns true if the cells are the puzzle's, filled, with nine digits in each unit.
fn solves(puzzle: &str, solution: &str) -> bool {
    let (puzzle, cells) = (puzzle.as_bytes(), solution.as_bytes());
    let kept = (0..81).all(|i| puzzle[i] == b'.' || puzzle[i] == cells[i]);
    let unit = |of: &dyn Fn(usize) -> usize| {
        let mut digits: Vec<u8> = (0..9).map(|k| cells[of(k)]).collect();
        digits.sort_unstable();
        digits == b"123456789"
    };
    kept && (0..9).all(|u| {
        unit(&|k| 9 * u + k)
            && unit(&|k| 9 * k + u)
            && unit(&|k| 27 * (u / 3) + 3 * (u % 3) + 9 * (k / 3) + k % 3)
    })
}

fn assert_agreement(puzzles: &[String], goal: Goal) {
    let mrv = crate::builtin::find("mrv").expect("it is built in");
    let expected = ask(&*mrv, goal, &patience(), puzzles);
    for width in widths() {
        let answers = ask(&width, goal, &patience(), puzzles);
        for ((puzzle, expected), answer) in puzzles.iter().zip(&expected).zip(answers) {
            let who = format!("{} on {puzzle}", width.id());
            assert_eq!(answer.1, Search::Complete, "{who}");
            if expected.1 != Search::Complete {
                continue; // mrv lost its way: a limit is not an answer to compare
            }
            assert_eq!(answer.0, expected.0, "{who}");
            match (expected.0, &answer.2) {
                (0, solution) => assert_eq!(*solution, None, "{who}"),
                (1, solution) if goal.limit() > 1 => assert_eq!(*solution, expected.2, "{who}"),
                (_, Some(solution)) => assert!(solves(puzzle, solution), "{who}: {solution}"),
                (_, None) => panic!("{who}: no solution"),
            }
        }
    }
}

/// A solved grid, with `blanks` cells blanked and `changes` others perhaps changed.
fn grid(blanks: usize, changes: usize, rng: &mut ChaCha8Rng) -> String {
    let value = |i: usize| (i / 9 % 3 * 3 + i / 27 + i % 9) % 9 + 1;
    let shifted: Vec<u8> = (0..81).map(|i| b'0' + value(i) as u8).collect();
    let mut cells = shifted.clone();
    Isomorph::random(Order::THREE, rng).apply(&shifted, &mut cells);
    let mut places: Vec<usize> = (0..81).collect();
    places.shuffle(rng);
    for &place in &places[..blanks] {
        cells[place] = b'.';
    }
    for &place in places[blanks..].iter().take(changes) {
        cells[place] = rng.random_range(b'1'..=b'9');
    }
    String::from_utf8(cells).expect("ASCII")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_width_counts_as_mrv_does_on_blocks_of_sub_grids(
        seed: u64, len in 1..120usize, limit in 1..40u32, changes in 0..3usize
    ) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let puzzles: Vec<String> = (0..len)
            .map(|_| {
                let blanks = rng.random_range(0..=60);
                grid(blanks, changes, &mut rng)
            })
            .collect();
        for goal in [Goal::First, Goal::Unique, Goal::Count(limit)] {
            assert_agreement(&puzzles, goal);
        }
    }
}

#[test]
fn a_few_puzzles_are_decided_like_many() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut puzzles: Vec<String> = (0..8).map(|i| grid(40 + 3 * i, i % 2, &mut rng)).collect();
    puzzles.push(".".repeat(81));
    for width in widths() {
        for limit in [1, 2, 50] {
            let goal = Goal::Count(limit);
            let said = |reply: &Reply| (reply.0, reply.1);
            let many: Vec<_> = ask(&width, goal, &patience(), &puzzles).iter().map(said).collect();
            for len in 1..=puzzles.len() {
                let few = ask_block(&width, goal, &patience(), &puzzles[puzzles.len() - len..]);
                let few: Vec<_> = few.iter().map(said).collect();
                assert_eq!(few, many[puzzles.len() - len..], "{len} on {}", width.id());
            }
        }
    }
}

#[test]
fn every_width_counts_as_mrv_does_on_the_shared_datasets() {
    for (file, every) in
        [("royle17", 60), ("magictour-top1465", 3), ("forum-hardest-1905-11plus", 300)]
    {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/datasets");
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{file}.txt")) else {
            let _ = writeln!(std::io::stderr(), "skipped: no {file}.txt in {folder}");
            continue;
        };
        let lines = text.lines().filter(|line| line.len() == 81 && !line.starts_with('#'));
        let puzzles: Vec<String> =
            lines.step_by(every).map(|line| line.replace('0', ".")).collect();
        assert_agreement(&puzzles, Goal::Unique);
    }
}

#[test]
fn blank_grids_single_givens_and_clashes_are_decided() {
    let blank = ".".repeat(81);
    let with = |places: &[(usize, &str)]| {
        let mut cells = blank.clone();
        for &(at, digit) in places {
            cells.replace_range(at..=at, digit);
        }
        cells
    };
    let open = [with(&[]), with(&[(40, "5")]), with(&[(0, "1"), (80, "1")])];
    let in_row = with(&[(0, "1"), (8, "1")]);
    let in_column = with(&[(0, "1"), (72, "1")]);
    let in_box = with(&[(0, "1"), (10, "1")]);
    for width in widths() {
        for limit in [1, 2, 1000] {
            let replies = ask(&width, Goal::Count(limit), &patience(), &open);
            for (puzzle, (count, search, solution)) in open.iter().zip(replies) {
                assert_eq!((count, search), (limit, Search::Complete), "{}", width.id());
                assert!(solves(puzzle, &solution.expect("a solution")), "{}", width.id());
            }
            let clashes = [in_row.clone(), in_column.clone(), in_box.clone()];
            for reply in ask(&width, Goal::Count(limit), &patience(), &clashes) {
                assert_eq!(reply, (0, Search::Complete, None), "{}", width.id());
            }
        }
    }
}

#[test]
fn nothing_learnt_from_one_block_changes_the_next() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut block = |blanks: usize| {
        let grids: Vec<String> = (0..300).map(|i| grid(blanks, i % 2, &mut rng)).collect();
        Puzzles::from_cells(Order::THREE, grids.iter().map(|cells| cells.as_bytes()))
    };
    // the second has many solutions each, which the pool adapts to
    let (one, other) = (block(54), block(62));
    for width in widths() {
        let mut solver = width.start(Order::THREE, Goal::Unique).expect("it starts");
        let mut solve = |puzzles: &Puzzles| {
            let mut answers = Answers::new(Order::THREE, puzzles.len());
            solver.solve(&puzzles.block(), &patience(), &mut answers).expect("it solves");
            let all = (0..puzzles.len()).map(|i| (answers.get(i).count, answers.get(i).guesses));
            all.collect::<Vec<_>>()
        };
        let first = solve(&one);
        assert!(first.iter().map(|answer| answer.1).sum::<u64>() > 0, "none needed a guess");
        solve(&other);
        assert_eq!(solve(&one), first, "{}", width.id());
    }
}

#[test]
fn a_guess_limit_ends_its_puzzle_and_no_other() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let easy: Vec<String> = (0..50).map(|_| grid(20, 0, &mut rng)).collect();
    let mut puzzles = easy.clone();
    puzzles.insert(25, ".".repeat(81));
    for width in widths() {
        let replies = ask(&width, Goal::Count(u32::MAX), &Stop::after_guesses(500), &puzzles);
        assert_eq!(replies[25].1, Search::Incomplete, "{}", width.id());
        assert!(replies.iter().filter(|reply| reply.1 == Search::Complete).count() == 50);
    }
}
