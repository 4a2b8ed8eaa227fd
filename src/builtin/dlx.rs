//! `dlx`: Sudoku as an exact cover, searched with dancing links.
//!
//! Knuth, "Dancing links" (2000), and The Art of Computer Programming 7.2.2.1: Algorithm X on a
//! sparse matrix in which a covered column is unlinked and later linked in again where it was. A
//! column is something to be satisfied once (a cell has a value; a row, column or box has each value
//! somewhere) and a row is a value in a cell, which satisfies four of them. The next column is one
//! with fewest rows, the first of these in the order of the columns; its rows are tried by cell
//! and value. Naked and hidden singles are columns with one row. Rows that the givens exclude are
//! left out instead of being covered.

use super::scalar::{Found, Scalar, ScalarBackend};
use crate::puzzle::{Order, Units};
use crate::solver::{Search, Stop};

/// The backend `dlx`.
pub(super) const BACKEND: ScalarBackend = ScalarBackend {
    id: "dlx",
    summary: "exact cover with dancing links, smallest column first",
    complete: true,
    start: |order| Box::new(Dlx::new(order)),
};

/// Nodes of a matrix row, one for each column that it satisfies. Rows begin at multiples of it.
const ROW: usize = 4;

/// An entry of the matrix, in the circle of its column, or the head of that circle.
#[derive(Clone, Copy, Default)]
struct Node {
    up: u32,
    down: u32,
    column: u32,
}

/// The neighbours of a column among those that are still to be satisfied.
#[derive(Clone, Copy, Default)]
struct Neighbours {
    left: u32,
    right: u32,
}

/// Columns are numbered cells first, then values of rows, of columns and of boxes. Node `c` is the
/// head of column `c`, the nodes of matrix rows come after the heads.
struct Dlx {
    order: Order,
    units: &'static Units,
    nodes: Vec<Node>,
    /// Nodes of each column.
    sizes: Vec<u32>,
    /// The circle of open columns, closed by the root, which comes after the last column.
    circle: Vec<Neighbours>,
    /// The nodes by which open columns were satisfied, one of each matrix row taken.
    chosen: Vec<u32>,
}

impl Dlx {
    fn new(order: Order) -> Self {
        let columns = ROW * order.cells();
        Self {
            order,
            units: Units::of(order),
            nodes: Vec::new(),
            sizes: vec![0; columns],
            circle: vec![Neighbours::default(); columns + 1],
            chosen: Vec::with_capacity(order.cells()),
        }
    }

    fn root(&self) -> usize {
        ROW * self.order.cells()
    }

    /// The columns that a value, counted from 0, satisfies in a cell.
    fn columns(&self, cell: usize, value: usize) -> [usize; ROW] {
        let side = self.order.side();
        let [row, column, box_] = self.units.of_cell(cell).map(usize::from);
        // Unit numbers run through rows, columns and boxes as columns here do, after the cells.
        let of_unit = |unit: usize| self.order.cells() + unit * side + value;
        [cell, of_unit(row), of_unit(column), of_unit(box_)]
    }

    /// Makes the matrix of what the givens leave. Returns false when two of them clash.
    fn load(&mut self, cells: &[u8]) -> bool {
        let (side, root) = (self.order.side(), self.root());
        self.chosen.clear();
        self.sizes.fill(0);
        self.nodes.clear();
        let head = |column: usize| column as u32;
        self.nodes.extend((0..root).map(|c| Node { up: head(c), down: head(c), column: head(c) }));
        self.nodes.resize(root + ROW, Node::default());
        let mut is_open = vec![true; root];
        for (cell, &symbol) in cells.iter().enumerate() {
            let Some(value) = self.order.value(symbol) else { continue };
            for column in self.columns(cell, usize::from(value) - 1) {
                if !std::mem::replace(&mut is_open[column], false) {
                    return false;
                }
            }
        }
        self.close_circle(&is_open);
        for (cell, _) in is_open[..cells.len()].iter().enumerate().filter(|&(_, &open)| open) {
            for value in 0..side {
                let columns = self.columns(cell, value);
                if columns.iter().all(|&column| is_open[column]) {
                    self.add_row(columns);
                }
            }
        }
        true
    }

    /// Links the open columns and the root.
    fn close_circle(&mut self, is_open: &[bool]) {
        let root = self.root();
        let mut left = root;
        for column in (0..root).filter(|&column| is_open[column]).chain([root]) {
            self.circle[left].right = column as u32;
            self.circle[column].left = left as u32;
            left = column;
        }
    }

    /// Adds a matrix row at the bottom of its columns.
    fn add_row(&mut self, columns: [usize; ROW]) {
        for column in columns {
            let (node, head) = (self.nodes.len() as u32, column as u32);
            let up = std::mem::replace(&mut self.nodes[column].up, node);
            self.nodes[up as usize].down = node;
            self.nodes.push(Node { up, down: head, column: head });
            self.sizes[column] += 1;
        }
    }

    /// The other three nodes of a node's matrix row, in order.
    fn others(node: u32) -> impl DoubleEndedIterator<Item = u32> {
        let first = node - node % ROW as u32;
        (first..first + ROW as u32).filter(move |&other| other != node)
    }

