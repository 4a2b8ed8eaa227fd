//! Launches: fresh processes that hold all solvers of a comparison, each measuring a part of the
//! dataset.
//!
//! - [`message`]: what parent and child write to each other
//! - [`perform`]: the rounds of a launch, in whichever process
//! - [`serve`]: the child
//! - [`parent`]: starting a child and hearing it
//! - [`series`]: launch after launch

pub mod message;
pub mod parent;
pub mod perform;
pub mod series;
pub mod serve;
