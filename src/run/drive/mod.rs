//! A job: phase after phase, round after round, until the budget is spent or enough is known.

pub mod calibrate;
pub mod conduct;
pub mod count;
pub mod findings;
pub mod job;
pub mod launch;
pub mod measure;
pub mod memory;
pub mod observe;
pub mod perform;
pub mod pool;
pub mod progress;
pub mod resize;
pub mod shortfall;
