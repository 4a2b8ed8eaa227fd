//! `cycles`: sets of k cells of a unit whose candidates together number k, after the prose of an
//! article on a C program for 4x4 to 25x25.
//!
//! The candidates of such a set ("12, 23, 34, 45, 51" is one of five) leave the other cells of the
//! unit. Cells that may carry new information sit in a list sorted by level, with an entry for
//! each of their three units. The level is the number of candidates at first: no smaller cycle can
//! hold the cell. The lowest entry is taken and looked at for a cycle of at most its level; where
//! there is none it goes back one level up, until only the whole unit could be its cycle. A cell
//! that loses a candidate goes back on the list three times; the members of a cycle have made
//! their contribution and leave it, for that unit. When the list is empty and the grid is open,
//! the first cell with fewest candidates is guessed.
//!
//! The article's program searched for the cycles and stopped at 32 values; here a matching finds
//! them, and sets are 64 bits wide.

mod agenda;
mod matching;

use super::scalar::{Found, Scalar, ScalarBackend};
use crate::puzzle::{Order, Units};
use crate::solver::{Search, Stop};
use agenda::Agenda;
use matching::{Cycle, Matching};

/// The backend `cycles`.
pub(super) const BACKEND: ScalarBackend = ScalarBackend {
    id: "cycles",
    summary: "sets of k cells with k candidates, smallest first, then a guess",
    complete: true,
    start: |order| Box::new(Cycles::new(order)),
};

struct Cycles {
    order: Order,
    units: &'static Units,
    /// Bit `v - 1` is value `v`.
    candidates: Vec<u64>,
    /// Entry `3 * cell + kind` is a cell as a member of its row, column or box.
    agenda: Agenda,
    /// One for each unit.
    matchings: Vec<Matching>,
    /// Cells with several candidates.
    open: usize,
    /// Of each unit.
    open_in: Vec<u8>,
    /// Cells with their candidates before each change, oldest first.
    trail: Vec<(u16, u64)>,
    guesses: Vec<Guess>,
}

/// A cell being tried.
struct Guess {
    cell: usize,
    untried: u64,
    trail_len: usize,
}

/// A cell without a candidate, or a unit that cannot be completed.
struct Contradiction;

impl Cycles {
    fn new(order: Order) -> Self {
        let (side, units) = (order.side(), Units::of(order));
        Self {
            order,
            units,
            candidates: vec![0; order.cells()],
            agenda: Agenda::new(3 * order.cells(), side),
            matchings: vec![Matching::new(side); units.len()],
            open: 0,
            open_in: vec![0; units.len()],
            trail: Vec::new(),
            guesses: Vec::new(),
        }
    }

    fn load(&mut self, cells: &[u8]) {
        let side = self.order.side();
        self.agenda.clear();
        self.trail.clear();
        self.guesses.clear();
        self.open = cells.len();
        self.open_in.fill(side as u8);
        for (cell, &symbol) in cells.iter().enumerate() {
            self.candidates[cell] = (1 << side) - 1;
            match self.order.value(symbol) {
                // A given loses candidates like any other cell and so comes onto the list.
                Some(value) => self.shrink(cell, 1 << (value - 1)),
                None => self.list(cell),
            }
        }
        self.trail.clear();
    }

    /// Puts a cell on the list for each of its units.
    fn list(&mut self, cell: usize) {
        let level = self.candidates[cell].count_ones() as u8;
        for kind in 0..3 {
            self.agenda.put(3 * cell + kind, level);
        }
    }

    /// Leaves a cell fewer candidates, at least one.
    fn shrink(&mut self, cell: usize, to: u64) {
        self.trail.push((cell as u16, self.candidates[cell]));
        self.candidates[cell] = to;
        if to.is_power_of_two() {
            self.open -= 1;
            for unit in self.units.of_cell(cell) {
                self.open_in[unit as usize] -= 1;
            }
        }
        self.list(cell);
    }

