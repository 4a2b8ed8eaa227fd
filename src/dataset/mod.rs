//! Files of puzzles: opened, surveyed, cut into chunks, parsed to blocks.
//!
//! Nothing is kept per line, so a dataset may be larger than memory. Knows no solver and no clock.

mod batch;
mod chunk;
pub mod embedded;
mod error;
mod formats;
mod gathered;
mod givens;
pub(crate) mod group;
pub(crate) mod group_puzzles;
mod handed;
mod line;
mod lines;
pub mod listing;
mod map;
mod opening;
pub(crate) mod portion;
pub(crate) mod portions;
mod recognised;
pub mod repeats;
mod shard;
mod sorter;
mod source;
pub mod stream;
mod survey;
mod symbols;
mod text_chunks;
mod walk;
mod writer;

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

pub use batch::Batch;
pub use error::{DatasetError, LineFault};
pub(crate) use formats::packed::{Frames, Members};
pub use gathered::Gathered;
pub use givens::Givens;
pub use handed::Handed;
pub use lines::Lines;
pub use opening::Opening;
pub use shard::Shard;
pub use stream::Stream;
pub use survey::{LineTally, Survey};
pub use symbols::Symbols;
pub use text_chunks::{TextChunk, TextChunks};
pub(crate) use writer::Writer;

use crate::puzzle::Order;
use crate::text;
use chunk::Chunks;
use line::Layout;
use recognised::Text;
use source::Bytes;
use walk::Visitor;

/// How a file is to be read where its content leaves a choice.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The symbols of values 1, 2, 3... in the file.
    pub alphabet: Option<String>,
    /// The symbols of an empty cell in the file.
    pub blank: Option<String>,
    /// Most bytes that a packed file, or a pipe that has to be kept, may come to.
    pub max_unpacked: Option<u64>,
    /// Where the opening of a file reports how far it is.
    pub opening: Arc<Opening>,
}

impl ReadOptions {
    /// Most bytes of a temporary copy, unless the user says otherwise.
    pub const MAX_UNPACKED: u64 = 16 << 30;

    fn max_unpacked(&self) -> u64 {
        self.max_unpacked.unwrap_or(Self::MAX_UNPACKED)
    }
}

/// An open file of puzzles. Immutable, and shared by all workers.
pub struct Dataset {
    /// As the user wrote it, for messages.
    path: String,
    name: String,
    /// Where the file is whose bytes these are, if they are those of one.
    file: Option<PathBuf>,
    bytes: Bytes,
    layout: Layout,
    /// Whether the bytes are a spool, whose lines remember those of the user's file.
    converted: bool,
    /// Those of the user's file, whatever the bytes are in.
    symbols: Symbols,
    chunks: Chunks,
    survey: Survey,
    /// Puzzles of each order in each chunk, where they were asked for.
    counts: [OnceLock<Vec<u32>>; 6],
}

impl Dataset {
    /// Opens and surveys a file. `-` is standard input; pipes and the like are spooled to an
    /// unlinked temporary file, regular files are mapped.
    ///
    /// # Errors
    /// When the file cannot be read, or holds nothing that can be read as a puzzle. Malformed lines
    /// beside valid ones are not an error: the survey counts them.
    pub fn open(path: &Path, options: &ReadOptions) -> Result<Self, DatasetError> {
        let shown = shown(path);
        let packed = path.extension().is_some_and(|ending| ending == "gz" || ending == "zst");
        let inner = if packed { path.with_extension("") } else { path.to_owned() };
        let name = match inner.file_stem() {
            Some(stem) if path.as_os_str() != "-" => text::name(stem),
            _ => "stdin".to_owned(),
        };
        let bytes = source::open(path, &shown, options.max_unpacked(), &|first| {
            formats::look(&shown, first)
        })?;
        let mut dataset = Self::survey_of(shown, name, bytes, options)?;
        // Of what had to be copied, nothing that happens to the file matters any more.
        let is_read = path.as_os_str() != "-" && !dataset.bytes.is_replaced(path);
        dataset.file = is_read.then(|| path.to_owned());
        Ok(dataset)
    }

    /// Surveys text that is not a file, such as a puzzle on the command line.
    ///
    /// # Errors
    /// When it holds nothing that can be read as a puzzle.
    pub fn from_text(name: &str, text: &str, options: &ReadOptions) -> Result<Self, DatasetError> {
        let bytes = Bytes::Held(text.as_bytes().to_vec());
        Self::survey_of(name.to_owned(), name.to_owned(), bytes, options)
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
        options: &ReadOptions,
    ) -> Result<Self, DatasetError> {
        let file = bytes.get();
        formats::look(&path, file)?; // before a long file is hashed
        let (size, hash) =
            (file.len() as u64, || blake3::Hasher::new().update_rayon(file).finalize());
        let (hash, read) = rayon::join(hash, || read(&path, &bytes, options));
        let (text, tally) = read?;
        bytes.check(&path)?;
        if bytes.has_changed(&path)? {
            return Err(DatasetError::Changed { name: path });
        }
        if tally.puzzles == [0; 6] {
            return Err(no_puzzle(path, tally));
        }
        let Text { copy, layout, symbols, converted, format, notes } = text;
        let (bytes, converted) = (copy.unwrap_or(bytes), converted.is_some());
        let chunks = Chunks::new(bytes.get().len());
        let survey = Survey {
            bytes: size,
            lines: tally.lines,
            malformed: tally.malformed,
            faults: tally.faults,
            solutions: tally.solutions,
            hash,
            format,
            notes,
            puzzles: tally.puzzles,
        };
        let (file, counts) = (None, Default::default());
        Ok(Self { path, name, file, bytes, layout, converted, symbols, chunks, survey, counts })
    }

