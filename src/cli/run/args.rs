//! What `run` can be asked for.

use std::path::PathBuf;
use std::time::Duration;

use crate::cli::confinement;
use crate::cli::input::Reading;
use crate::cli::subjects::{DatasetArgs, SolverArgs};
use crate::cli::suite;
use crate::cli::value::{duration, positive};
use crate::dataset::Shard;
use crate::record::Pass;
use crate::solver::Goal;

/// Arguments of `run`.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Args {
    /// What to measure on.
    #[command(flatten)]
    pub datasets: DatasetArgs,

    /// What to measure.
    #[command(flatten)]
    pub solvers: SolverArgs,

    /// Take datasets, solvers and options from a suite, and reports beside it; what stands on the
    /// command line goes before [default file: sudoku-bench.toml]
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = suite::FILE)]
    pub suite: Option<PathBuf>,

    /// What to ask of each puzzle: first, unique or count:N
    #[arg(long, value_name = "GOAL", default_value = "unique")]
    pub goal: Goal,

    /// Workers of the throughput pass, or of the latency pass where it is the only one; several
    /// numbers are measured one after the other [default: physical cores, and no more than the
    /// control group's quota; 1 for latency]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = positive)]
    pub threads: Vec<usize>,

    /// Puzzles handed to a solver at once in the throughput pass [default: as many as fill a turn,
    /// at most 4096]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub block: Option<u32>,

    /// Kind of measurement
    #[arg(long, value_enum, default_value_t = Passes::Both)]
    pub pass: Passes,

    /// Wall time for each dataset, for all solvers and passes together and including their opening,
    /// like 20 or 500ms. A run never takes longer than twice this plus one puzzle's limit [default:
    /// 20, or 45 in all for the built-in datasets]
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    pub budget: Option<Duration>,

    /// Limit of one puzzle, like 1 or 50ms [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    pub timeout: Option<Duration>,

    /// How solvers that are not built in are confined.
    #[command(flatten)]
    pub confinement: confinement::Args,

    /// Measure a seeded sample of N puzzles of each dataset and size
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: Option<u64>,

    /// Measure the I-th of N parts of each dataset and size, or of the sample of it: for several
    /// machines, whose runs `merge` joins; the parts have no puzzle in common, hold all together, and
    /// differ in size by one at most
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Have each solver meet every puzzle, or all of the sample, in N rounds, and end then. Without
    /// --budget that takes as long as it takes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub rounds: Option<u64>,

    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Solve isomorphs of the puzzles, fresh ones each round
    #[arg(long)]
    pub scramble: bool,

    /// Solve fewer than 200 puzzles repeatedly as they are, instead of filling each turn with
    /// isomorphs of them; branch predictors learn such a small set, and its times are too short
    #[arg(long, conflicts_with = "scramble")]
    pub as_given: bool,

    /// Bind each worker to a core of its own
    #[arg(long)]
    pub pin: bool,

    /// Go on with the run of a folder that a failure or an interrupt has ended early, with its
    /// arguments; rounds that were measured are kept. Datasets, solvers and machine have to be the same
    #[arg(long, value_name = "FOLDER", conflicts_with_all = [
        "datasets", "solver", "suite", "goal", "threads", "block", "pass", "budget", "timeout", "sample",
        "shard", "rounds", "seed", "scramble", "as_given", "pin", "out", "per_puzzle", "per_puzzle_rounds",
    ])]
    pub resume: Option<PathBuf>,

    /// Folder in which the run's own folder is made
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub out: PathBuf,

    /// Also write the puzzles of the latency pass to a CSV file, a row for each puzzle and solver;
    /// a name that ends in .zst is packed by Zstandard, one that ends in .gz by gzip
    #[arg(long, value_name = "FILE")]
    pub per_puzzle: Option<PathBuf>,

    /// The same with a row for each puzzle, solver and round
    #[arg(long, value_name = "FILE")]
    pub per_puzzle_rounds: Option<PathBuf>,

    #[command(flatten)]
    pub reading: Reading,

    /// Print no progress and no remarks; the table, its notes and errors stay
    #[arg(long, short)]
    pub quiet: bool,

    /// Columns to print, by their headings, or all [default: as many as there is room for]
    #[arg(long, value_name = "HEADING", value_delimiter = ',')]
    pub columns: Vec<String>,

    /// Print the summary as JSON instead of a table
    #[arg(long)]
    pub json: bool,
}

impl Args {
    /// Those of `run` alone.
    pub(crate) fn none() -> Self {
        /// The arguments of one verb.
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            args: Args,
        }
        <Line as clap::Parser>::parse_from(["run"]).args
    }
}

/// The kinds of measurement to take.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Passes {
    /// Large blocks on all workers
    Throughput,
    /// One puzzle at a time on one worker
    Latency,
    /// One after the other
    Both,
}

impl Passes {
    /// The passes themselves.
    pub(crate) fn list(self) -> Vec<Pass> {
        match self {
            Self::Throughput => vec![Pass::Throughput],
            Self::Latency => vec![Pass::Latency],
            Self::Both => vec![Pass::Throughput, Pass::Latency],
        }
    }
}
