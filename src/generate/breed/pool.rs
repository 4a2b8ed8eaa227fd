//! The most costly puzzles known, one of each class of solution grids.

use std::collections::HashSet;

use super::Child;
use super::rater::mean_cost;

/// A puzzle with its rating.
#[derive(Clone, PartialEq, Debug)]
pub struct Bred {
    /// The puzzle.
    pub child: Child,
    /// Hash of the class of its solution grid.
    pub grid: u128,
    /// Its rating, a mean of logarithms of costs: the higher, the more costly.
    pub rating: f64,
}

/// The puzzles that have children. The outcome depends on the order in which puzzles are offered, and on nothing
/// else.
pub struct Pool {
    size: usize,
    members: Vec<Bred>,
    /// Hashes of all forms that were ever offered.
    seen: HashSet<u128>,
}

impl Pool {
    /// An empty pool for at most so many puzzles.
    pub fn new(size: usize) -> Self {
        Self { size, members: Vec::with_capacity(size), seen: HashSet::new() }
    }

    /// The puzzles, in no order that means anything.
    pub fn members(&self) -> &[Bred] {
        &self.members
    }

    /// Returns true if a puzzle with that hash was offered.
    pub fn has_seen(&self, hash: u128) -> bool {
        self.seen.contains(&hash)
    }

    /// The rating that a puzzle has to exceed. Below every number while there is room.
    pub fn least(&self) -> f64 {
        if self.members.len() < self.size {
            return f64::NEG_INFINITY;
        }
        self.members.iter().map(|bred| bred.rating).fold(f64::INFINITY, f64::min)
    }

    /// Takes a puzzle in, if it was not seen before and costs more than the one of its grid's class or, where
    /// there is none, than the least. Returns true if it was taken in.
    pub fn offer(&mut self, bred: Bred) -> bool {
        if !self.seen.insert(bred.child.hash) {
            return false;
        }
        let by_rating = |&i: &usize, &j: &usize| {
            self.members[i].rating.total_cmp(&self.members[j].rating).then(i.cmp(&j))
        };
        let mut places = 0..self.members.len();
        let place = match places.find(|&i| self.members[i].grid == bred.grid) {
            Some(kin) => kin,
            None if self.members.len() < self.size => {
                self.members.push(bred);
                return true;
            }
            None => match (0..self.members.len()).min_by(by_rating) {
                Some(least) => least,
                None => return false, // a pool without room
            },
        };
        let is_better = bred.rating > self.members[place].rating;
        if is_better {
            self.members[place] = bred;
        }
        is_better
    }

    /// Takes note of puzzles that were rated too low to be offered.
    pub fn forget(&mut self, hashes: impl IntoIterator<Item = u128>) {
        self.seen.extend(hashes);
    }

    /// Mean cost of the puzzles: the geometric mean of their ratings.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.members.iter().map(|bred| bred.rating).sum();
        mean_cost(sum / self.members.len().max(1) as f64)
    }
}
