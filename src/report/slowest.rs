//! `slowest.csv`: the puzzles each solver took longest over, measured again alone, so that noise
//! and real difficulty part.

use std::io::{self, Read, Write};

use serde::Deserialize;

use crate::puzzle::Order;
use crate::record::{Identity, Pass, Setting};
use crate::solver::Goal;

/// One slow puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slow {
    /// Backend.
    pub solver: String,
    /// What was measured, and how.
    pub setting: Setting,
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

/// The columns; those of [`Identity`] come last. Columns are only ever added, at the end.
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
    for slow in puzzles {
        let Setting { dataset, order, goal, .. } = &slow.setting;
        let of = (&slow.solver, dataset, order, goal);
        let times = (slow.first_ns, slow.again_ns);
        csv.serialize((of, slow.line, slow.offset, times, slow.guesses, &slow.puzzle, identity))?;
    }
    csv.flush()
}

/// Reads what [`write_csv`] wrote. Unknown columns are passed over.
///
/// # Errors
/// When a column is missing or a field is not what it should be; the error names line and field.
pub(crate) fn read_csv(input: impl Read) -> Result<Vec<Slow>, csv::Error> {
    /// The columns that are read, by their names.
    #[derive(Deserialize)]
    struct Row {
        solver: String,
        dataset: String,
        order: Order,
        goal: Goal,
        line: u64,
        offset: u64,
        first_ns: u64,
        again_ns: Option<u64>,
        guesses: Option<u64>,
        puzzle: String,
    }
    let slow = |row: Row| {
        let Row { solver, dataset, order, goal, line, offset, first_ns, again_ns, guesses, puzzle } =
            row;
        // Only the latency pass names single puzzles; its workers are not in the file.
        let setting = Setting { dataset, order, goal, pass: Pass::Latency, threads: 1 };
        Slow { solver, setting, line, offset, first_ns, again_ns, guesses, puzzle }
    };
    csv::Reader::from_reader(input).into_deserialize().map(|row| row.map(slow)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_puzzle_is_a_row_under_the_documented_columns() {
        let one = Slow {
            solver: "mrv".to_owned(),
            setting: Setting {
                dataset: "a,b.txt".to_owned(),
                order: Order::TWO,
                goal: Goal::First,
                pass: Pass::Latency,
                threads: 1,
            },
            line: 7,
            offset: 123,
            first_ns: 9_003_007,
            again_ns: None,
            guesses: Some(12),
            puzzle: "1...............".to_owned(),
        };
        let mut bytes = Vec::new();
        write_csv(std::slice::from_ref(&one), &Identity::default(), &mut bytes).unwrap();
        let row = "mrv,\"a,b.txt\",2,first,7,123,9003007,,12,1...............,,,";
        assert_eq!(read_csv(&bytes[..]).unwrap(), [one]);
        assert_eq!(String::from_utf8(bytes).unwrap(), format!("{}\n{row}\n", HEADER.join(",")));
    }
}
