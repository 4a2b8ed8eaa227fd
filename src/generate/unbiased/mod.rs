//! Minimal puzzles with known weights: weighted so, a sample stands for all minimal puzzles alike.
//!
//! - [`grids`]: solved grids, each with its weight
//! - [`tries`]: controlled bias (Berthier 2009): givens are taken away in random order, and what is
//!   left counts only if it is minimal
//! - [`paths`]: a path from the full grid on which something can always be taken away, until nothing
//!   can

mod grids;
mod paths;
mod tries;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::Generated;
use crate::puzzle::Order;

/// How weighted puzzles are come by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sampler {
    /// Those of the same number of givens have nearly equal weights, and a sample of 10,000 is worth
    /// some 5,400 of equal weight.
    Tries,
    /// Quicker, with weights that differ by orders of magnitude.
    Paths,
}

/// A minimal puzzle and its weight, which is by how much puzzles like it are rarer in the sample than
/// among all minimal puzzles. Weighted means over a sample estimate means over all of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighted {
    /// The puzzle.
    pub made: Generated,
    /// Its weight, about 1 for a usual puzzle.
    pub weight: f64,
}

/// Draws minimal puzzles of one order with their weights; one worker's own.
pub struct Unbiased {
    seed: u64,
    sampler: Drawing,
}

enum Drawing {
    Tries(Box<tries::Tries>),
    Paths(Box<paths::Paths>),
}

impl Unbiased {
    /// A sampler; `None` for orders other than 2 and 3, whose grids cannot be drawn with a known
    /// weight.
    pub fn new(order: Order, sampler: Sampler, seed: u64) -> Option<Self> {
        let takes = matches!(order, Order::TWO | Order::THREE);
        let drawing = || match sampler {
            Sampler::Tries => Drawing::Tries(Box::new(tries::Tries::new(order))),
            Sampler::Paths => Drawing::Paths(Box::new(paths::Paths::new(order))),
        };
        takes.then(|| Self { seed, sampler: drawing() })
    }

    /// The puzzles that come of portion `index` of the seed's work, which is one grid: by tries one in 30
    /// 9x9 grids leads to a puzzle, by paths each does. The puzzles of portions 0, 1, 2... in their
    /// order are the sample; to leave some out would make it biased.
    pub fn portion(&mut self, index: u64) -> Vec<Weighted> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(index);
        match &mut self.sampler {
            Drawing::Tries(tries) => tries.draw(&mut rng),
            Drawing::Paths(paths) => paths.draw(&mut rng),
        }
    }
}

#[cfg(test)]
mod tests;
