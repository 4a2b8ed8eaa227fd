//! A board to play on: a puzzle with what a player has written, its keys, and its picture.
//!
//! [`sheet`] is the paper, [`history`] all moves as a tree, [`game`] both with checkpoints, [`session`]
//! what a player has in front of them. All of it is a pure model that takes keys; `picture` draws it,
//! and [`saved`] writes it as text and reads it again. Knows no file, no terminal and no solver.

pub mod advice;
pub mod dialog;
pub mod game;
pub mod history;
pub mod keys;
pub mod picture;
pub mod saved;
pub mod session;
pub mod sheet;

pub use game::Game;
pub use session::{Request, Session, Study, Wish};

#[cfg(test)]
mod random;
#[cfg(test)]
mod typed;
