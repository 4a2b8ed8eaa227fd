//! What the records of one row of the summary add up to. Sums of rows that are about different puzzles,
//! as those of shards, can be merged, and hold no more than one of them.

use std::collections::HashMap;

use super::counted::Counted;
use crate::record::{Outcomes, Record, Setting};

/// The sums of one row.
#[derive(Clone, Debug)]
pub(crate) struct RowSums {
    /// Backend.
    pub solver: String,
    /// What was measured, and how.
    pub setting: Setting,
    /// Most puzzles handed over at once.
    pub block: u32,
    /// What became of the puzzles: of each group, in its worst round.
    pub outcomes: Outcomes,
    /// Puzzles on which solvers contradict each other and no recount decided.
    pub disputed: u64,
    /// Claims that no recount or proof has confirmed.
    pub unconfirmed: u64,
    /// Puzzles of which only the count of solutions could be checked.
    pub only_counted: u64,
    /// Guesses, and the puzzles that took them.
    pub(super) guesses: Share,
    /// Puzzles decided without a guess, of those that count guesses.
    pub(super) no_guess: Share,
    /// Highest resident memory of isolated solvers.
    pub peak_rss_bytes: Option<u64>,
    /// Times each puzzle stood in a turn, at most.
    pub isomorphs: u32,
    /// What times and rates are made from.
    pub(super) counted: Counted,
}

/// A sum, and the puzzles that it is over.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Share {
    /// The sum.
    pub sum: u64,
    /// The puzzles.
    pub puzzles: u64,
}

impl RowSums {
    /// Adds the records of a row up, of which there is at least one. Answers that were wrong in samples
    /// that the row is not about count, too.
    pub(super) fn of(all: &[&Record], wrong_elsewhere: u64) -> Self {
        let Record { solver, setting, block, .. } = all[0];
        let groups = worst(all);
        let sum = |field: fn(&Record) -> u64| groups.iter().map(|record| field(record)).sum();
        let outcomes = groups.iter().fold(Outcomes::default(), |sum, r| sum.merge(r.outcomes));
        Self {
            solver: solver.clone(),
            setting: setting.clone(),
            block: *block,
            outcomes: outcomes.with_wrong(wrong_elsewhere),
            disputed: sum(|record| record.disputed),
            unconfirmed: sum(|record| record.unconfirmed),
            only_counted: sum(|record| record.only_counted),
            guesses: Share::of(&groups, |record| record.guesses),
            no_guess: Share::of(&groups, |record| record.no_guess),
            peak_rss_bytes: all.iter().filter_map(|record| record.peak_rss_bytes).max(),
            isomorphs: all.iter().map(|record| record.isomorphs).max().unwrap_or(1),
            counted: Counted::of(&counted(all)),
        }
    }

    /// The sums of both: of the same solver and setting on other puzzles.
    pub(crate) fn merge(self, other: Self) -> Self {
        Self {
            block: self.block.max(other.block),
            outcomes: self.outcomes.merge(other.outcomes),
            disputed: self.disputed + other.disputed,
            unconfirmed: self.unconfirmed + other.unconfirmed,
            only_counted: self.only_counted + other.only_counted,
            guesses: self.guesses.plus(other.guesses),
            no_guess: self.no_guess.plus(other.no_guess),
            peak_rss_bytes: self.peak_rss_bytes.max(other.peak_rss_bytes),
            isomorphs: self.isomorphs.max(other.isomorphs),
            counted: self.counted.merge(other.counted),
            ..self
        }
    }
}

impl Share {
    /// Over the puzzles of those groups for which the field is there. The guesses of puzzles that were
    /// stopped or killed the solver were not counted, so these are left out.
    fn of(groups: &[&Record], field: fn(&Record) -> Option<u64>) -> Self {
        let counted = groups.iter().filter_map(|record| {
            let lost = record.outcomes.timed_out + record.outcomes.crashed;
            let puzzles = (record.puzzles - lost) * u64::from(record.isomorphs);
            Some(Self { sum: field(record)?, puzzles })
        });
        counted.fold(Self::default(), Self::plus)
    }

    fn plus(self, other: Self) -> Self {
        let sum = self.sum.saturating_add(other.sum);
        Self { sum, puzzles: self.puzzles + other.puzzles }
    }
}

/// The records that times and rates are made from: whole coverages, so that every puzzle has the same
/// weight, or all records where there is none.
fn counted<'a>(all: &[&'a Record]) -> Vec<&'a Record> {
    let rounds = all.iter().map(|record| u64::from(record.round) + 1).max().unwrap_or(0);
    let groups = all.iter().map(|record| record.groups).max().unwrap_or(0);
    let whole = rounds.checked_div(groups).unwrap_or(0) * groups;
    let is_counted = |record: &&&Record| whole == 0 || u64::from(record.round) < whole;
    all.iter().filter(is_counted).copied().collect()
}

/// The worst record of each group.
fn worst<'a>(all: &[&'a Record]) -> Vec<&'a Record> {
    let mut groups: HashMap<u64, &Record> = HashMap::new();
    for &record in all {
        let worst = groups.entry(record.group).or_insert(record);
        if record.outcomes.badness() > worst.outcomes.badness() {
            *worst = record;
        }
    }
    groups.into_values().collect()
}
