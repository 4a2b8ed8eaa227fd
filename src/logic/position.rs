//! A puzzle as a person has it on paper: the values written so far, and the candidates of the other
//! cells.

use std::fmt;

use super::effect::{Candidate, Effect};
use super::geometry::{CellSet, Geometry, bits};
use super::names::{CellName, UnitName};
use crate::puzzle::{Order, Units};

/// Why a position cannot be had, or cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// A value stands twice in a unit.
    #[error("{0} stands twice in one unit")]
    Twice(char),
    /// A cell without a candidate.
    #[error("nothing is left for {0}")]
    EmptyCell(CellName),
    /// A value without a place in a unit.
    #[error("no place is left for a value in {0}")]
    NoPlace(UnitName),
}

/// The values and candidates of one grid, of order 2 to 5.
///
/// A cell has a value or candidates: writing a value takes it from the cell's peers. All views of
/// the candidates (by cell, by unit and value, by value) are kept up to date at every change.
#[derive(Clone)]
pub struct Position {
    order: Order,
    units: &'static Units,
    geometry: &'static Geometry,
    values: Vec<u8>,
    candidates: Vec<u32>,
    places: Vec<u32>,
    cells_of: Vec<CellSet>,
    givens: CellSet,
    open: usize,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", String::from_utf8_lossy(&self.cells()))
    }
}

impl Position {
    /// A grid without a value.
    ///
    /// # Panics
    /// When the order is 6 or 7.
    pub fn empty(order: Order) -> Self {
        let (side, cells) = (order.side(), order.cells());
        Self {
            order,
            units: Units::of(order),
            geometry: Geometry::of(order),
            values: vec![0; cells],
            candidates: vec![all(side); cells],
            places: vec![all(side); 3 * side * side],
            cells_of: vec![(0..cells as u16).collect(); side],
            givens: CellSet::EMPTY,
            open: cells,
        }
    }

    /// A puzzle given as canonical cells.
    ///
    /// # Errors
    /// When a value stands twice in a unit.
    ///
    /// # Panics
    /// When the order is 6 or 7, or `cells` has not exactly the order's number of cells.
    pub fn new(order: Order, cells: &[u8]) -> Result<Self, Contradiction> {
        let mut position = Self::empty(order);
        position.load(cells)?;
        Ok(position)
    }

    /// Becomes another puzzle of the same order, without allocating.
    ///
    /// # Errors
    /// When a value stands twice in a unit.
    ///
    /// # Panics
    /// When `cells` has not exactly the order's number of cells.
    pub fn load(&mut self, cells: &[u8]) -> Result<(), Contradiction> {
        assert_eq!(cells.len(), self.order.cells());
        let side = self.order.side();
        self.values.fill(0);
        self.candidates.fill(all(side));
        self.places.fill(all(side));
        self.cells_of.fill((0..cells.len() as u16).collect());
        self.givens = CellSet::EMPTY;
        self.open = cells.len();
        for (cell, &symbol) in cells.iter().enumerate() {
            if let Some(value) = self.order.value(symbol) {
                if !self.has(cell as u16, value) {
                    return Err(Contradiction::Twice(char::from(symbol)));
                }
                self.place(cell as u16, value);
                self.givens.insert(cell as u16);
            }
        }
        Ok(())
    }

    /// The order of the grid.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Values, and cells of a unit.
    #[inline]
    pub fn side(&self) -> usize {
        self.order.side()
    }

