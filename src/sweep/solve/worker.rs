//! One thread's part of `solve`: a piece of the input in, its lines of output back.

use super::solved::{NAMED, Remark, Solved};
use super::solvers::Solvers;
use crate::dataset::stream::Form;
use crate::dataset::{Batch, Gathered, Piece, Writer};
use crate::puzzle::Order;
use crate::solver::{Answer, Answers, Search, Solver, Stop};
use crate::sweep::error::SweepError;
use crate::sweep::solving::solve_all;
use crate::verify::check_solution;

/// How a solved puzzle is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// The solution in one line.
    Line,
    /// The solution, a row a line, and a blank line.
    Grid,
    /// The puzzle, a tab, and the number of its solutions; `+` after it where there may be more,
    /// because the puzzle was given up or the limit reached.
    Count {
        /// Solutions at which the count ends.
        limit: u32,
    },
}

/// A thread's solvers and memory.
pub(crate) struct Worker<'a> {
    form: &'a Form,
    solvers: &'a Solvers,
    guesses: u64,
    shape: Shape,
    writer: &'a Writer,
    gathered: Gathered,
    slots: [Option<SolverSlot>; 6],
}

/// Guesses after which it stays open whether a solution is the only one.
const UNIQUE_GUESSES: u64 = 10_000;

/// The solvers of one order and room for their answers.
struct SolverSlot {
    order: Order,
    /// Looks for a second solution, too, within [`UNIQUE_GUESSES`].
    to_the_second: Option<Box<dyn Solver>>,
    /// Reaches the goal asked for; started when it is needed.
    to_the_goal: Option<Box<dyn Solver>>,
    answers: Answers,
}

impl<'a> Worker<'a> {
    /// Has no solver yet: each comes with the first puzzle of its order.
    pub(crate) fn new(
        form: &'a Form,
        solvers: &'a Solvers,
        guesses: u64,
        shape: Shape,
        writer: &'a Writer,
    ) -> Self {
        let (gathered, slots) = (Gathered::default(), [const { None }; 6]);
        Self { form, solvers, guesses, shape, writer, gathered, slots }
    }

    /// Solves the puzzles of a piece. `text` is memory for the lines of output.
    ///
    /// # Errors
    /// When there is no solver for them, or it broke; what a puzzle does is not an error.
    pub(crate) fn solve(
        &mut self,
        piece: &Piece<'_>,
        mut text: Vec<u8>,
    ) -> Result<Solved, SweepError> {
        self.form.read(piece, &mut self.gathered);
        for (order, batch) in self.gathered.batches() {
            let slot = match &mut self.slots[order.n() - 2] {
                Some(slot) => slot,
                none => none.insert(SolverSlot::new(order, self.solvers)),
            };
            slot.solve(batch, self.solvers, self.guesses)?;
        }
        text.clear();
        let tally = self.gathered.tally().clone();
        let mut solved = Solved {
            text,
            tally,
            unsolved: 0,
            failures: Vec::new(),
            ambiguous: 0,
            several: Vec::new(),
        };
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
        let Some(slot) = &self.slots[order.n() - 2] else { return };
        let (cells, answer) = (batch.block().cells(i), slot.answers.get(i));
        // Nearly all puzzles are 9x9, solved, and written as a line.
        if self.shape == Shape::Line
            && answer.count < 2
            && self.writer.is_standard(order)
            && let Some(line) = answer.solution.and_then(|cells| <&[u8; 81]>::try_from(cells).ok())
            && check_solution(order, cells, line).is_ok()
        {
            solved.text.extend_from_slice(line); // the length is known, so it is not a call
            solved.text.push(b'\n');
            return;
        }
        let from = solved.text.len();
        let written = write(order, cells, &answer, self.shape, &mut solved.text);
        let counts = matches!(self.shape, Shape::Count { .. });
        let end = if counts { from + cells.len() } else { solved.text.len() };
        self.writer.write(order, &mut solved.text[from..end]);
        let line = |remarks: &Vec<Remark>| {
            (remarks.len() < NAMED).then(|| self.form.line_of(piece, batch.offset(i)))
        };
        match written {
            Ok(()) if counts || answer.count < 2 => {}
            Ok(()) => {
                solved.ambiguous += 1;
                if let Some(line) = line(&solved.several) {
                    let what = "has 2 or more solutions; one of them was written".to_owned();
                    solved.several.push(Remark { line, what });
                }
            }
            Err(what) => {
                solved.unsolved += 1;
                if let Some(line) = line(&solved.failures) {
                    solved.failures.push(Remark { line, what });
                }
            }
        }
    }
}

impl SolverSlot {
    fn new(order: Order, solvers: &Solvers) -> Self {
        let to_the_second = solvers.start_to_the_second(order);
        Self { order, to_the_second, to_the_goal: None, answers: Answers::new(order, 0) }
    }

    fn solve(&mut self, batch: &Batch, solvers: &Solvers, guesses: u64) -> Result<(), SweepError> {
        let (block, stop) = (batch.block(), Stop::after_guesses(guesses));
        let Some(solver) = &mut self.to_the_second else {
            let mut answers = std::mem::replace(&mut self.answers, Answers::new(self.order, 0));
            let solver = self.goal(solvers)?;
            let solved = solve_all(&mut **solver, &block, &stop, &mut answers);
            self.answers = answers;
            return solved;
        };
        let short = Stop::after_guesses(guesses.min(UNIQUE_GUESSES));
        solve_all(&mut **solver, &block, &short, &mut self.answers)?;
        for i in 0..batch.len() {
            if self.answers.get(i).search == Search::Incomplete {
                self.solve_one(batch, i, solvers, &stop)?;
            }
        }
        Ok(())
    }

    /// Solves a puzzle for which the first look did not suffice, if that found no solution.
    fn solve_one(
        &mut self,
        batch: &Batch,
        i: usize,
        solvers: &Solvers,
        stop: &Stop,
    ) -> Result<(), SweepError> {
        if self.answers.get(i).solution.is_some() {
            return Ok(());
        }
        let mut one = Answers::new(self.order, 1);
        solve_all(&mut **self.goal(solvers)?, &batch.block().slice(i, i + 1), stop, &mut one)?;
        let answer = one.get(0);
        self.answers.set(i, answer.count, answer.guesses, answer.search);
        if let Some(solution) = answer.solution {
            self.answers.solution_mut(i).copy_from_slice(solution);
        }
        Ok(())
    }

    fn goal(&mut self, solvers: &Solvers) -> Result<&mut Box<dyn Solver>, SweepError> {
        Ok(match &mut self.to_the_goal {
            Some(solver) => solver,
            none => none.insert(solvers.start(self.order)?),
        })
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
    if let Shape::Count { limit } = shape {
        let given_up = answer.search == Search::Incomplete;
        let more = if given_up || answer.count >= limit { "+" } else { "" };
        text.extend_from_slice(cells);
        text.extend_from_slice(format!("\t{}{more}\n", answer.count).as_bytes());
        return if given_up { Err("was given up".to_owned()) } else { Ok(()) };
    }
    let solution = match answer.solution {
        Some(solution) if check_solution(order, cells, solution).is_ok() => Ok(solution),
        Some(_) => Err("the solver's grid does not solve it"),
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
