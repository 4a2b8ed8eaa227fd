//! Launches: fresh processes that hold all solvers of a comparison, each measuring a part of the
//! dataset.
//!
//! - [`message`]: what parent and child write to each other
//! - [`perform`]: the rounds of a launch, in whichever process
//! - [`serve`]: the child
//! - [`parent`]: starting a child and hearing it
//! - [`series`]: what is measured in launches; `running`: launch after launch; `costs`: whether its
//!   rounds are as long as planned

mod costs;
pub(crate) mod message;
pub(crate) mod parent;
pub(crate) mod perform;
mod progress;
mod running;
pub(crate) mod series;
pub(crate) mod serve;
