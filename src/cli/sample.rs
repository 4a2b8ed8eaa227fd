//! `sudoku-bench sample`: puzzles drawn from a file, at random or among the hardest, as they are or
//! in other clothes.

use std::collections::BinaryHeap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::difficulty::Wanted;
use super::input::{self, Reading};
use super::streams::{self, remark};
use super::written::Writing;
use crate::builtin;
use crate::dataset::{Batch, Dataset};
use crate::puzzle::seed::mix;
use crate::puzzle::{Order, isomorph::Isomorph};
use crate::solver::{Answers, Goal, Guesses, Search, Stop};
use crate::sweep::assess::Assessor;
use crate::sweep::every::every;

/// Guess limit of the search for hard puzzles; a puzzle that reaches it counts as taking that many.
const GUESSES: u64 = 1_000_000;
/// Of this many puzzles with one solution one is called hard, and never more than `MOST_HARD` in
/// all.
const HARD_SHARE: u64 = 100;
const MOST_HARD: u64 = 1 << 20;

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
    /// `mrv`
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
    let kind = Kind::of(args);
    let mut drawn = draw(&dataset, args.number, kind, seed)?;
    dataset.verify_unchanged()?;
    if drawn.len() < args.number {
        remark(format_args!("{}: has only {} puzzles{}", dataset.path(), drawn.len(), kind.name()));
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

/// Which puzzles are drawn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    All,
    /// The hundredth that takes the most guesses.
    Hard,
    Graded(Wanted),
}

impl Kind {
    fn of(args: &Args) -> Self {
        match (args.hard, args.difficulty) {
            (true, _) => Self::Hard,
            (false, Some(wanted)) => Self::Graded(wanted),
            (false, None) => Self::All,
        }
    }

    /// What the puzzles that can be drawn have in common, for a message.
    fn name(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Hard => " with one solution",
            Self::Graded(_) => " of that difficulty",
        }
    }
}

/// A puzzle's place, ordered by how gladly it is drawn: the smallest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    /// The more guesses, the smaller; all alike when difficulty does not count.
    ease: u64,
    /// A number that the seed and the place give.
    lot: u64,
    offset: u64,
    order: Order,
}

/// The smallest of many places, no more than asked for.
struct Smallest {
    most: usize,
    heap: BinaryHeap<Place>,
}

impl Smallest {
    fn new(most: usize) -> Self {
        Self { most, heap: BinaryHeap::new() }
    }

    fn add(&mut self, place: Place) {
        if self.heap.len() < self.most {
            self.heap.push(place);
        } else if let Some(mut largest) = self.heap.peek_mut()
            && place < *largest
        {
            *largest = place;
        }
    }

    fn merge(mut self, other: Self) -> Self {
        if self.heap.len() < other.heap.len() {
            return other.merge(self);
        }
        other.heap.into_iter().for_each(|place| self.add(place));
        self
    }
}

/// Draws puzzles. The same seed draws the same ones, whatever the number of threads.
fn draw(dataset: &Dataset, number: usize, kind: Kind, seed: u64) -> anyhow::Result<Vec<Place>> {
    let total = dataset.survey().total();
    let few = (total / HARD_SHARE).min(MOST_HARD) as usize;
    let most = if kind == Kind::Hard { number.max(few) } else { number };
    let mut all = Smallest::new(most);
    for order in dataset.survey().orders() {
        all = all.merge(of_order(dataset, order, most, kind, seed)?);
    }
    let mut smallest = Smallest::new(number);
    for place in all.heap {
        smallest.add(Place { ease: 0, ..place });
    }
    Ok(smallest.heap.into_vec())
}

