//! What a puzzle is: its order, its cells, and puzzles laid out for solvers.
//!
//! Knows no file, no solver and no clock.

pub mod block;
pub mod order;

pub use block::{Block, Puzzles};
pub use order::Order;
