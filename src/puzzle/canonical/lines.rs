//! Where the lines of an image come from.

use crate::puzzle::order::BLANK;
use crate::puzzle::{Isomorph, Order};

/// Source row and column of each row and column of an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    /// Whether the source is the transposed puzzle.
    pub is_transposed: bool,
    pub rows: Box<[u8]>,
    pub columns: Box<[u8]>,
}

impl Lines {
    pub(super) fn new(is_transposed: bool, rows: &[u8], columns: &[u8]) -> Self {
        Self { is_transposed, rows: rows.into(), columns: columns.into() }
    }

    /// The isomorph with these lines that maps `cells` to `image`. Values without a cell are mapped
    /// in ascending order.
    pub(super) fn isomorph(&self, order: Order, cells: &[u8], image: &[u8]) -> Isomorph {
        let from = self.from(order);
        let mut values = [BLANK; 256];
        for (&symbol, &from) in image.iter().zip(&from) {
            values[usize::from(cells[usize::from(from)])] = symbol;
        }
        let is_used =
            |symbol: &&u8| order.symbols().iter().any(|&s| values[usize::from(s)] == **symbol);
        let unused: Vec<u8> = order.symbols().iter().filter(|s| !is_used(s)).copied().collect();
        let mut unused = unused.into_iter();
        for &symbol in order.symbols() {
            if values[usize::from(symbol)] == BLANK {
                values[usize::from(symbol)] = unused.next().unwrap_or(BLANK);
            }
        }
        Isomorph::new(order, from, &values)
    }

    /// Source cell of each cell.
    pub(super) fn from(&self, order: Order) -> Vec<u16> {
        let side = order.side() as u16;
        let [row_step, column_step] = if self.is_transposed { [1, side] } else { [side, 1] };
        let of_row = |&row: &u8| {
            let columns = self.columns.iter();
            columns.map(move |&column| u16::from(row) * row_step + u16::from(column) * column_step)
        };
        self.rows.iter().flat_map(of_row).collect()
    }
}
