//! One thread's part of `solve`: a chunk of puzzles in, its lines of output back.

use anyhow::{anyhow, bail};

use crate::dataset::{Batch, Dataset};
use crate::puzzle::Order;
use crate::solver::{Answer, Answers, Backend, Goal, Search, Solver, SolverError, Stop};
use crate::verify::check_solution;

/// How a solved puzzle is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// The solution in one line.
    Line,
    /// The solution, a row a line, and a blank line.
    Grid,
    /// The puzzle, a tab, and the number of its solutions; `+` after it where there may be more.
    Count,
}

/// What comes of a chunk.
pub struct Solved {
    /// Lines for standard output.
    pub text: Vec<u8>,
    /// What could not be solved, in the order of the file.
    pub failures: Vec<Failure>,
}

/// A puzzle without an answer.
pub struct Failure {
    /// Where it stands in the dataset.
    pub offset: u64,
    /// Why, in a few words.
    pub why: String,
}

/// A thread's solvers and memory.
pub struct Worker<'a> {
    dataset: &'a Dataset,
    stop: Stop,
    shape: Shape,
    orders: Vec<OfOrder>,
}

/// What is needed for the puzzles of one order.
struct OfOrder {
    order: Order,
    solver: Box<dyn Solver>,
    batch: Batch,
    answers: Answers,
}

impl<'a> Worker<'a> {
    /// Starts a solver for each order of the dataset.
    ///
    /// # Errors
    /// When the backend cannot.
    pub fn new(
        dataset: &'a Dataset,
        backend: &dyn Backend,
        goal: Goal,
        guesses: u64,
        shape: Shape,
    ) -> Result<Self, SolverError> {
        let of_order = |order| {
            Ok(OfOrder {
                order,
                solver: backend.start(order, goal)?,
                batch: Batch::new(order, dataset),
                answers: Answers::new(order, 0),
            })
        };
        let orders = dataset.survey().orders().map(of_order).collect::<Result<_, _>>()?;
        Ok(Self { dataset, stop: Stop::after_guesses(guesses), shape, orders })
    }

    /// Solves the puzzles of a chunk.
    ///
    /// # Errors
    /// When the file has shrunk or the solver broke; what a puzzle does is no error.
    pub fn solve(&mut self, chunk: usize) -> anyhow::Result<Solved> {
        for of_order in &mut self.orders {
            of_order.solve(self.dataset, chunk, &self.stop)?;
        }
        let mut solved = Solved { text: Vec::new(), failures: Vec::new() };
        for (offset, of_order, i) in self.in_file_order() {
            let cells = of_order.batch.block().cells(i);
            let answer = of_order.answers.get(i);
            let order = of_order.order;
            if let Err(why) = write(order, cells, &answer, self.shape, &mut solved.text) {
                solved.failures.push(Failure { offset, why });
            }
        }
        Ok(solved)
    }

    fn in_file_order(&self) -> Vec<(u64, &OfOrder, usize)> {
        let puzzles = self.orders.iter().flat_map(|of_order| {
            (0..of_order.batch.len()).map(move |i| (of_order.batch.offset(i), of_order, i))
        });
        let mut puzzles: Vec<_> = puzzles.collect();
        if self.orders.len() > 1 {
            puzzles.sort_by_key(|puzzle| puzzle.0);
        }
        puzzles
    }
}

impl OfOrder {
    fn solve(&mut self, dataset: &Dataset, chunk: usize, stop: &Stop) -> anyhow::Result<()> {
        dataset.read(self.order, chunk, &mut self.batch)?;
        let len = self.batch.len();
        if self.answers.len() < len {
            self.answers = Answers::new(self.order, len.next_power_of_two());
        }
        self.answers.clear(len);
        if len > 0 {
            let solved = self.solver.solve(&self.batch.block(), stop, &mut self.answers);
            solved.map_err(|error| anyhow!("{}: {error}", dataset.path()))?;
        }
        if (0..len).any(|i| self.answers.get(i).search == Search::Unanswered) {
            bail!("{}: the solver left puzzles unanswered", dataset.path());
        }
        Ok(())
    }
}

/// Writes what a puzzle's answer amounts to. `Err` says why it is not solved; its place in the
/// output is kept, so that input and output stay side by side.
fn write(
    order: Order,
    cells: &[u8],
    answer: &Answer<'_>,
    shape: Shape,
    text: &mut Vec<u8>,
) -> Result<(), String> {
    if shape == Shape::Count {
        let open = if answer.search == Search::Incomplete { "+" } else { "" };
        text.extend_from_slice(cells);
        text.extend_from_slice(format!("\t{}{open}\n", answer.count).as_bytes());
        return if open.is_empty() { Ok(()) } else { Err("was given up".to_owned()) };
    }
    let solution = match answer.solution {
        Some(solution) if check_solution(order, cells, solution).is_ok() => Ok(solution),
        Some(_) => Err("the solver's grid is not its solution"),
        None if answer.search == Search::Incomplete => Err("was given up"),
        None if answer.count == 0 => Err("has no solution"),
        None => Err("is solved, but this solver does not return solutions"),
    };
    match (solution, shape) {
        (Ok(solution), Shape::Grid) => {
            for row in solution.chunks(order.side()) {
                for (i, &symbol) in row.iter().enumerate() {
                    text.extend_from_slice(if i == 0 { b"" } else { b" " });
                    text.push(symbol);
                }
                text.push(b'\n');
            }
        }
        (Ok(solution), _) => text.extend_from_slice(solution),
        (Err(_), _) => {}
    }
    text.push(b'\n');
    solution.map(drop).map_err(str::to_owned)
}
