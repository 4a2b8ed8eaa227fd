//! Puzzles in, solutions out, in their order: what a thread of `solve` does with a chunk of the
//! input.

pub(crate) mod pace;
pub(crate) mod solved;
pub(crate) mod solvers;
pub(crate) mod worker;
