//! The techniques, one a file: `find` adds all its steps in a position to others, `sentence` gives
//! the reason of one.

pub(super) mod claiming;
mod combinations;
mod crossing;
pub(super) mod cycle;
pub(super) mod fish;
pub(super) mod full_house;
pub(super) mod guess;
pub(super) mod hidden_single;
pub(super) mod hidden_subset;
pub(super) mod naked_single;
pub(super) mod naked_subset;
pub(super) mod pointing;
mod seen;
pub(super) mod simple_colouring;
pub(super) mod unique_rectangle;
pub(super) mod w_wing;
pub(super) mod xy_chain;
pub(super) mod xy_wing;
pub(super) mod xyz_wing;
