//! Every listed built-in solver against known answers, against the others, and against stop signs.
//!
//! The list comes from the registry, so that a new solver is tested by being listed.

mod agreement;
mod generated;
mod known;
mod logic;
mod stops;
mod support;
