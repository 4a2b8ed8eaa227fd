//! How a solver is handed its puzzles under valgrind, and how its answers come back.

use std::io;

use super::child::{self, CountTask};
use super::process::{Done, Failure, Runner};
use crate::builtin::kernel::isa::Isa;
use crate::foreign::process::grid;
use crate::foreign::process::printed;
use crate::foreign::process::printed::Printed;
use crate::foreign::process::recipe::{CommandSpec, Input, Mode};
use crate::foreign::process::replies::Reply;

use crate::puzzle::{Block, Order};
use crate::run::drive::measure::BLOCK;
use crate::solver::{Answers, PIPE, Search};

/// How a solver is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// In a process of this program: a built-in solver or a library.
    Inside(String),
    /// As a program that answers line by line, now or at the end.
    Lines(CommandSpec),
    /// As a program that takes one puzzle.
    Once(CommandSpec),
}

/// A solver's go at some puzzles.
pub(crate) struct Counted {
    /// Instructions of all its processes.
    pub instructions: u64,
    /// The answers, one a puzzle handed over; to those that were not solved there is none.
    pub answers: Answers,
    /// The instruction set of our kernels, where the solver may be one.
    pub isa: Option<Isa>,
}

impl Way {
    /// The way of a specification.
    ///
    /// # Errors
    /// When it cannot be counted, and why.
    pub(crate) fn of(spec: &str) -> Result<Self, String> {
        if spec == PIPE {
            return Err("pipe measures the pipe and solves nothing that could be counted".into());
        }
        if spec.starts_with("slowed:") {
            return Err(format!(
                "{spec} waits by the clock, so that its instructions differ each time; count a \
                 solver that works more instead"
            ));
        }
        let Some(target) = spec.strip_prefix("exec:") else {
            return Ok(Self::Inside(spec.to_owned()));
        };
        let recipe = CommandSpec::parse(target)?;
        Ok(if recipe.mode == Mode::Once { Self::Once(recipe) } else { Self::Lines(recipe) })
    }

    /// Counts the solver on some puzzles, of which the first `warm` warm it up; these alone where it
    /// does not solve the others.
    ///
    /// # Errors
    /// When the system refuses a process or a file.
    pub(crate) fn count(
        &self,
        runner: &Runner<'_>,
        puzzles: &Block<'_>,
        warm: usize,
        solves: bool,
    ) -> io::Result<Result<Counted, Failure>> {
        let asked = if solves { *puzzles } else { puzzles.slice(0, warm) };
        match self {
            Self::Inside(spec) => {
                let (order, goal, block) = (puzzles.order(), runner.goal, BLOCK as usize);
                let task = CountTask { spec: spec.clone(), order, goal, warm, block, solves };
                inside(&task, runner, puzzles)
            }
            Self::Lines(recipe) => lines(recipe, runner, &asked),
            Self::Once(recipe) => once(recipe, runner, &asked),
        }
    }
}

fn inside(
    task: &CountTask,
    runner: &Runner<'_>,
    puzzles: &Block<'_>,
) -> io::Result<Result<Counted, Failure>> {
    // Under valgrind /proc/self is valgrind itself; the parent outlives this process.
    let program = match runner.program.starts_with("/proc/self") {
        true => format!("/proc/{}/exe", std::process::id()),
        false => runner.program.display().to_string(),
    };
    let target = [program, child::VERB.to_owned(), serde_json::to_string(task)?];
    let input: Vec<u8> = puzzles.iter().flatten().copied().collect();
    Ok(runner.run(&target, &input)?.and_then(|Done { instructions, output, ending }| {
        if output.is_empty() {
            return Err(Failure::Died(ending)); // the library has ended the process
        }
        let (answers, isa) =
            child::read(&output, task.order, puzzles.len()).map_err(Failure::Refused)?;
        Ok(Counted { instructions, answers, isa: Some(isa) })
    }))
}

fn shell(command: &str) -> [String; 3] {
    ["sh".to_owned(), "-c".to_owned(), command.to_owned()]
}

