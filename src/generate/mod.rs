//! Puzzles made by seed: the same seed and number give the same puzzle everywhere.
//!
//! The idea is macteki's "How to write a sudoku generator": put random digits into random cells
//! until exactly one solution is left. Here the digits are those of one random solved grid, so that
//! a digit can neither contradict a unit nor lead to a state without solution; and the number of
//! cells at which one solution is left is found by bisection, since more givens never leave more
//! solutions. What is handed out has been counted, or on larger minimal puzzles proven, to have
//! one.

pub mod breed;
mod grid;
mod hits;
mod minimal;
pub mod neighbours;
mod oracle;
mod panel;
mod prover;
mod recipe;
mod thinning;
mod turned;
mod unavoidable;
mod unbiased;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::puzzle::order::BLANK;
use grid::Grids;
use minimal::minimal;
use oracle::{Oracle, Verdict};
use prover::Prover;
use recipe::Way;
pub use recipe::{Givens, Recipe, RecipeError, Symmetry};
use thinning::{Image, Thinning};
pub use unbiased::{Sampler, Unbiased, Weighted};

/// A puzzle and its only solution, as canonical cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Vec<u8>,
    /// What it solves to.
    pub solution: Vec<u8>,
}

/// Why there is no puzzle.
#[derive(Debug, thiserror::Error)]
#[error(
    "no {order} puzzle of this kind among {attempts} grids; allow {remedy} givens{or}",
    order = recipe.order,
    attempts = recipe.ways().iter().map(|(_, grids)| grids).sum::<u32>(),
    remedy = if *was_below { "fewer" } else { "more" },
    or = if recipe.minimal { ", or leave out --minimal" } else { "" }
)]
pub struct NotFound {
    recipe: Recipe,
    /// Whether most puzzles that were made had fewer givens than asked for.
    was_below: bool,
}

/// Makes puzzles by one recipe; one worker's own.
pub struct Generator {
    recipe: Recipe,
    seed: u64,
    grids: Grids,
    oracle: Oracle,
    puzzle: Vec<u8>,
    solution: Vec<u8>,
    /// Cells that are given or blank together, in the order in which they are given.
    groups: Vec<[u16; 2]>,
    /// Puzzles made with too few givens, less those made with too many, since the last right one.
    too_few: i64,
}

