//! The process in which a built-in solver or a library is counted: reads puzzles, solves them, and
//! writes the answers.
//!
//! It does the same whether it solves the puzzles that count or not, but for solving them: what two
//! processes differ by is the solver's own.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

use crate::builtin::kernel::isa::Isa;
use crate::foreign::process::confine;
use crate::foreign::process::confine::Confinement;
use crate::foreign::spec;
use crate::puzzle::{Order, Puzzles};
use crate::solver::{Answer, Answers, Goal, Search, SolverError, Stop};

/// The hidden verb by which it is started.
pub(crate) const VERB: &str = "counted";

/// What it is started for: one argument.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct CountTask {
    /// The solver.
    pub spec: String,
    /// Order of the puzzles, whose cells stand one behind the other on standard input.
    pub order: Order,
    /// What is asked of each.
    pub goal: Goal,
    /// Puzzles at the beginning that warm the solver up.
    pub warm: usize,
    /// Puzzles handed over at once.
    pub block: usize,
    /// Whether the others are solved, too.
    pub solves: bool,
}

/// First byte of what it writes: answers follow, or why there are none.
const ANSWERS: u8 = b'+';
const REFUSED: u8 = b'-';

/// Runs a task, and writes the answers to standard output.
///
/// # Errors
/// When the task is not of this version, or a stream breaks.
pub(crate) fn serve(text: &str) -> io::Result<ExitCode> {
    let task: CountTask = serde_json::from_str(text)?;
    confine::die_of_faults();
    let mut cells = Vec::new();
    io::stdin().lock().read_to_end(&mut cells)?;
    let mut out = std::fs::File::from(rustix::io::fcntl_dupfd_cloexec(io::stdout(), 3)?);
    rustix::stdio::dup2_stdout(io::stderr())?; // what a library prints is not an answer
    let bytes = match task.answers(&cells) {
        Ok(answers) => written(&answers),
        Err(error) => [&[REFUSED][..], error.to_string().as_bytes()].concat(),
    };
    out.write_all(&bytes)?;
    Ok(ExitCode::SUCCESS)
}

impl CountTask {
    fn answers(&self, cells: &[u8]) -> Result<Answers, SolverError> {
        let all = cells.chunks_exact(self.order.cells());
        let puzzles = Puzzles::from_cells(self.order, all);
        let block = puzzles.block();
        let mut answers = Answers::new(self.order, block.len());
        let confinement = Confinement { isolate: false, ..Confinement::default() };
        let backend = spec::parse_confined(&self.spec, &confinement)?;
        let mut solver = backend.start(self.order, self.goal)?;
        let warm = self.warm.min(block.len());
        let mut some = Answers::new(self.order, self.block.min(block.len()));
        let mut solve = |from: usize, to: usize| -> Result<(), SolverError> {
            some.clear(to - from);
            solver.prepare(&Stop::never())?;
            solver.solve(&block.slice(from, to), &Stop::never(), &mut some)?;
            (from..to).for_each(|i| copy(&some.get(i - from), i, &mut answers));
            Ok(())
        };
        let end = if self.solves { block.len() } else { warm };
        for from in 0..warm {
            solve(from, from + 1)?;
        }
        for from in (warm..end).step_by(self.block.max(1)) {
            solve(from, end.min(from + self.block.max(1)))?;
        }
        Ok(answers)
    }
}

/// Gives an answer as that to puzzle `i`.
pub(crate) fn copy(answer: &Answer<'_>, i: usize, answers: &mut Answers) {
    if let Some(solution) = answer.solution {
        answers.solution_mut(i).copy_from_slice(solution);
    }
    answers.set(i, answer.count, answer.guesses, answer.search);
}

/// Bytes of an answer beside its cells: count, guesses, how far the search went.
const NUMBERS: usize = 4 + 8 + 1;

/// The answers, each in as many bytes as any other, behind the instruction set of our kernels.
fn written(answers: &Answers) -> Vec<u8> {
    let cells = answers.order().cells();
    let mut bytes = Vec::with_capacity(2 + answers.len() * (NUMBERS + cells));
    bytes.extend([ANSWERS, Isa::best() as u8]);
    for i in 0..answers.len() {
        let answer = answers.get(i);
        bytes.extend(answer.count.to_le_bytes());
        bytes.extend(answer.guesses.to_le_bytes());
        bytes.push(answer.search as u8);
        match answer.solution {
            Some(solution) => bytes.extend_from_slice(solution),
            None => bytes.resize(bytes.len() + cells, 0),
        }
    }
    bytes
}

/// Reads what [`serve`] wrote: the answers to `len` puzzles, and the instruction set of our kernels.
///
/// # Errors
/// Why there are none.
pub(crate) fn read(bytes: &[u8], order: Order, len: usize) -> Result<(Answers, Isa), String> {
    let garbled = || "its process wrote something else than answers".to_owned();
    let (isa, bytes) = match bytes {
        [ANSWERS, isa, bytes @ ..] => (*isa, bytes),
        [REFUSED, why @ ..] => return Err(String::from_utf8_lossy(why).into_owned()),
        _ => return Err(garbled()),
    };
    let isa = Isa::ALL.into_iter().find(|known| *known as u8 == isa).ok_or_else(garbled)?;
    let each = NUMBERS + order.cells();
    if bytes.len() != len * each {
        return Err(garbled());
    }
    let mut answers = Answers::new(order, len);
    for (i, one) in bytes.chunks_exact(each).enumerate() {
        let (count, rest) = one.split_first_chunk().ok_or_else(garbled)?;
        let (guesses, rest) = rest.split_first_chunk().ok_or_else(garbled)?;
        let (search, cells) = rest.split_first().ok_or_else(garbled)?;
        let searches = [Search::Unanswered, Search::Incomplete, Search::Complete];
        let search = searches.into_iter().find(|known| *known as u8 == *search);
        let answer = Answer {
            count: u32::from_le_bytes(*count),
            guesses: u64::from_le_bytes(*guesses),
            search: search.ok_or_else(garbled)?,
            solution: (cells[0] != 0).then_some(cells),
        };
        copy(&answer, i, &mut answers);
    }
    Ok((answers, isa))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_survive_the_way_to_the_parent() {
        let (order, warm) = (Order::TWO, 1);
        let cells = b"1.3.............1...............11..............";
        let task = |solves| CountTask {
            spec: "mrv".to_owned(),
            order,
            goal: Goal::Count(500),
            warm,
            block: 1,
            solves,
        };
        let answers = task(true).answers(cells).unwrap();
        let (read_back, _) = read(&written(&answers), order, 3).unwrap();
        for i in 0..3 {
            assert_eq!(read_back.get(i), answers.get(i));
        }
        assert_eq!((answers.get(1).count, answers.get(2).count), (72, 0));
        let few = task(false).answers(cells).unwrap();
        assert_eq!(few.get(0), answers.get(0));
        assert_eq!(few.get(1).search, Search::Unanswered);
        assert_eq!(written(&few).len(), written(&answers).len());
    }

    #[test]
    fn why_there_are_no_answers_comes_back_in_words() {
        assert_eq!(read(b"-no such solver", Order::TWO, 1).err().unwrap(), "no such solver");
        for bytes in [&b""[..], b"+", b"+\x01short", b"hello"] {
            assert!(read(bytes, Order::TWO, 1).err().unwrap().contains("something else"));
        }
    }
}
