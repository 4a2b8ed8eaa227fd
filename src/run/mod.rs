//! A run: who solves what in which order, and the only timed line.
//!
//! - [`plan`]: orders of turns, sizes of rounds, which puzzles; pure
//! - [`work`]: a worker, its solvers, and the two clock reads around a block
//! - [`judge`]: which answers are right
//! - [`drive`]: jobs, phases, rounds; launches; counts of instructions

pub(crate) mod drive;
pub(crate) mod judge;
pub(crate) mod plan;
pub mod work;