    /// Row, column and box of each cell.
    #[inline]
    pub fn units(&self) -> &'static Units {
        self.units
    }

    /// Which cells see each other.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// Cells without a value.
    pub fn open(&self) -> usize {
        self.open
    }

    /// The value written in a cell.
    #[inline]
    pub fn value(&self, cell: u16) -> Option<u8> {
        let value = self.values[usize::from(cell)];
        (value != 0).then_some(value)
    }

    /// Returns true if the cell's value was given by the puzzle.
    pub fn is_given(&self, cell: u16) -> bool {
        self.givens.contains(cell)
    }

    /// The candidates of a cell, bit `v - 1` for value `v`; none where it has a value.
    #[inline]
    pub fn candidates(&self, cell: u16) -> u32 {
        self.candidates[usize::from(cell)]
    }

    /// Returns true if a value is a candidate of a cell.
    #[inline]
    pub fn has(&self, cell: u16, value: u8) -> bool {
        self.candidates(cell) >> (value - 1) & 1 == 1
    }

    /// Places of a unit that may hold a value, bit `i` for place `i`; none where it is written.
    #[inline]
    pub fn places(&self, unit: usize, value: u8) -> u32 {
        self.places[unit * self.side() + usize::from(value) - 1]
    }

    /// Cells that have a value as a candidate.
    #[inline]
    pub fn cells_of(&self, value: u8) -> &CellSet {
        &self.cells_of[usize::from(value) - 1]
    }

    /// The cells at some places of a unit, in reading order.
    pub fn cells_at(&self, unit: usize, places: u32) -> impl Iterator<Item = u16> + use<> {
        let cells = self.units.cells(unit);
        bits(places).map(move |place| cells[usize::from(place)])
    }

    /// Cells with exactly two candidates, in reading order.
    pub fn pairs(&self) -> Vec<u16> {
        let cells = self.candidates.iter().enumerate();
        cells.filter(|(_, set)| set.count_ones() == 2).map(|(cell, _)| cell as u16).collect()
    }

    /// The canonical cells of the values written so far.
    pub fn cells(&self) -> Vec<u8> {
        self.values.iter().map(|&value| Order::symbol(value)).collect()
    }

    /// Writes a value into a cell that has it as a candidate, and takes it from its peers.
    fn place(&mut self, cell: u16, value: u8) {
        let others = self.candidates(cell) & !(1 << (value - 1));
        bits(others).for_each(|bit| self.take(cell, bit + 1));
        for &peer in self.units.peers(usize::from(cell)) {
            if self.has(peer, value) {
                self.take(peer, value);
            }
        }
        self.take(cell, value);
        self.values[usize::from(cell)] = value;
        self.open -= 1;
    }

    fn take(&mut self, cell: u16, value: u8) {
        self.candidates[usize::from(cell)] &= !(1 << (value - 1));
        self.cells_of[usize::from(value) - 1].remove(cell);
        let (side, places) = (self.side(), self.geometry.places(cell));
        for (unit, place) in self.units.of_cell(usize::from(cell)).into_iter().zip(places) {
            self.places[usize::from(unit) * side + usize::from(value) - 1] &= !(1 << place);
        }
    }

    /// Does what a step does. Effects that have been had already change nothing.
    ///
    /// # Errors
    /// When a value is to be written where it is not a candidate.
    pub fn apply(&mut self, effect: &Effect) -> Result<(), Contradiction> {
        match effect {
            &Effect::Place(Candidate { cell, value }) => match self.value(cell) {
                Some(held) if held == value => Ok(()),
                None if self.has(cell, value) => {
                    self.place(cell, value);
                    Ok(())
                }
                _ => Err(Contradiction::Twice(char::from(Order::symbol(value)))),
            },
            Effect::Remove(removed) => {
                removed.iter().for_each(|&candidate| self.strike_out(candidate));
                Ok(())
            }
        }
    }

    /// Takes a candidate from a cell, if it has it.
    pub fn strike_out(&mut self, Candidate { cell, value }: Candidate) {
        if self.has(cell, value) {
            self.take(cell, value);
        }
    }

    /// Checks that every open cell has a candidate, and every value a place in each unit.
    ///
    /// # Errors
    /// Names the first that has none.
    pub fn verify(&self) -> Result<(), Contradiction> {
        let empty = |cell: &u16| self.value(*cell).is_none() && self.candidates(*cell) == 0;
        if let Some(cell) = (0..self.order.cells() as u16).find(empty) {
            return Err(Contradiction::EmptyCell(CellName::new(self.order, cell)));
        }
        for unit in 0..self.units.len() {
            let cells = self.units.cells(unit).iter();
            let held = cells.fold(0u32, |held, &cell| {
                held | self.candidates(cell) | self.value(cell).map_or(0, |value| 1 << (value - 1))
            });
            if held != all(self.side()) {
                return Err(Contradiction::NoPlace(UnitName::new(self.order, unit)));
            }
        }
        Ok(())
    }
}

/// The lowest `side` bits.
fn all(side: usize) -> u32 {
    u32::MAX >> (32 - side)
}
