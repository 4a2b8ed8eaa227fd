//! One thread's part of `solve`: a chunk of the input in, its lines of output back.

use super::solved::{NAMED, Remark, Solved};
use super::solvers::Solvers;
use crate::dataset::stream::Form;
use crate::dataset::{Batch, Gathered, TextChunk, Writer};
use crate::puzzle::Order;
use crate::solver::{Answer, Answers, Search};
use crate::sweep::error::SweepError;
use crate::sweep::limited::{LimitedSolver, Limits};
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
    limits: Limits<'a>,
    shape: Shape,
    writer: &'a Writer,
    gathered: Gathered,
    slots: [Option<SolverSlot<'a>>; 6],
}

/// Guesses after which it stays open whether a solution is the only one.
const UNIQUE_GUESSES: u64 = 10_000;

/// The solvers of one order and room for their answers.
struct SolverSlot<'a> {
    order: Order,
    /// Looks for a second solution, too, within [`UNIQUE_GUESSES`].
    to_the_second: Option<LimitedSolver<'a>>,
    /// Reaches the goal asked for; started when it is needed.
    to_the_goal: Option<LimitedSolver<'a>>,
    answers: Answers,
    /// Puzzles that were given up since their time ran out, ascending.
    timed_out: Vec<usize>,
}

impl<'a> Worker<'a> {
    /// Has no solver yet: each comes with the first puzzle of its order.
    pub(crate) fn new(
        form: &'a Form,
        solvers: &'a Solvers,
        limits: Limits<'a>,
        shape: Shape,
        writer: &'a Writer,
    ) -> Self {
        let (gathered, slots) = (Gathered::default(), [const { None }; 6]);
        Self { form, solvers, limits, shape, writer, gathered, slots }
    }

    /// Solves the puzzles of a chunk. `text` is memory for the lines of output.
    ///
    /// # Errors
    /// When there is no solver for them, or it broke; what a puzzle does is not an error.
    pub(crate) fn solve(
        &mut self,
        chunk: &TextChunk<'_>,
        mut text: Vec<u8>,
    ) -> Result<Solved, SweepError> {
        self.form.read(chunk, &mut self.gathered);
        for (order, batch) in self.gathered.batches() {
            let slot = match &mut self.slots[order.n() - 2] {
                Some(slot) => slot,
                none => none.insert(SolverSlot::new(order, self.solvers, self.limits)),
            };
            slot.solve(batch, self.solvers, self.limits)?;
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
        self.write_all(chunk, &mut solved);
        Ok(solved)
    }

    /// Writes what became of all puzzles, in the order of the file.
    fn write_all(&self, chunk: &TextChunk<'_>, solved: &mut Solved) {
        let each = |(order, batch)| (0..Batch::len(batch)).map(move |i| (order, batch, i));
        if self.gathered.batches().nth(1).is_none() {
            for (order, batch, i) in self.gathered.batches().flat_map(each) {
                self.write_one(chunk, order, batch, i, solved);
            }
            return;
        }
        let mut mixed: Vec<_> = self.gathered.batches().flat_map(each).collect();
        mixed.sort_by_key(|(_, batch, i)| batch.offset(*i));
        for (order, batch, i) in mixed {
            self.write_one(chunk, order, batch, i, solved);
        }
    }

    #[inline]
    fn write_one(
        &self,
        chunk: &TextChunk<'_>,
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
        let given_up = match self.limits.timeout {
            Some(timeout) if slot.timed_out.binary_search(&i).is_ok() => {
                format!("was given up after {timeout:?}, the limit of --timeout")
            }
            _ => "was given up".to_owned(),
        };
        let written = write(order, cells, &answer, self.shape, &given_up, &mut solved.text);
        let counts = matches!(self.shape, Shape::Count { .. });
        let end = if counts { from + cells.len() } else { solved.text.len() };
        self.writer.write(order, &mut solved.text[from..end]);
        let line = |remarks: &Vec<Remark>| {
            (remarks.len() < NAMED).then(|| self.form.line_of(chunk, batch.offset(i)))
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

impl<'a> SolverSlot<'a> {
    fn new(order: Order, solvers: &Solvers, limits: Limits<'a>) -> Self {
        let short = Limits { guesses: limits.guesses.min(UNIQUE_GUESSES), ..limits };
        let to_the_second = solvers.start_to_the_second(order, short);
        let answers = Answers::new(order, 0);
        Self { order, to_the_second, to_the_goal: None, answers, timed_out: Vec::new() }
    }

    fn solve(
        &mut self,
        batch: &Batch,
        solvers: &Solvers,
        limits: Limits<'a>,
    ) -> Result<(), SweepError> {
        let (order, block) = (self.order, batch.block());
        let Self { to_the_second, to_the_goal, answers, timed_out, .. } = self;
        let Some(solver) = to_the_second else {
            *timed_out = started(to_the_goal, order, solvers, limits)?.solve(&block, answers)?;
            return Ok(());
        };
        *timed_out = solver.solve(&block, answers)?;
        let is_open = |i: &usize| {
            let answer = answers.get(*i);
            answer.search == Search::Incomplete && answer.solution.is_none()
        };
        // For these the first look did not suffice.
        let in_time = |i: &usize| timed_out.binary_search(i).is_err();
        let open: Vec<usize> = (0..block.len()).filter(is_open).filter(in_time).collect();
        if !open.is_empty() {
            let solver = started(to_the_goal, order, solvers, limits)?;
            timed_out.extend(solver.continue_with(&open, &block, answers)?);
            timed_out.sort_unstable();
        }
        Ok(())
    }
}

fn started<'s, 'a>(
    slot: &'s mut Option<LimitedSolver<'a>>,
    order: Order,
    solvers: &Solvers,
    limits: Limits<'a>,
) -> Result<&'s mut LimitedSolver<'a>, SweepError> {
    Ok(match slot {
        Some(solver) => solver,
        none => none.insert(solvers.start(order, limits)?),
    })
}

/// Writes what a puzzle's answer amounts to, whatever it is. `Err` says why it is not solved; its
/// place in the output is kept, so that input and output stay side by side.
fn write(
    order: Order,
    cells: &[u8],
    answer: &Answer<'_>,
    shape: Shape,
    given_up: &str,
    text: &mut Vec<u8>,
) -> Result<(), String> {
    if let Shape::Count { limit } = shape {
        let is_open = answer.search == Search::Incomplete;
        let more = if is_open || answer.count >= limit { "+" } else { "" };
        text.extend_from_slice(cells);
        text.extend_from_slice(format!("\t{}{more}\n", answer.count).as_bytes());
        return if is_open { Err(given_up.to_owned()) } else { Ok(()) };
    }
    let solution = match answer.solution {
        Some(solution) if check_solution(order, cells, solution).is_ok() => Ok(solution),
        Some(_) => Err("the solver's grid does not solve it"),
        None if answer.search == Search::Incomplete => Err(given_up),
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
