//! `sudoku-bench solve`: puzzles in, solutions out, in their order.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::announcement::Announcement;
use super::input::Reading;
use super::streams::{self, remark};
use super::written::Writing;
use super::{FAILED, value};
use crate::solver::Goal;
use crate::sweep::limited::{HandOver, Limits, SOON};
use crate::sweep::ordered::ordered;
use crate::sweep::solve::pace::Pace;
use crate::sweep::solve::solvers::Solvers;
use crate::sweep::solve::worker::{Shape, Worker};
use failures::Failures;

mod failures;

/// Arguments of `solve`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A puzzle, a file of puzzles, or `-` for standard input
    #[arg(value_name = "PUZZLE|FILE", default_value = "-")]
    input: OsString,
    /// Print solutions as grids, a row a line, a blank line between them
    #[arg(long, conflicts_with = "count")]
    grid: bool,
    /// Print each puzzle and its number of solutions instead, with a tab between them
    #[arg(long)]
    count: bool,
    /// Stop counting at N; a count that reaches N is written as `N+`, meaning N or more
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "count",
          value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Give up on a puzzle after this many guesses
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    guesses: u64,
    /// Give up on a puzzle after this many seconds, like 2 or 500ms (default: never)
    #[arg(long, value_name = "SECONDS", value_parser = value::duration)]
    timeout: Option<Duration>,
    /// Solver to use (default: the fastest built-in for the order; from 16x16 on `sat` continues with
    /// what it has not solved in 0.1 s)
    #[arg(long)]
    solver: Option<String>,
    /// Worker threads (default: all processors)
    #[arg(long, value_parser = value::positive)]
    threads: Option<usize>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
}

/// Solves every puzzle of the input, as it comes. A puzzle without a solution leaves an empty line;
/// one with several is remarked on.
///
/// # Errors
/// When there is no puzzle, the solver cannot be started, the file changes while it is read, or
/// standard output cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut stream = args.reading.stream_of_argument(&args.input)?;
    let goal = if args.count { Goal::Count(args.limit) } else { Goal::First };
    let solvers = Solvers::new(args.solver.as_deref(), goal)?;
    if let (Some(solver), Some(_)) = (solvers.unstoppable(), args.timeout) {
        bail!(
            "{solver} cannot be interrupted, so --timeout has no effect on it; leave out --timeout"
        );
    }
    let writer = args.writing.writer(stream.symbols());
    for order in stream.beginning().orders() {
        solvers.try_start(order)?; // refuses what it cannot do before anything is printed
    }
    let shape = match (args.count, args.grid) {
        (true, _) => Shape::Count { limit: args.limit },
        (_, true) => Shape::Grid,
        _ => Shape::Line,
    };
    let path = stream.path().to_owned();
    let hand_over = Announcement::new(&path);
    let say = |what: HandOver<'_>| hand_over.say(&what, remark);
    let limits =
        Limits { guesses: args.guesses, timeout: args.timeout, patience: SOON, hand_over: &say };
    let mut failures = Failures::new(&path);
    if let Some(tally) = stream.converted() {
        failures.malformed(tally);
    }
    let (form, mut chunks) = stream.chunks();
    let (pace, spare) = (Pace::new(), Spare::default());
    let mut out = streams::stdout(); // whole lines, many at once: they go out as they are
    ordered(
        solvers.threads(args.threads.unwrap_or_else(processors)),
        std::iter::from_fn(|| chunks.next(pace.bytes()).transpose()),
        || Worker::new(form, &solvers, limits, shape, &writer),
        |worker, chunk| {
            let chunk = chunk?;
            let start = Instant::now();
            let solved = worker.solve(&chunk, spare.take());
            pace.note(chunk.bytes(), start.elapsed());
            solved.with_context(|| path.clone())
        },
        |solved| {
            let solved = solved?;
            out.write_all(&solved.text)?;
            failures.chunk(&solved);
            spare.give(solved.text);
            anyhow::Ok(())
        },
    )?;
    out.flush()?;
    stream.verify_unchanged()?;
    Ok(if failures.sum_up() { ExitCode::from(FAILED) } else { ExitCode::SUCCESS })
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Memory for text that is used again: to ask the system for it anew costs as much as a tenth of
/// the time of the fastest solver.
#[derive(Default)]
struct Spare(Mutex<Vec<Vec<u8>>>);

impl Spare {
    fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn give(&self, text: Vec<u8>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }
}
