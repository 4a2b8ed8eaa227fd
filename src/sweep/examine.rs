//! What `check` finds out about the puzzles of one size: each is read once, by one of as many
//! workers as there are cores.

use std::io;
use std::sync::{Mutex, PoisonError};

use super::error::SweepError;
use super::every::every;
use super::limited::{LimitedSolver, Limits};
use crate::builtin;
use crate::dataset::listing::{Listing, Naming, Place};
use crate::dataset::repeats::{Search, Seen};
use crate::dataset::{Batch, Dataset, Givens};
use crate::puzzle::Order;
use crate::solver::{Answers, Goal};
use crate::verify::check_solution;

/// Guesses after which a puzzle is left open.
pub(crate) const GUESSES: u64 = 1_000_000;
/// What was found.
pub(crate) struct Examined {
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
    pub(crate) fn is_proper(&self) -> bool {
        let Self { none, several, open, repeats, wrong, .. } = self;
        [none, several, open, repeats, wrong].iter().all(|listing| listing.count() == 0)
    }
}

/// Looks at every puzzle of one order, on all cores. `advance` is called with the puzzles of each
/// block.
///
/// # Errors
/// When the file changes meanwhile, or temporary files cannot be written.
pub(crate) fn examine(
    dataset: &Dataset,
    order: Order,
    naming: Naming,
    limits: Limits<'_>,
    advance: &(dyn Fn(u64) + Sync),
) -> Result<Examined, SweepError> {
    let backend = builtin::fastest(order, |_| true);
    let backend = backend.ok_or(SweepError::NoSolver("no solver takes this order"))?;
    let puzzles = dataset.survey().puzzles(order);
    let search = Search::new(puzzles, naming).map_err(SweepError::Keep)?;
    let listings = Listings::new(naming);
    let visit = |worker: &mut Worker<'_>, batch: &Batch| {
        worker.solve(batch)?;
        worker.take(batch, &listings).map_err(SweepError::Keep)?;
        search.add(&mut worker.seen).map_err(SweepError::Keep)
    };
    let start = || {
        let second = builtin::learning(order);
        let solver = LimitedSolver::start(&*backend, second, order, Goal::Unique, limits)?;
        Ok(Worker::new(solver, order))
    };
    let counts = every(dataset, order, start, visit, |worker| worker.counts, advance)?;
    let counts = counts.into_iter().fold(Counts::new(order), Counts::merge);
    let Counts { givens, one, given } = counts;
    let repeats = search.finish().map_err(SweepError::Keep)?;
    let [none, several, open, wrong] = listings.into_inner();
    Ok(Examined { givens, one, given, none, several, open, repeats, wrong })
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

/// A worker's solver and memory, and what it has counted.
struct Worker<'a> {
    solver: LimitedSolver<'a>,
    answers: Answers,
    seen: Seen,
    counts: Counts,
}

impl<'a> Worker<'a> {
    fn new(solver: LimitedSolver<'a>, order: Order) -> Self {
        let (answers, seen) = (Answers::new(order, 0), Seen::default());
        Self { solver, answers, seen, counts: Counts::new(order) }
    }

    fn solve(&mut self, batch: &Batch) -> Result<(), SweepError> {
        self.solver.solve(&batch.block(), &mut self.answers).map(drop)
    }

    /// Takes note of every puzzle of the batch.
    fn take(&mut self, batch: &Batch, listings: &Listings) -> io::Result<()> {
        use crate::solver::Search::Complete;
        let (block, counts) = (batch.block(), &mut self.counts);
        for (i, cells) in block.iter().enumerate() {
            let (answer, offset) = (self.answers.get(i), batch.offset(i));
            self.seen.add(cells, offset);
            counts.givens.add(cells);
            match (answer.search, answer.count) {
                (_, 2..) => list(&listings.several, offset)?,
                (Complete, 1) => counts.one += 1,
                (Complete, _) => list(&listings.none, offset)?,
                _ => list(&listings.open, offset)?,
            }
            let Some(expected) = batch.expected(i) else { continue };
            counts.given += 1;
            if check_solution(block.order(), cells, expected).is_err() {
                list(&listings.wrong, offset)?;
            }
        }
        Ok(())
    }
}
