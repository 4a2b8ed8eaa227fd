//! A worker and the only timed line.

pub(crate) mod block_loop;
pub(crate) mod bounds;
pub mod clock;
pub(crate) mod crew;
pub(crate) mod done;
pub(crate) mod durations;
pub(crate) mod layout;
pub(crate) mod leavings;
pub(crate) mod packed;
pub(crate) mod pauses;
pub(crate) mod phase;
pub(crate) mod recounter;
pub(crate) mod schedule;
pub(crate) mod slowest;
pub(crate) mod spent;
pub(crate) mod state;
pub(crate) mod step;
pub(crate) mod tally;
pub(crate) mod times;
pub mod turn;
pub(crate) mod warm;
pub mod watch;
pub(crate) mod worker;
