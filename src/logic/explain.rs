//! A solution as a person would write it: one step after another, the easiest first.

use super::position::{Contradiction, Position};
use super::step::Step;
use super::technique::Technique;
use super::techniques::guess;

/// What solvers have found out about a puzzle before it is explained.
#[derive(Clone, Debug)]
pub enum Known {
    /// Nothing: the explanation ends where the techniques do.
    Nothing,
    /// The canonical cells of its only solution: techniques that assume uniqueness are sound, and a
    /// guess can be made where none applies.
    Unique(Vec<u8>),
    /// The canonical cells of one of several solutions, to guess by.
    OneOfSeveral(Vec<u8>),
}

/// The steps from a position on: an iterator that ends when the puzzle is solved, or no technique
/// applies and no solution is known, or the position contradicts itself.
#[derive(Clone, Debug)]
pub struct Explanation {
    position: Position,
    known: Known,
}

impl Explanation {
    /// Begins at a position.
    pub fn new(position: Position, known: Known) -> Self {
        Self { position, known }
    }

    /// The position that the steps so far have led to.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The next step, without taking it: the first of the easiest technique that applies.
    pub fn peek(&self) -> Option<Step> {
        if self.position.open() == 0 || self.position.verify().is_err() {
            return None;
        }
        let is_unique = matches!(self.known, Known::Unique(_));
        let sound = Technique::ALL.into_iter().filter(|one| is_unique || !one.assumes_uniqueness());
        sound.filter_map(|technique| self.first(technique)).next().or_else(|| self.guess())
    }

    /// The step of a technique that a person would see first: the one found first, and of chains
    /// the shortest.
    fn first(&self, technique: Technique) -> Option<Step> {
        technique.find_all(&self.position).into_iter().min_by_key(|step| step.links.len())
    }

    fn guess(&self) -> Option<Step> {
        match &self.known {
            Known::Nothing => None,
            Known::Unique(solution) | Known::OneOfSeveral(solution) => {
                guess::make(&self.position, solution)
            }
        }
    }

    /// Takes a step, which may be one of several that apply.
    ///
    /// # Errors
    /// When it writes a value where that is not a candidate.
    pub fn apply(&mut self, step: &Step) -> Result<(), Contradiction> {
        self.position.apply(&step.effect)
    }
}

impl Iterator for Explanation {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.peek()?;
        self.apply(&step).ok()?;
        Some(step)
    }
}
