//! How hard a puzzle is for a person: the hardest technique it needs, how many steps, and a score.
//!
//! All steps of the easiest technique that has any are applied at once, so that isomorphs, whose
//! steps are found in another order, come to the same. Techniques that assume one solution do not
//! count.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::effect::Effect;
use super::position::{Contradiction, Position};
use super::step::Step;
use super::technique::Technique;
use crate::puzzle::Order;

/// A puzzle's difficulty in a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Label {
    /// Singles are enough.
    Easy,
    /// Locked candidates or pairs are needed.
    Medium,
    /// Triples, quads, X-wings or swordfish are needed.
    Hard,
    /// Other wings, colours, jellyfish, cycles or chains are needed.
    Expert,
    /// All techniques here together leave it open.
    Extreme,
}

impl Label {
    /// All labels, easiest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::Extreme];

    /// The word: `easy`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Extreme => "extreme",
        }
    }

    /// The label of puzzles whose hardest technique this is.
    pub fn of(hardest: Technique) -> Self {
        if hardest <= Technique::NakedSingle {
            Self::Easy
        } else if hardest <= Technique::HiddenPair {
            Self::Medium
        } else if hardest <= Technique::Swordfish {
            Self::Hard
        } else if hardest < Technique::Guess {
            Self::Expert
        } else {
            Self::Extreme
        }
    }
}

impl Display for Label {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Difficulty {
    /// The hardest technique needed; [`Technique::Guess`] where those known here leave the puzzle
    /// open, [`Technique::FullHouse`] where it is solved already.
    pub hardest: Technique,
    /// Different effects found on the way: values written and sets of candidates removed.
    pub steps: u32,
    /// The weights of these steps together.
    pub score: u32,
}

impl Difficulty {
    /// The difficulty in a word.
    pub fn label(self) -> Label {
        Label::of(self.hardest)
    }
}

/// Grades puzzles of one order, one after another, in the same memory.
pub struct Grader {
    position: Position,
    steps: Vec<Step>,
}

impl Grader {
    /// A grader of puzzles of an order.
    ///
    /// # Panics
    /// When the order is 6 or 7.
    pub fn new(order: Order) -> Self {
        Self { position: Position::empty(order), steps: Vec::new() }
    }

    /// Grades a puzzle given as canonical cells. Puzzles with several solutions come out as needing
    /// a guess.
    ///
    /// # Errors
    /// When the givens contradict each other, or the steps lead to a contradiction: it has no
    /// solution.
    ///
    /// # Panics
    /// When `cells` has not exactly the order's number of cells.
    pub fn grade(&mut self, cells: &[u8]) -> Result<Difficulty, Contradiction> {
        self.position.load(cells)?;
        let mut difficulty = Difficulty { hardest: Technique::FullHouse, steps: 0, score: 0 };
        while self.position.open() > 0 {
            self.position.verify()?;
            let technique = self.easiest_applicable();
            difficulty.hardest = difficulty.hardest.max(technique);
            let steps = if technique == Technique::Guess { 1 } else { self.apply_all()? };
            difficulty.steps += steps;
            difficulty.score += steps * technique.weight();
            if technique == Technique::Guess {
                break;
            }
        }
        Ok(difficulty)
    }

    /// Finds the easiest technique that has steps, and keeps these.
    fn easiest_applicable(&mut self) -> Technique {
        self.steps.clear();
        let counted = Technique::ALL.into_iter().filter(|one| !one.assumes_uniqueness());
        for technique in counted {
            technique.collect(&self.position, &mut self.steps);
            if !self.steps.is_empty() {
                return technique;
            }
        }
        Technique::Guess
    }

    /// Applies the steps kept, and returns how many different effects they have.
    fn apply_all(&mut self) -> Result<u32, Contradiction> {
        let effects: BTreeSet<&Effect> = self.steps.iter().map(|step| &step.effect).collect();
        for effect in &effects {
            self.position.apply(effect)?;
        }
        Ok(effects.len() as u32)
    }
}
