//! The summary: one row a solver, dataset, order, goal, pass, workers and block. Columns, writers
//! and reader in one place. Every form of report shows these rows; none computes its own.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::puzzle::Order;
use crate::record::{Identity, Outcomes, Pass};
use crate::solver::{Goal, Grain};

/// One line of `summary.csv` and one object of `--json`: the fields are the columns, in their
/// order. What was not measured is `None`: empty in CSV, null in JSON. No number is ever NaN.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SummaryRow {
    /// Backend.
    pub solver: String,
    /// Dataset.
    pub dataset: String,
    /// Box size.
    pub order: Order,
    /// What was asked of each puzzle.
    pub goal: Goal,
    /// Kind of measurement.
    pub pass: Pass,
    /// Workers.
    pub threads: u32,
    /// Most puzzles handed over at once.
    pub block: u32,
    /// Distinct puzzles measured; the seven outcomes add up to them.
    pub puzzles: u64,
    /// Puzzles of this order in the dataset.
    pub of: u64,
    /// Puzzles with one solution, given and right; with the goal `first`, puzzles solved.
    pub unique: u64,
    /// Puzzles with several solutions.
    pub multiple: u64,
    /// Puzzles without a solution.
    pub none: u64,
    /// Puzzles the solver left open.
    pub incomplete: u64,
    /// Puzzles at which the watchdog ended the search.
    pub timed_out: u64,
    /// Puzzles the solver died on.
    pub crashed: u64,
    /// Puzzles answered wrongly.
    pub wrong: u64,
    /// Solves a second of the turns' elapsed time, the harness's own part taken out. Throughput pass
    /// only, and empty where there were more workers than processors.
    pub puzzles_per_s: Option<f64>,
    /// Lower end of its 95 % interval, for these puzzles; empty with fewer than 3 rounds.
    pub puzzles_per_s_low: Option<f64>,
    /// Upper end, likewise.
    pub puzzles_per_s_high: Option<f64>,
    /// Wall time inside the clock, summed over rounds, turns and workers.
    pub wall_ns: u64,
    /// Thread CPU time inside the clock, likewise; empty where a solver timed itself.
    pub cpu_ns: Option<u64>,
    /// `wall_ns` a solve; in the latency pass the mean over the puzzles of the shorter turn.
    pub mean_ns: Option<f64>,
    /// Median over the puzzles of the shorter turn. Latency pass only, as the following ones. A
    /// quantile is empty with fewer than 10 puzzles beyond it, and below 3 clock overheads.
    pub p50_ns: Option<u64>,
    /// 90th percentile.
    pub p90_ns: Option<u64>,
    /// 99th percentile.
    pub p99_ns: Option<u64>,
    /// 99.9th percentile.
    pub p999_ns: Option<u64>,
    /// Shortest time of the puzzle that took longest.
    pub max_ns: Option<u64>,
    /// Guesses of a puzzle, on average; those timed out or crashed are left out.
    pub guesses_per_puzzle: Option<f64>,
    /// Share of the puzzles, likewise, that were decided without a guess, 0 to 1.
    pub no_guess_share: Option<f64>,
    /// Rounds measured.
    pub rounds: u64,
    /// Solves measured: each turn solves each puzzle of its round.
    pub solves: u64,
    /// Wall time of the turns as a whole.
    pub elapsed_ns: u64,
    /// Share of the workers' time that lay inside the clock.
    pub clocked_share: Option<f64>,
    /// Puzzles on which solvers contradict each other and no recount decided.
    pub disputed: u64,
    /// Claims that no recount or proof has confirmed.
    pub unconfirmed: u64,
    /// Mean time inside the clock with each timed out solve counted as twice the limit; only where
    /// there were any.
    pub par2_ns: Option<f64>,
    /// What reading the clock twice costs; in no figure subtracted.
    pub clock_overhead_ns: u64,
    /// Highest resident memory of isolated solvers.
    pub peak_rss_bytes: Option<u64>,
    /// How much the solver advances at once, and so what its times speak of.
    pub grain: Option<Grain>,
    /// Whether the run was ended before its time.
    pub interrupted: bool,
    /// CPU time of a solve; throughput pass only.
    pub cpu_per_puzzle_ns: Option<f64>,
    /// Solves a second if every worker had had a processor to itself all the time, by CPU time.
    pub puzzles_per_s_by_cpu: Option<f64>,
    /// In place of `puzzles_per_s` where there were more workers than processors.
    pub oversubscribed_per_s: Option<f64>,
    /// 5th percentile of the rate over the rounds, which differ in their puzzles; empty with fewer
    /// than 3.
    pub rounds_per_s_low: Option<f64>,
    /// 95th percentile, likewise.
    pub rounds_per_s_high: Option<f64>,
    /// The harness's own part of the turns, summed over the workers.
    pub harness_ns: Option<u64>,
    /// Times that the system took the processor away from a worker during the turns.
    pub involuntary: Option<u64>,
    /// Times each puzzle stood in a turn, once as it is and otherwise as isomorphs.
    pub isomorphs: u32,
    /// Longest of all solves, whatever the machine did meanwhile; latency pass only.
    pub all_max_ns: Option<u64>,
    /// Puzzles of which solutions were counted and none was shown, so that only the count could be
    /// checked.
    #[serde(default)]
    pub only_counted: u64,
    /// Instructions of a puzzle, start-up left out; only where they were counted.
    #[serde(default)]
    pub instructions_per_puzzle: Option<f64>,
}

