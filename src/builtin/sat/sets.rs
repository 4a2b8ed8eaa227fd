//! Sudoku as sets of which exactly one element is true: one value for each cell, and for each value
//! one place in each row, column and box.

use batsat::{Lit, Var};

use crate::puzzle::{Order, Units};

/// A value in a cell.
pub(crate) type Variable = u32;

/// The literal that says so, or denies it.
pub(crate) fn literal(variable: Variable, is_true: bool) -> Lit {
    Lit::new(Var::unsafe_from_idx(variable), is_true)
}

/// Sets of variables of which exactly one is true, each variable in four of them.
pub(crate) struct Sets {
    /// One set after the other.
    members: Vec<Variable>,
    /// Where each set begins, and where the last ends.
    starts: Vec<u32>,
    /// Cell and value, counted from 0, of each variable.
    placements: Vec<(u16, u8)>,
}

impl Sets {
    /// What candidates leave to be decided: bit `v - 1` is value `v`. Cells with one candidate have been
    /// taken care of and have no variable. Variables are numbered by cell, then by value.
    pub(crate) fn new(order: Order, candidates: &[u64]) -> Self {
        let (side, units) = (order.side(), Units::of(order));
        let mut variables = vec![None; candidates.len() * side];
        let mut sets = Self { members: Vec::new(), starts: vec![0], placements: Vec::new() };
        for (cell, &values) in candidates.iter().enumerate() {
            if values.count_ones() < 2 {
                continue;
            }
            for value in (0..side).filter(|value| values >> value & 1 == 1) {
                variables[cell * side + value] = Some(sets.placements.len() as Variable);
                sets.placements.push((cell as u16, value as u8));
            }
            sets.add((0..side).filter_map(|value| variables[cell * side + value]));
        }
        for unit in 0..side {
            for value in 0..side {
                for unit in [unit, side + unit, 2 * side + unit] {
                    let place = |&cell: &u16| variables[usize::from(cell) * side + value];
                    sets.add(units.cells(unit).iter().filter_map(place));
                }
            }
        }
        sets
    }

    fn add(&mut self, set: impl Iterator<Item = Variable>) {
        let from = self.members.len();
        self.members.extend(set);
        if self.members.len() > from {
            self.starts.push(self.members.len() as u32);
        }
    }

    /// Number of sets.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The variables of a set.
    #[inline]
    pub(crate) fn get(&self, set: usize) -> &[Variable] {
        &self.members[self.starts[set] as usize..self.starts[set + 1] as usize]
    }

    /// Every set in turn.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Variable]> {
        (0..self.len()).map(|set| self.get(set))
    }

    /// Cell and value, counted from 0, of each variable.
    pub(crate) fn placements(&self) -> &[(u16, u8)] {
        &self.placements
    }

    /// Pairs that exclude each other, those that share two sets counted twice.
    pub(crate) fn pairs(&self) -> usize {
        self.iter().map(|set| set.len() * (set.len() - 1) / 2).sum()
    }
}
