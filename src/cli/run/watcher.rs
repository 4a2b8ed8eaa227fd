//! Looks on during a run: writes each round's rows at once and moves the progress bar.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::record::{Record, Rows};
use crate::report::folder::Unfinished;
use crate::run::tally::Mark;
use crate::run::{Next, Observer, Phase, PuzzleRow, RoundReport};

/// Steps of the progress bar in one phase.
const STEPS: u64 = 1000;

/// Writes records as they come, keeps them for the summary, and shows how far the run is.
pub struct Watcher {
    /// Everything measured so far.
    pub records: Vec<Record>,
    rows: Rows<Unfinished>,
    puzzles: Option<csv::Writer<BufWriter<File>>>,
    bar: ProgressBar,
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
            bar: bar(quiet),
            phases: 0,
            phase: Default::default(),
        })
    }

    /// Ends the files and takes the bar off the screen.
    ///
    /// # Errors
    /// When the last of them cannot be written.
    pub fn finish(self) -> anyhow::Result<Vec<Record>> {
        self.bar.finish_and_clear();
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

/// A bar on standard error, if that is a terminal.
fn bar(quiet: bool) -> ProgressBar {
    let target =
        if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
    let style = ProgressStyle::with_template("{wide_msg} {bar:30} {percent:>3} % {elapsed:>4}");
    let bar = ProgressBar::with_draw_target(Some(STEPS), target);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

impl Observer for Watcher {
    fn phase(&mut self, phase: &Phase<'_>) -> io::Result<()> {
        self.phases += 1;
        let (name, pass, threads) = (phase.name, phase.pass.name(), phase.threads);
        let workers = if threads == 1 { "worker" } else { "workers" };
        self.bar.set_message(format!("{name} {}, {pass}, {threads} {workers}", phase.order));
        self.bar.set_position(0);
        let solvers = phase.backends.iter().map(|backend| backend.id().to_owned()).collect();
        self.phase = (name.to_owned(), phase.order.n().to_string(), threads, solvers);
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
        self.bar.set_position((done * STEPS as f64) as u64);
        Ok(Next::Continue)
    }
}
