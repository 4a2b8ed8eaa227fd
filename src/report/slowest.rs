//! `slowest.csv`: the puzzles each solver took longest over, measured again alone, so that noise
//! and real difficulty part.

use std::io::{self, Write};

use crate::record::{Identity, Setting};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Order;
    use crate::record::setting_sample;
    use crate::solver::Goal;

    #[test]
    fn a_slow_puzzle_is_a_row_under_the_documented_columns() {
        let one = Slow {
            solver: "mrv".to_owned(),
            setting: Setting {
                dataset: "a,b.txt".to_owned(),
                order: Order::TWO,
                goal: Goal::First,
                ..setting_sample()
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
        assert_eq!(String::from_utf8(bytes).unwrap(), format!("{}\n{row}\n", HEADER.join(",")));
    }
}
