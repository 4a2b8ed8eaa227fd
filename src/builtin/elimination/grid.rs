//! Candidates of every cell, and the three eliminations of macteki's "How to write a sudoku
//! solver": a value that a cell is down to leaves the other cells of its row, column or region.

use crate::puzzle::units::Kind;
use crate::puzzle::{Order, Units};

/// What a grid of candidates has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Every cell has one candidate, and every unit every value.
    Solved,
    /// A cell has no candidate, or a unit one value twice.
    Conflict,
    /// Some cell has several candidates, and nothing is wrong yet.
    Open,
}

/// A set of candidates for every cell of a puzzle, shrunk in place and able to grow back.
pub struct CandidateGrid {
    order: Order,
    units: &'static Units,
    /// Bit `v - 1` is value `v`.
    candidates: Vec<u64>,
    /// Cells with their candidates before each change, oldest first.
    trail: Vec<(u16, u64)>,
}

impl CandidateGrid {
    /// A grid of which nothing is known.
    pub fn new(order: Order) -> Self {
        let all = (1u64 << order.side()) - 1;
        let candidates = vec![all; order.cells()];
        Self { order, units: Units::of(order), candidates, trail: Vec::new() }
    }

    /// Forgets everything and takes the givens: one candidate where there is one, else all.
    ///
    /// # Panics
    /// When there are no exactly the order's number of cells.
    pub fn load(&mut self, cells: &[u8]) {
        assert_eq!(cells.len(), self.candidates.len());
        self.trail.clear();
        for (candidates, &symbol) in self.candidates.iter_mut().zip(cells) {
            *candidates = match self.order.value(symbol) {
                Some(value) => 1 << (value - 1),
                None => (1 << self.order.side()) - 1,
            };
        }
    }

    /// The order of the puzzle.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The candidates of a cell: bit `v - 1` is value `v`.
    pub fn candidates(&self, cell: usize) -> u64 {
        self.candidates[cell]
    }

    /// Leaves a cell only these candidates.
    pub fn set(&mut self, cell: usize, candidates: u64) {
        self.trail.push((cell as u16, self.candidates[cell]));
        self.candidates[cell] = candidates;
    }

    /// A mark that [`CandidateGrid::undo`] returns to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back everything since a mark.
    pub fn undo(&mut self, mark: usize) {
        for (cell, candidates) in self.trail.drain(mark..).rev() {
            self.candidates[cell as usize] = candidates;
        }
    }

    /// Goes through the cells once, in reading order; each that is down to one value takes it from
    /// the others of its unit of this kind. Returns whether that left one of them a single value,
    /// which a cell further on has then already acted upon.
    pub fn eliminate(&mut self, kind: Kind) -> bool {
        let mut newly_solved = false;
        for cell in 0..self.candidates.len() {
            let value = self.candidates[cell];
            if !value.is_power_of_two() {
                continue;
            }
            for &other in self.units.cells(self.units.unit(kind, cell)) {
                let other = other as usize;
                let left = self.candidates[other] & !value;
                if other != cell && left != self.candidates[other] {
                    self.set(other, left);
                    newly_solved |= left.is_power_of_two();
                }
            }
        }
        newly_solved
    }

    /// Rows, columns and regions in turn, until a turn solves no further cell.
    pub fn eliminate_all(&mut self) {
        while Kind::ALL.map(|kind| self.eliminate(kind)).contains(&true) {}
    }

    /// The state of the grid. Cells alone do not show it: a value twice in a unit is a conflict
    /// however many candidates every cell has.
    pub fn state(&self) -> State {
        let mut open = false;
        for unit in 0..self.units.len() {
            let mut seen = 0;
            for &cell in self.units.cells(unit) {
                let candidates = self.candidates[cell as usize];
                if candidates == 0 || (candidates.is_power_of_two() && seen & candidates != 0) {
                    return State::Conflict;
                }
                if candidates.is_power_of_two() {
                    seen |= candidates;
                } else {
                    open = true;
                }
            }
        }
        if open { State::Open } else { State::Solved }
    }

    /// Writes a solved grid as canonical symbols.
    pub fn write(&self, solution: &mut [u8]) {
        for (symbol, &candidates) in solution.iter_mut().zip(&self.candidates) {
            *symbol = Order::symbol(candidates.trailing_zeros() as u8 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_twice_in_a_unit_is_a_conflict_though_every_cell_has_one_candidate() {
        let mut grid = CandidateGrid::new(Order::TWO);
        grid.load(b"1234341221434321");
        assert_eq!(grid.state(), State::Solved);
        grid.load(b"1234341221434322");
        assert_eq!(grid.state(), State::Conflict);
    }

    #[test]
    fn undoing_returns_to_the_mark() {
        let mut grid = CandidateGrid::new(Order::TWO);
        grid.load(b"12..............");
        let before = grid.candidates.clone();
        let mark = grid.mark();
        grid.eliminate_all();
        assert_ne!(grid.candidates, before);
        grid.undo(mark);
        assert_eq!(grid.candidates, before);
        assert_eq!(grid.state(), State::Open);
    }
}
