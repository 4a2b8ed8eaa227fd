//! From records to a verdict: pairing, estimate, interval, looks, control.
//!
//! Nothing here reads a clock or a file, and no result is ever NaN.

pub mod estimate;
pub mod judge;
pub mod looks;
pub mod pairing;
#[cfg(test)]
mod simulate;
pub mod verdict;
