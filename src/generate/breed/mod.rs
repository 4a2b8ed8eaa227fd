//! Puzzles that cost a solver most, by hill-climbing: a pool of the most costly ones known has children,
//! and a child that costs more than the least of the pool takes its place.
//!
//! The idea is that of the field's own searches for hard puzzles (coloin's rounds of {-k+k}, eleven's
//! genetic one) and of tdoku's generator. A puzzle's rating is a mean over random isomorphs, since a solver's
//! luck with one of them says little. The pool holds one puzzle of each class of solution grids, so that it is
//! not filled by one family.
//!
//! [`Breeder`] makes children, a [`Rater`] rates them by [`Cost`]s, a [`Pool`] keeps the best. All is a
//! function of the seed where costs are.

mod breeder;
mod pool;
mod rater;

pub use breeder::{Breeder, Child};
pub use pool::{Bred, Pool};
pub use rater::{Cost, Rater, Rating, mean_cost};

#[cfg(test)]
mod tests;
