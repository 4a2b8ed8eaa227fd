//! Launches: fresh processes that hold all solvers of a comparison, each measuring a part of the
//! dataset.
//!
//! - [`message`]: what parent and child write to each other
//! - [`perform`]: the rounds of a launch, in whichever process
//! - [`serve`]: the child
//! - [`parent`]: starting a child and hearing it
//! - [`series`]: launch after launch

pub(crate) mod message;
pub(crate) mod parent;
pub(crate) mod perform;
pub(crate) mod series;
pub(crate) mod serve;
