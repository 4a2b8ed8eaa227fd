//! What a journal holds of a run, entry by entry.

mod packed_rows;

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::memory::Memory;
use super::round_left::RoundLeft;
use crate::record::puzzle_row::PuzzleRow;
use crate::record::slow_puzzle::SlowPuzzle;
use crate::record::{Record, Setting, Utc};
use crate::run::plan::tiers::Tier;
use crate::run::work::pauses::Paused;
use crate::run::work::spent::Spent;
use packed_rows::PackedRows;

/// One frame of a journal, as JSON.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) enum Entry<'a> {
    /// The first of all.
    Begun(Cow<'a, RunBegun>),
    /// Another process goes on from here.
    Resumed(Utc),
    /// The rounds of a phase are planned. A second plan of a phase takes the place of its first.
    Planned(Cow<'a, PhasePlanned>),
    /// A round of that phase has ended.
    Round {
        /// One for each backend that had at least one whole turn.
        records: Cow<'a, [Record]>,
        /// The puzzles one by one: all that anything is made from in the end.
        rows: Cow<'a, PackedRows>,
        /// What else it leaves behind.
        left: Cow<'a, RoundLeft>,
    },
    /// The phase has come to its end.
    Ended(Cow<'a, PhaseEnded>),
}

/// What a run was begun with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RunBegun {
    /// The command line, without the program's name, with what a suite says in place of it.
    pub arguments: Vec<OsString>,
    /// The folder that paths start from.
    pub folder: PathBuf,
    /// Numbers of workers of the throughput pass.
    pub threads: Vec<usize>,
    /// Numbers of workers of the latency pass.
    pub latency_threads: Vec<usize>,
}

/// A phase that is about to have its first round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PhasePlanned {
    /// What it measures, and how.
    pub setting: Setting,
    /// Names of the backends, by the index that everything else uses.
    pub backends: Vec<String>,
    /// Wall time for the phase, in nanoseconds.
    pub share_ns: u64,
    /// Wall time that was over when it was planned.
    pub elapsed_ns: u64,
    /// Wall time for the rounds.
    pub budget_ns: u64,
    /// Cost of a puzzle for each backend.
    pub cost_ns: Vec<f64>,
    /// The tiers.
    pub tiers: Vec<Tier>,
    /// For each backend, whether it remembers answers; empty where that was not asked.
    pub memories: Vec<Memory>,
    /// Where the workers' time went until then.
    pub spent: Spent,
}

/// What a phase leaves behind, besides its rounds and what these add up to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct PhaseEnded {
    /// The slowest puzzles of each backend, measured again alone.
    pub slowest: Vec<Vec<SlowPuzzle>>,
    /// What the user should know of solvers that fell short.
    pub notes: Vec<String>,
    /// Where the workers' time went besides the rounds and what was before them.
    pub spent: Spent,
    /// How long it was interrupted by a stop of the program or the machine.
    pub paused: Paused,
    /// Wall time of all of it, in nanoseconds.
    pub elapsed_ns: u64,
    /// What reading the clock costs.
    pub clock_overhead_ns: u64,
}

impl<'a> Entry<'a> {
    /// A round, with those of its puzzles that are of use.
    pub(crate) fn round(records: &'a [Record], rows: Vec<PuzzleRow>, left: &'a RoundLeft) -> Self {
        let (records, left) = (Cow::Borrowed(records), Cow::Borrowed(left));
        Self::Round { records, rows: Cow::Owned(PackedRows(rows)), left }
    }
}
