//! `sudoku-bench solve`: puzzles in, solutions out, in their order.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, anyhow};

use super::input::Reading;
use super::ordered::ordered;
use super::{FAILED, value};
use crate::dataset::Dataset;
use crate::solver::{Backend, Goal, Threads, spec};
use worker::{Shape, Solved, Worker};

mod worker;

/// Puzzles without a solution that are told of one by one.
const TOLD: usize = 5;

/// Built-in solvers by their speed over blocks, for whoever does not ask for one.
const FASTEST_FIRST: [&str; 3] = ["lockstep", "vector", "mrv"];

/// Arguments of `solve`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A puzzle, a file of puzzles, or `-` for standard input
    #[arg(value_name = "PUZZLE|FILE", default_value = "-")]
    input: String,
    /// Print solutions as grids, a row a line, a blank line between them
    #[arg(long, conflicts_with = "count")]
    grid: bool,
    /// Print each puzzle and its number of solutions instead, with a tab between them
    #[arg(long)]
    count: bool,
    /// Count no further: a number that reaches this means "at least"
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "count",
          value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Give a puzzle up after so many guesses
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    guesses: u64,
    /// Who solves (default: the fastest built-in for the order)
    #[arg(long)]
    solver: Option<String>,
    /// Worker threads (default: all processors)
    #[arg(long, value_parser = value::positive)]
    threads: Option<usize>,
    #[command(flatten)]
    reading: Reading,
}

/// Solves every puzzle of the input. A puzzle without a solution leaves an empty line.
///
/// # Errors
/// When there is no puzzle, the solver cannot be started, or standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let dataset = args.reading.open_argument(&args.input)?;
    let backend = backend(args, &dataset)?;
    let goal = if args.count { Goal::Count(args.limit) } else { Goal::First };
    for order in dataset.survey().orders() {
        drop(backend.start(order, goal)?); // refuses what it cannot do before anything is printed
    }
    let shape = match (args.count, args.grid) {
        (true, _) => Shape::Count,
        (_, true) => Shape::Grid,
        _ => Shape::Line,
    };
    let start = || Worker::new(&dataset, &*backend, goal, args.guesses, shape);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut failures = Failures { dataset: &dataset, seen: 0 };
    ordered(
        threads(args, &*backend),
        dataset.chunks(),
        start,
        |worker, chunk| match worker {
            Ok(worker) => worker.solve(chunk),
            Err(error) => Err(anyhow!("{error}")),
        },
        |solved: anyhow::Result<Solved>| -> anyhow::Result<()> {
            let solved = solved?;
            out.write_all(&solved.text)?;
            failures.tell(&solved);
            Ok(())
        },
    )?;
    out.flush()?;
    failures.sum_up();
    let failed = dataset.survey().malformed > 0 || failures.seen > 0;
    Ok(if failed { ExitCode::from(FAILED) } else { ExitCode::SUCCESS })
}

fn threads(args: &Args, backend: &dyn Backend) -> usize {
    if backend.abilities().threads == Threads::One {
        return 1;
    }
    args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

fn backend(args: &Args, dataset: &Dataset) -> anyhow::Result<Box<dyn Backend>> {
    if let Some(name) = &args.solver {
        return Ok(spec::parse(name)?);
    }
    let orders: Vec<_> = dataset.survey().orders().collect();
    let backends = FASTEST_FIRST.iter().filter_map(|name| spec::parse(name).ok());
    let mut able = backends.filter(|backend| {
        let abilities = backend.abilities();
        let counts = !args.count || args.limit <= abilities.counts_to;
        counts && orders.iter().all(|order| abilities.orders.contains(order))
    });
    able.next().context("no built-in solver takes all orders of the input")
}

/// Tells of the first puzzles that were not solved, and counts the others.
struct Failures<'a> {
    dataset: &'a Dataset,
    seen: usize,
}

impl Failures<'_> {
    fn tell(&mut self, solved: &Solved) {
        for failure in &solved.failures {
            if self.seen < TOLD {
                let line = self.dataset.line_of(failure.offset);
                eprintln!("{}: line {line}: {}", self.dataset.path(), failure.why);
            }
            self.seen += 1;
        }
    }

    fn sum_up(&self) {
        if self.seen > TOLD {
            eprintln!("{}: {} puzzles in all were not solved", self.dataset.path(), self.seen);
        }
    }
}