impl SummaryRow {
    /// The seven outcomes.
    pub fn outcomes(&self) -> Outcomes {
        Outcomes {
            unique: self.unique,
            multiple: self.multiple,
            none: self.none,
            incomplete: self.incomplete,
            timed_out: self.timed_out,
            crashed: self.crashed,
            wrong: self.wrong,
        }
    }
}

/// The columns, in the order of [`SummaryRow`]'s fields. Columns are only ever added, at the end.
pub const HEADER: [&str; 54] = [
    "solver",
    "dataset",
    "order",
    "goal",
    "pass",
    "threads",
    "block",
    "puzzles",
    "of",
    "unique",
    "multiple",
    "none",
    "incomplete",
    "timed_out",
    "crashed",
    "wrong",
    "puzzles_per_s",
    "puzzles_per_s_low",
    "puzzles_per_s_high",
    "wall_ns",
    "cpu_ns",
    "mean_ns",
    "p50_ns",
    "p90_ns",
    "p99_ns",
    "p999_ns",
    "max_ns",
    "guesses_per_puzzle",
    "no_guess_share",
    "rounds",
    "solves",
    "elapsed_ns",
    "clocked_share",
    "disputed",
    "unconfirmed",
    "par2_ns",
    "clock_overhead_ns",
    "peak_rss_bytes",
    "grain",
    "interrupted",
    "cpu_per_puzzle_ns",
    "puzzles_per_s_by_cpu",
    "oversubscribed_per_s",
    "rounds_per_s_low",
    "rounds_per_s_high",
    "harness_ns",
    "involuntary",
    "isomorphs",
    "all_max_ns",
    "only_counted",
    "instructions_per_puzzle",
    "run",
    "host",
    "machine",
];

/// Writes rows as CSV, with a header even where there is no row.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_csv(rows: &[SummaryRow], identity: &Identity, out: impl Write) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(out);
    csv.write_record(HEADER)?;
    for row in rows {
        csv.serialize((row, identity))?;
    }
    csv.flush()
}

/// Reads what [`write_csv`] wrote. Unknown columns are passed over.
///
/// # Errors
/// When a column is missing or a field is not what it should be; the error names line and field.
pub fn read_csv(input: impl Read) -> Result<Vec<SummaryRow>, csv::Error> {
    csv::Reader::from_reader(input).into_deserialize().collect()
}

