//! The fields of a row, read one after the other, and what can be wrong with them.

use std::str::FromStr;

use csv::StringRecord;

use super::checks::MOST;

/// Why rows could not be read.
#[derive(Debug, thiserror::Error)]
pub enum RowError {
    /// The header lacks a column.
    #[error("line 1: no column {0:?}; is this a records.csv of sudoku-bench?")]
    Column(&'static str),
    /// A field is not what its column holds.
    #[error("line {line}, column {column:?}: {found:?} is not {expected}")]
    Field {
        /// Line of the file, from 1.
        line: u64,
        /// Name of the column.
        column: &'static str,
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// The outcomes of a row do not add up to its puzzles.
    #[error("line {line}: outcomes add up to {sum}, not to the row's {puzzles} puzzles")]
    Sum {
        /// Line of the file, from 1.
        line: u64,
        /// Sum of the seven outcomes.
        sum: u64,
        /// Puzzles of the row.
        puzzles: u64,
    },
    /// The file is not CSV, or a row was cut.
    #[error("{0}; was the run cut short while writing?")]
    Csv(#[from] csv::Error),
}

/// A row being read, column after column.
pub(super) struct Fields<'a> {
    row: StringRecord,
    /// The columns in the order in which they are read.
    columns: &'static [&'static str],
    /// Where each stands in the row.
    places: &'a [Option<usize>],
    next: usize,
}

impl<'a> Fields<'a> {
    /// Begins with the first of the columns.
    pub(super) fn new(
        row: StringRecord,
        columns: &'static [&'static str],
        places: &'a [Option<usize>],
    ) -> Self {
        Self { row, columns, places, next: 0 }
    }

    /// Line of the row, from 1.
    pub(super) fn line(&self) -> u64 {
        self.row.position().map_or(0, csv::Position::line)
    }

    pub(super) fn text(&mut self) -> &str {
        self.next += 1;
        let place = self.places[self.next - 1];
        place.and_then(|place| self.row.get(place)).unwrap_or_default()
    }

    pub(super) fn parsed<T>(
        &mut self,
        expected: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, RowError> {
        let (line, column) = (self.line(), self.columns[self.next]);
        let found = self.text();
        parse(found).ok_or_else(|| RowError::Field {
            found: found.to_owned(),
            line,
            column,
            expected,
        })
    }

    pub(super) fn number<T: FromStr>(&mut self) -> Result<T, RowError> {
        self.parsed("a whole number", |text| text.parse().ok())
    }

    /// A count, or a time in nanoseconds.
    pub(super) fn count(&mut self) -> Result<u64, RowError> {
        self.parsed("a whole number up to 2^53", |text| {
            text.parse().ok().filter(|&count| count <= MOST)
        })
    }

    pub(super) fn optional_count(&mut self) -> Result<Option<u64>, RowError> {
        self.parsed("a whole number up to 2^53, or empty", |text| match text {
            "" => Some(None),
            text => text.parse().ok().filter(|&count| count <= MOST).map(Some),
        })
    }

    pub(super) fn optional(&mut self) -> Result<Option<u64>, RowError> {
        self.parsed("a whole number or empty", |text| match text {
            "" => Some(None),
            text => text.parse().ok().map(Some),
        })
    }
}
