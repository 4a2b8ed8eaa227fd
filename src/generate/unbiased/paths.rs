//! Paths from a full grid: at each step one of the givens that can go is taken away, each as likely
//! as the other, until none can.
//!
//! A puzzle comes by a path with a probability that is known step by step, and all orders in which
//! its cells can be taken away are paths, since more givens never leave more solutions. So the
//! product of the numbers of choices, by the number of orders, is an unbiased weight.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::grids::UniformGrids;
use super::{Generated, Weighted};
use crate::generate::panel::{Panel, is_unique};
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// Logarithms of the mean weights, so that 1 is usual: of the numbers of minimal puzzles by that of
/// ways to begin a grid, 85,632 by 4! x 4² and (an estimate) 3.1e37 by 9! x 2,612,736².
const USUAL_4X4: f64 = 5.4072;
const USUAL_9X9: f64 = 43.9734;

/// Draws minimal puzzles by paths.
pub(in crate::generate) struct Paths {
    grids: UniformGrids,
    panel: Panel,
    /// Logarithm of a usual weight.
    usual: f64,
    grid: Vec<u8>,
    puzzle: Vec<u8>,
    /// Givens that can go.
    free: Vec<u8>,
}

impl Paths {
    pub(in crate::generate) fn new(order: Order) -> Self {
        let [grid, puzzle] = [(); 2].map(|()| vec![BLANK; order.cells()]);
        Self {
            grids: UniformGrids::new(order),
            panel: Panel::new(order),
            usual: if order == Order::TWO { USUAL_4X4 } else { USUAL_9X9 },
            grid,
            puzzle,
            free: Vec::new(),
        }
    }

    /// The puzzle at the end of one path.
    pub(super) fn draw(&mut self, rng: &mut ChaCha8Rng) -> Vec<Weighted> {
        let completions = self.grids.draw(rng, &mut self.grid);
        self.puzzle.copy_from_slice(&self.grid);
        self.free = (0..self.grid.len() as u8).collect();
        // The weight is the product of choices by the number of orders, (cells left out)!.
        let (mut log_weight, mut gone) = ((completions as f64).ln() - self.usual, 0);
        while !self.free.is_empty() {
            gone += 1;
            log_weight += (self.free.len() as f64).ln() - f64::from(gone).ln();
            let chosen =
                self.free.swap_remove(rng.random_range(0..self.free.len() as u32) as usize);
            self.puzzle[usize::from(chosen)] = BLANK;
            self.keep_free();
        }
        let [puzzle, solution] = [&self.puzzle, &self.grid].map(Clone::clone);
        vec![Weighted { made: Generated { puzzle, solution }, weight: log_weight.exp() }]
    }

    /// Forgets the givens that can no longer go.
    fn keep_free(&mut self) {
        let Self { panel, puzzle, free, .. } = self;
        for &cell in free.iter() {
            let slot = panel.slot();
            slot.copy_from_slice(puzzle);
            slot[usize::from(cell)] = BLANK;
        }
        let mut can_go = Vec::with_capacity(free.len());
        panel.ask(|_, answer| can_go.push(is_unique(&answer)));
        let mut can_go = can_go.into_iter();
        free.retain(|_| can_go.next() == Some(true));
    }
}