    /// Takes entries off the list until it is empty.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        while let Some((entry, level)) = self.agenda.take() {
            let (cell, kind) = (entry / 3, entry % 3);
            let unit = self.units.of_cell(cell)[kind] as usize;
            match self.cycle_around(cell, unit, level)? {
                Some(cycle) => self.take_from_the_rest(unit, kind, cycle)?,
                // A cycle of all open cells leaves no other cell to remove candidates from.
                None if level + 1 >= self.open_in[unit] => {}
                None => self.agenda.put(entry, level + 1),
            }
        }
        Ok(())
    }

    fn cycle_around(
        &mut self,
        cell: usize,
        unit: usize,
        level: u8,
    ) -> Result<Option<Cycle>, Contradiction> {
        let mut candidates = [0; Order::SEVEN.side()];
        let candidates = &mut candidates[..self.order.side()];
        let mut place = 0;
        for (i, &member) in self.units.cells(unit).iter().enumerate() {
            candidates[i] = self.candidates[member as usize];
            if member as usize == cell {
                place = i;
            }
        }
        if candidates[place].is_power_of_two() {
            return Ok(Some(Cycle { places: 1 << place, values: candidates[place] }));
        }
        if !self.matchings[unit].repair(candidates) {
            return Err(Contradiction);
        }
        Ok(self.matchings[unit].cycle(place, candidates, level.into()))
    }

    /// Takes a cycle's values from the other cells of its unit, and its cells off the list.
    fn take_from_the_rest(
        &mut self,
        unit: usize,
        kind: usize,
        cycle: Cycle,
    ) -> Result<(), Contradiction> {
        let units = self.units;
        for (place, &cell) in units.cells(unit).iter().enumerate() {
            let cell = cell as usize;
            if cycle.places >> place & 1 == 1 {
                self.agenda.remove(3 * cell + kind);
                continue;
            }
            let left = self.candidates[cell] & !cycle.values;
            if left == 0 {
                return Err(Contradiction);
            }
            if left != self.candidates[cell] {
                self.shrink(cell, left);
            }
        }
        Ok(())
    }

    fn begin_guess(&mut self) {
        let cells = self.candidates.iter().enumerate();
        let open = cells.filter(|(_, candidates)| !candidates.is_power_of_two());
        if let Some((cell, &untried)) = open.min_by_key(|(_, candidates)| candidates.count_ones()) {
            self.guesses.push(Guess { cell, untried, trail_len: self.trail.len() });
        }
    }

    /// Goes back to the last guess with a value left and sets it. `None` when there is none;
    /// otherwise whether more remain, which makes it a choice.
    fn try_next(&mut self) -> Option<bool> {
        while self.guesses.last()?.untried == 0 {
            self.guesses.pop();
        }
        let guess = self.guesses.last_mut()?;
        let value = guess.untried & guess.untried.wrapping_neg();
        guess.untried ^= value;
        let (cell, choice, trail_len) = (guess.cell, guess.untried != 0, guess.trail_len);
        self.undo(trail_len);
        self.shrink(cell, value);
        Some(choice)
    }

    fn undo(&mut self, trail_len: usize) {
        self.agenda.clear();
        for (cell, candidates) in self.trail.drain(trail_len..).rev() {
            let cell = cell as usize;
            if self.candidates[cell].is_power_of_two() {
                self.open += 1;
                for unit in self.units.of_cell(cell) {
                    self.open_in[unit as usize] += 1;
                }
            }
            self.candidates[cell] = candidates;
        }
    }

    fn write(&self, solution: &mut [u8]) {
        for (symbol, &candidates) in solution.iter_mut().zip(&self.candidates) {
            *symbol = Order::symbol(candidates.trailing_zeros() as u8 + 1);
        }
    }
}

impl Scalar for Cycles {
    fn search(&mut self, cells: &[u8], limit: u32, stop: &Stop, solution: &mut [u8]) -> Found {
        let mut found = Found::NONE;
        self.load(cells);
        loop {
            let consistent = self.propagate().is_ok();
            if consistent && self.open == 0 {
                if found.count == 0 {
                    self.write(solution);
                }
                found.count += 1;
                if found.count == limit {
                    return found;
                }
            } else if consistent {
                self.begin_guess();
            }
            let Some(choice) = self.try_next() else { return found };
            if stop.ends(found.guesses) {
                found.search = Search::Incomplete;
                return found;
            }
            found.guesses += u64::from(choice);
        }
    }
}
