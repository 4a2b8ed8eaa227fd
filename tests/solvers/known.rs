//! Puzzles whose answers others have published.

use sudoku_bench::puzzle::Order;
use sudoku_bench::solver::{Goal, Stop};

use crate::support::{
    Reply, ask, ask_all, assert_right, decides, listed, order_of, patience, shared_lines, takes,
};

struct Known {
    name: String,
    count: u32,
    exact: bool,
    puzzle: String,
    solution: Option<String>,
}

fn known() -> Vec<Known> {
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let count = fields[1].trim_end_matches('+');
        Known {
            name: fields[0].to_owned(),
            count: count.parse().expect("a count"),
            exact: count == fields[1],
            puzzle: fields[2].to_owned(),
            solution: (fields[3] != "-").then(|| fields[3].to_owned()),
        }
    };
    let lines = include_str!("known.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).map(row).collect()
}

/// Asks every solver every known puzzle of the orders that `wanted` picks.
fn judge_all(goal: Goal, wanted: fn(Order) -> bool, judge: impl Fn(&str, &Known, &Reply, bool)) {
    let known: Vec<_> = known().into_iter().filter(|k| wanted(order_of(&k.puzzle))).collect();
    for backend in listed() {
        for known in &known {
            if !takes(&*backend, order_of(&known.puzzle), goal) {
                continue;
            }
            let who = format!("{} on {}", backend.id(), known.name);
            let patience = patience(&*backend, order_of(&known.puzzle));
            let reply = ask(&*backend, goal, &patience, &known.puzzle);
            assert_right(&who, goal, &known.puzzle, &reply, known.count, known.exact);
            let must_decide = decides(&*backend);
            judge(&who, known, &reply, must_decide);
        }
    }
}

#[test]
fn known_9x9_and_4x4_puzzles_get_their_published_answers() {
    for goal in [Goal::First, Goal::Unique, Goal::Count(1000)] {
        judge_all(
            goal,
            |order| order <= Order::THREE,
            |who, known, reply, must_decide| {
                assert!(reply.is_complete() || !must_decide, "{who} did not finish");
                if let (Some(expected), 1.., true) =
                    (&known.solution, reply.count, known.count == 1)
                {
                    assert_eq!(reply.solution.as_ref(), Some(expected), "{who}");
                }
            },
        );
    }
}

#[test]
fn larger_puzzles_get_their_published_answers_or_none_in_time() {
    judge_all(
        Goal::Unique,
        |order| order > Order::THREE,
        |who, known, reply, must_decide| {
            if let (Some(expected), 1..) = (&known.solution, reply.count) {
                assert_eq!(reply.solution.as_ref(), Some(expected), "{who}");
            }
            let settled = known.count == 0 || !known.puzzle.contains('.');
            let by_singles = must_decide && known.name.contains("singles");
            let by_sat = who.starts_with("sat ");
            assert!(reply.is_complete() || !(settled || by_singles || by_sat), "{who}");
        },
    );
}

#[test]
fn there_are_288_grids_of_4x4_and_each_is_its_own_only_solution() {
    let order = Order::TWO;
    let blank = ".".repeat(order.cells());
    let grids = all_4x4_grids();
    assert_eq!(grids.len(), 288);
    let grids: Vec<&str> = grids.iter().map(String::as_str).collect();
    for backend in listed().iter().filter(|b| takes(&***b, order, Goal::Count(1000))) {
        if backend.abilities().complete {
            let reply = ask(&**backend, Goal::Count(1000), &patience(&**backend, order), &blank);
            assert_right(backend.id(), Goal::Count(1000), &blank, &reply, 288, true);
            assert!(reply.is_complete(), "{}", backend.id());
        }
        let replies = ask_all(&**backend, Goal::Unique, &patience(&**backend, order), &grids);
        for (grid, reply) in grids.iter().zip(&replies) {
            assert_right(backend.id(), Goal::Unique, grid, reply, 1, true);
            assert!(reply.is_complete() && reply.guesses == 0, "{} on {grid}", backend.id());
            assert_eq!(reply.solution.as_deref(), Some(*grid), "{}", backend.id());
        }
    }
}

/// By trying all ways to put four permutations of 1234 under each other.
fn all_4x4_grids() -> Vec<String> {
    let is_row = |digits: &[u8]| (1..=4).all(|digit| digits.contains(&digit));
    let digits = |n: u32| [n / 64 % 4 + 1, n / 16 % 4 + 1, n / 4 % 4 + 1, n % 4 + 1];
    let rows = (0..256).map(|n| digits(n).map(|d| d as u8)).filter(|row| is_row(row));
    let rows: Vec<[u8; 4]> = rows.collect();
    let mut grids = Vec::new();
    for a in &rows {
        for b in rows.iter().filter(|b| is_row(&[a[0], a[1], b[0], b[1]])) {
            for c in &rows {
                for d in rows.iter().filter(|d| is_row(&[c[0], c[1], d[0], d[1]])) {
                    if (0..4).all(|i| is_row(&[a[i], b[i], c[i], d[i]])) {
                        let cells = [a, b, c, d].into_iter().flatten();
                        grids.push(cells.map(|&digit| char::from(b'0' + digit)).collect());
                    }
                }
            }
        }
    }
    grids
}

/// Asks every solver every puzzle of a shared file, all of which have `count` solutions.
fn judge_shared(file: &str, count: u32) {
    let Some(lines) = shared_lines(file) else { return };
    let is_puzzle = |line: &String| line.len() >= 81 && !line.starts_with('#');
    let puzzles = lines.into_iter().filter(is_puzzle).map(|line| line[..81].replace('0', "."));
    let puzzles: Vec<String> = puzzles.collect();
    let puzzles: Vec<&str> = puzzles.iter().map(String::as_str).collect();
    for backend in listed() {
        // A taste is enough of those that spend their last guess on nearly every puzzle.
        let puzzles = if decides(&*backend) { &puzzles[..] } else { &puzzles[..10] };
        let replies = ask_all(&*backend, Goal::Unique, &patience(&*backend, Order::THREE), puzzles);
        for (puzzle, reply) in puzzles.iter().zip(&replies) {
            assert_right(backend.id(), Goal::Unique, puzzle, reply, count, true);
            assert!(reply.is_complete() || !decides(&*backend), "{} on {puzzle}", backend.id());
        }
    }
}

#[test]
fn shared_batches_of_valid_puzzles_are_unique() {
    for file in [
        "s02_hardest11_comment.txt",
        "s03_easy50_with_duplicate.txt",
        "s06_sudoku17_first200.txt",
        "s08_forum_hardest_1106_first60.txt",
        "s09_forum_hardest_1905_11plus_first60.txt",
        "s11_top1465_first100_blank_end.txt",
        "s13_most_difficult_100.txt",
    ] {
        judge_shared(&format!("cases/{file}"), 1);
    }
}

#[test]
fn the_shared_batch_without_solutions_has_none() {
    judge_shared("cases/s17_zero_solution_batch.txt", 0);
}

#[test]
fn empty_grids_of_every_order_are_filled_with_few_guesses() {
    for order in Order::ALL {
        let blank = ".".repeat(order.cells());
        for backend in listed().iter().filter(|b| ["dlx", "mrv", "sat"].contains(&b.id())) {
            let guesses = if backend.id() == "sat" { 1_000_000 } else { 20_000 };
            let stop = Stop::after_guesses(guesses);
            let reply = ask(&**backend, Goal::First, &stop, &blank);
            assert_right(backend.id(), Goal::First, &blank, &reply, 1, false);
            assert!(reply.is_complete(), "{} on {order}", backend.id());
        }
    }
}
