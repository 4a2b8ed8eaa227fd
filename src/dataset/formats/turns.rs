//! Lists in which a puzzle's solution stands on a line after it.

use super::spool::Spool;
use crate::dataset::error::LineFault;
use crate::dataset::line::Layout;
use crate::dataset::walk::{Visitor, lines};
use crate::puzzle::Order;

const LARGEST: usize = Order::SEVEN.cells();

/// Converts every line of a text.
pub(super) fn convert(text: &[u8], layout: &Layout, spool: &mut Spool) {
    let mut spooling =
        Spooling { spool, layout, order: Order::THREE, line: 1, cells: [0; LARGEST] };
    lines(text, layout, layout.start, 0..text.len(), &mut spooling);
}

/// Hands puzzles to a spool, which knows a solution when it sees one.
struct Spooling<'a> {
    spool: &'a mut Spool,
    layout: &'a Layout,
    order: Order,
    line: u64,
    cells: [u8; LARGEST],
}

impl Visitor for Spooling<'_> {
    fn order(&self) -> Order {
        self.order
    }

    fn slot(&mut self, order: Order) -> Option<&mut [u8]> {
        Some(&mut self.cells[..order.cells()])
    }

    fn puzzle(&mut self, order: Order, _: usize) {
        self.order = order;
        self.spool.puzzle(order, &self.cells[..order.cells()], None, self.line);
    }

    fn give_back(&mut self) {}

    fn malformed(&mut self, line: &[u8], _: usize) {
        let (layout, line_number) = (self.layout, self.line);
        self.spool.fault(|| LineFault { line: line_number, ..layout.explain(line) });
    }

    fn solution_slot(&mut self, order: Order) -> &mut [u8] {
        &mut self.cells[..order.cells()]
    }

    fn solution(&mut self) {}

    fn line(&mut self) {
        self.line += 1;
    }
}
