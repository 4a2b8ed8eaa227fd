//! The files of `--per-puzzle` and `--per-puzzle-rounds`: the puzzles of the latency pass one by one,
//! summed up over the rounds or round by round.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::record::{Identity, Setting};

/// What the rows of a phase have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhaseOfRows {
    /// What was measured, and how.
    pub setting: Setting,
    /// Solvers, by the index in [`Solved`].
    pub solvers: Vec<String>,
}

/// A puzzle that was solved in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// Index of the solver.
    pub solver: usize,
    /// Byte at which the puzzle's line begins.
    pub offset: u64,
    /// 0 for the puzzle itself, otherwise the number of its isomorph.
    pub isomorph: u32,
    /// Givens.
    pub givens: u32,
    /// What became of it: a name, and how grave it is.
    pub outcome: (u8, &'static str),
    /// Guesses of the first turn, where the solver counts them.
    pub guesses: Option<u64>,
    /// Its shorter and its longer turn, in nanoseconds.
    pub turns_ns: [u64; 2],
}

/// Where a round stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// Which sample of the dataset it belongs to.
    pub sample: u32,
    /// Its number.
    pub round: u32,
    /// Its puzzles.
    pub group: u64,
}

/// Columns of the file of all rounds.
pub const ROUNDS_HEADER: [&str; 20] = [
    "dataset",
    "line",
    "offset",
    "order",
    "goal",
    "pass",
    "threads",
    "sample",
    "round",
    "group",
    "isomorph",
    "givens",
    "solver",
    "outcome",
    "guesses",
    "shorter_ns",
    "longer_ns",
    "run",
    "host",
    "machine",
];

/// Columns of the file that is summed up over the rounds.
pub const HEADER: [&str; 17] = [
    "dataset",
    "line",
    "order",
    "goal",
    "pass",
    "threads",
    "sample",
    "givens",
    "solver",
    "outcome",
    "guesses",
    "min_ns",
    "median_ns",
    "solves",
    "run",
    "host",
    "machine",
];

/// Writes a row for each puzzle, solver and round.
pub struct RoundRows<W: Write> {
    csv: csv::Writer<W>,
    identity: Identity,
}

impl<W: Write> RoundRows<W> {
    /// Begins a file with its header.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn new(out: W, identity: Identity) -> io::Result<Self> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(ROUNDS_HEADER)?;
        Ok(Self { csv, identity })
    }

    /// Adds a puzzle on a line of its dataset.
    ///
    /// # Errors
    /// When the row cannot be written.
    pub fn write(
        &mut self,
        of: &PhaseOfRows,
        at: Round,
        line: u64,
        one: &Solved,
    ) -> io::Result<()> {
        let guesses = one.guesses.map_or_else(String::new, |guesses| guesses.to_string());
        let [run, host, machine] = self.identity.fields();
        self.csv.write_record([
            &of.setting.dataset,
            &*line.to_string(),
            &*one.offset.to_string(),
            &*of.setting.order.n().to_string(),
            &*of.setting.goal.to_string(),
            of.setting.pass.name(),
            &*of.setting.threads.to_string(),
            &*at.sample.to_string(),
            &*at.round.to_string(),
            &*at.group.to_string(),
            &*one.isomorph.to_string(),
            &*one.givens.to_string(),
            &of.solvers[one.solver],
            one.outcome.1,
            &guesses,
            &*one.turns_ns[0].to_string(),
            &*one.turns_ns[1].to_string(),
            run,
            host,
            machine,
        ])?;
        Ok(())
    }

    /// Gives back what is written to, with everything in it.
    ///
    /// # Errors
    /// When the last of it cannot be written.
    pub fn into_inner(self) -> io::Result<W> {
        self.csv.into_inner().map_err(|error| io::Error::other(error.to_string()))
    }
}

/// The puzzles of a phase, summed up over its rounds: about 100 bytes each, and 8 a solve.
#[derive(Default)]
pub struct Summed {
    /// By offset and solver.
    puzzles: BTreeMap<(u64, usize), Puzzle>,
}

/// What one solver made of one puzzle and its isomorphs.
struct Puzzle {
    sample: u32,
    givens: u32,
    outcome: (u8, &'static str),
    guesses: Option<u64>,
    /// The shorter turn of every round.
    shorter_ns: Vec<u64>,
}

impl Summed {
    /// Adds a puzzle of a round.
    pub fn add(&mut self, at: Round, one: &Solved) {
        let puzzle = self.puzzles.entry((one.offset, one.solver)).or_insert_with(|| Puzzle {
            sample: at.sample,
            givens: one.givens,
            outcome: one.outcome,
            guesses: one.guesses,
            shorter_ns: Vec::new(),
        });
        puzzle.sample = puzzle.sample.min(at.sample);
        puzzle.outcome = puzzle.outcome.max(one.outcome);
        puzzle.shorter_ns.push(one.turns_ns[0]);
    }
}

/// Writes a row for each puzzle and solver.
pub struct SummedRows<W: Write> {
    csv: csv::Writer<W>,
    identity: Identity,
}

impl<W: Write> SummedRows<W> {
    /// Begins a file with its header.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn new(out: W, identity: Identity) -> io::Result<Self> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(HEADER)?;
        Ok(Self { csv, identity })
    }

