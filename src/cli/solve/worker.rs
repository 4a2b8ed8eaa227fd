//! One thread's part of `solve`: a piece of the input in, its lines of output back.

use anyhow::ensure;

use super::able::Able;
use super::failures::TOLD;
use crate::dataset::stream::Form;
use crate::dataset::{Batch, Gathered, Piece, Tally};
use crate::puzzle::Order;
use crate::solver::{Answer, Answers, Search, Solver, Stop};
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

/// What comes of a piece.
pub struct Solved {
    /// Lines for standard output.
    pub text: Vec<u8>,
    /// What the piece held, with its lines counted from 1.
    pub tally: Tally,
    /// Puzzles without an answer.
    pub unsolved: u64,
    /// The first of them, in the order of the file.
    pub failures: Vec<Failure>,
}

/// A puzzle without an answer.
pub struct Failure {
    /// Its line, counted as [`Form::line_of`] does.
    pub line: u64,
    /// Why, in a few words.
    pub why: String,
}

/// A thread's solvers and memory.
pub struct Worker<'a> {
    form: &'a Form,
    able: &'a Able,
    stop: Stop,
    shape: Shape,
    gathered: Gathered,
    seats: [Option<Seat>; 6],
}

/// A solver of one order and room for its answers.
struct Seat {
    solver: Box<dyn Solver>,
    answers: Answers,
}

impl<'a> Worker<'a> {
    /// Has no solver yet: each comes with the first puzzle of its order.
    pub fn new(form: &'a Form, able: &'a Able, guesses: u64, shape: Shape) -> Self {
        let (gathered, seats) = (Gathered::default(), [const { None }; 6]);
        Self { form, able, stop: Stop::after_guesses(guesses), shape, gathered, seats }
    }

    /// Solves the puzzles of a piece. `text` is memory for the lines of output.
    ///
    /// # Errors
    /// When there is no solver for them, or it broke; what a puzzle does is no error.
    pub fn solve(&mut self, piece: &Piece<'_>, mut text: Vec<u8>) -> anyhow::Result<Solved> {
        self.form.read(piece, &mut self.gathered);
        for (order, batch) in self.gathered.batches() {
            let seat = match &mut self.seats[order.n() - 2] {
                Some(seat) => seat,
                none => none.insert(Seat::new(order, self.able)?),
            };
            seat.solve(batch, &self.stop)?;
        }
        text.clear();
        let tally = self.gathered.tally().clone();
        let mut solved = Solved { text, tally, unsolved: 0, failures: Vec::new() };
        self.write_all(piece, &mut solved);
        Ok(solved)
    }

    /// Writes what became of all puzzles, in the order of the file.
    fn write_all(&self, piece: &Piece<'_>, solved: &mut Solved) {
        let each = |(order, batch)| (0..Batch::len(batch)).map(move |i| (order, batch, i));
        if self.gathered.batches().nth(1).is_none() {
            for (order, batch, i) in self.gathered.batches().flat_map(each) {
                self.write_one(piece, order, batch, i, solved);
            }
            return;
        }
        let mut mixed: Vec<_> = self.gathered.batches().flat_map(each).collect();
        mixed.sort_by_key(|(_, batch, i)| batch.offset(*i));
        for (order, batch, i) in mixed {
            self.write_one(piece, order, batch, i, solved);
        }
    }

    #[inline]
    fn write_one(
        &self,
        piece: &Piece<'_>,
        order: Order,
        batch: &Batch,
        i: usize,
        solved: &mut Solved,
    ) {
        let Some(seat) = &self.seats[order.n() - 2] else { return };
        let (cells, answer) = (batch.block().cells(i), seat.answers.get(i));
        // Nearly all puzzles are 9x9, solved, and written as a line.
        if self.shape == Shape::Line
            && let Some(line) = answer.solution.and_then(|cells| <&[u8; 81]>::try_from(cells).ok())
            && check_solution(order, cells, line).is_ok()
        {
            solved.text.extend_from_slice(line); // of a known length, it is no call
            solved.text.push(b'\n');
            return;
        }
        let Err(why) = write(order, cells, &answer, self.shape, &mut solved.text) else { return };
        solved.unsolved += 1;
        if solved.failures.len() < TOLD {
            let line = self.form.line_of(piece, batch.offset(i));
            solved.failures.push(Failure { line, why });
        }
    }
}

impl Seat {
    fn new(order: Order, able: &Able) -> anyhow::Result<Self> {
        Ok(Self { solver: able.start(order)?, answers: Answers::new(order, 0) })
    }

    fn solve(&mut self, batch: &Batch, stop: &Stop) -> anyhow::Result<()> {
        let len = batch.len();
        if self.answers.len() < len {
            self.answers = Answers::new(batch.puzzles().order(), len.next_power_of_two());
        }
        self.answers.clear(len);
        self.solver.solve(&batch.block(), stop, &mut self.answers)?;
        ensure!(self.answers.are_given(len), "the solver left puzzles unanswered");
        Ok(())
    }
}

/// Writes what a puzzle's answer amounts to, whatever it is. `Err` says why it is not solved; its
/// place in the output is kept, so that input and output stay side by side.
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
