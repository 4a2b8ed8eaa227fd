//! One puzzle of the latency pass, as `--per-puzzle` shows it.

use crate::record::mark::Mark;

/// One measured puzzle of the latency pass, for `--per-puzzle`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleRow {
    /// Index of the backend in the phase.
    pub backend: usize,
    /// Byte offset of the puzzle in the dataset.
    pub offset: u64,
    /// What became of it.
    pub mark: Mark,
    /// Guesses of the first turn; none where the solver did not come back from it.
    pub guesses: Option<u64>,
    /// The shorter of the turns of the round.
    pub low_ns: u64,
    /// The longer of them; the same where there was one.
    pub high_ns: u64,
    /// 0 for the puzzle itself, then its isomorphs in the turn.
    pub isomorph: u32,
    /// Givens.
    pub givens: u32,
}
