//! Solvers in processes of their own.
//!
//! - [`nursery`]: the thread that starts them
//! - [`child`]: a process from start to burial
//! - [`confine`]: limits, and the tie to the parent
//! - [`memory`]: what the system tells of them

pub mod child;
pub mod confine;
pub mod memory;
pub mod nursery;
