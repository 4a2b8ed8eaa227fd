//! What cells, units and values are called in sentences.

use std::fmt::{self, Display, Formatter};

use super::geometry::bits;
use crate::puzzle::Order;

/// A cell as `r4c7`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellName {
    row: u16,
    column: u16,
}

impl CellName {
    /// The name of a cell, numbered row by row from 0.
    pub fn new(order: Order, cell: u16) -> Self {
        let side = order.side() as u16;
        Self { row: cell / side + 1, column: cell % side + 1 }
    }
}

impl Display for CellName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

/// A unit as `row 4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitName {
    kind: &'static str,
    number: usize,
}

impl UnitName {
    /// The name of a unit, numbered as in [`Units`](crate::puzzle::Units).
    pub fn new(order: Order, unit: usize) -> Self {
        let side = order.side();
        Self { kind: ["row", "column", "box"][unit / side], number: unit % side + 1 }
    }
}

impl Display for UnitName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number)
    }
}

/// How the values of a puzzle are written, and what its cells and units are called.
#[derive(Clone, Debug)]
pub struct Names {
    order: Order,
    symbols: Vec<char>,
}

impl Names {
    /// Canonical symbols: `1`-`9`, then `A`-`P`.
    pub fn canonical(order: Order) -> Self {
        Self { order, symbols: order.symbols().iter().map(|&symbol| char::from(symbol)).collect() }
    }

    /// Symbols of one's own, the first for value 1.
    ///
    /// # Panics
    /// When there are fewer than the order has values.
    pub fn with_symbols(order: Order, symbols: impl IntoIterator<Item = char>) -> Self {
        let symbols: Vec<char> = symbols.into_iter().collect();
        assert!(symbols.len() >= order.side());
        Self { order, symbols }
    }

    /// The order of the puzzle.
    pub fn order(&self) -> Order {
        self.order
    }

    /// A value's symbol.
    pub fn value(&self, value: u8) -> char {
        self.symbols[usize::from(value) - 1]
    }

    /// A set of values: `2`, `2 and 8`, `1, 2 and 8`.
    pub fn values(&self, set: u32) -> String {
        list(bits(set).map(|bit| self.value(bit + 1).to_string()), "and")
    }

    /// A set of values of which one holds: `2 or 8`.
    pub fn one_of(&self, set: u32) -> String {
        list(bits(set).map(|bit| self.value(bit + 1).to_string()), "or")
    }

    /// A cell: `r4c7`.
    pub fn cell(&self, cell: u16) -> CellName {
        CellName::new(self.order, cell)
    }

    /// Cells: `r4c7 and r4c9`.
    pub fn cells(&self, cells: &[u16]) -> String {
        list(cells.iter().map(|&cell| self.cell(cell).to_string()), "and")
    }

    /// Cells of which one holds a value: `r4c7 or r4c9`.
    pub fn either(&self, cells: &[u16]) -> String {
        list(cells.iter().map(|&cell| self.cell(cell).to_string()), "or")
    }

    /// A unit: `row 4`.
    pub fn unit(&self, unit: u16) -> UnitName {
        UnitName::new(self.order, usize::from(unit))
    }

    /// Units of one kind: `rows 2 and 6`.
    pub fn units(&self, units: &[u16]) -> String {
        let names: Vec<_> = units.iter().map(|&unit| self.unit(unit)).collect();
        let plural = match names.first().map(|name| name.kind) {
            Some("row") => "rows",
            Some("column") => "columns",
            _ => "boxes",
        };
        match &names[..] {
            [one] => one.to_string(),
            _ => format!(
                "{plural} {}",
                list(names.iter().map(|name| name.number.to_string()), "and")
            ),
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
fn list(items: impl Iterator<Item = String>, last: &str) -> String {
    let items: Vec<String> = items.collect();
    match items.split_last() {
        None => String::new(),
        Some((one, [])) => one.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}
