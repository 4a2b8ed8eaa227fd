//! What comes of a chunk of the input.

use crate::dataset::LineTally;

/// Malformed lines, and puzzles without a solution, that are reported one by one.
pub(crate) const NAMED: usize = 5;

/// What comes of a chunk.
pub(crate) struct Solved {
    /// Lines for standard output.
    pub text: Vec<u8>,
    /// What the chunk held, with its lines counted from 1.
    pub tally: LineTally,
    /// Puzzles without an answer.
    pub unsolved: u64,
    /// The first of them, in the order of the file.
    pub failures: Vec<Remark>,
    /// Puzzles of which one of several solutions was written.
    pub ambiguous: u64,
    /// The first of them, in the order of the file.
    pub several: Vec<Remark>,
}

/// Something about a puzzle: that it has no answer, or several.
pub(crate) struct Remark {
    /// Its line, counted as [`Form::line_of`](crate::dataset::stream::Form::line_of) does.
    pub line: u64,
    /// What, in a few words.
    pub what: String,
}
