//! From records to a verdict: pairing, estimate, interval, looks, control.
//!
//! Nothing here reads a clock or a file, and no result is ever NaN.

pub mod between;
pub mod clock;
pub mod comparison;
pub mod estimate;
pub mod exact;
pub mod faults;
pub mod judge;
pub mod looks;
pub mod pairing;
pub mod puzzles;
#[cfg(test)]
pub(crate) mod simulate;
pub mod verdict;
pub mod within;
