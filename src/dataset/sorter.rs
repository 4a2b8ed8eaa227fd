//! Rows of numbers, sorted in memory that does not grow with them: beyond so many, sorted runs go to
//! a temporary file without a name and are merged as they are read.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;

/// What is sorted, by the first number, then the second, then the third.
pub(super) type SortRow = [u64; 3];

/// Bytes of a row.
pub(super) const BYTES: usize = size_of::<SortRow>();
/// Rows that are read of each run at a time.
const READ: usize = 1 << 10;

/// Takes rows in any order.
#[derive(Debug, Default)]
pub(super) struct Sorter {
    most: usize,
    held: Vec<SortRow>,
    file: Option<File>,
    /// Each sorted run's rows in the file, by their number.
    runs: Vec<Range<u64>>,
}

impl Sorter {
    /// Holds so many rows in memory.
    pub(super) fn new(most: usize) -> Self {
        Self { most: most.max(1), ..Self::default() }
    }

    /// Takes a row.
    ///
    /// # Errors
    /// When there are many, and a temporary file cannot be written.
    pub(super) fn add(&mut self, row: SortRow) -> io::Result<()> {
        if self.held.len() == self.most {
            self.spill()?;
        }
        self.held.push(row);
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        self.held.sort_unstable();
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        let from = self.runs.last().map_or(0, |run| run.end);
        file.write_all_at(&to_bytes(&self.held), from * BYTES as u64)?;
        self.runs.push(from..from + self.held.len() as u64);
        self.held.clear();
        Ok(())
    }

    /// The rows in their order.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(super) fn sorted(mut self) -> io::Result<Sorted> {
        self.held.sort_unstable();
        let in_file = self.runs.into_iter().map(|rest| Run { rest, read: VecDeque::new() });
        let held = Run { rest: 0..0, read: self.held.into() };
        let mut sorted = Sorted {
            file: self.file,
            runs: in_file.chain([held]).collect(),
            heads: BinaryHeap::new(),
        };
        for run in 0..sorted.runs.len() {
            sorted.advance(run)?;
        }
        Ok(sorted)
    }
}

/// Gives rows in their order.
#[derive(Debug, Default)]
pub(super) struct Sorted {
    file: Option<File>,
    runs: Vec<Run>,
    /// The next row of each run that is not at its end.
    heads: BinaryHeap<Reverse<(SortRow, usize)>>,
}

#[derive(Debug)]
struct Run {
    /// Rows that have not been read from the file.
    rest: Range<u64>,
    read: VecDeque<SortRow>,
}

impl Sorted {
    /// Takes the next row of a run to the heads.
    fn advance(&mut self, run: usize) -> io::Result<()> {
        let Run { rest, read } = &mut self.runs[run];
        if let (true, Some(file)) = (read.is_empty() && !rest.is_empty(), &self.file) {
            let end = rest.end.min(rest.start + READ as u64);
            let mut bytes = vec![0; (end - rest.start) as usize * BYTES];
            file.read_exact_at(&mut bytes, rest.start * BYTES as u64)?;
            read.extend(from_bytes(&bytes));
            rest.start = end;
        }
        if let Some(row) = read.pop_front() {
            self.heads.push(Reverse((row, run)));
        }
        Ok(())
    }
}

impl Iterator for Sorted {
    type Item = io::Result<SortRow>;

    fn next(&mut self) -> Option<io::Result<SortRow>> {
        let Reverse((row, run)) = self.heads.pop()?;
        Some(self.advance(run).map(|()| row))
    }
}

/// Rows as they are kept in files.
pub(super) fn to_bytes(rows: &[SortRow]) -> Vec<u8> {
    rows.iter().flatten().flat_map(|number| number.to_le_bytes()).collect()
}

/// The rows in some bytes; what is less than a row at their end is left out.
pub(super) fn from_bytes(bytes: &[u8]) -> impl Iterator<Item = SortRow> {
    let (rows, _) = bytes.as_chunks::<BYTES>();
    rows.iter().map(|row| {
        let (numbers, _) = row.as_chunks::<8>();
        std::array::from_fn(|i| u64::from_le_bytes(numbers[i]))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rows_come_in_their_order_however_few_are_held(
            mut rows in prop::collection::vec(prop::array::uniform3(0u64..5), 0..60),
            most in 0usize..70,
        ) {
            let mut sorter = Sorter::new(most);
            rows.iter().for_each(|row| sorter.add(*row).unwrap());
            let sorted: Vec<SortRow> = sorter.sorted().unwrap().map(Result::unwrap).collect();
            rows.sort_unstable();
            prop_assert_eq!(sorted, rows);
        }
    }

    #[test]
    fn runs_longer_than_what_is_read_at_a_time_are_read_whole() {
        let mut sorter = Sorter::new(3 * READ + 1);
        let rows = (0..20_000u64).map(|i| [i * 7919 % 20_000, i, u64::MAX - i]);
        rows.clone().for_each(|row| sorter.add(row).unwrap());
        assert!(sorter.held.len() <= 3 * READ + 1 && sorter.runs.len() == 6);
        let sorted = sorter.sorted().unwrap().map(Result::unwrap);
        assert!(sorted.map(|row| row[0]).eq(0..20_000));
        let bytes = to_bytes(&rows.clone().collect::<Vec<_>>());
        assert!(rows.eq(from_bytes(&bytes)));
    }
}
