//! Near neighbours of 9x9 puzzles: {-k+m}, some givens less and some others more.
//!
//! Two puzzles are neighbours if a part of one is isomorphic to a part of the other (Glenn Fowler,
//! 2007). So everything is done on canonical forms: each part is completed once, whichever puzzles it
//! is a part of.

mod candidates;
mod completions;
mod search;

pub use search::{Search, Step};

#[cfg(test)]
mod tests;
