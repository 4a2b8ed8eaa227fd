//! Which puzzle an argument means: the only one of a file, or that of a line.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::dataset::{Batch, Dataset};
use crate::puzzle::Order;

/// A puzzle of an order that can be explained, as canonical cells.
pub(super) struct Chosen {
    pub order: Order,
    pub cells: Vec<u8>,
}

/// Splits `FILE:LINE`. A file that has such a name itself is that file, and so is a puzzle.
pub(in crate::cli) fn file_and_line(argument: &OsStr) -> (OsString, Option<u64>) {
    let whole = || (argument.to_owned(), None);
    let Some((file, line)) = argument.to_str().and_then(|text| text.rsplit_once(':')) else {
        return whole();
    };
    let names_a_file = file == "-" || Path::new(file).exists();
    match line.parse() {
        Ok(line) if names_a_file && !Path::new(argument).exists() => (file.into(), Some(line)),
        _ => whole(),
    }
}

/// The puzzle of a line, or the only one there is.
///
/// # Errors
/// When there is no puzzle in that line, several without a line to choose one, or one that is too
/// large.
pub(super) fn puzzle(dataset: &Dataset, line: Option<u64>) -> anyhow::Result<Chosen> {
    let (path, total) = (dataset.path(), dataset.survey().total());
    ensure!(
        line.is_some() || total == 1,
        "{path} holds {total} puzzles; write {path}:LINE for that of a line"
    );
    for order in dataset.survey().orders() {
        if let Some(cells) = in_order(dataset, order, line)? {
            if order > Order::FIVE {
                bail!("the puzzle is {order}; 4x4 to 25x25 can be explained");
            }
            return Ok(Chosen { order, cells });
        }
    }
    let line = line.context("the file has lost its puzzle")?;
    bail!("{path} has no puzzle in line {line}; `sudoku-bench check {path}` shows what is in it")
}

/// The cells of the first puzzle of an order, in a line if there is one to look for.
fn in_order(dataset: &Dataset, order: Order, line: Option<u64>) -> anyhow::Result<Option<Vec<u8>>> {
    let mut batch = Batch::new(order, dataset);
    let mut lines = dataset.lines();
    for chunk in 0..dataset.chunks() {
        dataset.read(order, chunk, &mut batch)?;
        for (i, cells) in batch.block().iter().enumerate() {
            let own = line.map(|_| lines.of(batch.offset(i)));
            if own == line {
                return Ok(Some(cells.to_vec()));
            }
            if own > line {
                return Ok(None);
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_off_only_where_a_file_remains() {
        let split = |text: &str| file_and_line(OsStr::new(text));
        assert_eq!(split("Cargo.toml:7"), ("Cargo.toml".into(), Some(7)));
        assert_eq!(split("-:7"), ("-".into(), Some(7)));
        for whole in ["Cargo.toml", "absent.txt:7", "Cargo.toml:x", "..3.1:2"] {
            assert_eq!(split(whole), (whole.into(), None));
        }
    }
}
