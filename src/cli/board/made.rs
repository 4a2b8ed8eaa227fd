//! Puzzles of the generator, known by words that make them again: `generate 3 seed 7 number 2`.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{bail, ensure};

use super::wanted::Judge;
use crate::generate::{Generator, Recipe, Symmetry};
use crate::puzzle::Order;

/// A puzzle of the generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Made {
    order: Order,
    seed: u64,
    number: u64,
    /// Whether all its givens are needed.
    minimal: bool,
}

impl Made {
    /// The first of a seed, or of one drawn.
    pub(super) fn new(order: Order, seed: Option<u64>) -> Self {
        let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(std::process::id()) >> 32);
        Self { order, seed, number: 0, minimal: false }
    }

    /// The one after this.
    pub(super) fn next(self) -> Self {
        Self { number: self.number + 1, ..self }
    }

    /// The puzzle that some words mean. `None` where they are not about the generator.
    pub(super) fn of_text(text: &str) -> Option<anyhow::Result<Self>> {
        let mut words = text.split_whitespace();
        (words.next() == Some("generate")).then(|| Self::of_words(words))
    }

    fn of_words<'a>(mut words: impl Iterator<Item = &'a str>) -> anyhow::Result<Self> {
        let order = match words.next().map_or(Ok(3), str::parse) {
            Ok(n @ 2..=5) => Order::new(n),
            _ => None,
        };
        let Some(order) = order else {
            bail!("write generate 2 for 4x4, 3 for 9x9, 4 for 16x16 or 5 for 25x25");
        };
        let mut made = Self::new(order, None);
        while let Some(word) = words.next() {
            let number = || words.next().and_then(|number| number.parse().ok());
            match word {
                "minimal" => made.minimal = true,
                "seed" | "number" => {
                    let Some(number) = { number }() else {
                        bail!("a number must follow {word}");
                    };
                    if word == "seed" { made.seed = number } else { made.number = number }
                }
                _ => bail!("write generate, a box size, and if you like seed N and number N"),
            }
        }
        Ok(made)
    }

    /// Makes it, or else the next that is as hard as wanted: of those after it every other one has no
    /// given too many, which makes harder puzzles.
    ///
    /// # Errors
    /// When none of many is, or the search is stopped.
    pub(super) fn make(
        self,
        judge: &mut Judge,
        stop: &AtomicBool,
    ) -> anyhow::Result<(Self, Vec<u8>)> {
        let attempts: u64 = match self.order.n() {
            3 => 100_000,
            2 | 4 => 1000,
            _ => 20,
        };
        for attempt in 0..attempts {
            ensure!(!stop.load(Relaxed), "the search was ended");
            let number = self.number + attempt;
            let may_be_minimal = self.order <= Order::THREE || judge.is_hard();
            let minimal =
                if attempt == 0 { self.minimal } else { may_be_minimal && number % 2 == 1 };
            let made = Self { number, minimal, ..self };
            let puzzle = made.puzzle()?;
            if judge.fits(made.order, &puzzle)? {
                return Ok((made, puzzle));
            }
        }
        bail!("no puzzle{} among {attempts} of the generator", judge.words())
    }

    fn puzzle(self) -> anyhow::Result<Vec<u8>> {
        let recipe = Recipe::new(self.order, self.minimal, None, Symmetry::None)?;
        Ok(Generator::new(recipe, self.seed).puzzle(self.number)?.puzzle)
    }

    /// The order of the puzzle.
    pub(super) fn order(self) -> Order {
        self.order
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minimal = if self.minimal { " minimal" } else { "" };
        let Self { order, seed, number, .. } = self;
        write!(f, "generate {} seed {seed} number {number}{minimal}", order.n())
    }
}

#[cfg(test)]
mod tests {
    use super::super::wanted::Want;
    use super::*;
    use crate::cli::difficulty::Wanted;
    use crate::logic::{Grader, Label};

    fn of(text: &str) -> Made {
        Made::of_text(text).expect("is about the generator").expect("can be understood")
    }

    #[test]
    fn words_make_the_same_puzzle_again() {
        let made = of("generate 2 seed 7 number 3 minimal");
        assert_eq!(of(&made.to_string()), made);
        assert_eq!(of("generate").order, Order::THREE);
        assert!(Made::of_text("generated.txt").is_none());
        for text in ["generate 9", "generate 3 seed", "generate 3 seeds 1"] {
            assert!(Made::of_text(text).is_some_and(|made| made.is_err()), "{text}");
        }
    }

    #[test]
    fn puzzles_are_as_hard_as_wanted() {
        let stop = AtomicBool::new(false);
        for label in [Label::Easy, Label::Medium, Label::Expert] {
            let mut judge = Judge::new(Want::As(Wanted::Label(label)));
            let (made, puzzle) = of("generate 3 seed 1").make(&mut judge, &stop).unwrap();
            assert_eq!(Grader::new(Order::THREE).grade(&puzzle).unwrap().label(), label, "{made}");
            let (again, same) = of(&made.to_string()).make(&mut judge, &stop).unwrap();
            assert_eq!((again, same), (made, puzzle));
        }
        let mut judge = Judge::new(Want::HarderThan(Label::Medium));
        let (_, puzzle) = of("generate 3 seed 1").make(&mut judge, &stop).unwrap();
        assert!(Grader::new(Order::THREE).grade(&puzzle).unwrap().label() > Label::Medium);
        stop.store(true, Relaxed);
        assert!(of("generate 3 seed 1").make(&mut judge, &stop).is_err());
    }
}
