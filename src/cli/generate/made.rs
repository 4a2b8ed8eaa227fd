//! Puzzles of a seed by their numbers, of a difficulty where one is asked for.

use anyhow::bail;

use crate::cli::difficulty::Wanted;
use crate::generate::{Generated, Generator};
use crate::logic::Grader;
use crate::puzzle::Order;

/// Bit of a number of the generator from which on it counts the attempts at one puzzle.
const ATTEMPT: u32 = 40;

/// One thread's maker of puzzles.
pub(super) struct Maker {
    generator: Generator,
    grading: Option<(Wanted, Grader)>,
    attempts: u64,
}

impl Maker {
    /// A maker of puzzles of an order from 2 to 5, as hard as wanted.
    pub(super) fn new(generator: Generator, order: Order, wanted: Option<Wanted>) -> Self {
        let attempts = match order.n() {
            3 => 100_000,
            2 | 4 => 1000,
            _ => 20,
        };
        Self { generator, grading: wanted.map(|wanted| (wanted, Grader::new(order))), attempts }
    }

    /// Puzzle `index` of the seed. Of a difficulty, it is the first that has it among one made for
    /// the index and others that are made for no other index, so that it depends on nothing else.
    ///
    /// # Errors
    /// When the recipe asks for what hardly exists, or no attempt was as hard as wanted.
    pub(super) fn make(&mut self, index: u64) -> anyhow::Result<Generated> {
        let Some((wanted, grader)) = &mut self.grading else {
            return Ok(self.generator.puzzle(index)?);
        };
        for attempt in 0..self.attempts {
            let made = self.generator.puzzle(index | attempt << ATTEMPT)?;
            if wanted.fits(grader.grade(&made.puzzle)?) {
                return Ok(made);
            }
        }
        bail!(
            "none of {} puzzles was of that difficulty; --minimal makes harder ones, more --givens \
             easier ones, and another --seed others",
            self.attempts
        )
    }
}
