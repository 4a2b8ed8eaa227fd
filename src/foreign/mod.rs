//! The solvers of others: how they are named, loaded, started and talked to.
//!
//! - [`spec`]: what a user writes to name a solver, also one of ours
//! - [`dylib`]: libraries, in this process or in one of their own
//! - [`process`]: programs
//! - `errand`: what this program does as a child of itself
//! - [`slowed`] and [`renamed`]: other solvers, slower or under another name

pub mod dylib;
pub mod errand;
pub mod process;
pub mod renamed;
pub mod slowed;
pub mod spec;
