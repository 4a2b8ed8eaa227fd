//! From records to a verdict: pairing, estimate, interval, looks.
//!
//! Nothing here reads a clock or a file, and no result is ever NaN.

mod alike;
pub mod between;
pub mod census;
pub mod clock;
pub mod comparison;
pub mod counts;
mod differences;
pub mod estimate;
pub mod exact;
pub mod faults;
pub mod judge;
pub mod looks;
pub mod pairing;
pub mod puzzles;
pub mod runs;
#[cfg(test)]
pub(crate) mod simulate;
pub mod verdict;
pub mod within;
#[cfg(test)]
mod worlds;
