//! `sudoku-bench sample`: puzzles drawn from a file, at random or among the hardest, as they are or
//! in other clothes.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::announcement::Announcement;
use super::difficulty::Wanted;
use super::input::{self, Reading};
use super::streams::{self, remark};
use super::written::Writing;
use crate::dataset::Batch;
use crate::puzzle::isomorph::Isomorph;
use crate::puzzle::seed::mix;
use crate::sweep::draw::{Pool, draw};
use crate::sweep::limited::HandOver;

/// Arguments of `sample`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// File of puzzles; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Puzzles to draw
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
    number: usize,

    /// Draw from the 1 % of the puzzles that take the most guesses, of `vector` or, beyond 9x9, of
    /// `mrv`, and of `sat` from the 30,000th on
    #[arg(long)]
    hard: bool,

    /// Draw from those of a difficulty: easy, medium, hard, expert or extreme, or the hardest technique
    /// that they need, like x-wing
    #[arg(long, value_name = "LABEL", conflicts_with = "hard")]
    difficulty: Option<Wanted>,

    /// Relabel, permute and transpose each: new puzzles, as hard as the old ones
    #[arg(long)]
    scramble: bool,

    /// Seed of the draw [default: another one each time, printed on standard error]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
}

/// Prints the puzzles, one a line, in the order of the file.
///
/// # Errors
/// When the file cannot be read, changes while it is, or the puzzles cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let dataset = args.reading.open(&args.file, false)?;
    let seed = args.seed.unwrap_or_else(|| {
        let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |t| t.as_nanos() as u64);
        remark(format_args!("seed {seed}"));
        seed
    });
    let fits = |difficulty| args.difficulty.is_some_and(|wanted| wanted.fits(difficulty));
    let (pool, kind) = match (args.hard, args.difficulty) {
        (true, _) => (Pool::Hard, " with one solution"),
        (false, Some(_)) => (Pool::Graded(&fits), " of that difficulty"),
        (false, None) => (Pool::All, ""),
    };
    let announcement = Announcement::without_timeout(dataset.path());
    let hand_over = |what: HandOver<'_>| announcement.say(&what, remark);
    let mut drawn = draw(&dataset, args.number, pool, seed, &hand_over)?;
    dataset.verify_unchanged()?;
    if drawn.len() < args.number {
        remark(format_args!("{}: has only {} puzzles{kind}", dataset.path(), drawn.len()));
    }
    drawn.sort_unstable_by_key(|place| place.offset);
    let writer = args.writing.writer(dataset.symbols());
    let mut out = io::BufWriter::new(streams::stdout());
    for place in drawn {
        let mut batch = Batch::new(place.order, &dataset);
        dataset.read_at(place.order, place.offset, &mut batch)?;
        let mut cells: Vec<u8> = batch.block().iter().flatten().copied().collect();
        if args.scramble {
            let mut rng = ChaCha8Rng::seed_from_u64(mix(seed, place.offset));
            let image = Isomorph::random(place.order, &mut rng);
            let source = cells.clone();
            image.apply(&source, &mut cells);
        }
        writer.write(place.order, &mut cells);
        cells.push(b'\n');
        out.write_all(&cells)?;
    }
    out.flush()?;
    input::verify_to_the_end(&dataset)?;
    Ok(ExitCode::SUCCESS)
}
