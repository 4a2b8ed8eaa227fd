//! Who solves what, in which order. Pure: no clock, no files, no threads.

pub(crate) mod launches;
pub(crate) mod select;
pub(crate) mod speeds;
pub(crate) mod tiers;
pub(crate) mod turns;
