//! The files that grow during a run: a row for each record, and for each measured puzzle.
//!
//! A write that fails is kept until the end, and nothing more is written: the rows before it stand.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

use crate::cli::streams::{self, Standard};
use crate::record::{Record, Rows};
use crate::report::Folder;
use crate::report::whole::WholeFile;
use crate::run::PuzzleRow;
use crate::run::tally::Mark;

/// `records.csv` on its way to be whole.
pub struct RecordRows {
    rows: Rows<Hashed>,
    failed: Option<io::Error>,
}

impl RecordRows {
    /// Begins the file with its header.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(folder: &Folder) -> anyhow::Result<Self> {
        let file = Hashed { file: folder.begin("records.csv")?, hash: blake3::Hasher::new() };
        let rows = Rows::new(file).context(
            "cannot write records.csv; is the disk full, or --out a folder you may not write to?",
        )?;
        Ok(Self { rows, failed: None })
    }

    /// Adds the records of a round.
    pub fn write(&mut self, records: &[Record]) {
        if self.failed.is_none() {
            self.failed = records.iter().try_for_each(|record| self.rows.write(record)).err();
        }
    }

    /// Gives the file its name, and returns the hash of its bytes.
    ///
    /// # Errors
    /// When it is not whole.
    pub fn finish(self) -> anyhow::Result<String> {
        let finished = || {
            let Hashed { file, hash } = self.rows.into_inner()?;
            if let Some(error) = self.failed {
                return Err(error);
            }
            file.finish()?;
            io::Result::Ok(hash.finalize().to_hex().to_string())
        };
        finished().context(
            "cannot write records.csv to its end; is the disk full? The rows that were written are \
             in records.csv.unfinished",
        )
    }
}

/// A file with the hash of what went into it.
struct Hashed {
    file: WholeFile,
    hash: blake3::Hasher,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = self.file.write(bytes)?;
        self.hash.update(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The file of `--per-puzzle`.
pub struct PuzzleRows {
    csv: csv::Writer<Sink>,
    name: String,
    failed: Option<csv::Error>,
}

enum Sink {
    Stdout(Standard),
    File(WholeFile),
}

const PUZZLE_HEADER: [&str; 10] = [
    "dataset", "order", "offset", "round", "group", "solver", "outcome", "guesses", "low_ns",
    "givens",
];

impl PuzzleRows {
    /// Begins the file with its header.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn begin(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let sink = match streams::is_stdout(path) {
            true => Sink::Stdout(streams::stdout()),
            false => {
                Sink::File(WholeFile::create(path).with_context(|| format!("cannot write {name}"))?)
            }
        };
        let mut csv = csv::Writer::from_writer(sink);
        let failed = csv.write_record(PUZZLE_HEADER).err();
        Ok(Self { csv, name, failed })
    }

    /// Adds a puzzle of a dataset, order and solver.
    pub fn write(&mut self, row: &PuzzleRow, of: [&str; 3], round: u32, group: u64) {
        if row.low_ns == u64::MAX || self.failed.is_some() {
            return; // its turn was cut short, or nothing more can be written
        }
        let [dataset, order, solver] = of;
        let written = self.csv.write_record([
            dataset,
            order,
            &row.offset.to_string(),
            &round.to_string(),
            &group.to_string(),
            solver,
            outcome(row.mark),
            &row.guesses.map_or_else(String::new, |guesses| guesses.to_string()),
            &row.low_ns.to_string(),
            &row.givens.to_string(),
        ]);
        self.failed = written.err();
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When it is not whole, unless its reader has left.
    pub fn finish(self) -> anyhow::Result<()> {
        let Self { csv, name, failed } = self;
        let finished = || -> anyhow::Result<()> {
            let sink = csv.into_inner().map_err(csv::IntoInnerError::into_error)?;
            failed.map_or(Ok(()), Err)?;
            match sink {
                Sink::Stdout(mut out) => out.flush()?,
                Sink::File(file) => file.finish()?,
            }
            Ok(())
        };
        match finished() {
            Err(_) if streams::reader_left() => Ok(()),
            done => done.with_context(|| format!("cannot write {name} to its end")),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
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
