//! Techniques that a person can follow, from full houses to chains: explanations, hints, and how
//! hard a puzzle is. Orders 2 to 5.
//!
//! A [`Position`] is what stands on paper; each [`Technique`] finds all its [`Step`]s in one, in an
//! order that depends on the position only. [`Explanation`] takes one step after another,
//! [`Grader`] all of the easiest technique at once.
//!
//! ```
//! use sudoku_bench::logic::{Explanation, Known, Names, Position, Strength};
//! use sudoku_bench::puzzle::Order;
//!
//! let position = Position::new(Order::TWO, b"1.34341.21434.21").unwrap();
//! let steps = Explanation::new(position, Known::Nothing);
//! let hint = steps.peek().unwrap().hint(Strength::Effect, &Names::canonical(Order::TWO));
//! assert!(hint.contains("r1c2"), "{hint}");
//! ```

mod difficulty;
mod effect;
mod explain;
mod geometry;
mod names;
mod position;
mod search;
mod shorten;
mod step;
mod technique;
mod techniques;
mod words;

pub use difficulty::{Difficulty, Grader, Label};
pub use effect::{Candidate, Effect};
pub use explain::{Explanation, Known};
pub use geometry::{CellSet, Geometry, bits};
pub use names::{CellName, Names, UnitName};
pub use position::{Contradiction, Position};
pub use shorten::shorten;
pub use step::Step;
pub use technique::Technique;
pub use words::Strength;

#[cfg(test)]
mod tests;
