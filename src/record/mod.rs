//! One backend's part of one round, as a row: columns, writer and reader in one place; and what
//! the run was.
//!
//! Rows are facts as measured. Aggregates are made when reading, in `report` and `compare`, never
//! when writing.

mod checks;
mod counted;
mod distinct;
mod fields;
mod identity;
pub mod incident;
pub mod journal;
mod latencies;
mod manifest;
pub mod mark;
mod pass;
pub mod puzzle_row;
mod rows;
mod setting;
pub mod slow_puzzle;
mod turns;
mod utc;

use serde::{Deserialize, Serialize};

pub use identity::Identity;
pub use latencies::Latencies;
pub use pass::Pass;
impl Record {
    /// Puzzles solved inside the clock, each counted as often as it was solved.
    pub const fn solves(&self) -> u64 {
        // What is read is checked, and what is measured is no more than a clock can time.
        let times = self.turns as u64 * self.repeats as u64;
        self.puzzles.saturating_mul(self.isomorphs as u64).saturating_mul(times)
    }
}

pub use counted::counted;
pub use distinct::distinct;
pub use fields::RowError;
#[cfg(test)]
pub(crate) use manifest::tests::sample as manifest_sample;
pub use manifest::{
    BackendFacts, DatasetFacts, Machine, Manifest, ManifestError, OrderCount, Program, Resumption,
    SCHEMA, ShardFacts, Strain,
};
pub use rows::{HEADER, Rows, WholeRows, read, read_whole_rows};
pub use setting::Setting;
#[cfg(test)]
pub(crate) use setting::tests::sample as setting_sample;
pub use turns::TurnTimes;
pub use utc::Utc;

/// What became of the puzzles of a part. The seven fields add up to the puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Outcomes {
    /// Exactly one solution, given and right. With the goal `first`: one solution, given and right.
    pub unique: u64,
    /// More than one solution, or as many as `count:N` asks for.
    pub multiple: u64,
    /// No solution.
    pub none: u64,
    /// The solver left the puzzle open.
    pub incomplete: u64,
    /// The watchdog ended the search.
    pub timed_out: u64,
    /// The solver died on it.
    pub crashed: u64,
    /// An answer that is not one.
    pub wrong: u64,
}

impl Outcomes {
    /// Puzzles counted.
    pub const fn total(&self) -> u64 {
        self.unique
            + self.multiple
            + self.none
            + self.incomplete
            + self.timed_out
            + self.crashed
            + self.wrong
    }

    /// Puzzles that were answered, and not wrongly.
    pub const fn answered(&self) -> u64 {
        self.unique + self.multiple + self.none
    }

    /// Adds another part's counts.
    pub const fn merge(self, other: Self) -> Self {
        Self {
            unique: self.unique + other.unique,
            multiple: self.multiple + other.multiple,
            none: self.none + other.none,
            incomplete: self.incomplete + other.incomplete,
            timed_out: self.timed_out + other.timed_out,
            crashed: self.crashed + other.crashed,
            wrong: self.wrong + other.wrong,
        }
    }

    /// The same puzzles with at least so many of them wrong; the others take the loss in turn.
    pub fn with_wrong(mut self, wrong: u64) -> Self {
        let mut more = wrong.saturating_sub(self.wrong);
        for kind in [&mut self.unique, &mut self.multiple, &mut self.none, &mut self.incomplete] {
            let taken = more.min(*kind);
            *kind -= taken;
            self.wrong += taken;
            more -= taken;
        }
        self
    }

    /// Orders parts of the same puzzles by how badly they went, worst last.
    pub const fn badness(&self) -> (u64, u64, u64, u64) {
        (self.wrong, self.crashed, self.timed_out, self.incomplete)
    }
}

/// One backend's part of one round.
///
/// Times cover every turn of the round: each puzzle was solved `turns * repeats * isomorphs` times.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// What was measured, and how.
    pub setting: Setting,
    /// Backend.
    pub solver: String,
    /// Puzzles handed over at once.
    pub block: u32,
    /// Number of the round, from 0, within dataset, order, pass and threads.
    pub round: u32,
    /// Which puzzles: rounds of the same sample and group saw the same ones.
    pub group: u64,
    /// Which sample of the dataset the group belongs to. 0 covers the dataset; backends too slow
    /// for it measure a sample of their own, 1 or more, and all faster ones measure it with them.
    /// What became of a backend's puzzles is read from its lowest sample.
    pub sample: u32,
    /// Place of the backend in the first half of the round, from 0.
    pub place: u32,
    /// Turns done: 2, or 1 where the run was interrupted in between.
    pub turns: u32,
    /// Times each turn went over the puzzles, where there were too few to fill it.
    pub repeats: u32,
    /// Puzzles of the group.
    pub puzzles: u64,
    /// What became of them.
    pub outcomes: Outcomes,
    /// Puzzles on which solvers contradict each other and no recount decided.
    pub disputed: u64,
    /// Claims that no recount or proof has confirmed.
    pub unconfirmed: u64,
    /// Wall time inside the clock, all turns, summed over the workers, in nanoseconds.
    pub wall_ns: u64,
    /// CPU time inside the clock, likewise: of the solving threads, or of isolated solvers. Empty
    /// where some of it could not be determined.
    pub cpu_ns: Option<u64>,
    /// Wall time of the turns as a whole, from the first worker's start to the last one's end.
    pub elapsed_ns: u64,
    /// Guesses of one turn; empty where the backend does not count them.
    pub guesses: Option<u64>,
    /// Puzzles decided without a guess in one turn; empty likewise.
    pub no_guess: Option<u64>,
    /// Highest resident memory of the isolated solvers, in bytes; empty in process.
    pub peak_rss_bytes: Option<u64>,
    /// Number of the launch, from 1: the fresh process that held all solvers of the round. 0 where
    /// the round was measured without one.
    pub launch: u32,
    /// Whether every launch measures this group.
    pub anchor: bool,
    /// Each turn by itself, in the order taken; nothing for a turn that was not, or not recorded
    /// so.
    pub each_turn: [Option<TurnTimes>; 2],
    /// Groups of the sample: the rounds from a multiple of this to the next meet every puzzle once.
    /// 0 where it is not known.
    pub groups: u64,
    /// Times each puzzle stood in a turn, once as it is and otherwise as isomorphs, all different.
    pub isomorphs: u32,
    /// The harness's own part of the turns, summed over the workers: judging and tallying between
    /// the blocks. Empty in older files.
    pub harness_ns: Option<u64>,
    /// Solves that the watchdog ended; empty likewise.
    pub timed_out_solves: Option<u64>,
    /// Wall time of these, inside the clock; empty likewise.
    pub timed_out_ns: Option<u64>,
    /// Sum of the shorter turns of the puzzles, isomorphs included; latency pass only.
    pub shorter_ns: Option<u64>,
    /// Puzzles of which solutions were counted and none was shown, so that only the count could be
    /// checked.
    pub only_counted: u64,
    /// Instructions that the solver executed for the puzzles, without start-up; only where they
    /// were counted, and then there are no times.
    pub instructions: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_with_nothing_changes_nothing() {
        let some = Outcomes { unique: 1, multiple: 2, none: 3, wrong: 4, ..Outcomes::default() };
        assert_eq!(some.merge(Outcomes::default()), some);
        assert_eq!(Outcomes::default().merge(some), some);
        assert_eq!(some.total(), 10);
        assert_eq!(some.with_wrong(3), some);
        let worse = Outcomes { unique: 0, multiple: 1, none: 3, wrong: 6, ..some };
        assert_eq!(some.with_wrong(6), worse);
    }
}
