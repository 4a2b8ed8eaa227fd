//! `brute-force`: the solver everybody writes first, after A. Yu's "Sudoku" article.
//!
//! Recursion in row-major order; a value fits when scans of its row, its column and its box do not
//! find it. Nothing is propagated, so each value set is a guess, and grids with few givens take as
//! long as they take. The article's program believes its givens; here those that clash have no
//! solution.

use super::scalar::{Found, Scalar, ScalarBackend};
use super::scan::{fits, read_givens, write_values};
use crate::puzzle::Order;
use crate::solver::{Search, Stop};

/// The backend `brute-force`.
pub(super) const BACKEND: ScalarBackend = ScalarBackend {
    id: "brute-force",
    summary: "row-major recursion with row, column and box scans",
    complete: true,
    start: |order| Box::new(BruteForce { order, values: vec![0; order.cells()] }),
};

struct BruteForce {
    order: Order,
    /// 0 for a blank.
    values: Vec<u8>,
}

/// Whether to go on after a subtree.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    End,
}

impl Scalar for BruteForce {
    fn search(&mut self, cells: &[u8], limit: u32, stop: &Stop, solution: &mut [u8]) -> Found {
        let mut found = Found::NONE;
        if !read_givens(self.order, cells, &mut self.values) {
            return found;
        }
        let mut target = Target { limit, stop, solution, found: &mut found };
        self.fill_from(0, &mut target);
        found
    }
}

/// What a search is after and has found.
struct Target<'a> {
    limit: u32,
    stop: &'a Stop,
    solution: &'a mut [u8],
    found: &'a mut Found,
}

impl BruteForce {
    /// Tries every value at the first blank from `cell` on, each with all that follows from it.
    ///
    /// One frame a blank: at most 2401 of under 200 bytes each, half a megabyte of stack, which a
    /// test holds it to.
    fn fill_from(&mut self, cell: usize, target: &mut Target<'_>) -> Next {
        let Some(skipped) = self.values[cell..].iter().position(|&value| value == 0) else {
            return self.solved(target);
        };
        let cell = cell + skipped;
        for value in 1..=self.order.side() as u8 {
            if !fits(self.order, &self.values, cell, value) {
                continue;
            }
            if target.stop.ends(target.found.guesses) {
                target.found.search = Search::Incomplete;
                return Next::End;
            }
            target.found.guesses += 1;
            self.values[cell] = value;
            let next = self.fill_from(cell + 1, target);
            self.values[cell] = 0;
            if next == Next::End {
                return next;
            }
        }
        Next::Go
    }

    #[inline(never)]
    fn solved(&self, target: &mut Target<'_>) -> Next {
        if target.found.count == 0 {
            write_values(&self.values, target.solution);
        }
        target.found.count += 1;
        if target.found.count == target.limit { Next::End } else { Next::Go }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid with as many blanks as can be filled without ever stepping back, so that the
    /// recursion is as deep as it has blanks: from the last cell to the first, a solved grid loses
    /// each value that is the first to fit again.
    fn never_steps_back(order: Order) -> Vec<u8> {
        let (n, side) = (order.n(), order.side());
        let value = |i: usize| ((i / side % n * n + i / side / n + i % side) % side) as u8 + 1;
        let mut values: Vec<u8> = (0..order.cells()).map(value).collect();
        for cell in (0..order.cells()).rev() {
            let value = std::mem::take(&mut values[cell]);
            if (1..value).any(|smaller| fits(order, &values, cell, smaller)) {
                values[cell] = value;
            }
        }
        values.iter().map(|&value| Order::symbol(value)).collect()
    }

    #[test]
    fn a_frame_of_the_recursion_takes_under_200_bytes() {
        let order = Order::SEVEN;
        let puzzle = never_steps_back(order);
        let blanks = puzzle.iter().filter(|&&symbol| symbol == b'.').count();
        assert!(blanks > 1000, "{blanks} blanks");
        let search = move || {
            let mut solution = vec![0; order.cells()];
            (BACKEND.start)(order).search(&puzzle, 1, &Stop::never(), &mut solution)
        };
        let stack = 200 * blanks + 24_000; // the rest is for what starts a thread
        let thread = std::thread::Builder::new().stack_size(stack).spawn(search);
        let found = thread.expect("a thread").join().expect("no overflow");
        assert_eq!((found.count, found.guesses), (1, blanks as u64));
    }
}