fn of_order(
    dataset: &Dataset,
    order: Order,
    most: usize,
    kind: Kind,
    seed: u64,
) -> anyhow::Result<Smallest> {
    if let Kind::Graded(wanted) = kind {
        return graded(dataset, order, most, wanted, seed);
    }
    // The same puzzles are to be hard on every machine and in every company.
    let backend = builtin::fastest(order, |able| able.guesses == Guesses::Exact);
    let backend = backend.context("no solver takes this order")?;
    (0..dataset.chunks())
        .into_par_iter()
        .with_min_len(4)
        .map_init(
            || (backend.start(order, Goal::Unique), Batch::new(order, dataset)),
            |(solver, batch), chunk| -> anyhow::Result<Smallest> {
                dataset.read(order, chunk, batch)?;
                let mut answers = Answers::new(order, batch.len());
                if kind == Kind::Hard {
                    let solver = match solver {
                        Ok(solver) => solver,
                        Err(error) => anyhow::bail!("{error}"),
                    };
                    solver.solve(&batch.block(), &Stop::after_guesses(GUESSES), &mut answers)?;
                }
                let mut smallest = Smallest::new(most);
                for i in 0..batch.len() {
                    let answer = answers.get(i);
                    let proper = answer.search == Search::Complete && answer.count == 1;
                    if kind == Kind::Hard && !proper {
                        continue;
                    }
                    let offset = batch.offset(i);
                    let (ease, lot) = (u64::MAX - answer.guesses, mix(seed, offset));
                    smallest.add(Place { ease, lot, offset, order });
                }
                Ok(smallest)
            },
        )
        .try_reduce(|| Smallest::new(most), |one, next| Ok(one.merge(next)))
}

/// Draws from the puzzles of a difficulty.
fn graded(
    dataset: &Dataset,
    order: Order,
    most: usize,
    wanted: Wanted,
    seed: u64,
) -> anyhow::Result<Smallest> {
    if !Assessor::takes(order) {
        return Ok(Smallest::new(most));
    }
    let start = || Ok((Assessor::new(order)?, Smallest::new(most)));
    let visit = |(assessor, smallest): &mut (Assessor, Smallest), batch: &Batch| {
        let difficulties = assessor.assess(&batch.block())?;
        for (&offset, difficulty) in batch.offsets().iter().zip(difficulties) {
            if difficulty.is_some_and(|difficulty| wanted.fits(difficulty)) {
                smallest.add(Place { ease: 0, lot: mix(seed, offset), offset, order });
            }
        }
        Ok(())
    };
    let drawn = every(dataset, order, start, visit, |(_, smallest)| smallest, &|_| ())?;
    Ok(drawn.into_iter().fold(Smallest::new(most), Smallest::merge))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_are_kept_whatever_the_way_they_are_merged() {
        let place = |lot| Place { ease: 0, lot, offset: lot, order: Order::THREE };
        let lots = |smallest: Smallest| {
            let places = smallest.heap.into_sorted_vec();
            places.into_iter().map(|place| place.lot).collect::<Vec<_>>()
        };
        let of = |numbers: &[u64]| {
            let mut smallest = Smallest::new(3);
            numbers.iter().for_each(|&lot| smallest.add(place(lot)));
            smallest
        };
        assert_eq!(lots(of(&[5, 1, 4, 2, 3])), [1, 2, 3]);
        assert_eq!(lots(of(&[5, 1]).merge(of(&[4, 2, 3]))), [1, 2, 3]);
        assert_eq!(lots(of(&[]).merge(of(&[7]))), [7]);
    }

    #[test]
    fn a_draw_is_told_by_its_seed_and_has_no_puzzle_twice() {
        let text: String = (0..3000).map(|i| format!("{i:081}\n")).collect();
        let dataset = Dataset::from_bytes("x", text.leak().as_bytes()).unwrap();
        let offsets = |seed| {
            let drawn = draw(&dataset, 100, Kind::All, seed).unwrap();
            let mut offsets: Vec<u64> = drawn.iter().map(|place| place.offset).collect();
            offsets.sort_unstable();
            offsets.dedup();
            offsets
        };
        assert_eq!(offsets(1).len(), 100);
        assert_eq!(offsets(1), offsets(1));
        assert_ne!(offsets(1), offsets(2));
        assert_eq!(draw(&dataset, 5000, Kind::All, 1).unwrap().len(), 3000);
    }
}
