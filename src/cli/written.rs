//! The symbols of answers: those of the question, or the standard ones.

use clap::ValueEnum;

use crate::dataset::{Symbols, Writer};

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

impl Writing {
    /// The writer of answers to puzzles in these symbols.
    pub(super) fn writer(&self, question: &Symbols) -> Writer {
        match self.symbols {
            Alphabet::Same => Writer::same(question),
            Alphabet::Standard => Writer::standard(),
        }
    }
}
