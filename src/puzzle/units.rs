//! Which cells share a row, a column or a box: tables made once for each order.

use std::sync::OnceLock;

use super::Order;

/// The three kinds of unit, in the order in which unit numbers run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Rows are units `0..side`.
    Row,
    /// Columns are units `side..2 * side`.
    Column,
    /// Boxes are units `2 * side..3 * side`, numbered as one reads.
    Box,
}

impl Kind {
    /// Every kind, rows first.
    pub const ALL: [Self; 3] = [Self::Row, Self::Column, Self::Box];
}

/// The units and peers of one order's cells. Cells are numbered row by row from 0.
pub struct Units {
    order: Order,
    cells: Vec<u16>,
    units: Vec<[u16; 3]>,
    peers: Vec<u16>,
}

impl Units {
    /// The tables of an order, made at the first call.
    pub fn of(order: Order) -> &'static Self {
        static TABLES: [OnceLock<Units>; 6] = [const { OnceLock::new() }; 6];
        TABLES[order.n() - 2].get_or_init(|| Self::new(order))
    }

    fn new(order: Order) -> Self {
        let (n, side) = (order.n(), order.side());
        let mut cells = vec![0; 3 * order.cells()];
        let mut units = Vec::with_capacity(order.cells());
        for cell in 0..order.cells() {
            let (row, column) = (cell / side, cell % side);
            let (box_, within) = (row / n * n + column / n, row % n * n + column % n);
            cells[row * side + column] = cell as u16;
            cells[(side + column) * side + row] = cell as u16;
            cells[(2 * side + box_) * side + within] = cell as u16;
            units.push([row as u16, (side + column) as u16, (2 * side + box_) as u16]);
        }
        let mut tables = Self { order, cells, units, peers: Vec::new() };
        tables.peers = (0..order.cells()).flat_map(|cell| tables.gather_peers(cell)).collect();
        tables
    }

    /// Peers in the order row, column, rest of the box.
    fn gather_peers(&self, cell: usize) -> Vec<u16> {
        let mut peers = Vec::with_capacity(self.peers_per_cell());
        for unit in self.units[cell] {
            for &other in self.cells(unit as usize) {
                if other as usize != cell && !peers.contains(&other) {
                    peers.push(other);
                }
            }
        }
        peers
    }

    /// Number of units, three times the side.
    pub fn len(&self) -> usize {
        3 * self.order.side()
    }

    /// Never: every order has units.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Number of peers that every cell has: 20 at order 3.
    pub fn peers_per_cell(&self) -> usize {
        let n = self.order.n();
        2 * (self.order.side() - 1) + (n - 1) * (n - 1)
    }

    /// The cells of a unit, in reading order.
    #[inline]
    pub fn cells(&self, unit: usize) -> &[u16] {
        let side = self.order.side();
        &self.cells[unit * side..(unit + 1) * side]
    }

    /// The row, column and box of a cell, as unit numbers.
    #[inline]
    pub fn of_cell(&self, cell: usize) -> [u16; 3] {
        self.units[cell]
    }

    /// The other cells of a cell's three units, each once.
    #[inline]
    pub fn peers(&self, cell: usize) -> &[u16] {
        let per_cell = self.peers_per_cell();
        &self.peers[cell * per_cell..(cell + 1) * per_cell]
    }

    /// The unit of one kind that a cell lies in.
    #[inline]
    pub fn unit(&self, kind: Kind, cell: usize) -> usize {
        self.units[cell][kind as usize] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_order_three_are_those_of_the_field() {
        let units = Units::of(Order::THREE);
        assert_eq!(units.len(), 27);
        assert_eq!(units.cells(1), [9, 10, 11, 12, 13, 14, 15, 16, 17]);
        assert_eq!(units.cells(9 + 8), [8, 17, 26, 35, 44, 53, 62, 71, 80]);
        assert_eq!(units.cells(18 + 5), [33, 34, 35, 42, 43, 44, 51, 52, 53]);
        assert_eq!(units.of_cell(44), [4, 9 + 8, 18 + 5]);
        assert_eq!(units.unit(Kind::Box, 44), 18 + 5);
    }

    #[test]
    fn peers_share_a_unit_are_mutual_and_never_the_cell_itself() {
        for order in Order::ALL {
            let units = Units::of(order);
            for cell in 0..order.cells() {
                let peers = units.peers(cell);
                assert_eq!(peers.len(), units.peers_per_cell());
                for &peer in peers {
                    let shared = Kind::ALL
                        .iter()
                        .any(|&kind| units.unit(kind, cell) == units.unit(kind, peer as usize));
                    assert!(shared && peer as usize != cell);
                    assert!(units.peers(peer as usize).contains(&(cell as u16)));
                }
            }
        }
        assert_eq!(Units::of(Order::THREE).peers_per_cell(), 20);
    }
}
