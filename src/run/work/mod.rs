//! A worker and the only timed line.

pub mod bounds;
pub mod clock;
pub mod crew;
pub mod done;
pub mod layout;
pub mod pauses;
pub mod phase;
pub mod recounter;
pub mod schedule;
pub mod slowest;
pub mod spent;
pub mod step;
pub mod tally;
pub mod times;
pub mod turn;
pub mod warm;
pub mod watch;
pub mod worker;