    /// Takes a column out of the circle, and the rows that satisfy it out of all other columns.
    fn cover(&mut self, column: u32) {
        let Neighbours { left, right } = self.circle[column as usize];
        self.circle[left as usize].right = right;
        self.circle[right as usize].left = left;
        let mut row = self.nodes[column as usize].down;
        while row != column {
            for node in Self::others(row) {
                let Node { up, down, column } = self.nodes[node as usize];
                self.nodes[up as usize].down = down;
                self.nodes[down as usize].up = up;
                self.sizes[column as usize] -= 1;
            }
            row = self.nodes[row as usize].down;
        }
    }

    /// Undoes [`Dlx::cover`], when everything that was covered later is uncovered.
    fn uncover(&mut self, column: u32) {
        let mut row = self.nodes[column as usize].up;
        while row != column {
            for node in Self::others(row).rev() {
                let Node { up, down, column } = self.nodes[node as usize];
                self.nodes[up as usize].down = node;
                self.nodes[down as usize].up = node;
                self.sizes[column as usize] += 1;
            }
            row = self.nodes[row as usize].up;
        }
        let Neighbours { left, right } = self.circle[column as usize];
        self.circle[left as usize].right = column;
        self.circle[right as usize].left = column;
    }

    /// An open column with fewest rows; `None` when all columns are satisfied.
    fn smallest(&self) -> Option<u32> {
        let root = self.root() as u32;
        let (mut best, mut fewest) = (None, u32::MAX);
        let mut column = self.circle[root as usize].right;
        while column != root {
            let size = self.sizes[column as usize];
            if size < fewest {
                (best, fewest) = (Some(column), size);
                if size <= 1 {
                    break;
                }
            }
            column = self.circle[column as usize].right;
        }
        best
    }

    /// Takes the matrix row of a node, whose own column is covered.
    fn take(&mut self, node: u32) {
        self.chosen.push(node);
        for other in Self::others(node) {
            self.cover(self.nodes[other as usize].column);
        }
    }

    /// Gives back the row taken last, as well as those before it that were the last of their
    /// columns. Returns the next row to try, if there is one.
    fn step_back(&mut self) -> Option<u32> {
        while let Some(node) = self.chosen.pop() {
            for other in Self::others(node).rev() {
                self.uncover(self.nodes[other as usize].column);
            }
            let Node { down, column, .. } = self.nodes[node as usize];
            if down != column {
                return Some(down);
            }
            self.uncover(column);
        }
        None
    }

    /// Satisfies an open column with fewest rows by its first, or steps back where it has none.
    fn step_forward(&mut self, column: u32) -> Option<u32> {
        let first = self.nodes[column as usize].down;
        if first == column {
            return self.step_back();
        }
        self.cover(column);
        Some(first)
    }

    /// Returns true if more rows of its column come after this node's.
    fn is_choice(&self, node: u32) -> bool {
        let Node { down, column, .. } = self.nodes[node as usize];
        down != column
    }

    fn write(&self, cells: &[u8], solution: &mut [u8]) {
        let side = self.order.side();
        solution.copy_from_slice(cells);
        for &node in &self.chosen {
            let first = (node - node % ROW as u32) as usize;
            let [cell, in_row] = [first, first + 1].map(|node| self.nodes[node].column as usize);
            solution[cell] = self.order.symbols()[in_row % side];
        }
    }
}

impl Scalar for Dlx {
    fn search(&mut self, cells: &[u8], limit: u32, stop: &Stop, solution: &mut [u8]) -> Found {
        let mut found = Found::NONE;
        if !self.load(cells) {
            return found;
        }
        loop {
            let next = match self.smallest() {
                Some(column) => self.step_forward(column),
                None => {
                    if found.count == 0 {
                        self.write(cells, solution);
                    }
                    found.count += 1;
                    if found.count == limit {
                        return found;
                    }
                    self.step_back()
                }
            };
            let Some(node) = next else { return found };
            let is_choice = self.is_choice(node);
            if is_choice && stop.ends(found.guesses) {
                found.search = Search::Incomplete;
                return found;
            }
            found.guesses += u64::from(is_choice);
            self.take(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_grid_has_every_value_in_every_cell() {
        for order in [Order::TWO, Order::THREE, Order::FIVE] {
            let mut dlx = Dlx::new(order);
            assert!(dlx.load(&vec![b'.'; order.cells()]));
            let side = order.side();
            assert_eq!(dlx.nodes.len(), dlx.root() + ROW + 4 * side * side * side);
            assert_eq!(dlx.sizes, vec![side as u32; 4 * side * side]);
        }
    }

    #[test]
    fn what_was_taken_can_be_given_back() {
        let mut dlx = Dlx::new(Order::THREE);
        assert!(dlx.load(&[b'.'; 81]));
        let links = |dlx: &Dlx| {
            let nodes: Vec<_> = dlx.nodes.iter().map(|it| (it.up, it.down)).collect();
            let circle: Vec<_> = dlx.circle.iter().map(|it| (it.left, it.right)).collect();
            (nodes, circle, dlx.sizes.clone())
        };
        let before = links(&dlx);
        for _ in 0..20 {
            let column = dlx.smallest().expect("many are open");
            let node = dlx.step_forward(column).expect("a row is left");
            dlx.take(node);
        }
        assert_ne!(links(&dlx), before);
        while let Some(next) = dlx.step_back() {
            // Not the next row, but none: its column is uncovered as after the last.
            dlx.uncover(dlx.nodes[next as usize].column);
        }
        assert_eq!(links(&dlx), before);
    }
}
