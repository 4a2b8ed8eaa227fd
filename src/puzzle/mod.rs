//! What a puzzle is: its order, its cells and units, puzzles laid out for solvers, isomorphs and
//! canonical forms.
//!
//! Knows no file, no solver and no clock.

pub mod block;
pub mod canonical;
pub mod isomorph;
pub mod order;
pub mod seed;
pub mod units;

pub use block::{Block, Puzzles};
pub use isomorph::Isomorph;
pub use order::Order;
pub use units::Units;
