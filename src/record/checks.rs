//! What no row can say: facts that contradict each other, and figures no run reaches. A row like
//! that was damaged or made by hand, and statistics over it would be worth nothing.

use super::Record;

/// Largest count, or time in nanoseconds: what a 64-bit float holds exactly; 104 days.
pub(super) const MOST: u64 = 1 << 53;

/// A field that cannot be.
pub(super) struct Impossible {
    pub column: &'static str,
    pub found: String,
    pub expected: &'static str,
}

/// The first field of a record that cannot be.
pub(super) fn impossible(record: &Record) -> Option<Impossible> {
    let r = record;
    let at_least_one = "a number from 1 on";
    let no_more = "a count of the row's puzzles, so no more than those";
    let times = [r.turns, r.repeats, r.isomorphs].map(u64::from);
    let solves = times.into_iter().try_fold(r.puzzles, u64::checked_mul);
    let solves = solves.filter(|&solves| solves <= MOST);
    let cases = [
        ("threads", u64::from(r.setting.threads), r.setting.threads > 0, at_least_one),
        ("block", u64::from(r.block), r.block > 0, at_least_one),
        ("turns", u64::from(r.turns), r.turns > 0, at_least_one),
        ("repeats", u64::from(r.repeats), r.repeats > 0, at_least_one),
        ("isomorphs", u64::from(r.isomorphs), r.isomorphs > 0, at_least_one),
        (
            "puzzles",
            r.puzzles,
            solves.is_some(),
            "a number of puzzles that can be solved in a round",
        ),
        ("disputed", r.disputed, r.disputed <= r.puzzles, no_more),
        ("unconfirmed", r.unconfirmed, r.unconfirmed <= r.puzzles, no_more),
    ];
    let wrong = cases.into_iter().find(|&(_, _, can_be, _)| !can_be);
    wrong.map(|(column, found, _, expected)| Impossible {
        column,
        found: found.to_string(),
        expected,
    })
}

/// Sums over the rows of a file, which readers form and which have to fit.
#[derive(Default)]
pub(super) struct Sums {
    solves: u64,
    wall_ns: u64,
    cpu_ns: u64,
    elapsed_ns: u64,
}

impl Sums {
    /// Adds a row; fails with the name of the column whose sum no run reaches.
    pub(super) fn add(&mut self, record: &Record) -> Result<(), Impossible> {
        let most = u64::MAX / 4;
        let parts = [
            (&mut self.solves, record.solves(), "puzzles"),
            (&mut self.wall_ns, record.wall_ns, "wall_ns"),
            (&mut self.cpu_ns, record.cpu_ns.unwrap_or(0), "cpu_ns"),
            (&mut self.elapsed_ns, record.elapsed_ns, "elapsed_ns"),
        ];
        for (sum, part, column) in parts {
            *sum = sum.checked_add(part).filter(|&sum| sum <= most).ok_or_else(|| Impossible {
                column,
                found: part.to_string(),
                expected: "a figure whose sum over all rows a run can reach",
            })?;
        }
        Ok(())
    }
}

/// Length of what is whole of a file whose last row may be torn: up to the last end of a line that
/// is not inside quotes.
pub(super) fn whole_rows(bytes: &[u8]) -> usize {
    let (mut whole, mut quoted) = (0, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => whole = at + 1,
            _ => {}
        }
    }
    whole
}
