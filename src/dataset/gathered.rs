//! What stands in a chunk of a stream: its puzzles by order, in memory that is used again, and the
//! lines that are none.

use super::LineTally;
use super::batch::Batch;
use super::error::LineFault;
use super::line::Layout;
use super::walk::Visitor;
use crate::puzzle::Order;

/// The puzzles of a chunk, a batch for each order that occurs.
pub struct Gathered {
    batches: [Option<Batch>; 6],
    /// Bytes of the chunk, for which batches must have room.
    bytes: usize,
    /// The order of most lines to come.
    order: Order,
    pub(super) tally: LineTally,
}

impl Default for Gathered {
    fn default() -> Self {
        let batches = [const { None }; 6];
        Self { batches, bytes: 0, order: Order::THREE, tally: LineTally::default() }
    }
}

impl Gathered {
    /// The puzzles of the orders that occur, smallest order first. [`Batch::offset`] is that in the
    /// chunk.
    pub fn batches(&self) -> impl Iterator<Item = (Order, &Batch)> {
        let all = Order::ALL.into_iter().zip(&self.batches);
        let present = all.filter_map(|(order, batch)| Some((order, batch.as_ref()?)));
        present.filter(|(_, batch)| !batch.is_empty())
    }

    /// What was counted. Lines are those of the chunk, from 1.
    pub fn tally(&self) -> &LineTally {
        &self.tally
    }

    /// Forgets all and sees to it that a chunk of so many bytes fits.
    pub(super) fn begin(&mut self, bytes: usize) {
        self.bytes = bytes;
        self.tally = LineTally::default();
        for (order, batch) in Order::ALL.into_iter().zip(&mut self.batches) {
            if let Some(batch) = batch {
                batch.begin(order, bytes);
            }
        }
    }

    #[inline]
    fn batch(&mut self, order: Order) -> &mut Batch {
        match &mut self.batches[order.n() - 2] {
            Some(batch) => batch,
            none => Self::insert(none, order, self.bytes),
        }
    }

    /// Once an order; kept out of the loop over all lines.
    #[cold]
    fn insert(none: &mut Option<Batch>, order: Order, bytes: usize) -> &mut Batch {
        none.insert(Batch::for_chunks_of(order, bytes))
    }
}

/// Fills a [`Gathered`].
pub(super) struct Gathering<'a> {
    pub into: &'a mut Gathered,
    pub layout: &'a Layout,
}

impl Visitor for Gathering<'_> {
    #[inline]
    fn order(&self) -> Order {
        self.into.order
    }

    #[inline]
    fn slot(&mut self, order: Order) -> Option<&mut [u8]> {
        self.into.order = order;
        Some(self.into.batch(order).slot())
    }

    #[inline]
    fn puzzle(&mut self, order: Order, offset: usize) {
        self.into.tally.puzzles[order.n() - 2] += 1;
        self.into.batch(order).keep(offset);
    }

    #[inline]
    fn give_back(&mut self) {
        let order = self.into.order;
        self.into.batch(order).give_back();
    }

    fn malformed(&mut self, line: &[u8], _: usize) {
        let (layout, number) = (self.layout, self.into.tally.lines + 1);
        self.into.tally.fault(|| LineFault { line: number, ..layout.explain(line) });
    }

    fn solution_slot(&mut self, order: Order) -> &mut [u8] {
        self.into.batch(order).expected_slot()
    }

    fn solution(&mut self) {
        self.into.tally.solutions += 1;
        let order = self.into.order;
        self.into.batch(order).keep_expected();
    }

    #[inline]
    fn line(&mut self) {
        self.into.tally.lines += 1;
    }
}
