//! Opening files of puzzles, for every verb that takes them: the options, and what is reported of
//! malformed lines.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::{MAIN_SEPARATOR, Path};

use anyhow::{anyhow, ensure};

use super::streams::remark;
use super::{overwriting, progress, value};
use crate::dataset::{Dataset, DatasetError, ReadOptions, Stream};
use crate::puzzle::Order;

/// What messages call a puzzle on the command line.
const ARGUMENT: &str = "the argument";
/// Cells of an argument that was meant to be a 9x9 puzzle.
const NEARLY: RangeInclusive<usize> = 60..=90;

/// How files are to be read.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct Reading {
    /// Symbols that mean 1, 2, 3... in the files, for example 0123456789ABCDEF
    #[arg(long, value_name = "SYMBOLS")]
    alphabet: Option<String>,

    /// Symbols that mean an empty cell
    #[arg(long, value_name = "SYMBOLS")]
    blank: Option<String>,

    /// Limit on what packed files unpack to, and on pipes that have to be kept, in bytes; like 512M
    /// or 64G [default: 16G]
    #[arg(long, value_name = "BYTES", value_parser = value::bytes)]
    max_unpacked: Option<u64>,

    /// Refuse files with malformed lines
    #[arg(long)]
    pub strict: bool,
}

impl Reading {
    /// Opens a file; `-` is standard input. Reports malformed lines on standard error.
    ///
    /// # Errors
    /// When it cannot be read, or has malformed lines and is to have none.
    pub(super) fn open(&self, path: &Path, quiet: bool) -> anyhow::Result<Dataset> {
        overwriting::guard(&[path.to_owned()], &[])?;
        let options = self.options();
        let open = || Dataset::open(path, &options);
        let dataset = match quiet {
            true => open(),
            false => progress::of_opening(path, &options.opening, open),
        }?;
        self.tell_faults(&dataset, quiet)?;
        Ok(dataset)
    }

    /// Opens what an argument names: a file where there is one of that name, else the puzzle that
    /// the argument is itself.
    ///
    /// # Errors
    /// When it is neither, or has malformed lines and is to have none.
    pub(super) fn open_argument(&self, argument: &OsStr) -> anyhow::Result<Dataset> {
        self.open_argument_as(argument, false)
    }

    /// The same; `quiet` reports nothing on standard error unless it is refused.
    ///
    /// # Errors
    /// As [`Reading::open_argument`].
    pub(super) fn open_argument_as(
        &self,
        argument: &OsStr,
        quiet: bool,
    ) -> anyhow::Result<Dataset> {
        let Some(text) = as_puzzle(argument) else {
            return self.open(Path::new(argument), quiet);
        };
        let dataset = Dataset::from_text(ARGUMENT, text, &self.options())
            .map_err(|error| not_a_puzzle(text, error))?;
        self.tell_faults(&dataset, quiet)?;
        Ok(dataset)
    }

    /// Opens what an argument names, as [`Reading::open_argument`] does, to be read once from front
    /// to back. Malformed lines have not been reported, unless they are refused.
    ///
    /// # Errors
    /// When it is neither, or has malformed lines and is to have none.
    pub(super) fn stream_of_argument(&self, argument: &OsStr) -> anyhow::Result<Stream> {
        if self.strict {
            return Ok(self.open_argument(argument)?.into());
        }
        let Some(text) = as_puzzle(argument) else {
            overwriting::guard(&[argument.into()], &[])?;
            let say = |text: &str| remark(text);
            return Ok(Stream::open(Path::new(argument), &self.options(), &say)?);
        };
        Stream::from_text(ARGUMENT, text, &self.options())
            .map_err(|error| not_a_puzzle(text, error))
    }

    fn options(&self) -> ReadOptions {
        ReadOptions {
            alphabet: self.alphabet.clone(),
            blank: self.blank.clone(),
            max_unpacked: self.max_unpacked,
            ..ReadOptions::default()
        }
    }

