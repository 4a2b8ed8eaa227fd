//! `brute-force-iterative`: brute force without recursion, after the article "C语言||暴力算法解数独".
//!
//! One flat array. The first value that fits goes into a blank; where none does, the search steps
//! back to the previous blank and counts its value up. The article's program steps off the front
//! of its array when the first blank is dead; here that is where the search ends. It visits what
//! `brute-force` visits, in the same order, and so makes as many guesses.

use super::scalar::{Found, Scalar, ScalarBackend};
use super::scan::{fits, read_givens, write_values};
use crate::puzzle::Order;
use crate::solver::{Search, Stop};

/// The backend `brute-force-iterative`.
pub(super) const BACKEND: ScalarBackend = ScalarBackend {
    id: "brute-force-iterative",
    summary: "fill, step back and count up in one flat array",
    complete: true,
    start: |order| {
        let blanks = Vec::with_capacity(order.cells());
        Box::new(Iterative { order, values: vec![0; order.cells()], blanks })
    },
};

struct Iterative {
    order: Order,
    /// 0 for a blank.
    values: Vec<u8>,
    /// Cells without a given, in reading order.
    blanks: Vec<u16>,
}

impl Iterative {
    /// Replaces a cell's value by the next larger one that fits. `false`, and the cell blank
    /// again, when there is none.
    fn count_up(&mut self, cell: usize) -> bool {
        let tried = std::mem::take(&mut self.values[cell]);
        let mut larger = tried + 1..=self.order.side() as u8;
        match larger.find(|&value| fits(self.order, &self.values, cell, value)) {
            Some(value) => {
                self.values[cell] = value;
                true
            }
            None => false,
        }
    }
}

impl Scalar for Iterative {
    fn search(&mut self, cells: &[u8], limit: u32, stop: &Stop, solution: &mut [u8]) -> Found {
        let mut found = Found::NONE;
        if !read_givens(self.order, cells, &mut self.values) {
            return found;
        }
        self.blanks.clear();
        self.blanks.extend((0..cells.len() as u16).filter(|&i| self.values[i as usize] == 0));
        let mut filled = 0; // blanks that hold a value; the next one is tried
        loop {
            if let Some(&cell) = self.blanks.get(filled) {
                if self.count_up(cell as usize) {
                    if stop.ends(found.guesses) {
                        found.search = Search::Incomplete;
                        return found;
                    }
                    found.guesses += 1;
                    filled += 1;
                    continue;
                }
            } else {
                if found.count == 0 {
                    write_values(&self.values, solution);
                }
                found.count += 1;
                if found.count == limit {
                    return found;
                }
            }
            if filled == 0 {
                return found;
            }
            filled -= 1;
        }
    }
}
