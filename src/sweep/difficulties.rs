//! How hard the puzzles of a file are for a person.

use std::collections::BTreeMap;

use super::assess::{Assessment, Assessor};
use super::error::SweepError;
use super::every::every;
use super::limited::OnHandOver;
use crate::dataset::{Batch, Dataset};
use crate::logic::{Difficulty, Technique};
use crate::puzzle::Order;

/// Graded puzzles, by the hardest technique that they need. Merging is associative, with the default
/// as zero.
#[derive(Default)]
pub(crate) struct Difficulties(pub BTreeMap<Technique, Graded>);

/// Puzzles that need the same hardest technique.
#[derive(Clone, Copy, Default)]
pub(crate) struct Graded {
    /// How many.
    pub puzzles: u64,
    /// Their scores together.
    pub scores: u64,
}

impl Difficulties {
    /// Adds a puzzle.
    pub(crate) fn add(&mut self, difficulty: Difficulty) {
        let graded = self.0.entry(difficulty.hardest).or_default();
        graded.puzzles += 1;
        graded.scores += u64::from(difficulty.score);
    }

    /// The puzzles of both.
    pub(crate) fn merge(mut self, other: Self) -> Self {
        for (technique, more) in other.0 {
            let graded = self.0.entry(technique).or_default();
            graded.puzzles += more.puzzles;
            graded.scores += more.scores;
        }
        self
    }
}

/// Grades all puzzles of an order that have one solution, on all cores. `None` where the order is too
/// large for that. `hand_over` is called when a puzzle takes another solver, `advance` with the puzzles
/// of each block.
///
/// # Errors
/// When the file changes meanwhile, or no solver can be started.
pub(crate) fn difficulties(
    dataset: &Dataset,
    order: Order,
    hand_over: OnHandOver<'_>,
    advance: &(dyn Fn(u64) + Sync),
) -> Result<Option<Difficulties>, SweepError> {
    if !Assessor::takes(order) {
        return Ok(None);
    }
    let start = || Ok((Assessor::new(order, None, hand_over)?, Difficulties::default()));
    let visit = |(assessor, found): &mut (Assessor<'_>, Difficulties), batch: &Batch| {
        let assessed = assessor.assess(&batch.block())?.into_iter();
        assessed.filter_map(Assessment::difficulty).for_each(|one| found.add(one));
        Ok(())
    };
    let found = every(dataset, order, start, visit, |(_, found)| found, advance)?;
    Ok(Some(found.into_iter().fold(Difficulties::default(), Difficulties::merge)))
}
