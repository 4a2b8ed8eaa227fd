//! Records as CSV rows: the columns, their writer and their reader.

use std::io::{self, Read, Write};

use super::checks::{self, Impossible, Sums};
use super::fields::{Fields, RowError};
use super::{Identity, Outcomes, Pass, Record, Setting, TurnTimes};
use crate::puzzle::Order;

/// The columns, in the order of the file. Columns are only ever added, at the end.
pub const HEADER: [&str; 54] = [
    "dataset",
    "order",
    "goal",
    "pass",
    "solver",
    "threads",
    "block",
    "round",
    "group",
    "sample",
    "place",
    "turns",
    "repeats",
    "puzzles",
    "unique",
    "multiple",
    "none",
    "incomplete",
    "timed_out",
    "crashed",
    "wrong",
    "disputed",
    "unconfirmed",
    "wall_ns",
    "cpu_ns",
    "elapsed_ns",
    "guesses",
    "no_guess",
    "peak_rss_bytes",
    "launch",
    "anchor",
    "wall_1_ns",
    "cpu_1_ns",
    "process_cpu_1_ns",
    "involuntary_1",
    "voluntary_1",
    "major_faults_1",
    "wall_2_ns",
    "cpu_2_ns",
    "process_cpu_2_ns",
    "involuntary_2",
    "voluntary_2",
    "major_faults_2",
    "groups",
    "isomorphs",
    "harness_ns",
    "timed_out_solves",
    "timed_out_ns",
    "shorter_ns",
    "only_counted",
    "instructions",
    "run",
    "host",
    "machine",
];

/// Number of leading columns that every version has written; files of older versions lack the
/// others.
const SINCE_EVER: usize = 29;

/// Writes records as rows, each flushed: a crash loses no round that was measured.
pub struct Rows<W: Write> {
    rows: csv::Writer<W>,
    identity: Identity,
}

impl<W: Write> Rows<W> {
    /// Starts a file with its header.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn new(out: W, identity: Identity) -> io::Result<Self> {
        let mut rows = csv::Writer::from_writer(out);
        rows.write_record(HEADER)?;
        rows.flush()?;
        Ok(Self { rows, identity })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// When the row cannot be written.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let identity = self.identity.fields().map(str::to_owned);
        self.rows.write_record(to_row(record).into_iter().chain(identity))?;
        self.rows.flush()
    }
}

impl<W: Write> Rows<W> {
    /// Adds a record of another run, without flushing it.
    ///
    /// # Errors
    /// When the row cannot be written.
    pub fn write_of(&mut self, identity: &Identity, record: &Record) -> io::Result<()> {
        let identity = identity.fields().map(str::to_owned);
        Ok(self.rows.write_record(to_row(record).into_iter().chain(identity))?)
    }

    /// Gives back what is written to, with everything in it.
    ///
    /// # Errors
    /// When the last of it cannot be written.
    pub fn into_inner(self) -> io::Result<W> {
        self.rows.into_inner().map_err(|error| io::Error::other(error.to_string()))
    }
}

/// A row without the identity of its run.
fn to_row(record: &Record) -> Vec<String> {
    let r = record;
    let (s, o) = (&r.setting, &r.outcomes);
    let optional = |value: Option<u64>| value.map_or_else(String::new, |v| v.to_string());
    [
        s.dataset.clone(),
        s.order.n().to_string(),
        s.goal.to_string(),
        s.pass.name().to_owned(),
        r.solver.clone(),
        s.threads.to_string(),
        r.block.to_string(),
        r.round.to_string(),
        r.group.to_string(),
        r.sample.to_string(),
        r.place.to_string(),
        r.turns.to_string(),
        r.repeats.to_string(),
        r.puzzles.to_string(),
        o.unique.to_string(),
        o.multiple.to_string(),
        o.none.to_string(),
        o.incomplete.to_string(),
        o.timed_out.to_string(),
        o.crashed.to_string(),
        o.wrong.to_string(),
        r.disputed.to_string(),
        r.unconfirmed.to_string(),
        r.wall_ns.to_string(),
        optional(r.cpu_ns),
        r.elapsed_ns.to_string(),
        optional(r.guesses),
        optional(r.no_guess),
        optional(r.peak_rss_bytes),
        r.launch.to_string(),
        u8::from(r.anchor).to_string(),
    ]
    .into_iter()
    .chain(r.each_turn.into_iter().flat_map(TurnTimes::to_columns))
    .chain([
        r.groups.to_string(),
        r.isomorphs.to_string(),
        optional(r.harness_ns),
        optional(r.timed_out_solves),
        optional(r.timed_out_ns),
        optional(r.shorter_ns),
    ])
    .chain([r.only_counted.to_string(), optional(r.instructions)])
    .collect()
}

