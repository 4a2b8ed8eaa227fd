//! What `check` finds out about the puzzles of one size: each is read once, by one of as many
//! workers as there are cores.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, ensure};
use rayon::prelude::*;

use crate::builtin;
use crate::cli::progress::Progress;
use crate::dataset::listing::{Listing, Naming, Place};
use crate::dataset::repeats::{Search, Seen};
use crate::dataset::{Batch, Dataset, Givens};
use crate::puzzle::Order;
use crate::solver::{Answers, Backend, Goal, Solver, Stop};
use crate::verify::check_solution;

/// Guesses after which a puzzle is left open.
pub(super) const GUESSES: u64 = 1_000_000;
/// What to do about temporary files that cannot be written or read.
pub(super) const KEEP: &str = "cannot write temporary files, which --list and the search for \
    repeats need; set TMPDIR to a writable directory with space";
/// Bytes of text that are solved at once: the fastest solver advances many puzzles side by side.
/// No more than a core's second cache holds, together with the answers.
const BLOCK: usize = 256 << 10;
/// Parts that each worker gets at least, so that none waits long for the last.
const PARTS: usize = 8;

/// What was found.
pub(super) struct Examined {
    pub givens: Givens,
    /// Puzzles with one solution.
    pub one: u64,
    /// Puzzles with a solution in the file.
    pub given: u64,
    pub none: Listing,
    pub several: Listing,
    /// Puzzles whose search was given up.
    pub open: Listing,
    /// Puzzles that equal an earlier one.
    pub repeats: Listing,
    /// Puzzles whose solution in the file is not theirs.
    pub wrong: Listing,
}

impl Examined {
    /// Returns true if a list of proper puzzles has all this.
    pub(super) fn is_proper(&self) -> bool {
        let Self { none, several, open, repeats, wrong, .. } = self;
        [none, several, open, repeats, wrong].iter().all(|listing| listing.count() == 0)
    }
}

/// Looks at every puzzle of one order, on all cores.
///
/// # Errors
/// When the file changes meanwhile, or temporary files cannot be written.
pub(super) fn examine(
    dataset: &Dataset,
    order: Order,
    naming: Naming,
    bar: &Progress,
) -> anyhow::Result<Examined> {
    let backend = builtin::fastest(order, |_| true).context("no solver takes this order")?;
    let search = Search::new(dataset.survey().puzzles(order), naming).context(KEEP)?;
    let listings = Listings::new(naming);
    let blocks = blocks(dataset);
    let next = AtomicUsize::new(0);
    let work = |_| -> anyhow::Result<Counts> {
        // Kept from block to block: to ask the system for the memory anew takes long.
        let mut worker = Worker::new(dataset, &*backend, order)?;
        let mut counts = Counts::new(order);
        while let Some(chunks) = blocks.get(next.fetch_add(1, Relaxed)) {
            dataset.read_all(order, chunks.clone(), &mut worker.batch)?;
            worker.solve(order)?;
            worker.take(order, &mut counts, &listings).context(KEEP)?;
            search.add(&mut worker.seen).context(KEEP)?;
            bar.add(worker.batch.len() as u64);
        }
        Ok(counts)
    };
    let workers = (0..rayon::current_num_threads()).into_par_iter().with_max_len(1);
    let counts = workers
        .map(|worker| work(worker).inspect_err(|_| next.store(blocks.len(), Relaxed)))
        .try_reduce(|| Counts::new(order), |one, other| Ok(one.merge(other)))?;
    let repeats = search.finish().context(KEEP)?;
    let [none, several, open, wrong] = listings.into_inner();
    let Counts { givens, one, given } = counts;
    Ok(Examined { givens, one, given, none, several, open, repeats, wrong })
}

/// The chunks of a dataset, by the block.
fn blocks(dataset: &Dataset) -> Vec<Range<usize>> {
    let workers = rayon::current_num_threads();
    let by_size = (BLOCK / dataset.chunk_size()).max(1);
    let each = dataset.chunks().div_ceil(workers * PARTS).clamp(1, by_size);
    (0..dataset.chunks()).step_by(each).map(|at| at..(at + each).min(dataset.chunks())).collect()
}

/// What is counted of most puzzles. Merging is associative.
struct Counts {
    givens: Givens,
    one: u64,
    given: u64,
}

impl Counts {
    fn new(order: Order) -> Self {
        Self { givens: Givens::new(order), one: 0, given: 0 }
    }

    fn merge(self, other: Self) -> Self {
        Self {
            givens: self.givens.merge(other.givens),
            one: self.one + other.one,
            given: self.given + other.given,
        }
    }
}

/// The puzzles that are named, by their kind. Shared by all workers.
struct Listings {
    none: Mutex<Listing>,
    several: Mutex<Listing>,
    open: Mutex<Listing>,
    wrong: Mutex<Listing>,
}

impl Listings {
    fn new(naming: Naming) -> Self {
        let listing = || Mutex::new(Listing::new(naming));
        Self { none: listing(), several: listing(), open: listing(), wrong: listing() }
    }

    fn into_inner(self) -> [Listing; 4] {
        let Self { none, several, open, wrong } = self;
        [none, several, open, wrong]
            .map(|listing| listing.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

fn list(listing: &Mutex<Listing>, offset: u64) -> io::Result<()> {
    let mut listing = listing.lock().unwrap_or_else(PoisonError::into_inner);
    listing.add(Place { offset, first: offset })
}

/// A worker's solver and memory.
struct Worker {
    solver: Box<dyn Solver>,
    batch: Batch,
    answers: Answers,
    seen: Seen,
}

impl Worker {
    fn new(dataset: &Dataset, backend: &dyn Backend, order: Order) -> anyhow::Result<Self> {
        Ok(Self {
            solver: backend.start(order, Goal::Unique)?,
            batch: Batch::new(order, dataset),
            answers: Answers::new(order, 0),
            seen: Seen::default(),
        })
    }

    fn solve(&mut self, order: Order) -> anyhow::Result<()> {
        let Self { solver, batch, answers, .. } = self;
        if answers.len() < batch.len() {
            *answers = Answers::new(order, batch.len());
        }
        answers.clear(batch.len());
        solver.solve(&batch.block(), &Stop::after_guesses(GUESSES), answers)?;
        ensure!(answers.are_given(batch.len()), "the solver left puzzles unanswered");
        Ok(())
    }

    /// Takes note of every puzzle of the batch.
    fn take(&mut self, order: Order, counts: &mut Counts, listings: &Listings) -> io::Result<()> {
        use crate::solver::Search::Complete;
        for (i, cells) in self.batch.block().iter().enumerate() {
            let (answer, offset) = (self.answers.get(i), self.batch.offset(i));
            self.seen.add(cells, offset);
            counts.givens.add(cells);
            match (answer.search, answer.count) {
                (_, 2..) => list(&listings.several, offset)?,
                (Complete, 1) => counts.one += 1,
                (Complete, _) => list(&listings.none, offset)?,
                _ => list(&listings.open, offset)?,
            }
            let Some(expected) = self.batch.expected(i) else { continue };
            counts.given += 1;
            if check_solution(order, cells, expected).is_err() {
                list(&listings.wrong, offset)?;
            }
        }
        Ok(())
    }
}
