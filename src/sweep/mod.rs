//! A whole file read, solved or examined, untimed, on all cores: the machinery behind `check`,
//! `sample`, `dedup`, `canon` and `solve`.
//!
//! [`every::every`] visits puzzles in any order, [`ordered::ordered`] keeps the results in the order
//! of the file. Both hold memory that does not grow with the file.

pub(crate) mod assess;
pub(crate) mod classes;
pub(crate) mod difficulties;
pub(crate) mod draw;
pub(crate) mod error;
pub(crate) mod every;
pub(crate) mod examine;
pub(crate) mod file_order;
pub(crate) mod limited;
pub(crate) mod ordered;
pub(crate) mod solve;
pub(crate) mod solving;
pub(crate) mod watchdog;
