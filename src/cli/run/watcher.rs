//! Looks on during a run: writes each round's rows at once and moves the progress bar.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use anyhow::Context;

use crate::cli::progress::Progress;
use crate::record::{Record, Rows};
use crate::report::folder::Unfinished;
use crate::run::tally::Mark;
use crate::run::{Next, Observer, Phase, PuzzleRow, RoundReport};

/// Writes records as they come, keeps them for the summary, and shows how far the run is.
pub struct Watcher {
    /// Everything measured so far.
    pub records: Vec<Record>,
    rows: Rows<Unfinished>,
    puzzles: Option<csv::Writer<BufWriter<File>>>,
    progress: Progress,
    phases: u64,
    /// Dataset, order, number of workers and backends of the phase.
    phase: (String, String, usize, Vec<String>),
}

const PUZZLE_HEADER: [&str; 10] = [
    "dataset", "order", "offset", "round", "group", "solver", "outcome", "guesses", "low_ns",
    "givens",
];

impl Watcher {
    /// Begins with the files to write.
    ///
    /// # Errors
    /// When one of them cannot be written.
    pub fn new(
        records: Unfinished,
        per_puzzle: Option<&Path>,
        quiet: bool,
    ) -> anyhow::Result<Self> {
        let rows = Rows::new(records).context("cannot write records.csv")?;
        let puzzles = per_puzzle.map(|path| {
            let file =
                File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
            let mut csv = csv::Writer::from_writer(BufWriter::new(file));
            csv.write_record(PUZZLE_HEADER)?;
            anyhow::Ok(csv)
        });
        Ok(Self {
            records: Vec::new(),
            rows,
            puzzles: puzzles.transpose()?,
            progress: Progress::new(quiet),
            phases: 0,
            phase: Default::default(),
        })
    }

    /// Ends the files and takes the bar off the screen.
    ///
    /// # Errors
    /// When the last of them cannot be written.
    pub fn finish(self) -> anyhow::Result<Vec<Record>> {
        drop(self.progress);
        self.rows.into_inner()?.finish()?;
        if let Some(mut puzzles) = self.puzzles {
            puzzles.flush().context("cannot write the file of --per-puzzle")?;
        }
        Ok(self.records)
    }

    fn write_puzzle(&mut self, row: &PuzzleRow, round: u32, group: u64) -> io::Result<()> {
        let Some(puzzles) = &mut self.puzzles else { return Ok(()) };
        if row.low_ns == u64::MAX {
            return Ok(()); // its turn was cut short
        }
        let (dataset, order, _, solvers) = &self.phase;
        puzzles.write_record([
            dataset,
            order,
            &row.offset.to_string(),
            &round.to_string(),
            &group.to_string(),
            &solvers[row.backend],
            outcome(row.mark),
            &row.guesses.map_or_else(String::new, |guesses| guesses.to_string()),
            &row.low_ns.to_string(),
            &row.givens.to_string(),
        ])?;
        Ok(())
    }
}

fn outcome(mark: Mark) -> &'static str {
    match mark {
        Mark::Open => "",
        Mark::Unique => "unique",
        Mark::Multiple => "multiple",
        Mark::None => "none",
        Mark::Incomplete => "incomplete",
        Mark::TimedOut => "timed_out",
        Mark::Crashed => "crashed",
        Mark::Wrong => "wrong",
    }
}

impl Observer for Watcher {
    fn phase(&mut self, phase: &Phase<'_>) -> io::Result<()> {
        self.phases += 1;
        self.progress.begin_phase(phase);
        let solvers = phase.backends.iter().map(|backend| backend.id().to_owned()).collect();
        let (name, threads) = (phase.name.to_owned(), phase.threads);
        self.phase = (name, phase.order.n().to_string(), threads, solvers);
        Ok(())
    }

    fn round(&mut self, report: &RoundReport, done: f64) -> io::Result<Next> {
        for record in &report.records {
            self.rows.write(record)?;
        }
        let place = report.records.first().map(|record| (record.round, record.group));
        if let Some((round, group)) = place {
            for row in &report.rows {
                self.write_puzzle(row, round, group)?;
            }
        }
        self.records.extend_from_slice(&report.records);
        self.progress.set(done);
        Ok(Next::Continue)
    }
}