    fn tell_faults(&self, dataset: &Dataset, quiet: bool) -> anyhow::Result<()> {
        let survey = dataset.survey();
        let (path, malformed) = (dataset.path(), survey.malformed);
        if malformed == 0 {
            return Ok(());
        }
        if !quiet || self.strict {
            for fault in &survey.faults {
                remark(format_args!("{path}: {fault}"));
            }
            if malformed > survey.faults.len() as u64 {
                remark(format_args!("{path}: {} more", malformed - survey.faults.len() as u64));
            }
        }
        let lines = if malformed == 1 { "line" } else { "lines" };
        ensure!(
            !self.strict,
            "{path}: {malformed} malformed {lines}; correct them, or leave out --strict to skip \
            them"
        );
        if !quiet {
            remark(format_args!("{path}: {malformed} malformed {lines} skipped"));
        }
        Ok(())
    }
}

/// To be called when all has been read and printed: remarks on a file that another has replaced.
///
/// # Errors
/// When the file has changed, so that what was printed may belong to either content.
pub(super) fn verify_to_the_end(dataset: &Dataset) -> anyhow::Result<()> {
    if let Some(replaced) = dataset.verify_unchanged()? {
        remark(replaced);
    }
    Ok(())
}

/// The text of an argument that is a puzzle itself; a name that is not text is a file's.
fn as_puzzle(argument: &OsStr) -> Option<&str> {
    argument.to_str().filter(|text| !names_a_file(text))
}

fn names_a_file(argument: &str) -> bool {
    argument == "-"
        || Path::new(argument).exists()
        || (looks_like_a_path(argument) && !looks_like_a_puzzle(argument))
}

/// Returns true if an argument is as long as a puzzle and holds nothing but cells:
/// `..3..2..1...2..3` has the ending of a file name, too.
fn looks_like_a_puzzle(argument: &str) -> bool {
    let blank = |byte| matches!(byte, b'.' | b'0' | b'*' | b'_' | b'-' | b'x' | b'X');
    Order::from_cells(argument.len()).is_some_and(|order| {
        argument.bytes().all(|byte| blank(byte) || order.value(byte).is_some())
    })
}

/// The error for an argument that is neither a file nor a puzzle: where it is nearly as long as
/// one, its length is what is wrong.
fn not_a_puzzle(argument: &str, error: DatasetError) -> anyhow::Error {
    let cells = argument.chars().filter(|c| !c.is_whitespace()).count();
    match error {
        DatasetError::NoPuzzle { .. } if NEARLY.contains(&cells) && cells != 81 => {
            anyhow!("neither a file nor a puzzle: {cells} cells, where a 9x9 puzzle has 81")
        }
        error => error.into(),
    }
}

/// Returns true if an argument that names no file was meant to: that is better reported as a
/// missing file than as a malformed puzzle.
fn looks_like_a_path(argument: &str) -> bool {
    let ending = Path::new(argument).extension().map_or(0, |ending| ending.len());
    let has_path_marks = argument.contains(MAIN_SEPARATOR) || (1..=4).contains(&ending);
    let is_worded = argument.contains(MAIN_SEPARATOR) && argument.contains(char::is_alphabetic);
    argument.len() < 16 || (has_path_marks && argument.len() < 60) || is_worded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_not_taken_for_a_file_nor_a_file_for_a_puzzle() {
        let nine = format!("{}5.3", ".".repeat(78));
        for puzzle in ["..3..2..1...2..3", "1234341221434321", &nine, &"x".repeat(81)] {
            assert!(!names_a_file(puzzle), "{puzzle}");
        }
        let long = format!("/tmp/{}/puzzles", "folder/".repeat(20));
        for file in ["-", "Cargo.toml", "absent.txt", "puzzles", "./a.txt", &long] {
            assert!(names_a_file(file), "{file}");
        }
    }

    #[test]
    fn an_argument_of_nearly_a_puzzle_s_length_is_told_its_length() {
        let reading = Reading::default();
        let error = |argument: &str| match reading.stream_of_argument(argument.as_ref()) {
            Ok(_) => panic!("{argument} is not a puzzle"),
            Err(error) => format!("{error:#}"),
        };
        for cells in [60, 80, 82, 90] {
            let said = format!("neither a file nor a puzzle: {cells} cells");
            assert!(error(&".".repeat(cells)).contains(&said), "{cells}");
            assert!(error(&"123456789".repeat(10)[..cells]).contains(&said), "{cells}");
        }
        let symbol = error(&format!("{}q", ".".repeat(80)));
        assert!(symbol.contains("column 81"), "{symbol}");
    }
}
