//! The symbols of answers: those of the question, or the standard ones.

use clap::ValueEnum;

use crate::dataset::Symbols;
use crate::puzzle::Order;

/// How grids are written.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Writing {
    /// Symbols of the values in the output
    #[arg(long, value_enum, default_value_t = Alphabet::Same)]
    symbols: Alphabet,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Alphabet {
    /// Those of the input, like 0-F or A-P for 16x16
    Same,
    /// 1-9, then A-Z, then a-n
    Standard,
}

/// Turns canonical cells into the symbols asked for.
pub(super) struct Writer([Option<Box<[u8; 256]>>; 6]);

impl Writing {
    /// The writer of answers to puzzles in these symbols.
    pub(super) fn writer(&self, question: &Symbols) -> Writer {
        Writer(Order::ALL.map(|order| match self.symbols {
            Alphabet::Same => question.written(order).map(|written| Box::new(*written)),
            Alphabet::Standard => None,
        }))
    }
}

impl Writer {
    /// Returns true if canonical cells stay as they are.
    #[inline]
    pub(super) fn is_standard(&self, order: Order) -> bool {
        self.0[order.n() - 2].is_none()
    }

    /// Turns the canonical cells in a text into the symbols asked for. White space stays.
    pub(super) fn write(&self, order: Order, text: &mut [u8]) {
        if let Some(written) = &self.0[order.n() - 2] {
            text.iter_mut().for_each(|byte| *byte = written[usize::from(*byte)]);
        }
    }
}
