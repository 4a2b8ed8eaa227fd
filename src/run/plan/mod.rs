//! Who solves what, in which order. Pure: no clock, no files, no threads.

pub mod deal;
pub mod select;
pub mod split;
pub mod tiers;
pub mod turns;
