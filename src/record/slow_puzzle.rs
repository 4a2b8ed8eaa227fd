//! The puzzles a solver took longest over.

use serde::{Deserialize, Serialize};

/// One of the slowest puzzles.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SlowPuzzle {
    /// Byte offset in the dataset.
    pub offset: u64,
    /// Shortest time during the pass, in nanoseconds.
    pub low_ns: u64,
    /// Shortest time of five more solves, alone, after the pass; none where time was short.
    pub alone_ns: Option<u64>,
    /// Guesses; none where the solver did not come back from it.
    pub guesses: Option<u64>,
    /// The puzzle as it was solved.
    pub puzzle: String,
}