    /// The file's name without folder and ending, and without the ending of a packed file.
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

    /// The symbols of the user's file.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Number of chunks. Some may hold no puzzle.
    pub fn chunks(&self) -> usize {
        self.chunks.count()
    }

    /// Puzzles of an order in each chunk. The first time, that takes a pass over the whole file on all
    /// cores, and 4 bytes a chunk are kept.
    ///
    /// # Errors
    /// When the file has become shorter since it was opened.
    pub fn puzzles_by_chunk(&self, order: Order) -> Result<&[u32], DatasetError> {
        self.bytes.check(&self.path)?;
        let count = || survey::by_chunk(self.bytes.get(), &self.layout, self.chunks, order);
        Ok(self.counts[order.n() - 2].get_or_init(count))
    }

    /// Bytes in which the lines of a chunk begin.
    pub fn chunk_size(&self) -> usize {
        self.chunks.size()
    }

    /// Sees to it that the file is still there as it was opened.
    ///
    /// # Errors
    /// When it has become shorter.
    pub fn check(&self) -> Result<(), DatasetError> {
        self.bytes.check(&self.path)
    }

    /// To be asked when all has been read: whether it was read from one and the same content. A file
    /// that was written to is hashed again, and is the same if its content is. `Some` says that
    /// another file has taken its name.
    ///
    /// # Errors
    /// When the content is another one: what was read may belong to either.
    pub fn verify_unchanged(&self) -> Result<Option<String>, DatasetError> {
        self.bytes.check(&self.path)?;
        if self.bytes.has_changed(&self.path)? {
            let whole = self.bytes.get();
            let same = whole.len() as u64 == self.survey.bytes
                && self.bytes.len_now(&self.path)? == self.survey.bytes
                && blake3::Hasher::new().update_rayon(whole).finalize() == self.survey.hash;
            if !same {
                return Err(DatasetError::Changed { name: self.path.clone() });
            }
        }
        let replaced = self.file.as_deref().is_some_and(|path| self.bytes.is_replaced(path));
        Ok(replaced.then(|| {
            let path = &self.path;
            format!("{path}: removed or replaced meanwhile; what was read is the earlier file")
        }))
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

    /// Parses the puzzles of one order whose lines begin in some consecutive chunks, as
    /// [`Dataset::read`] does for one.
    ///
    /// # Errors
    /// When the file has become shorter since it was opened.
    pub fn read_all(
        &self,
        order: Order,
        chunks: Range<usize>,
        batch: &mut Batch,
    ) -> Result<(), DatasetError> {
        batch.begin(order, self.chunks.size() * chunks.len());
        self.bytes.check(&self.path)?;
        for chunk in chunks {
            walk::walk(self.bytes.get(), &self.layout, self.chunks, chunk, &mut Filling(batch));
        }
        Ok(())
    }

    /// Reads the one puzzle whose line begins at `offset`, as [`Batch::offset`] gave it.
    ///
    /// # Errors
    /// When the file has become shorter since it was opened.
    pub fn read_at(
        &self,
        order: Order,
        offset: u64,
        batch: &mut Batch,
    ) -> Result<(), DatasetError> {
        batch.begin(order, 1);
        self.bytes.check(&self.path)?;
        let at = usize::try_from(offset).unwrap_or(usize::MAX);
        walk::one(self.bytes.get(), &self.layout, at, &mut Filling(batch));
        Ok(())
    }

    /// The line of the user's file, counted from 1, in which the puzzle at `offset` begins. Counts
    /// from the start of the file, so ask only for what is shown.
    pub fn line_of(&self, offset: u64) -> u64 {
        recognised::line_of(self.bytes.get(), offset, self.converted)
    }

    /// The lines of many offsets, in any order: as [`Dataset::line_of`], without counting from the
    /// start for each.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(self)
    }
}

impl fmt::Debug for Dataset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dataset").field("path", &self.path).field("survey", &self.survey).finish()
    }
}

/// A path as messages name it.
fn shown(path: &Path) -> String {
    match path.as_os_str() == "-" {
        true => "standard input".to_owned(),
        false => text::name(path.as_os_str()),
    }
}

/// What is wrong with a file in which no puzzle was found.
fn no_puzzle(name: String, tally: LineTally) -> DatasetError {
    match tally.faults.into_iter().next() {
        Some(fault) => DatasetError::NoPuzzle { name, fault },
        None => DatasetError::Empty { name, why: "only blank lines and comments" },
    }
}

/// A file's text with what its lines hold.
fn read(
    path: &str,
    file: &Bytes,
    options: &ReadOptions,
) -> Result<(Text, LineTally), DatasetError> {
    let mut text = Text::of(path, file, options)?;
    let tally = match &mut text.converted {
        Some(tally) => std::mem::take(tally),
        None => {
            let bytes = text.bytes(file);
            survey::tally_watched(bytes, &text.layout, Chunks::new(bytes.len()), &options.opening)
        }
    };
    Ok((text, tally))
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
