//! What puzzles cost solvers: a geometric mean over random isomorphs.

use rand_chacha::ChaCha8Rng;

use crate::puzzle::{Block, Isomorph, Order, Puzzles};
use crate::solver::SolverError;

/// What puzzles cost one solver; one worker's own.
pub trait Cost {
    /// Writes the cost of each puzzle of a block, from 0 on; `None` where the solver did not answer as
    /// it should, so that the puzzle has no rating.
    ///
    /// # Errors
    /// When the solver cannot be used any more.
    fn costs(&mut self, block: &Block<'_>, costs: &mut Vec<Option<f64>>)
    -> Result<(), SolverError>;
}

/// A rating by each solver: means of ln(1 + cost).
#[derive(Clone, PartialEq, Debug)]
pub struct Rating(pub Vec<f64>);

impl Rating {
    /// One number for all solvers: the mean.
    pub fn total(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }
}

/// The cost that a mean of ln(1 + cost) stands for.
pub fn mean_cost(rating: f64) -> f64 {
    rating.exp_m1()
}

/// Rates 9x9 puzzles by what they cost some solvers; one worker's own.
pub struct Rater<'a> {
    costs: Vec<Box<dyn Cost + 'a>>,
    isomorph: Isomorph,
    images: Puzzles,
    of_one: Vec<Option<f64>>,
}

impl<'a> Rater<'a> {
    /// Rates by these costs.
    pub fn new(costs: Vec<Box<dyn Cost + 'a>>) -> Self {
        let order = Order::THREE;
        let images = Puzzles::with_capacity(order, 64);
        Self { costs, isomorph: Isomorph::identity(order), images, of_one: Vec::new() }
    }

    /// Rates a puzzle by so many random isomorphs, at least 1. `None` if a solver did not answer one as it
    /// should.
    ///
    /// # Errors
    /// When a solver cannot be used any more.
    pub fn rate(
        &mut self,
        puzzle: &[u8],
        isomorphs: usize,
        rng: &mut ChaCha8Rng,
    ) -> Result<Option<Rating>, SolverError> {
        let Self { costs, isomorph, images, of_one } = self;
        images.clear();
        if images.room() < isomorphs {
            *images = Puzzles::with_capacity(Order::THREE, isomorphs);
        }
        for _ in 0..isomorphs {
            isomorph.redraw(rng);
            isomorph.apply(puzzle, images.push_slot());
        }
        let mut ratings = Vec::with_capacity(costs.len());
        for cost in costs {
            of_one.clear();
            cost.costs(&images.block(), of_one)?;
            let logarithms: Option<Vec<f64>> =
                of_one.iter().map(|cost| cost.map(f64::ln_1p)).collect();
            let Some(logarithms) = logarithms else { return Ok(None) };
            ratings.push(logarithms.iter().sum::<f64>() / isomorphs as f64);
        }
        Ok(Some(Rating(ratings)))
    }
}
