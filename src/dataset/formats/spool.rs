//! Where converted puzzles go: a temporary file of canonical lines that remember the line they
//! were on in the user's file.
//!
//! A line is `cells,solution,number`, the solution empty where there is none.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use crate::dataset::DatasetError;
use crate::dataset::error::LineFault;
use crate::dataset::line::{Layout, Separator};
use crate::dataset::map::Map;
use crate::dataset::source::Bytes;
use crate::dataset::survey::LineTally;
use crate::dataset::symbols::Symbols;
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// How the lines of a spool are read.
pub(crate) const LAYOUT: Layout = Layout {
    symbols: Symbols::STANDARD,
    separator: Separator::Byte(b','),
    puzzle: 0,
    solution: Some(1),
    keys: None,
    alone: true,
    start: 0,
    comments: false,
};

/// Takes converted puzzles and counts what it takes. Holds the last one back: the grid after it may
/// be its solution.
pub(crate) struct Spool {
    out: BufWriter<File>,
    held: Option<Held>,
    /// Solutions that belong to no puzzle before them.
    unclaimed: u64,
    tally: LineTally,
    error: Option<io::Error>,
}

/// A puzzle that may still get a solution.
struct Held {
    order: Order,
    cells: Vec<u8>,
    solution: Option<Vec<u8>>,
    line: u64,
}

impl Held {
    fn is_completed_by(&self, order: Order, grid: &[u8]) -> bool {
        self.solution.is_none()
            && self.order == order
            && self.cells.contains(&BLANK)
            && !grid.contains(&BLANK)
            && self.cells.iter().zip(grid).all(|(&given, &cell)| given == BLANK || given == cell)
    }
}

impl Spool {
    /// An empty one.
    ///
    /// # Errors
    /// When a temporary file cannot be made.
    pub(crate) fn new() -> io::Result<Self> {
        let out = BufWriter::with_capacity(1 << 16, tempfile::tempfile()?);
        Ok(Self { out, held: None, unclaimed: 0, tally: LineTally::default(), error: None })
    }

    /// Takes a puzzle, as canonical cells, that begins on a line of the user's file; or, without
    /// blanks, the solution of the puzzle before it. A solution with blanks is none.
    pub(crate) fn puzzle(
        &mut self,
        order: Order,
        cells: &[u8],
        solution: Option<&[u8]>,
        line: u64,
    ) {
        let solution = solution.filter(|cells| !cells.contains(&BLANK));
        if solution.is_none() && self.complete(order, cells) {
            return;
        }
        self.write_held();
        let (cells, solution) = (cells.to_vec(), solution.map(<[u8]>::to_vec));
        self.held = Some(Held { order, cells, solution, line });
    }

    /// Takes a grid that is said to be a solution: that of the puzzle before it, or of none.
    pub(crate) fn solution(&mut self, order: Order, cells: &[u8]) {
        if !self.complete(order, cells) {
            self.unclaimed += 1;
        }
    }

    fn complete(&mut self, order: Order, grid: &[u8]) -> bool {
        let held = self.held.as_mut().filter(|held| held.is_completed_by(order, grid));
        held.map(|held| held.solution = Some(grid.to_vec())).is_some()
    }

    fn write_held(&mut self) {
        let Some(Held { order, cells, solution, line }) = self.held.take() else { return };
        self.tally.puzzles[order.n() - 2] += 1;
        self.tally.solutions += u64::from(solution.is_some());
        let written = [&cells[..], b",", solution.as_deref().unwrap_or_default(), b","]
            .into_iter()
            .try_for_each(|part| self.out.write_all(part))
            .and_then(|()| writeln!(self.out, "{line}"));
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
    }

    /// Takes note of what could not be converted.
    pub(crate) fn fault(&mut self, fault: impl FnOnce() -> LineFault) {
        self.tally.fault(fault);
    }

    /// What was taken: the bytes, if there is a puzzle at all, the counts with the number of lines
    /// that the user's file has, and what else should be said.
    ///
    /// # Errors
    /// When it could not be written or mapped.
    pub(crate) fn finish(
        mut self,
        name: &str,
        lines: u64,
    ) -> Result<(Option<Bytes>, LineTally, Vec<String>), DatasetError> {
        self.write_held();
        let keep = |source| DatasetError::Spool { name: name.to_owned(), source };
        self.tally.lines = lines;
        if let Some(error) = self.error {
            return Err(keep(error));
        }
        if self.tally.puzzles == [0; 6] {
            return Ok((None, self.tally, Vec::new()));
        }
        let unclaimed = self.unclaimed;
        let notes = (unclaimed > 0).then(|| {
            format!("{unclaimed} solutions belong to no puzzle right before them: left out")
        });
        let mut file = self.out.into_inner().map_err(|error| keep(error.into_error()))?;
        file.seek(SeekFrom::Start(0)).map_err(keep)?;
        let bytes = Bytes::Mapped(Map::new(file).map_err(keep)?);
        Ok((Some(bytes), self.tally, notes.into_iter().collect()))
    }
}

/// The line of the user's file that the spool's line at `offset` is from.
pub(crate) fn line_of(bytes: &[u8], offset: usize) -> u64 {
    let rest = bytes.get(offset..).unwrap_or_default();
    let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let number = line.rsplit(|&byte| byte == b',').next().unwrap_or_default();
    std::str::from_utf8(number).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The lines of a text with their numbers, without their ends.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    (1..).zip(text.split(|&byte| byte == b'\n'))
}
