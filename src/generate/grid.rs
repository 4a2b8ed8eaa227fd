//! Random solved grids.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::builtin;
use crate::puzzle::order::BLANK;
use crate::puzzle::{Isomorph, Order, Puzzles, Units};
use crate::solver::{Answers, Goal, Solver, Stop};

/// Draws solved grids of one order.
pub(super) struct Grids {
    order: Order,
    /// Always `mrv`: which solution a solver finds first is part of what a seed means.
    solver: Box<dyn Solver>,
    puzzle: Puzzles,
    answer: Answers,
    isomorph: Isomorph,
}

impl Grids {
    /// For grids of one order.
    pub(super) fn new(order: Order) -> Self {
        let mrv = builtin::find("mrv").expect("mrv is built in");
        Self {
            order,
            solver: mrv.start(order, Goal::First).expect("mrv takes every order and goal"),
            puzzle: Puzzles::with_capacity(order, 1),
            answer: Answers::new(order, 1),
            isomorph: Isomorph::identity(order),
        }
    }

    /// Fills `grid` with a random solved grid: a few random digits in random cells, what `mrv`
    /// makes of them, and a random isomorph of that. Not every grid is equally likely.
    pub(super) fn draw(&mut self, rng: &mut ChaCha8Rng, grid: &mut [u8]) {
        // Some scattered digits have no solution, and some take a long search; others are drawn.
        let stop = Stop::after_guesses(4 * self.order.cells() as u64);
        loop {
            self.scatter(rng);
            self.answer.clear(1);
            let solved = self.solver.solve(&self.puzzle.block(), &stop, &mut self.answer);
            if let (Ok(_), Some(solution)) = (solved, self.answer.get(0).solution) {
                self.isomorph.redraw(rng);
                self.isomorph.apply(solution, grid);
                return;
            }
        }
    }

    /// A grid with a few random digits that do not clash.
    fn scatter(&mut self, rng: &mut ChaCha8Rng) {
        let units = Units::of(self.order);
        self.puzzle.clear();
        let cells = self.puzzle.push_slot();
        cells.fill(BLANK);
        for _ in 0..4 * self.order.n() {
            let cell = rng.random_range(0..cells.len() as u32) as usize;
            let symbol = Order::symbol(rng.random_range(1..=self.order.side() as u8));
            let clashes = units.peers(cell).iter().any(|&peer| cells[peer as usize] == symbol);
            if cells[cell] == BLANK && !clashes {
                cells[cell] = symbol;
            }
        }
    }
}