fn lines(
    recipe: &CommandSpec,
    runner: &Runner<'_>,
    puzzles: &Block<'_>,
) -> io::Result<Result<Counted, Failure>> {
    let input: Vec<u8> = puzzles.iter().flat_map(|cells| [cells, b"\n"].concat()).collect();
    Ok(runner.run(&shell(&recipe.command), &input)?.and_then(
        |Done { instructions, output, ending }| {
            let answers = replies(&output, puzzles)
                .map_err(|why| Failure::NoAnswer(format!("{why} ({ending})")))?;
            Ok(Counted { instructions, answers, isa: None })
        },
    ))
}

fn replies(output: &[u8], puzzles: &Block<'_>) -> Result<Answers, String> {
    let mut answers = Answers::new(puzzles.order(), puzzles.len());
    let mut lines = output.split_inclusive(|&byte| byte == b'\n');
    for i in 0..puzzles.len() {
        let line = lines.next().and_then(|line| line.strip_suffix(b"\n"));
        let line = line.ok_or_else(|| format!("it answered {i} of {} puzzles", puzzles.len()))?;
        Reply::parse(line, puzzles.order())?.give(i, &mut answers);
    }
    match lines.next() {
        Some(_) => Err("it printed more than one reply a puzzle".to_owned()),
        None => Ok(answers),
    }
}

/// A process a puzzle, each counted from its start to its end.
fn once(
    recipe: &CommandSpec,
    runner: &Runner<'_>,
    puzzles: &Block<'_>,
) -> io::Result<Result<Counted, Failure>> {
    let (order, mut instructions) = (puzzles.order(), 0);
    let mut answers = Answers::new(order, puzzles.len());
    for (i, cells) in puzzles.iter().enumerate() {
        let input = match recipe.input {
            Input::Numbers => grid::numbers(cells, order),
            Input::Line => format!("{}\n", String::from_utf8_lossy(cells)),
        };
        let done = match runner.run(&shell(&recipe.command), input.as_bytes())? {
            Ok(done) => done,
            Err(failure) => return Ok(Err(failure)),
        };
        instructions += done.instructions;
        if let Err(why) = give(&done.output, cells, order, i, &mut answers) {
            return Ok(Err(Failure::NoAnswer(format!("{why} ({})", done.ending))));
        }
    }
    Ok(Ok(Counted { instructions, answers, isa: None }))
}

fn give(
    output: &[u8],
    cells: &[u8],
    order: Order,
    i: usize,
    answers: &mut Answers,
) -> Result<(), String> {
    match printed::read(output, cells, order) {
        Printed::Grid(grid) => {
            answers.solution_mut(i).copy_from_slice(grid.as_bytes());
            answers.set(i, 1, 0, Search::Complete);
        }
        Printed::NoSolution => answers.set(i, 0, 0, Search::Complete),
        Printed::GaveUp => answers.set(i, 0, 0, Search::Incomplete),
        Printed::Nothing => return Err("no grid in its output".to_owned()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzles;

    #[test]
    fn each_kind_of_solver_has_its_way_and_what_cannot_be_counted_says_why() {
        assert_eq!(Way::of("mrv"), Ok(Way::Inside("mrv".to_owned())));
        assert!(matches!(Way::of("exec:./a?mode=batch"), Ok(Way::Lines(_))));
        assert!(matches!(Way::of("exec:./a?mode=once"), Ok(Way::Once(_))));
        assert!(Way::of("pipe").unwrap_err().contains("pipe"));
        assert!(Way::of("slowed:mrv?factor=2").unwrap_err().contains("by the clock"));
        assert!(Way::of("exec:").unwrap_err().contains("exec:COMMAND"));
    }

    #[test]
    fn replies_are_as_many_as_puzzles() {
        let puzzles = Puzzles::from_cells(Order::TWO, [&b"1.3............."[..]; 2]);
        let of = |text: &[u8]| replies(text, &puzzles.block());
        let both = of(b"1234341221434321\t1\t5\n-\n").unwrap();
        assert_eq!((both.get(0).guesses, both.get(1).count), (5, 0));
        assert!(of(b"-\n").err().unwrap().contains("1 of 2"));
        assert!(of(b"-\n-\n-\n").err().unwrap().contains("more than one"));
        assert!(of(b"hello\n-\n").err().unwrap().contains("hello"));
    }
}