/// Writes rows as a JSON array.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_json(rows: &[SummaryRow], mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, rows)?;
    out.write_all(b"\n")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A row with every field, for tests of what is made from rows.
    pub(crate) fn sample() -> SummaryRow {
        SummaryRow {
            solver: "mrv".to_owned(),
            dataset: "royle17.txt".to_owned(),
            order: Order::THREE,
            goal: Goal::Unique,
            pass: Pass::Throughput,
            threads: 2,
            block: 256,
            puzzles: 49_151,
            of: 49_151,
            unique: 49_151,
            multiple: 0,
            none: 0,
            incomplete: 0,
            timed_out: 0,
            crashed: 0,
            wrong: 0,
            puzzles_per_s: Some(101_234.0),
            puzzles_per_s_low: Some(98_765.0),
            puzzles_per_s_high: Some(103_456.0),
            wall_ns: 9_710_406_000,
            cpu_ns: Some(9_700_000_000),
            mean_ns: Some(19_756.2),
            p50_ns: None,
            p90_ns: None,
            p99_ns: None,
            p999_ns: None,
            max_ns: None,
            guesses_per_puzzle: Some(4.25),
            no_guess_share: Some(0.4375),
            rounds: 250,
            solves: 491_510,
            elapsed_ns: 5_000_000_000,
            clocked_share: Some(0.971),
            disputed: 0,
            unconfirmed: 0,
            par2_ns: None,
            clock_overhead_ns: 40,
            peak_rss_bytes: None,
            grain: Some(Grain::Puzzle),
            interrupted: false,
            cpu_per_puzzle_ns: Some(19_735.1),
            puzzles_per_s_by_cpu: Some(101_342.0),
            oversubscribed_per_s: None,
            rounds_per_s_low: Some(81_000.0),
            rounds_per_s_high: Some(140_000.0),
            harness_ns: Some(280_000_000),
            involuntary: Some(12),
            isomorphs: 1,
            all_max_ns: None,
            only_counted: 0,
            instructions_per_puzzle: None,
        }
    }

    /// The latency row that goes with [`sample`].
    pub(crate) fn latency() -> SummaryRow {
        SummaryRow {
            pass: Pass::Latency,
            threads: 1,
            block: 1,
            puzzles_per_s: None,
            puzzles_per_s_low: None,
            puzzles_per_s_high: None,
            mean_ns: Some(21_000.4),
            p50_ns: Some(390),
            p90_ns: Some(40_255),
            p99_ns: Some(188_000),
            p999_ns: Some(1_203_199),
            max_ns: Some(2_003_007),
            all_max_ns: Some(9_003_007),
            cpu_per_puzzle_ns: None,
            puzzles_per_s_by_cpu: None,
            rounds_per_s_low: None,
            rounds_per_s_high: None,
            ..sample()
        }
    }

    fn csv(rows: &[SummaryRow]) -> String {
        let mut bytes = Vec::new();
        write_csv(rows, &Identity::default(), &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn the_columns_are_the_documented_ones_in_their_order() {
        let header = csv(&[]);
        // As the issue that asked for this file gives them.
        let fixed = "solver,dataset,order,goal,pass,threads,block,puzzles,of,unique,multiple,\
            none,incomplete,timed_out,crashed,wrong,puzzles_per_s,puzzles_per_s_low,\
            puzzles_per_s_high,wall_ns,cpu_ns,mean_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,\
            guesses_per_puzzle,no_guess_share,";
        assert!(header.starts_with(fixed), "{header}");
        let value = serde_json::to_value(sample()).unwrap();
        let (columns, identity) = HEADER.split_at(HEADER.len() - Identity::COLUMNS.len());
        assert_eq!(identity, Identity::COLUMNS);
        assert_eq!(value.as_object().unwrap().len(), columns.len());
        assert!(columns.iter().all(|column| value.get(column).is_some()));
    }

    #[test]
    fn rows_survive_their_file() {
        let odd = SummaryRow {
            solver: "dylib:./a b.so#f,\"g\"".to_owned(),
            goal: Goal::Count(7),
            cpu_ns: None,
            grain: None,
            par2_ns: Some(1.0 / 3.0),
            peak_rss_bytes: Some(1 << 40),
            interrupted: true,
            only_counted: 0,
            instructions_per_puzzle: None,
            ..latency()
        };
        let rows = [sample(), latency(), odd];
        assert_eq!(read_csv(csv(&rows).as_bytes()).unwrap(), rows);
        let mut json = Vec::new();
        write_json(&rows, &mut json).unwrap();
        assert_eq!(serde_json::from_slice::<Vec<SummaryRow>>(&json).unwrap(), rows);
    }

    #[test]
    fn every_field_stands_under_its_own_name() {
        let text = csv(&[latency()]);
        let mut lines = text.lines();
        let (header, row) = (lines.next().unwrap(), lines.next().unwrap());
        let field = |name| {
            let place = header.split(',').position(|column| column == name).unwrap();
            row.split(',').nth(place).unwrap()
        };
        assert_eq!((field("order"), field("goal"), field("pass")), ("3", "unique", "latency"));
        assert_eq!(
            (field("unique"), field("p999_ns"), field("grain")),
            ("49151", "1203199", "puzzle")
        );
        assert_eq!((field("puzzles_per_s"), field("no_guess_share")), ("", "0.4375"));
    }

    #[test]
    fn what_was_not_measured_is_null_in_json() {
        let mut json = Vec::new();
        write_json(&[sample()], &mut json).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&json).unwrap();
        assert!(value[0]["p50_ns"].is_null());
        assert_eq!(value[0]["order"], 3);
        let mut json = Vec::new();
        write_json(&[], &mut json).unwrap();
        assert_eq!(json, b"[]\n");
    }
}
