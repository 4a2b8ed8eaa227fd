//! `sudoku-bench breed`: puzzles that cost a solver most.

mod costs;
mod rounds;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{bail, ensure};

use self::costs::{Failures, GUESSES, Measure};
use self::rounds::{Rated, Search};
use super::input::{self, Reading};
use super::interrupt::{self, INTERRUPTED_BY_USER};
use super::progress::Progress;
use super::streams::{self, remark};
use super::value;
use crate::dataset::Dataset;
use crate::foreign::spec;
use crate::generate::breed::mean_cost;
use crate::puzzle::Order;
use crate::solver::{Backend, Threads};
use crate::sweep::file_order::FileOrder;

/// Arguments of `breed`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "A pool of the most costly puzzles known has children: 1 to 4 givens are left out of a random \
                  isomorph, others added until one solution is left, and all that are not needed taken away. A \
                  child that costs more than the least of the pool takes its place. Costs are guesses, or \
                  nanoseconds of a solver that does not count them the same in every run: the geometric mean \
                  over random isomorphs, 8 during the search and 64 others for what is printed, since a puzzle that \
                  won a contest of 8 was lucky, too. The pool holds one puzzle of each class of solution grids. \
                  What is printed is in canonical form, has one solution and is minimal, which two unlike \
                  solvers confirm. By guesses, the same --seed and --rounds print the same puzzles on any \
                  number of threads."
)]
pub(super) struct Args {
    /// File of 9x9 puzzles to start from; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Solver that the puzzles are to be costly for; given several times, for all of them
    #[arg(long = "for", value_name = "SPEC", required = true)]
    solvers: Vec<String>,
    /// Puzzles to print, the most costly first
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    keep: u32,
    /// Stop after this many seconds, like 60 or 2min (default: 60, and no limit with --rounds)
    #[arg(long, value_name = "SECONDS", value_parser = value::duration)]
    budget: Option<Duration>,
    /// Stop after this many rounds of 512 children
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,
    /// Most time that a puzzle may take where time is measured, or a program counts the guesses
    #[arg(long, value_name = "SECONDS", value_parser = value::duration, default_value = "10")]
    timeout: Duration,
    /// Print CSV: the puzzle, and its mean cost for each solver
    #[arg(long)]
    csv: bool,
    /// Seed of everything that is drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Worker threads (default: all processors)
    #[arg(long, value_parser = value::positive)]
    threads: Option<usize>,
    #[command(flatten)]
    reading: Reading,
}

/// Breeds, and prints the most costly puzzles.
///
/// # Errors
/// When the file cannot be read or holds other puzzles than 9x9, none has a solution, or a solver cannot
/// be used.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let starts = puzzles(&args.reading, &args.file)?;
    let backends: Vec<Box<dyn Backend>> =
        args.solvers.iter().map(|solver| spec::parse(solver)).collect::<Result<_, _>>()?;
    for backend in &backends {
        let abilities = backend.abilities();
        ensure!(abilities.orders.contains(&Order::THREE), "{} takes no 9x9 puzzles", backend.id());
        ensure!(abilities.complete, "{} leaves puzzles open, so none is costly", backend.id());
    }
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let is_single = backends.iter().any(|backend| backend.abilities().threads == Threads::One);
    let threads = if is_single { 1 } else { args.threads.unwrap_or_else(processors) };
    let failures = Failures::default();
    let mut search = Search {
        backends: &backends,
        seed: args.seed,
        threads,
        timeout: args.timeout,
        failures: &failures,
        progress: &Progress::new(false),
        keep: args.keep as usize,
    };
    interrupt::keep_results();
    let budget = args.budget.or_else(|| args.rounds.is_none().then_some(Duration::from_secs(60)));
    let (pool, rounds) = search.run(&starts, budget, args.rounds)?;
    interrupt::results_are_kept();
    if pool.members().is_empty() {
        bail!(
            "{}: no puzzle has been rated; `check` shows which ones have solutions",
            args.file.display()
        );
    }
    remark(format_args!(
        "{rounds} rounds, {} children; the pool of {} costs {:.1} on average",
        rounds * rounds::CHILDREN,
        pool.members().len(),
        pool.mean(),
    ));
    let rated = search.rate_anew(&pool)?;
    for (what, times) in failures.all() {
        remark(format_args!("{what}: {times} times; these puzzles were left out"));
    }
    print(args, &backends, &rated)?;
    Ok(match interrupt::is_interrupted() {
        true => ExitCode::from(INTERRUPTED_BY_USER),
        false => ExitCode::SUCCESS,
    })
}

/// Prints the puzzles, and says what they cost on average.
fn print(args: &Args, backends: &[Box<dyn Backend>], rated: &[Rated]) -> anyhow::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, streams::stdout());
    if args.csv {
        let names = backends.iter().map(|backend| {
            let unit = Measure::of(&**backend).unit();
            format!(",{}", csv_field(&format!("{} {unit}", backend.id())))
        });
        writeln!(out, "puzzle{}", names.collect::<String>())?;
    }
    for Rated { puzzle, rating } in rated {
        out.write_all(puzzle)?;
        if args.csv {
            rating.0.iter().try_for_each(|&mean| write!(out, ",{:.1}", mean_cost(mean)))?;
        }
        out.write_all(b"\n")?;
    }
    out.flush()?;
    for (i, backend) in backends.iter().enumerate() {
        let costs: Vec<f64> = rated.iter().map(|rated| mean_cost(rated.rating.0[i])).collect();
        let mean = costs.iter().sum::<f64>() / costs.len().max(1) as f64;
        let most = costs.iter().copied().fold(0.0, f64::max);
        let measure = Measure::of(&**backend);
        let limit = match measure {
            Measure::Guesses => format!("; a puzzle is given up at {GUESSES}"),
            Measure::Time => String::new(),
        };
        remark(format_args!(
            "{}: {} puzzles, rated anew: {mean:.1} {} on average, {most:.1} at most{limit}",
            backend.id(),
            costs.len(),
            measure.unit(),
        ));
    }
    Ok(())
}

/// A field in quotes where it needs them.
fn csv_field(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// The 9x9 puzzles of a file.
fn puzzles(reading: &Reading, path: &Path) -> anyhow::Result<Vec<Vec<u8>>> {
    let dataset: Dataset = reading.open(path, false)?;
    if let Some(order) = dataset.survey().orders().find(|&order| order != Order::THREE) {
        bail!("{}: holds {order} puzzles; 9x9 puzzles are bred", dataset.path());
    }
    let mut puzzles = Vec::new();
    let mut reader = FileOrder::new(&dataset);
    for chunk in 0..dataset.chunks() {
        reader.read(chunk)?;
        puzzles.extend(reader.puzzles().map(|puzzle| puzzle.cells().to_vec()));
    }
    input::verify_to_the_end(&dataset)?;
    Ok(puzzles)
}
