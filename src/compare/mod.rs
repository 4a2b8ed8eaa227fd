//! From records to a verdict: pairing, estimate, interval, looks.
//!
//! Nothing here reads a clock or a file, and no result is ever NaN.

mod alike;
pub(crate) mod between;
pub(crate) mod census;
pub(crate) mod clock;
pub(crate) mod comparison;
pub(crate) mod counts;
mod differences;
pub(crate) mod estimate;
pub(crate) mod exact;
pub(crate) mod faults;
pub(crate) mod gate;
mod in_both;
pub(crate) mod judge;
pub(crate) mod launches;
pub(crate) mod looks;
mod machines;
pub(crate) mod outcome;
pub(crate) mod pairing;
pub(crate) mod puzzles;
pub(crate) mod runs;
pub(crate) mod sequential;
#[cfg(test)]
pub(crate) mod simulate;
pub(crate) mod verdict;
pub(crate) mod within;
#[cfg(test)]
mod worlds;
