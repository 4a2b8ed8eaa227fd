//! A worker's part of a turn.

use super::tally::Tally;

/// A worker's part of a turn.
#[derive(Clone, Copy)]
pub(crate) struct Done {
    pub worker: usize,
    pub puzzles: u64,
    /// By the clock of the run.
    pub begun_ns: u64,
    pub ended_ns: u64,
    pub times: Tally,
    /// Whether it ended early, so that it holds the puzzles up to then, each solved once.
    pub is_cut: bool,
    /// Whether the program was stopped and continued meanwhile, so that it says nothing.
    pub is_paused: bool,
}
