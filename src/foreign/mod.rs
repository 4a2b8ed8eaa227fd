//! The solvers of others: how they are named, loaded, started and talked to.
//!
//! - [`spec`]: what a user writes to name a solver, also one of ours
//! - [`dylib`]: libraries, in this process or in one of their own
//! - [`process`]: programs of any language
//! - [`task`] and [`child`]: what this program is to do as a child of itself, and doing it
//! - [`slowed`] and [`renamed`]: other solvers, slower or under another name

pub mod child;
pub mod dylib;
pub mod options;
pub mod process;
pub mod renamed;
pub mod slowed;
pub mod spec;
pub mod task;
