//! Who solves what, in which order. Pure: no clock, no files, no threads.

pub(crate) mod deal;
pub(crate) mod select;
pub(crate) mod split;
pub(crate) mod tiers;
pub(crate) mod turns;
