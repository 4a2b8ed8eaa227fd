//! What is written on the paper: values, candidates struck out, and pencil marks. Knows no history.

use crate::logic::{Candidate, CellSet, Geometry, Position};
use crate::puzzle::{Order, Units};

/// Who keeps the candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bookkeeping {
    /// The board: what the values of a cell's peers leave, without what was struck out by hand.
    Automatic,
    /// The player: only marks of their own are shown.
    Own,
}

/// One of the three things that may be written in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writing {
    /// Its value; 0 for none.
    Value,
    /// Candidates struck out by hand, bit `v - 1` for value `v`.
    Struck,
    /// Pencil marks of one's own, in the same way.
    Marks,
}

/// A change of one cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The cell, numbered row by row from 0.
    pub cell: u16,
    /// What is changed.
    pub writing: Writing,
    /// What was there.
    pub from: u32,
    /// What is there now.
    pub to: u32,
}

/// A grid of order 2 to 5 with what the player has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    order: Order,
    givens: CellSet,
    values: Vec<u32>,
    struck: Vec<u32>,
    marks: Vec<u32>,
}

impl Sheet {
    /// A puzzle of canonical cells, with nothing written.
    ///
    /// # Panics
    /// When the order is 6 or 7, or `cells` has not exactly the order's number of cells.
    pub fn new(order: Order, cells: &[u8]) -> Self {
        assert!(order <= Order::FIVE && cells.len() == order.cells());
        let value = |&symbol: &u8| u32::from(order.value(symbol).unwrap_or(0));
        let values: Vec<u32> = cells.iter().map(value).collect();
        let givens = (0..).zip(&values).filter(|(_, value)| **value != 0).map(|(cell, _)| cell);
        Self {
            order,
            givens: givens.collect(),
            struck: vec![0; values.len()],
            marks: vec![0; values.len()],
            values,
        }
    }

    /// The order of the grid.
    pub fn order(&self) -> Order {
        self.order
    }

    /// All cells, row by row.
    pub fn cells(&self) -> std::ops::Range<u16> {
        0..self.order.cells() as u16
    }

    /// The value in a cell.
    pub fn value(&self, cell: u16) -> Option<u8> {
        let value = self.values[usize::from(cell)] as u8;
        (value != 0).then_some(value)
    }

    /// Returns true if the puzzle gives the cell's value.
    pub fn is_given(&self, cell: u16) -> bool {
        self.givens.contains(cell)
    }

    /// What is written in a cell, in the form of [`Change`].
    pub fn written(&self, cell: u16, writing: Writing) -> u32 {
        self.of(writing)[usize::from(cell)]
    }

    fn of(&self, writing: Writing) -> &Vec<u32> {
        match writing {
            Writing::Value => &self.values,
            Writing::Struck => &self.struck,
            Writing::Marks => &self.marks,
        }
    }

    /// Writes into a cell; `change.from` is not looked at.
    pub(super) fn write(&mut self, change: Change) {
        let written = match change.writing {
            Writing::Value => &mut self.values,
            Writing::Struck => &mut self.struck,
            Writing::Marks => &mut self.marks,
        };
        written[usize::from(change.cell)] = change.to;
    }

    /// Values that no peer of a cell holds, bit `v - 1` for value `v`.
    pub fn fitting(&self, cell: u16) -> u32 {
        let peers = Units::of(self.order).peers(usize::from(cell));
        let held = peers.iter().fold(0, |held, &peer| held | self.bit(peer));
        self.all() & !held
    }

    /// The candidates that are shown in a cell: none where it has a value.
    pub fn candidates(&self, cell: u16, bookkeeping: Bookkeeping) -> u32 {
        if self.value(cell).is_some() {
            return 0;
        }
        match bookkeeping {
            Bookkeeping::Automatic => self.fitting(cell) & !self.struck[usize::from(cell)],
            Bookkeeping::Own => self.marks[usize::from(cell)],
        }
    }

    /// The candidates that logic may go by: those shown, but where no mark was made all that fit.
    pub fn considered(&self, cell: u16, bookkeeping: Bookkeeping) -> u32 {
        let shown = self.candidates(cell, bookkeeping);
        match (bookkeeping, shown) {
            (Bookkeeping::Own, 0) if self.value(cell).is_none() => self.fitting(cell),
            (Bookkeeping::Own, marks) => marks & self.fitting(cell),
            (Bookkeeping::Automatic, candidates) => candidates,
        }
    }

    fn bit(&self, cell: u16) -> u32 {
        self.value(cell).map_or(0, |value| 1 << (value - 1))
    }

    fn all(&self) -> u32 {
        u32::MAX >> (32 - self.order.side())
    }

