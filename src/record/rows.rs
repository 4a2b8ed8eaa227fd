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
mod tests {
    use super::*;
    use crate::solver::{Goal, Used};

    fn sample() -> Record {
        let used = Used { cpu_ns: Some(60), voluntary: Some(1), ..Used::UNKNOWN };
        let turn = TurnTimes { wall_ns: 61, used };
        Record {
            setting: Setting {
                dataset: "royle, \"17\"".to_owned(),
                order: Order::THREE,
                goal: Goal::Count(7),
                pass: Pass::Latency,
                threads: 2,
            },
            solver: "dylib:./a b.so#f?flags=1".to_owned(),
            block: 256,
            round: 3,
            group: 17,
            sample: 0,
            place: 1,
            turns: 2,
            repeats: 1,
            puzzles: 28,
            outcomes: Outcomes {
                unique: 1,
                multiple: 2,
                none: 3,
                incomplete: 4,
                timed_out: 5,
                crashed: 6,
                wrong: 7,
            },
            disputed: 1,
            unconfirmed: 2,
            wall_ns: 123,
            cpu_ns: None,
            elapsed_ns: 456,
            guesses: Some(9),
            no_guess: Some(0),
            peak_rss_bytes: None,
            launch: 3,
            anchor: true,
            each_turn: [Some(turn), None],
            groups: 12,
            isomorphs: 3,
            harness_ns: Some(1),
            timed_out_solves: Some(2),
            timed_out_ns: Some(3),
            shorter_ns: None,
            only_counted: 3,
            instructions: Some(7),
        }
    }

    fn written(records: &[Record]) -> String {
        let mut bytes = Vec::new();
        let mut rows = Rows::new(&mut bytes, Identity::default()).unwrap();
        for record in records {
            rows.write(record).unwrap();
        }
        drop(rows);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_record_survives_its_row() {
        let text = written(&[sample(), sample()]);
        assert_eq!(read(text.as_bytes()).unwrap(), [sample(), sample()]);
    }

    #[test]
    fn columns_added_later_are_passed_over() {
        let text = written(&[sample()]);
        let wider: String =
            text.lines().zip(["new", "1"]).map(|(l, new)| format!("{l},{new}\n")).collect();
        assert_eq!(read(wider.as_bytes()).unwrap(), [sample()]);
    }

    #[test]
    fn a_file_from_before_the_last_columns_is_read_without_them() {
        let cut = |line: &str, columns: usize| {
            let kept: Vec<&str> = line.rsplitn(columns + 1, ',').collect();
            format!("{}\n", kept[columns])
        };
        let text = written(&[sample()]);
        let older: String = text.lines().map(|line| cut(line, HEADER.len() - SINCE_EVER)).collect();
        assert!(older.starts_with("dataset,order,") && older.contains("peak_rss_bytes\n"));
        let bare = Record {
            launch: 0,
            anchor: false,
            each_turn: [None; 2],
            groups: 0,
            isomorphs: 1,
            harness_ns: None,
            timed_out_solves: None,
            timed_out_ns: None,
            shorter_ns: None,
            only_counted: 0,
            instructions: None,
            ..sample()
        };
        assert_eq!(read(older.as_bytes()).unwrap(), [bare]);
    }

    #[test]
    fn a_fault_is_named_with_its_line_and_column() {
        let text = written(&[sample(), sample()]);
        let cut = &text[..text.len() - 5];
        let cases = [
            (cut.to_owned(), "was the run cut short"),
            (text.replace(",456,", ",4.56,"), "line 2, column \"elapsed_ns\": \"4.56\""),
            (text.replace(",28,", ",29,"), "line 2: outcomes add up to 28"),
            (text.replace(",wall_ns", ",time"), "no column \"wall_ns\""),
            (text.replace(",123,", ",NaN,"), "line 2, column \"wall_ns\": \"NaN\""),
            (text.replace(",123,", ",-1,"), "line 2, column \"wall_ns\": \"-1\""),
            (text.replace(",123,", ",inf,"), "line 2, column \"wall_ns\": \"inf\""),
            (text.replace(",123,", ",9007199254740993,"), "is not a whole number up to 2^53"),
        ];
        for (text, expected) in cases {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    /// Every field of a row that says what cannot be, by the column it is reported at.
    #[test]
    fn a_row_that_cannot_be_is_refused_with_its_column() {
        type Spoil = fn(&mut Record);
        let cases: [(Spoil, &str); 7] = [
            (|r| r.repeats = 0, "column \"repeats\": \"0\" is not a number from 1 on"),
            (|r| r.turns = 0, "column \"turns\""),
            (|r| r.setting.threads = 0, "column \"threads\""),
            (|r| r.block = 0, "column \"block\""),
            (|r| r.disputed = 29, "column \"disputed\": \"29\""),
            (|r| r.unconfirmed = 29, "column \"unconfirmed\""),
            (|r| (r.turns, r.repeats) = (u32::MAX, u32::MAX), "column \"puzzles\": \"28\""),
        ];
        for (spoil, said) in cases {
            let mut spoiled = sample();
            spoil(&mut spoiled);
            let error = read(written(&[sample(), spoiled]).as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("line 3, ") && error.contains(said), "{error}");
        }
    }

    #[test]
    fn sums_that_no_run_reaches_are_refused_and_guesses_may_be_as_many_as_they_like() {
        let most = Record { wall_ns: 1 << 53, guesses: Some(u64::MAX), ..sample() };
        assert_eq!(read(written(&vec![most.clone(); 500]).as_bytes()).unwrap().len(), 500);
        let error = read(written(&vec![most; 600]).as_bytes()).unwrap_err().to_string();
        assert!(error.contains("column \"wall_ns\"") && error.contains("sum"), "{error}");
    }

    /// Cut at every byte: no row before the cut is lost, and no torn one passes for whole.
    #[test]
    fn a_file_cut_anywhere_gives_the_rows_before_the_cut() {
        let mut odd = sample();
        odd.setting.dataset = "two\nlines, \"quoted\"".to_owned();
        let all = [sample(), odd, sample()];
        let text = written(&all);
        let ends: Vec<usize> = (0..=3).map(|n| written(&all[..n]).len()).collect();
        for cut in ends[0]..=text.len() {
            let read = read_whole_rows(&text.as_bytes()[..cut]).unwrap();
            let whole = ends.iter().filter(|&&end| end <= cut).count() - 1;
            assert_eq!(read.records, all[..whole], "cut at {cut}");
            assert_eq!(read.torn.is_some(), !ends.contains(&cut), "cut at {cut}");
        }
    }
}
