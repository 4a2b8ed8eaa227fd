//! A run: who solves what in which order, and the only timed line.
//!
//! - [`plan`] and [`group`]: orders of turns, sizes of rounds, which puzzles; pure
//! - [`turn`]: a block between two looks at the [`clock`]
//! - `worker`: a worker's puzzles and solvers, step by step; `judging`: what it makes of answers
//! - `split`, `share` and `portion`: which of a round's puzzles a worker gets
//! - `layout`: where in memory it is solved, another place each time
//! - [`claims`] and `settle`: who is right; [`trust`] and `found`: whose recount says so
//! - `conduct`: round after round until the budget is spent, `step` by step
//! - [`job`]: datasets, orders, passes and numbers of workers, phase after phase
//! - `measure`: one phase, calibration first; `resize`: its first rounds, if they are far off; `warm`: solvers before they are timed
//! - [`memory`]: solvers that remember answers
//! - [`count`]: instructions instead of times
//! - [`launch`]: a phase dealt to fresh processes that hold all its solvers
//! - `bounds`: when a phase ends whatever its solvers do

mod bounds;
mod calibrate;
pub mod claims;
pub mod clock;
mod conduct;
pub mod count;
mod crew;
mod found;
pub mod group;
pub mod job;
mod judging;
pub mod launch;
mod layout;
mod measure;
pub mod memory;
mod observe;
mod pauses;
mod phase;
pub mod plan;
mod pool;
mod portion;
mod progress;
mod resize;
mod select;
mod settle;
mod share;
mod shortfall;
mod slowest;
mod spent;
mod split;
mod step;
pub mod tally;
mod times;
pub mod trust;
pub mod turn;
pub mod warm;
mod watch;
mod worker;

pub use job::{Findings, Job, PhaseFindings, SlowPuzzle, perform};
pub use judging::{Incident, IncidentKind};
pub use measure::BLOCK;
pub use observe::{Next, Observer, RoundReport};
pub use phase::{Phase, RunError};
pub use spent::Spent;
pub use watch::Watched;
pub use worker::PuzzleRow;
