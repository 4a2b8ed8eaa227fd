//! A job: phase after phase, round after round, until the budget is spent or enough is known.

mod backend_round;
pub(crate) mod calibrate;
pub(crate) mod conduct;
pub(crate) mod count;
pub(crate) mod entry;
pub(crate) mod findings;
pub(crate) mod job;
pub(crate) mod launch;
pub(crate) mod measure;
pub(crate) mod memory;
pub(crate) mod observe;
mod outcome;
pub(crate) mod past;
pub(crate) mod perform;
pub(crate) mod pool;
pub(crate) mod progress;
pub(crate) mod resize;
mod round_left;
pub(crate) mod shortfall;
