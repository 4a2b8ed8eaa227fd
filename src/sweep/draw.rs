//! Puzzles drawn from a file by a seed: from all of them, from the hardest, or from those of a
//! difficulty.

use std::collections::BinaryHeap;

use super::assess::Assessor;
use super::error::SweepError;
use super::every::every;
use super::limited::{FEW_GUESSES, LimitedSolver, Limits, OnHandOver};
use crate::builtin;
use crate::dataset::{Batch, Dataset};
use crate::logic::Difficulty;
use crate::puzzle::Order;
use crate::puzzle::seed::mix;
use crate::solver::{Answers, Goal, Guesses, Search};

/// Guess limit of each solver in the search for hard puzzles; a puzzle that reaches it has not been shown to
/// have one solution.
const GUESSES: u64 = 1_000_000;
/// Of this many puzzles with one solution one is called hard, and never more than `MOST_HARD` in
/// all.
const HARD_SHARE: u64 = 100;
const MOST_HARD: u64 = 1 << 20;

/// The puzzles that are drawn from.
#[derive(Clone, Copy)]
pub(crate) enum Pool<'a> {
    /// All of them.
    All,
    /// The hundredth that takes the most guesses, of those with one solution.
    Hard,
    /// Those with one solution whose difficulty fits.
    Graded(&'a (dyn Fn(Difficulty) -> bool + Sync)),
}

/// A puzzle's place, ordered by preference: the smallest is drawn first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Place {
    /// The more guesses, the smaller; all alike when difficulty does not count.
    ease: u64,
    /// A number that the seed and the place give.
    lot: u64,
    /// Byte at which its line begins.
    pub offset: u64,
    /// Its order.
    pub order: Order,
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

/// Draws puzzles. The same seed draws the same ones, whatever the number of threads. `hand_over` is called
/// when a puzzle takes another solver.
///
/// # Errors
/// When the file changes meanwhile.
pub(crate) fn draw(
    dataset: &Dataset,
    number: usize,
    pool: Pool<'_>,
    seed: u64,
    hand_over: OnHandOver<'_>,
) -> Result<Vec<Place>, SweepError> {
    let total = dataset.survey().total();
    let few = (total / HARD_SHARE).min(MOST_HARD) as usize;
    let most = if matches!(pool, Pool::Hard) { number.max(few) } else { number };
    let mut all = Smallest::new(most);
    for order in dataset.survey().orders() {
        let drawn = match pool {
            Pool::All => from_all(dataset, order, most, seed)?,
            Pool::Hard => from_hard(dataset, order, most, seed, hand_over)?,
            Pool::Graded(fits) => from_graded(dataset, order, most, fits, seed, hand_over)?,
        };
        all = drawn.into_iter().fold(all, Smallest::merge);
    }
    let mut smallest = Smallest::new(number);
    for place in all.heap {
        smallest.add(Place { ease: 0, ..place });
    }
    Ok(smallest.heap.into_vec())
}

fn from_all(
    dataset: &Dataset,
    order: Order,
    most: usize,
    seed: u64,
) -> Result<Vec<Smallest>, SweepError> {
    let visit = |smallest: &mut Smallest, batch: &Batch| {
        for &offset in batch.offsets() {
            smallest.add(Place { ease: 0, lot: mix(seed, offset), offset, order });
        }
        Ok(())
    };
    every(dataset, order, || Ok(Smallest::new(most)), visit, |smallest| smallest, &|_| ())
}

/// A worker of the search for hard puzzles.
struct HardWorker<'a> {
    solver: LimitedSolver<'a>,
    answers: Answers,
    smallest: Smallest,
}

fn from_hard(
    dataset: &Dataset,
    order: Order,
    most: usize,
    seed: u64,
    hand_over: OnHandOver<'_>,
) -> Result<Vec<Smallest>, SweepError> {
    // The same puzzles are to be hard on every machine and whatever lies beside them.
    let backend = builtin::fastest(order, |able| able.guesses == Guesses::Exact);
    let backend = backend.ok_or(SweepError::NoSolver("no solver takes this order"))?;
    let limits = Limits { guesses: GUESSES, timeout: None, patience: FEW_GUESSES, hand_over };
    let start = || {
        let second = builtin::learning(order);
        let solver = LimitedSolver::start(&*backend, second, order, Goal::Unique, limits)?;
        Ok(HardWorker { solver, answers: Answers::new(order, 0), smallest: Smallest::new(most) })
    };
    let visit = |worker: &mut HardWorker<'_>, batch: &Batch| {
        let HardWorker { solver, answers, smallest } = worker;
        solver.solve(&batch.block(), answers)?;
        for (i, &offset) in batch.offsets().iter().enumerate() {
            let answer = answers.get(i);
            if answer.search == Search::Complete && answer.count == 1 {
                let (ease, lot) = (u64::MAX - answer.guesses, mix(seed, offset));
                smallest.add(Place { ease, lot, offset, order });
            }
        }
        Ok(())
    };
    every(dataset, order, start, visit, |worker| worker.smallest, &|_| ())
}

fn from_graded(
    dataset: &Dataset,
    order: Order,
    most: usize,
    fits: &(dyn Fn(Difficulty) -> bool + Sync),
    seed: u64,
    hand_over: OnHandOver<'_>,
) -> Result<Vec<Smallest>, SweepError> {
    if !Assessor::takes(order) {
        return Ok(Vec::new());
    }
    let start = || Ok((Assessor::new(order, None, hand_over)?, Smallest::new(most)));
    let visit = |(assessor, smallest): &mut (Assessor<'_>, Smallest), batch: &Batch| {
        let assessed = assessor.assess(&batch.block())?;
        for (&offset, assessed) in batch.offsets().iter().zip(assessed) {
            if assessed.difficulty().is_some_and(fits) {
                smallest.add(Place { ease: 0, lot: mix(seed, offset), offset, order });
            }
        }
        Ok(())
    };
    every(dataset, order, start, visit, |(_, smallest)| smallest, &|_| ())
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
            let drawn = draw(&dataset, 100, Pool::All, seed, &|_| ()).unwrap();
            let mut offsets: Vec<u64> = drawn.iter().map(|place| place.offset).collect();
            offsets.sort_unstable();
            offsets.dedup();
            offsets
        };
        assert_eq!(offsets(1).len(), 100);
        assert_eq!(offsets(1), offsets(1));
        assert_ne!(offsets(1), offsets(2));
        assert_eq!(draw(&dataset, 5000, Pool::All, 1, &|_| ()).unwrap().len(), 3000);
    }
}