    /// Cells whose value stands in another cell of a unit as well.
    pub fn clashes(&self) -> CellSet {
        let geometry = Geometry::of(self.order);
        let clashes = |cell: &u16| {
            let value = self.value(*cell);
            value.is_some() && geometry.peers(*cell).iter().any(|peer| self.value(peer) == value)
        };
        self.cells().filter(clashes).collect()
    }

    /// Open cells that no value fits any more, or for which all that fit were struck out.
    pub fn dead_ends(&self, bookkeeping: Bookkeeping) -> CellSet {
        let open = self.cells().filter(|&cell| self.value(cell).is_none());
        open.filter(|&cell| self.considered(cell, bookkeeping) == 0).collect()
    }

    /// Number of cells without a value.
    pub fn open(&self) -> usize {
        self.values.iter().filter(|&&value| value == 0).count()
    }

    /// How often each value may still be written, `left()[v - 1]` for value `v`.
    pub fn left(&self) -> Vec<usize> {
        let side = self.order.side();
        let count = |value: u32| self.values.iter().filter(|&&held| held == value).count();
        (1..=side as u32).map(|value| side.saturating_sub(count(value))).collect()
    }

    /// Returns true if all cells are filled and no value clashes with another.
    pub fn is_solved(&self) -> bool {
        self.open() == 0 && self.clashes().is_empty()
    }

    /// The same for techniques, or `None` where values clash.
    pub fn position(&self, bookkeeping: Bookkeeping) -> Option<Position> {
        let symbols: Vec<u8> =
            self.values.iter().map(|&value| Order::symbol(value as u8)).collect();
        let mut position = Position::new(self.order, &symbols).ok()?;
        for cell in self.cells() {
            let gone = position.candidates(cell) & !self.considered(cell, bookkeeping);
            for bit in crate::logic::bits(gone) {
                position.strike_out(Candidate { cell, value: bit + 1 });
            }
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(cells: &[u8; 16]) -> Sheet {
        Sheet::new(Order::TWO, cells)
    }

    fn set(sheet: &mut Sheet, cell: u16, writing: Writing, to: u32) {
        sheet.write(Change { cell, writing, from: 0, to });
    }

    #[test]
    fn candidates_are_what_row_column_and_box_leave() {
        let mut sheet = sheet(b"12..............");
        assert_eq!(sheet.candidates(2, Bookkeeping::Automatic), 0b1100);
        assert_eq!(sheet.candidates(4, Bookkeeping::Automatic), 0b1100);
        assert_eq!(sheet.candidates(8, Bookkeeping::Automatic), 0b1110);
        assert_eq!(sheet.candidates(2, Bookkeeping::Own), 0);
        set(&mut sheet, 2, Writing::Struck, 0b100);
        assert_eq!(sheet.candidates(2, Bookkeeping::Automatic), 0b1000);
        set(&mut sheet, 2, Writing::Marks, 0b1);
        assert_eq!(sheet.candidates(2, Bookkeeping::Own), 0b1);
        assert_eq!(sheet.considered(2, Bookkeeping::Own), 0, "1 does not fit");
        assert_eq!(sheet.considered(3, Bookkeeping::Own), 0b1100, "nothing was marked");
    }

    #[test]
    fn a_value_twice_in_a_unit_clashes_and_a_cell_without_candidates_is_a_dead_end() {
        let mut sheet = sheet(b"12..............");
        set(&mut sheet, 5, Writing::Value, 1);
        assert_eq!(sheet.clashes().iter().collect::<Vec<_>>(), [0, 5]);
        set(&mut sheet, 5, Writing::Value, 0);
        set(&mut sheet, 3, Writing::Value, 3);
        set(&mut sheet, 6, Writing::Value, 4);
        assert!(sheet.clashes().is_empty());
        assert_eq!(sheet.dead_ends(Bookkeeping::Automatic).iter().collect::<Vec<_>>(), [2]);
        assert_eq!(sheet.left(), [3, 3, 3, 3]);
    }

    #[test]
    fn a_full_grid_is_solved_only_without_a_clash() {
        let mut sheet = sheet(b"1234341221434321");
        assert!(sheet.is_solved() && sheet.open() == 0);
        set(&mut sheet, 0, Writing::Value, 2);
        assert!(!sheet.is_solved());
    }

    #[test]
    fn logic_gets_the_candidates_that_are_left() {
        let mut sheet = sheet(b"12..............");
        set(&mut sheet, 2, Writing::Struck, 0b100);
        let position = sheet.position(Bookkeeping::Automatic).unwrap();
        assert_eq!((position.candidates(2), position.candidates(3)), (0b1000, 0b1100));
        set(&mut sheet, 1, Writing::Value, 1);
        assert!(sheet.position(Bookkeeping::Automatic).is_none());
    }
}
