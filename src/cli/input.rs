//! Opening files of puzzles, for every verb that takes them: the options, and what is told of
//! malformed lines.

use std::path::Path;

use anyhow::ensure;

use crate::dataset::{Dataset, ReadOptions, Stream};

/// What messages call a puzzle on the command line.
const ARGUMENT: &str = "the argument";

/// How files are to be read.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Reading {
    /// Symbols that mean 1, 2, 3... in the files, for example 0123456789ABCDEF
    #[arg(long, value_name = "SYMBOLS")]
    alphabet: Option<String>,

    /// Symbols that mean an empty cell
    #[arg(long, value_name = "SYMBOLS")]
    blank: Option<String>,

    /// Refuse files with malformed lines
    #[arg(long)]
    pub strict: bool,
}

impl Reading {
    /// Opens a file; `-` is standard input. Tells of malformed lines on standard error.
    ///
    /// # Errors
    /// When it cannot be read, or has malformed lines and is to have none.
    pub fn open(&self, path: &Path, quiet: bool) -> anyhow::Result<Dataset> {
        let dataset = Dataset::open(path, &self.options())?;
        self.tell_faults(&dataset, quiet)?;
        Ok(dataset)
    }

    /// Opens what an argument names: a file where there is one of that name, else the puzzle that
    /// the argument is itself.
    ///
    /// # Errors
    /// When it is neither, or has malformed lines and is to have none.
    pub fn open_argument(&self, argument: &str) -> anyhow::Result<Dataset> {
        if names_a_file(argument) {
            return self.open(Path::new(argument), false);
        }
        let dataset = Dataset::from_text(ARGUMENT, argument, &self.options())?;
        self.tell_faults(&dataset, false)?;
        Ok(dataset)
    }

    /// Opens what an argument names, as [`Reading::open_argument`] does, to be read once from front
    /// to back. Nothing has been told of malformed lines, unless there are to be none.
    ///
    /// # Errors
    /// When it is neither, or has malformed lines and is to have none.
    pub fn stream_of_argument(&self, argument: &str) -> anyhow::Result<Stream> {
        if self.strict {
            return Ok(self.open_argument(argument)?.into());
        }
        Ok(match names_a_file(argument) {
            true => Stream::open(Path::new(argument), &self.options())?,
            false => Stream::from_text(ARGUMENT, argument, &self.options())?,
        })
    }

    fn options(&self) -> ReadOptions {
        ReadOptions { alphabet: self.alphabet.clone(), blank: self.blank.clone() }
    }

    fn tell_faults(&self, dataset: &Dataset, quiet: bool) -> anyhow::Result<()> {
        let survey = dataset.survey();
        let (path, malformed) = (dataset.path(), survey.malformed);
        if malformed == 0 {
            return Ok(());
        }
        if !quiet || self.strict {
            for fault in &survey.faults {
                eprintln!("{path}: {fault}");
            }
            if malformed > survey.faults.len() as u64 {
                eprintln!("{path}: {} more", malformed - survey.faults.len() as u64);
            }
        }
        let lines = if malformed == 1 { "line" } else { "lines" };
        ensure!(
            !self.strict,
            "{path}: {malformed} malformed {lines}; mend them, or leave out --strict to pass them \
             over"
        );
        if !quiet {
            eprintln!("{path}: {malformed} malformed {lines} passed over");
        }
        Ok(())
    }
}

fn names_a_file(argument: &str) -> bool {
    argument == "-" || Path::new(argument).exists() || looks_like_a_path(argument)
}

/// Whether an argument that names no file was meant to: that is better told as a missing file than
/// as a malformed puzzle.
fn looks_like_a_path(argument: &str) -> bool {
    let ending = Path::new(argument).extension().map_or(0, |ending| ending.len());
    let has_path_marks = argument.contains(std::path::MAIN_SEPARATOR) || (1..=4).contains(&ending);
    argument.len() < 16 || (has_path_marks && argument.len() < 81)
}
