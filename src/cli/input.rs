//! Opening files of puzzles, for every verb that takes them: the options, and what is told of
//! malformed lines.

use std::path::Path;

use anyhow::ensure;

use crate::dataset::{Dataset, ReadOptions};

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
        let options = ReadOptions { alphabet: self.alphabet.clone(), blank: self.blank.clone() };
        let dataset = Dataset::open(path, &options)?;
        self.tell_faults(&dataset, quiet)?;
        Ok(dataset)
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