    /// Adds the puzzles of a phase, by offset; `line` gives the line of one.
    ///
    /// # Errors
    /// When a row cannot be written.
    pub fn write(
        &mut self,
        of: &PhaseOfRows,
        summed: Summed,
        mut line: impl FnMut(u64) -> u64,
    ) -> io::Result<()> {
        let [run, host, machine] = self.identity.fields();
        for ((offset, solver), mut puzzle) in summed.puzzles {
            puzzle.shorter_ns.sort_unstable();
            let [min_ns, median_ns] = [0, (puzzle.shorter_ns.len() - 1) / 2];
            self.csv.write_record([
                &of.setting.dataset,
                &*line(offset).to_string(),
                &*of.setting.order.n().to_string(),
                &*of.setting.goal.to_string(),
                of.setting.pass.name(),
                &*of.setting.threads.to_string(),
                &*puzzle.sample.to_string(),
                &*puzzle.givens.to_string(),
                &of.solvers[solver],
                puzzle.outcome.1,
                &*puzzle.guesses.map_or_else(String::new, |guesses| guesses.to_string()),
                &*puzzle.shorter_ns[min_ns].to_string(),
                &*puzzle.shorter_ns[median_ns].to_string(),
                &*puzzle.shorter_ns.len().to_string(),
                run,
                host,
                machine,
            ])?;
        }
        Ok(())
    }

    /// Gives back what is written to, with everything in it.
    ///
    /// # Errors
    /// When the last of it cannot be written.
    pub fn into_inner(self) -> io::Result<W> {
        self.csv.into_inner().map_err(|error| io::Error::other(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Pass, setting_sample};

    fn phase() -> PhaseOfRows {
        PhaseOfRows {
            setting: Setting {
                dataset: "a,b".to_owned(),
                pass: Pass::Latency,
                threads: 1,
                ..setting_sample()
            },
            solvers: vec!["mrv".to_owned(), "vector".to_owned()],
        }
    }

    fn solved(solver: usize, offset: u64, shorter_ns: u64) -> Solved {
        Solved {
            solver,
            offset,
            isomorph: 0,
            givens: 17,
            outcome: (1, "unique"),
            guesses: Some(3),
            turns_ns: [shorter_ns, shorter_ns + 5],
        }
    }

    fn identity() -> Identity {
        let [run, host, machine] = ["run-1", "vm", "ab12"].map(str::to_owned);
        Identity { run, host, machine }
    }

    const ROUND: Round = Round { sample: 0, round: 4, group: 9 };

    #[test]
    fn a_round_is_a_row_with_both_turns() {
        let mut rows = RoundRows::new(Vec::new(), identity()).unwrap();
        rows.write(&phase(), ROUND, 7, &solved(1, 82, 300)).unwrap();
        let text = String::from_utf8(rows.into_inner().unwrap()).unwrap();
        let row =
            "\"a,b\",7,82,3,unique,latency,1,0,4,9,0,17,vector,unique,3,300,305,run-1,vm,ab12";
        assert_eq!(text, format!("{}\n{row}\n", ROUNDS_HEADER.join(",")));
    }

    #[test]
    fn a_puzzle_is_a_row_with_the_median_of_its_rounds_and_its_gravest_outcome() {
        let mut summed = Summed::default();
        for ns in [30, 10, 20, 99] {
            summed.add(ROUND, &solved(0, 82, ns));
        }
        summed.add(ROUND, &solved(1, 0, 7));
        summed.add(ROUND, &Solved { outcome: (5, "timed_out"), ..solved(1, 82, 8) });
        let mut rows = SummedRows::new(Vec::new(), identity()).unwrap();
        rows.write(&phase(), summed, |offset| offset / 82 + 1).unwrap();
        let text = String::from_utf8(rows.into_inner().unwrap()).unwrap();
        let expected = [
            "\"a,b\",1,3,unique,latency,1,0,17,vector,unique,3,7,7,1,run-1,vm,ab12",
            "\"a,b\",2,3,unique,latency,1,0,17,mrv,unique,3,10,20,4,run-1,vm,ab12",
            "\"a,b\",2,3,unique,latency,1,0,17,vector,timed_out,3,8,8,1,run-1,vm,ab12",
        ];
        assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), expected);
    }
}