/// The rows of a file that may have been cut short.
#[derive(Debug)]
pub struct WholeRows {
    /// All rows but a torn one.
    pub records: Vec<Record>,
    /// Line of the last row, from 1, where that is torn; it was left out.
    pub torn: Option<u64>,
}

/// Reads what [`Rows`] wrote before it was cut short: a last row without its line end is left out.
///
/// # Errors
/// As [`read`].
pub fn read_whole_rows(bytes: &[u8]) -> Result<WholeRows, RowError> {
    let whole = &bytes[..checks::whole_rows(bytes)];
    let is_torn = whole.len() < bytes.len();
    let lines = whole.iter().filter(|&&byte| byte == b'\n').count() as u64;
    Ok(WholeRows { records: read(whole)?, torn: is_torn.then_some(lines + 1) })
}

/// Reads what [`Rows`] wrote. Unknown columns are passed over.
///
/// # Errors
/// [`RowError`] names line and column of the first fault.
pub fn read(input: impl Read) -> Result<Vec<Record>, RowError> {
    let mut rows = csv::Reader::from_reader(input);
    let header = rows.headers()?.clone();
    let mut places = [None; HEADER.len()];
    for (i, (place, name)) in places.iter_mut().zip(HEADER).enumerate() {
        *place = header.iter().position(|found| found == name);
        if place.is_none() && i < SINCE_EVER {
            return Err(RowError::Column(name));
        }
    }
    let mut sums = Sums::default();
    let records = rows.records().map(|row| {
        let row = row?;
        let line = row.position().map_or(0, csv::Position::line);
        let record = record(Fields::new(row, &HEADER, &places))?;
        let checked = checks::impossible(&record).map_or_else(|| sums.add(&record), Err);
        checked.map_err(|Impossible { column, found, expected }| RowError::Field {
            line,
            column,
            found,
            expected,
        })?;
        Ok(record)
    });
    records.collect()
}

/// Takes the fields of a row in the order of [`HEADER`], but for the identity of its run: all rows
/// of a file have the same, which its manifest has too.
fn record(mut fields: Fields<'_>) -> Result<Record, RowError> {
    let dataset = fields.text().to_owned();
    let order = fields.parsed("a box size from 2 to 7", |t| Order::new(t.parse().ok()?))?;
    let goal = fields.parsed("first, unique or count:N", |t| t.parse().ok())?;
    let pass = fields.parsed("throughput, latency or instructions", Pass::from_name)?;
    let solver = fields.text().to_owned();
    let threads = fields.number()?;
    let record = Record {
        setting: Setting { dataset, order, goal, pass, threads },
        solver,
        block: fields.number()?,
        round: fields.number()?,
        group: fields.number()?,
        sample: fields.number()?,
        place: fields.number()?,
        turns: fields.number()?,
        repeats: fields.number()?,
        puzzles: fields.count()?,
        outcomes: Outcomes {
            unique: fields.count()?,
            multiple: fields.count()?,
            none: fields.count()?,
            incomplete: fields.count()?,
            timed_out: fields.count()?,
            crashed: fields.count()?,
            wrong: fields.count()?,
        },
        disputed: fields.count()?,
        unconfirmed: fields.count()?,
        wall_ns: fields.count()?,
        cpu_ns: fields.optional_count()?,
        elapsed_ns: fields.count()?,
        guesses: fields.optional()?,
        no_guess: fields.optional_count()?,
        peak_rss_bytes: fields.optional()?,
        launch: fields.optional()?.and_then(|launch| u32::try_from(launch).ok()).unwrap_or(0),
        anchor: fields.optional()?.is_some_and(|anchor| anchor > 0),
        each_turn: [TurnTimes::from_columns(&mut fields)?, TurnTimes::from_columns(&mut fields)?],
        groups: fields.optional()?.unwrap_or(0),
        isomorphs: fields.optional()?.and_then(|times| u32::try_from(times).ok()).unwrap_or(1),
        harness_ns: fields.optional()?,
        timed_out_solves: fields.optional()?,
        timed_out_ns: fields.optional()?,
        shorter_ns: fields.optional()?,
        only_counted: fields.optional()?.unwrap_or(0),
        instructions: fields.optional_count()?,
    };
    let (sum, puzzles) = (record.outcomes.total(), record.puzzles);
    if sum != puzzles {
        return Err(RowError::Sum { line: fields.line(), sum, puzzles });
    }
    Ok(record)
}

#[cfg(test)]
mod tests;
