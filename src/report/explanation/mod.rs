//! A puzzle's explanation: its steps as text, as JSON, and one of them drawn.

pub mod json;
pub mod svg;
pub mod words;

#[cfg(test)]
mod tests;

use crate::logic::{Difficulty, Names, Step, Strength};

/// How many solutions a puzzle was found to have before it was explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solutions {
    /// Exactly one.
    One,
    /// Two or more.
    Several,
    /// At least one; the search for another was given up.
    OneOrMore,
    /// The search was given up before it found any.
    NotKnown,
}

impl Solutions {
    /// In words: `one solution`.
    pub fn name(self) -> &'static str {
        match self {
            Self::One => "one solution",
            Self::Several => "several solutions",
            Self::OneOrMore => "at least one solution",
            Self::NotKnown => "number of solutions not known",
        }
    }
}

/// What there is to say about a puzzle, or a part of it.
#[derive(Clone, Debug)]
pub struct Explained {
    /// What its values, cells and units are called.
    pub names: Names,
    /// The puzzle, in the symbols of its file.
    pub puzzle: String,
    /// Cells that are given.
    pub givens: usize,
    /// How many solutions it has.
    pub solutions: Solutions,
    /// How hard it is, of a puzzle with one solution.
    pub difficulty: Option<Difficulty>,
    /// Steps with their numbers, which count from 1.
    pub steps: Vec<(usize, Step)>,
    /// Cells open after the last step of all.
    pub open: usize,
}

/// A hint and what it may say.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The step that it leads to.
    pub step: Step,
    /// How much it gives away.
    pub strength: Strength,
}
