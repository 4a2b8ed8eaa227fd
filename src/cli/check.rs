//! `sudoku-bench check`: the passport of a file of puzzles.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use rayon::prelude::*;

use super::FAILED;
use super::input::Reading;
use crate::dataset::passport::{Passport, passport};
use crate::dataset::{Batch, Dataset};
use crate::puzzle::Order;
use crate::solver::{Answers, Goal, Search, Stop, builtin};
use crate::verify::{GridFault, check_solution};

/// Guesses after which a puzzle is left open.
const GUESSES: u64 = 1_000_000;
/// Wrong solutions that are named.
const SHOWN: usize = 5;

/// Arguments of `check`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of puzzles; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    reading: Reading,
}

/// Prints what is in a file. With `--strict`, anything that a list of proper puzzles would not
/// have makes the exit code 1.
///
/// # Errors
/// When the file cannot be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let dataset = args.reading.open(&args.file, false)?;
    let mut out = io::stdout().lock();
    head(&dataset, &mut out)?;
    let mut proper = true;
    for order in dataset.survey().orders() {
        let passport = passport(&dataset, order)?;
        let solved = solve(&dataset, order)?;
        describe(&dataset, order, &passport, &solved, &mut out)?;
        let Solved { none, many, open, wrong, .. } = solved;
        proper &= none + many + open + passport.repeated + wrong == 0;
    }
    out.flush()?;
    let failed = args.reading.strict && !proper;
    Ok(if failed { ExitCode::from(FAILED) } else { ExitCode::SUCCESS })
}

fn head(dataset: &Dataset, out: &mut dyn Write) -> io::Result<()> {
    let survey = dataset.survey();
    writeln!(out, "{}", dataset.path())?;
    writeln!(out, "  format     {}", survey.format)?;
    for note in &survey.notes {
        writeln!(out, "  note       {note}")?;
    }
    writeln!(out, "  size       {} bytes, {} lines", survey.bytes, survey.lines)?;
    writeln!(out, "  blake3     {}", survey.hash)?;
    writeln!(out, "  malformed  {}", survey.malformed)
}

fn describe(
    dataset: &Dataset,
    order: Order,
    passport: &Passport,
    solved: &Solved,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Passport { givens, repeated, examples } = passport;
    let [min, median, max] = [givens.min(), givens.median(), givens.max()];
    writeln!(out, "{order}")?;
    writeln!(out, "  puzzles    {}", dataset.survey().puzzles(order))?;
    writeln!(out, "  givens     {min} to {max}, median {median}")?;
    let Solved { one, none, many, open, given, wrong, examples: faults } = solved;
    writeln!(out, "  solutions  {one} with one, {none} with none, {many} with several")?;
    if *open > 0 {
        writeln!(out, "  open       {open}: the search gave up after {GUESSES} guesses")?;
    }
    writeln!(out, "  repeated   {repeated}")?;
    for repeat in examples {
        let [line, first] = [repeat.offset, repeat.first].map(|offset| dataset.line_of(offset));
        writeln!(out, "             line {line} repeats line {first}")?;
    }
    match given {
        0 => writeln!(out, "  solution column: none")?,
        _ => writeln!(out, "  solution column: {given}, of which {wrong} are wrong")?,
    }
    for (offset, why) in faults {
        writeln!(out, "             line {}: {why}", dataset.line_of(*offset))?;
    }
    Ok(())
}

/// How the puzzles of one order end.
#[derive(Default)]
struct Solved {
    one: u64,
    none: u64,
    many: u64,
    open: u64,
    /// Puzzles with a solution in the file.
    given: u64,
    /// Those whose solution in the file is none of theirs.
    wrong: u64,
    /// Offset of the first of them, with the reason.
    examples: Vec<(u64, GridFault)>,
}

impl Solved {
    fn merge(mut self, next: Self) -> Self {
        self.one += next.one;
        self.none += next.none;
        self.many += next.many;
        self.open += next.open;
        self.given += next.given;
        self.wrong += next.wrong;
        self.examples.extend(next.examples);
        self.examples.truncate(SHOWN);
        self
    }
}

/// Solves every puzzle of one order, on all cores.
fn solve(dataset: &Dataset, order: Order) -> anyhow::Result<Solved> {
    let backend = builtin::fastest(order, |_| true).context("no solver takes this order")?;
    backend.start(order, Goal::Unique)?;
    let solved = (0..dataset.chunks()).into_par_iter().with_min_len(4).map_init(
        || (backend.start(order, Goal::Unique), Batch::new(order, dataset)),
        |(solver, batch), chunk| -> anyhow::Result<Solved> {
            let solver = match solver {
                Ok(solver) => solver,
                Err(error) => anyhow::bail!("{error}"),
            };
            dataset.read(order, chunk, batch)?;
            let mut answers = Answers::new(order, batch.len());
            solver.solve(&batch.block(), &Stop::after_guesses(GUESSES), &mut answers)?;
            Ok(tally(order, batch, &answers))
        },
    );
    solved.try_reduce(Solved::default, |one, next| Ok(one.merge(next)))
}

fn tally(order: Order, batch: &Batch, answers: &Answers) -> Solved {
    let mut solved = Solved::default();
    for (i, cells) in batch.block().iter().enumerate() {
        let answer = answers.get(i);
        match (answer.search, answer.count) {
            (_, 2..) => solved.many += 1,
            (Search::Complete, 1) => solved.one += 1,
            (Search::Complete, _) => solved.none += 1,
            _ => solved.open += 1,
        }
        if let Some(expected) = batch.expected(i) {
            solved.given += 1;
            if let Err(fault) = check_solution(order, cells, expected) {
                solved.wrong += 1;
                if solved.examples.len() < SHOWN {
                    solved.examples.push((batch.offset(i), fault));
                }
            }
        }
    }
    solved
}
