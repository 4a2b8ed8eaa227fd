//! Asking a solver, and judging what it says.

use sudoku_bench::builtin;
use sudoku_bench::builtin::Shown;
use sudoku_bench::puzzle::{Order, Puzzles, Units};
use sudoku_bench::solver::{Answers, Backend, Goal, Search, Stop};

/// An answer that outlives its block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    pub count: u32,
    pub guesses: u64,
    pub search: Search,
    pub solution: Option<String>,
}

impl Reply {
    pub fn is_complete(&self) -> bool {
        self.search == Search::Complete
    }
}

/// Every built-in that a user sees.
pub fn listed() -> Vec<Box<dyn Backend>> {
    let listed = builtin::all(Shown::Listed);
    assert!(listed.iter().any(|backend| backend.id() == "mrv"));
    listed
}

pub fn takes(backend: &dyn Backend, order: Order, goal: Goal) -> bool {
    let abilities = backend.abilities();
    abilities.orders.contains(&order) && goal.limit() <= abilities.counts_to
}

/// Solvers that fill cells in reading order take hours over puzzles that others solve at once, and
/// all but `sat` may over large ones; they may leave them open when their guesses run out.
pub fn patience(backend: &dyn Backend, order: Order) -> Stop {
    let guesses = match backend.id() {
        "brute-force" | "brute-force-iterative" => 5_000,
        "elimination-search" => 100,
        _ => 1_000_000,
    };
    Stop::after_guesses(match order {
        Order::TWO => 1_000_000,
        Order::THREE => guesses,
        _ if backend.id() == "sat" => guesses,
        _ => guesses.min(1_000),
    })
}

/// Whether the solver is to decide every 9x9 puzzle of these tests.
pub fn decides(backend: &dyn Backend) -> bool {
    let in_reading_order = ["brute-force", "brute-force-iterative", "elimination-search"];
    backend.abilities().complete && !in_reading_order.contains(&backend.id())
}

/// The order that so many cells make.
pub fn order_of(puzzle: &str) -> Order {
    Order::from_cells(puzzle.len()).expect("16, 81, 256, ... cells")
}

/// A backend's replies to puzzles of one order, asked as one block.
pub fn ask_all(backend: &dyn Backend, goal: Goal, stop: &Stop, puzzles: &[&str]) -> Vec<Reply> {
    let order = order_of(puzzles[0]);
    let block = Puzzles::from_cells(order, puzzles.iter().map(|puzzle| puzzle.as_bytes()));
    let mut answers = Answers::new(order, puzzles.len());
    let mut solver = backend.start(order, goal).expect("a goal within its abilities");
    solver.solve(&block.block(), stop, &mut answers).expect("no crash");
    let reply = |i| {
        let answer = answers.get(i);
        let text = |cells: &[u8]| String::from_utf8(cells.to_vec()).expect("ASCII");
        Reply {
            count: answer.count,
            guesses: answer.guesses,
            search: answer.search,
            solution: answer.solution.map(text),
        }
    };
    (0..puzzles.len()).map(reply).collect()
}

pub fn ask(backend: &dyn Backend, goal: Goal, stop: &Stop, puzzle: &str) -> Reply {
    ask_all(backend, goal, stop, &[puzzle]).remove(0)
}

/// Panics if the reply cannot be true whatever the puzzle's solutions are.
pub fn assert_plausible(who: &str, goal: Goal, puzzle: &str, reply: &Reply) {
    assert_ne!(reply.search, Search::Unanswered, "{who} left {puzzle} unanswered");
    assert!(reply.count <= goal.limit(), "{who} counted beyond {goal}: {puzzle}");
    assert!(
        reply.is_complete() || reply.count < goal.limit(),
        "{who} reached {goal} and calls that incomplete: {puzzle}"
    );
    match &reply.solution {
        Some(solution) => {
            assert!(reply.count > 0, "{who} wrote a solution and counted none: {puzzle}");
            assert_solves(who, puzzle, solution);
        }
        None => assert_eq!(reply.count, 0, "{who} kept its solution of {puzzle} for itself"),
    }
}

/// Panics if the reply to a puzzle with `count` solutions (`exact` or at least so many) is wrong.
pub fn assert_right(who: &str, goal: Goal, puzzle: &str, reply: &Reply, count: u32, exact: bool) {
    assert_plausible(who, goal, puzzle, reply);
    let known = count.min(goal.limit());
    if reply.is_complete() {
        let right = if exact { reply.count == known } else { reply.count >= known };
        assert!(right, "{who} says {} and {known} is right: {puzzle}", reply.count);
    } else if exact {
        assert!(reply.count <= count, "{who} found more than there are: {puzzle}");
    }
}

/// Panics unless `solution` keeps the givens and completes every unit.
pub fn assert_solves(who: &str, puzzle: &str, solution: &str) {
    let order = order_of(puzzle);
    let (puzzle_cells, cells) = (puzzle.as_bytes(), solution.as_bytes());
    let kept = puzzle_cells.iter().zip(cells).all(|(&given, &cell)| given == b'.' || given == cell);
    assert!(kept, "{who} changed a given of {puzzle} in {solution}");
    let units = Units::of(order);
    for unit in 0..units.len() {
        let values = units.cells(unit).iter().map(|&cell| order.value(cells[cell as usize]));
        let seen = values.flatten().fold(0u64, |seen, value| seen | 1 << value);
        let complete = seen.count_ones() as usize == order.side();
        assert!(complete, "{who}: unit {unit} of {solution} is not complete");
    }
}

/// The lines of a file that lies beside the repository on machines that measure; `None`, said
/// aloud, elsewhere.
pub fn shared_lines(path: &str) -> Option<Vec<String>> {
    use std::io::Write;
    let file = format!("{}/../shared/{path}", env!("CARGO_MANIFEST_DIR"));
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(text.lines().map(str::to_owned).collect()),
        Err(error) => {
            // Not eprintln: the harness keeps that to itself when the test passes.
            let _ = writeln!(std::io::stderr(), "SKIPPED: {file}: {error}");
            None
        }
    }
}
