//! What a step does to a position.

use serde::Serialize;

/// A value in a cell, possible or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Candidate {
    /// The cell, numbered row by row from 0.
    pub cell: u16,
    /// The value, from 1.
    pub value: u8,
}

/// What a step does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effect {
    /// A cell gets its value.
    Place(Candidate),
    /// Cells lose candidates: at least one, each once, in reading order.
    Remove(Vec<Candidate>),
}
