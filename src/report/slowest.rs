//! `slowest.csv`: the puzzles each solver took longest over, measured again alone, so that noise
//! and real difficulty part.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::puzzle::Order;
use crate::record::Identity;
use crate::solver::Goal;

/// One slow puzzle; the fields are the columns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Slow {
    /// Backend.
    pub solver: String,
    /// Dataset.
    pub dataset: String,
    /// Box size.
    pub order: Order,
    /// What was asked of it.
    pub goal: Goal,
    /// Line of the dataset, from 1.
    pub line: u64,
    /// Byte at which the line begins, from 0.
    pub offset: u64,
    /// Shortest time in the latency pass.
    pub first_ns: u64,
    /// Shortest time of a few more solves with nothing else running; empty where no time was left.
    pub again_ns: Option<u64>,
    /// Guesses; empty where the solver does not count them.
    pub guesses: Option<u64>,
    /// The puzzle as it was solved, in canonical cells.
    pub puzzle: String,
}

/// The columns, in the order of [`Slow`]'s fields and then [`Identity`]'s. Columns are only ever added, at the end.
pub const HEADER: [&str; 13] = [
    "solver", "dataset", "order", "goal", "line", "offset", "first_ns", "again_ns", "guesses",
    "puzzle", "run", "host", "machine",
];

/// Writes the puzzles as CSV, with a header even where there is none.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_csv(puzzles: &[Slow], identity: &Identity, out: impl Write) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(out);
    csv.write_record(HEADER)?;
    for puzzle in puzzles {
        csv.serialize((puzzle, identity))?;
    }
    csv.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_puzzles_survive_their_file() {
        let one = Slow {
            solver: "mrv".to_owned(),
            dataset: "a,b.txt".to_owned(),
            order: Order::TWO,
            goal: Goal::First,
            line: 7,
            offset: 123,
            first_ns: 9_003_007,
            again_ns: None,
            guesses: Some(12),
            puzzle: "1...............".to_owned(),
        };
        let mut bytes = Vec::new();
        write_csv(std::slice::from_ref(&one), &Identity::default(), &mut bytes).unwrap();
        let mut csv = csv::Reader::from_reader(&bytes[..]);
        assert_eq!(csv.headers().unwrap(), &HEADER[..]);
        let read: Vec<Slow> = csv.into_deserialize().collect::<Result<_, _>>().unwrap();
        assert_eq!(read, [one]);
    }
}
