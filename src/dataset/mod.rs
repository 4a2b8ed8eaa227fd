//! Files of puzzles: opened, surveyed, cut into chunks, parsed to blocks.
//!
//! Nothing is kept per line, so a dataset may be larger than memory. Knows no solver and no clock.

mod batch;
mod chunk;
pub mod embedded;
mod error;
mod line;
mod map;
mod source;
mod survey;
mod symbols;
mod walk;

use std::path::Path;

pub use batch::Batch;
pub use error::{DatasetError, Fault};
pub use survey::Survey;

use crate::puzzle::Order;
use chunk::Chunks;
use line::Layout;
use source::Bytes;
use walk::Visitor;

/// How a file is to be read where its content leaves a choice.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The symbols of values 1, 2, 3... in the file.
    pub alphabet: Option<String>,
    /// The symbols of an empty cell in the file.
    pub blank: Option<String>,
}

/// An open file of puzzles. Immutable, and shared by all workers.
pub struct Dataset {
    /// As the user wrote it, for messages.
    path: String,
    name: String,
    bytes: Bytes,
    layout: Layout,
    chunks: Chunks,
    survey: Survey,
}

impl Dataset {
    /// Opens and surveys a file. `-` is standard input; pipes and the like are spooled to an
    /// unlinked temporary file, regular files are mapped.
    ///
    /// # Errors
    /// When the file cannot be read, or holds nothing that can be read as a puzzle. Malformed lines
    /// beside valid ones are no error: the survey counts them.
    pub fn open(path: &Path, options: &ReadOptions) -> Result<Self, DatasetError> {
        let shown =
            if path.as_os_str() == "-" { "standard input".into() } else { path.to_string_lossy() };
        let name = match path.file_stem() {
            Some(stem) if path.as_os_str() != "-" => stem.to_string_lossy().into_owned(),
            _ => "stdin".to_owned(),
        };
        let bytes = source::open(path, &shown)?;
        Self::survey_of(shown.into_owned(), name, bytes, options)
    }

    /// Surveys a dataset that is part of the program.
    ///
    /// # Errors
    /// When it holds nothing that can be read as a puzzle.
    pub fn from_bytes(name: &str, bytes: &'static [u8]) -> Result<Self, DatasetError> {
        let bytes = Bytes::Static(bytes);
        Self::survey_of(name.to_owned(), name.to_owned(), bytes, &ReadOptions::default())
    }

    fn survey_of(
        path: String,
        name: String,
        bytes: Bytes,
        _: &ReadOptions,
    ) -> Result<Self, DatasetError> {
        let layout = Layout::PLAIN;
        let text = bytes.get();
        let chunks = Chunks::new(text.len());
        let (hash, tally) = rayon::join(
            || blake3::Hasher::new().update_rayon(text).finalize(),
            || survey::tally(text, &layout, chunks),
        );
        bytes.check(&path)?;
        if tally.puzzles.iter().sum::<u64>() == 0 {
            return Err(match tally.faults.into_iter().next() {
                Some(fault) => DatasetError::NoPuzzle { name: path, fault },
                None => DatasetError::Empty { name: path, why: "only blank lines and comments" },
            });
        }
        let survey = Survey {
            bytes: text.len() as u64,
            lines: tally.lines,
            malformed: tally.malformed,
            faults: tally.faults,
            solutions: tally.solutions,
            hash,
            format: "one puzzle a line".to_owned(),
            notes: Vec::new(),
            puzzles: tally.puzzles,
        };
        Ok(Self { path, name, bytes, layout, chunks, survey })
    }

    /// The file's name without folder and ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path as the user wrote it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What was found when it was opened.
    pub fn survey(&self) -> &Survey {
        &self.survey
    }

    /// Number of chunks. Some may hold no puzzle.
    pub fn chunks(&self) -> usize {
        self.chunks.count()
    }

    pub(self) fn chunk_size(&self) -> usize {
        self.chunks.size()
    }

    /// Parses the puzzles of one order whose lines begin in chunk `chunk`; `batch` is emptied
    /// first. A chunk beyond the last is empty.
    ///
    /// # Errors
    /// When the file has become shorter since it was opened.
    pub fn read(&self, order: Order, chunk: usize, batch: &mut Batch) -> Result<(), DatasetError> {
        batch.begin(order, self.chunks.size());
        self.bytes.check(&self.path)?;
        walk::walk(self.bytes.get(), &self.layout, self.chunks, chunk, &mut Filling(batch));
        Ok(())
    }

    /// The line of the user's file, counted from 1, in which the puzzle at `offset` begins. Counts
    /// from the start of the file, so ask only for what is shown.
    pub fn line_of(&self, offset: u64) -> u64 {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        survey::line_of(self.bytes.get(), offset)
    }
}

/// Fills a batch with the puzzles of its order.
struct Filling<'a>(&'a mut Batch);

impl Visitor for Filling<'_> {
    #[inline]
    fn order(&self) -> Order {
        self.0.puzzles().order()
    }

    #[inline]
    fn slot(&mut self, order: Order) -> Option<&mut [u8]> {
        (order == self.order()).then(|| self.0.slot())
    }

    #[inline]
    fn puzzle(&mut self, _: Order, offset: usize) {
        self.0.keep(offset);
    }

    #[inline]
    fn give_back(&mut self) {
        self.0.give_back();
    }

    fn malformed(&mut self, _: &[u8], _: usize) {}

    fn solution_slot(&mut self, _: Order) -> &mut [u8] {
        self.0.expected_slot()
    }

    fn solution(&mut self) {
        self.0.keep_expected();
    }

    fn line(&mut self) {}
}

#[cfg(test)]
mod tests;
