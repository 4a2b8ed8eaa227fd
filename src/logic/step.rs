//! One step of a person's solution: what is seen, and what follows from it.

use super::effect::{Candidate, Effect};
use super::technique::Technique;

/// A step, with all that is needed to say it in words or draw it. What the parts mean depends on the
/// technique; its file says which are used, and in which order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The technique that finds it.
    pub technique: Technique,
    /// The cells of the pattern.
    pub cells: Vec<u16>,
    /// The units in which the pattern is seen.
    pub units: Vec<u16>,
    /// The units in which candidates go, where these are others.
    pub covers: Vec<u16>,
    /// The values of the pattern, bit `v - 1` for value `v`.
    pub values: u32,
    /// A chain's candidates, in its order.
    pub links: Vec<Candidate>,
    /// What follows.
    pub effect: Effect,
}

impl Step {
    /// A step without units, covers and links.
    pub(super) fn new(technique: Technique, cells: Vec<u16>, values: u32, effect: Effect) -> Self {
        Self {
            technique,
            cells,
            units: Vec::new(),
            covers: Vec::new(),
            values,
            links: Vec::new(),
            effect,
        }
    }

    /// The same step, seen in units.
    pub(super) fn in_units(mut self, units: impl IntoIterator<Item = usize>) -> Self {
        self.units = units.into_iter().map(|unit| unit as u16).collect();
        self
    }

    /// The same step, with candidates that go in other units.
    pub(super) fn covered_by(mut self, units: impl IntoIterator<Item = usize>) -> Self {
        self.covers = units.into_iter().map(|unit| unit as u16).collect();
        self
    }
}
