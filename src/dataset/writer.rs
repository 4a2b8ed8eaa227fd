//! Canonical cells as symbols of the user's choice.

use super::Symbols;
use crate::puzzle::Order;

/// Turns canonical cells into other symbols.
pub(crate) struct Writer([Option<Box<[u8; 256]>>; 6]);

impl Writer {
    /// The symbols of the question, like 0-F or A-P for 16x16.
    pub(crate) fn same(question: &Symbols) -> Self {
        Self(Order::ALL.map(|order| question.written(order).map(|written| Box::new(*written))))
    }

    /// 1-9, then A-Z, then a-n.
    pub(crate) fn standard() -> Self {
        Self([const { None }; 6])
    }

    /// Returns true if canonical cells stay as they are.
    #[inline]
    pub(crate) fn is_standard(&self, order: Order) -> bool {
        self.0[order.n() - 2].is_none()
    }

    /// Turns the canonical cells in a text into the symbols. White space stays.
    pub(crate) fn write(&self, order: Order, text: &mut [u8]) {
        if let Some(written) = &self.0[order.n() - 2] {
            text.iter_mut().for_each(|byte| *byte = written[usize::from(*byte)]);
        }
    }
}