impl Generator {
    /// A generator for puzzles `0, 1, 2...` of a seed.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        let cells = recipe.order.cells();
        Self {
            seed,
            grids: Grids::new(recipe.order),
            oracle: Oracle::new(recipe.order),
            puzzle: vec![BLANK; cells],
            solution: vec![BLANK; cells],
            groups: recipe.symmetry.groups(cells),
            too_few: 0,
            recipe,
        }
    }

    /// Puzzle number `index` of the seed, whatever was made before it.
    ///
    /// # Errors
    /// When the recipe asks for what hardly exists.
    pub fn puzzle(&mut self, index: u64) -> Result<Generated, NotFound> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(index);
        self.groups = self.recipe.symmetry.groups(self.puzzle.len());
        self.too_few = 0;
        for &(way, grids) in self.recipe.ways() {
            for _ in 0..grids {
                if self.attempt(way, &mut rng) {
                    let (puzzle, solution) = (self.puzzle.clone(), self.solution.clone());
                    return Ok(Generated { puzzle, solution });
                }
            }
        }
        Err(NotFound { recipe: self.recipe, was_below: self.too_few > 0 })
    }

    /// Makes a puzzle of a fresh grid, if one of the recipe's kind comes of it.
    fn attempt(&mut self, way: Way, rng: &mut ChaCha8Rng) -> bool {
        match (way, self.recipe.symmetry) {
            (Way::Thinned(Image::Turned), _) | (_, Symmetry::Turned) => {
                turned::draw(self.recipe.order, rng, &mut self.solution);
            }
            _ => self.grids.draw(rng, &mut self.solution),
        }
        self.groups.shuffle(rng);
        let made = match way {
            Way::Counted => self.count(rng),
            Way::Proven => self.prove(),
            Way::Thinned(image) => self.thin(image),
        };
        if !made {
            return false;
        }
        let (Givens { min, max }, givens) = (self.recipe.givens, self.givens());
        self.too_few += i64::from(givens < min as usize) - i64::from(givens > max as usize);
        (min as usize..=max as usize).contains(&givens)
    }

    /// Gives as many groups as leave one solution, and more or fewer until they are as asked for.
    fn count(&mut self, rng: &mut ChaCha8Rng) -> bool {
        let given = self.first_unique_prefix();
        if self.recipe.minimal {
            return self.remove_while(given, |_| true) && self.every_given_is_needed();
        }
        let Givens { min, max } = self.recipe.givens;
        let target = match self.recipe.has_target() {
            true => rng.random_range(min..=max) as usize,
            false => self.givens(),
        };
        self.remove_while(given, |givens| givens > target);
        self.add_until(given, target);
        true
    }

    /// Leaves the grid's givens that are needed, if that can be decided.
    fn prove(&mut self) -> bool {
        let mut prover = Prover::new(self.recipe.order, &self.solution);
        let cells = self.groups.iter().map(|group| group[0]).collect();
        let needed = minimal(&mut prover, cells);
        needed.is_some_and(|needed| self.give_only(&needed))
    }

    /// The same, or as few givens as asked for, with unavoidable sets for a guide.
    fn thin(&mut self, image: Image) -> bool {
        let thinning = Thinning::new(self.recipe.order, &self.solution, &self.groups, image);
        let kept = match self.recipe.minimal {
            true => thinning.minimal(),
            false => Some(thinning.down_to(self.recipe.givens.max as usize)),
        };
        kept.is_some_and(|kept| self.give_only(&kept))
    }

    fn give_only(&mut self, cells: &[u16]) -> bool {
        self.puzzle.fill(BLANK);
        for cell in cells.iter().copied().map(usize::from) {
            self.puzzle[cell] = self.solution[cell];
        }
        true
    }

    fn givens(&self) -> usize {
        self.puzzle.iter().filter(|&&cell| cell != BLANK).count()
    }

    fn set_group(&mut self, group: usize, given: bool) {
        for cell in self.groups[group].map(usize::from) {
            self.puzzle[cell] = if given { self.solution[cell] } else { BLANK };
        }
    }

    /// Gives the fewest groups, from the first on, that leave one solution; returns how many.
    /// Where the oracle is undecided it takes more.
    fn first_unique_prefix(&mut self) -> usize {
        // All givens are one solution, and no givens are not.
        let (mut too_few, mut enough) = (0, self.groups.len());
        while too_few + 1 < enough {
            let middle = usize::midpoint(too_few, enough);
            self.give_prefix(middle);
            match self.oracle.ask(&self.puzzle) {
                Verdict::One => enough = middle,
                Verdict::More | Verdict::Undecided => too_few = middle,
            }
        }
        self.give_prefix(enough);
        enough
    }

    fn give_prefix(&mut self, groups: usize) {
        for group in 0..self.groups.len() {
            self.set_group(group, group < groups);
        }
    }

    /// Takes each of the first groups away, in turn, as long as `wanted` says so of the number of
    /// givens, and puts it back where that leaves more than one solution. Whether the oracle could
    /// always decide.
    fn remove_while(&mut self, groups: usize, wanted: impl Fn(usize) -> bool) -> bool {
        let mut decided = true;
        for group in (0..groups).rev() {
            if !wanted(self.givens()) {
                break;
            }
            self.set_group(group, false);
            match self.oracle.ask(&self.puzzle) {
                Verdict::One => {}
                Verdict::More => self.set_group(group, true),
                Verdict::Undecided => {
                    decided = false;
                    self.set_group(group, true);
                }
            }
        }
        decided
    }

    /// Returns true if no single given can go. Of groups of one, [`Generator::remove_while`] has
    /// seen to that.
    fn every_given_is_needed(&mut self) -> bool {
        if self.recipe.symmetry == Symmetry::None {
            return true;
        }
        (0..self.puzzle.len()).all(|cell| {
            let given = std::mem::replace(&mut self.puzzle[cell], BLANK);
            let needed = given == BLANK || self.oracle.ask(&self.puzzle) == Verdict::More;
            self.puzzle[cell] = given;
            needed
        })
    }

    /// Gives further groups until there are `target` givens.
    fn add_until(&mut self, from: usize, target: usize) {
        for group in from..self.groups.len() {
            if self.givens() >= target {
                break;
            }
            self.set_group(group, true);
        }
    }
}

#[cfg(test)]
mod tests;
