//! Whether givens of a solved grid leave that grid only, and which of them it takes.
//!
//! `mrv` and its kind take seconds, or do not come to an end at all, where hardly a given is left that
//! could go on 16x16. A search that learns from its conflicts takes milliseconds, and what it learns
//! about one set of givens holds for all others of the same grid.

mod engine;
mod heap;
mod learn;
mod propagate;

use crate::puzzle::Order;
pub(super) use engine::Clauses;
use engine::{Engine, Literal, Outcome};

/// What is known of a set of givens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// These of them leave one solution.
    One(Vec<u16>),
    /// They leave several.
    More,
    /// To tell takes too many conflicts.
    Undecided,
}

/// Answers for one grid.
pub(super) struct Prover {
    engine: Engine,
    side: usize,
    /// The value of each cell, from 0.
    grid: Vec<u32>,
}

impl Prover {
    /// For a solved grid of canonical cells.
    ///
    /// # Panics
    /// When a cell holds no symbol of the order.
    pub(super) fn new(order: Order, solution: &[u8], learnt: Clauses) -> Self {
        let side = order.side();
        let value = |&symbol| u32::from(order.value(symbol).expect("a solved grid")) - 1;
        let grid: Vec<u32> = solution.iter().map(value).collect();
        let mut phases = vec![false; grid.len() * side];
        let in_grid = |cell: usize| (cell * side) as u32 + grid[cell];
        (0..grid.len()).for_each(|cell| phases[in_grid(cell) as usize] = true);
        let mut engine = Engine::new(sets(order), side, phases, learnt);
        // Some cell differs from the grid.
        engine.add((0..grid.len()).map(|cell| Literal::no(in_grid(cell))).collect());
        Self { engine, side, grid }
    }

    /// Whether the grid's values in these cells leave it as the only solution. Of several sets that
    /// do, one of cells that come early is told.
    pub(super) fn ask(&mut self, cells: &[u16], conflicts: u64) -> Proof {
        let literal = |&cell: &u16| {
            let cell = usize::from(cell);
            Literal::yes((cell * self.side) as u32 + self.grid[cell])
        };
        let assumptions: Vec<Literal> = cells.iter().map(literal).collect();
        match self.engine.search(&assumptions, conflicts) {
            Outcome::Found => Proof::More,
            Outcome::GaveUp => Proof::Undecided,
            Outcome::Impossible(needed) => {
                let mut is_needed = vec![false; self.grid.len()];
                for literal in needed {
                    is_needed[literal.variable() as usize / self.side] = true;
                }
                let kept = cells.iter().copied().filter(|&cell| is_needed[usize::from(cell)]);
                Proof::One(kept.collect())
            }
        }
    }

    /// Conflicts that all questions together have met.
    pub(super) fn conflicts(&self) -> u64 {
        self.engine.conflicts()
    }

    /// Cells in which another solution differs from the grid, after [`Proof::More`].
    pub(super) fn difference(&self) -> Vec<u16> {
        let is_other = |&cell: &u16| {
            let cell = usize::from(cell);
            !self.engine.is_true((cell * self.side) as u32 + self.grid[cell])
        };
        (0..self.grid.len() as u16).filter(is_other).collect()
    }

    /// Another solution than the grid, after [`Proof::More`].
    #[cfg(test)]
    pub(super) fn other(&self) -> Vec<u8> {
        let value = |cell: usize| {
            let from = cell * self.side;
            let value = (0..self.side).position(|v| self.engine.is_true((from + v) as u32));
            value.map_or(crate::puzzle::order::BLANK, |value| Order::symbol(value as u8 + 1))
        };
        (0..self.grid.len()).map(value).collect()
    }
}

/// The sets of variables of which exactly one is true: a value in each cell, and each value in each
/// row, column and box. Variable `cell * side + value`.
fn sets(order: Order) -> Vec<u32> {
    let (n, side) = (order.n(), order.side());
    let mut sets = Vec::with_capacity(4 * side * side * side);
    let mut add = |cell: usize, value: usize| sets.push((cell * side + value) as u32);
    for cell in 0..order.cells() {
        (0..side).for_each(|value| add(cell, value));
    }
    for unit in 0..side {
        for value in 0..side {
            (0..side).for_each(|i| add(unit * side + i, value));
            (0..side).for_each(|i| add(i * side + unit, value));
            let corner = unit / n * n * side + unit % n * n;
            (0..side).for_each(|i| add(corner + i / n * side + i % n, value));
        }
    }
    sets
}

#[cfg(test)]
mod tests;
