//! Reads back the file of `--per-puzzle`.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

use serde::Deserialize;

use crate::dataset::{Frames, Members};
use crate::puzzle::Order;

/// One puzzle as one solver solved it; further columns are passed over.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct PuzzleLine {
    /// Dataset, by its name in the run.
    pub dataset: String,
    /// Line of the dataset, from 1.
    pub line: u64,
    /// Order of the puzzle.
    pub order: Order,
    /// Goal, as records have it.
    pub goal: String,
    /// Givens.
    pub givens: u32,
    /// Solver.
    pub solver: String,
    /// The gravest of its outcomes.
    pub outcome: String,
    /// Guesses, where the solver counts them.
    pub guesses: Option<u64>,
    /// The shortest of its turns, in nanoseconds.
    pub min_ns: u64,
    /// The median of the rounds' shorter turns, in nanoseconds.
    pub median_ns: u64,
}

/// Reads a file, packed as its name says or not.
///
/// # Errors
/// When it cannot be read, or a row is not what `--per-puzzle` writes; the error has its line.
pub fn open(path: &Path) -> io::Result<Vec<PuzzleLine>> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => read(Members::new(&fs::read(path)?)),
        Some("zst") => read(Frames::new(&fs::read(path)?)),
        _ => read(BufReader::new(File::open(path)?)),
    }
}

fn read(input: impl Read) -> io::Result<Vec<PuzzleLine>> {
    let mut rows = csv::Reader::from_reader(input);
    rows.deserialize().map(|row| row.map_err(io::Error::from)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::per_puzzle::HEADER;

    #[test]
    fn a_row_of_the_file_is_read_back() {
        let row = "\"a,b\",7,3,unique,latency,1,0,17,vector,unique,,300,305,2,run-1,vm,ab12";
        let text = format!("{}\n{row}\n", HEADER.join(","));
        let read = read(text.as_bytes()).unwrap();
        let [line] = &read[..] else { panic!("{read:?}") };
        assert_eq!((line.dataset.as_str(), line.line, line.order), ("a,b", 7, Order::THREE));
        assert_eq!((line.guesses, line.min_ns, line.median_ns), (None, 300, 305));
    }

    #[test]
    fn another_file_is_an_error_with_its_line() {
        let error = read("dataset,line\nx,1\n".as_bytes()).unwrap_err();
        assert!(error.to_string().contains("line: 2"), "{error}");
    }
}
