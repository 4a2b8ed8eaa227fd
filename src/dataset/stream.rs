//! A file of puzzles that is read once, from front to back: opened by a look at its beginning, so
//! that work begins before its last line has been seen.
//!
//! Files are mapped, and a pipe is read as it comes. What has to be converted on the way in (grids
//! over several lines, packed files) is converted whole when it is opened, as for a [`Dataset`].

mod slow;

use std::io::Read;
use std::path::Path;

use memchr::{memchr_iter, memrchr};

use super::chunk::Chunks;
use super::formats;
use super::gathered::{Gathered, Gathering};
use super::line::Layout;
use super::recognised::{Text, line_of};
use super::source::{self, Bytes, Input, read_some};
use super::symbols::Symbols;
use super::text_chunks::{TextChunk, TextChunks};
use super::{Dataset, DatasetError, LineTally, ReadOptions, no_puzzle, shown, survey, walk};
use slow::{Slow, Unclear};

/// Bytes in which a first puzzle is looked for before the whole text is.
const FIRST_LOOK: usize = 1 << 16;

/// An open file of puzzles, or whatever else gives bytes.
pub struct Stream {
    form: Form,
    beginning: LineTally,
    /// What is there from the first.
    ahead: Bytes,
    /// What is still to come after that.
    more: Option<Box<dyn Read + Send>>,
}

/// How chunks of a stream are read. Shared by all workers.
pub struct Form {
    /// As the user wrote it, for messages.
    path: String,
    layout: Layout,
    /// Those of the user's file, whatever the text is in.
    symbols: Symbols,
    /// What was counted when the text was converted. Its lines remember those of the user's file.
    converted: Option<LineTally>,
}

impl Stream {
    /// Opens a file, without reading more of it than it takes to know its form. `-` is standard
    /// input. `say` is called once with the reason why a writer that waits for answers does not get
    /// them yet.
    ///
    /// # Errors
    /// When the file cannot be read, or holds nothing that can be read as a puzzle.
    pub fn open(
        path: &Path,
        options: &ReadOptions,
        say: &dyn Fn(&str),
    ) -> Result<Self, DatasetError> {
        let path_shown = shown(path);
        match source::input(path, &path_shown)? {
            Input::Whole(bytes) => Self::whole(path_shown, bytes, options),
            Input::Pipe(pipe) => {
                let slow = Slow::new(pipe.file().try_clone().ok(), say);
                Self::from_pipe(path_shown, Box::new(pipe), slow, options)
            }
        }
    }

    /// Takes text that is not a file, such as a puzzle on the command line.
    ///
    /// # Errors
    /// When it holds nothing that can be read as a puzzle.
    pub fn from_text(name: &str, text: &str, options: &ReadOptions) -> Result<Self, DatasetError> {
        Self::whole(name.to_owned(), Bytes::Held(text.as_bytes().to_vec()), options)
    }

    fn whole(path: String, bytes: Bytes, options: &ReadOptions) -> Result<Self, DatasetError> {
        let text = Text::of(&path, &bytes, options)?;
        if bytes.has_changed(&path)? {
            return Err(DatasetError::Changed { name: path });
        }
        let Text { copy, layout, symbols, converted, .. } = text;
        let bytes = copy.unwrap_or(bytes);
        let beginning = match &converted {
            Some(tally) => tally.clone(),
            None => beginning(bytes.get(), &layout),
        };
        if beginning.puzzles == [0; 6] {
            return Err(no_puzzle(path, beginning));
        }
        let form = Form { path, layout, symbols, converted };
        Ok(Self { form, beginning, ahead: bytes, more: None })
    }

    /// Takes what a reader gives, as it comes.
    ///
    /// # Errors
    /// When it cannot be read, or holds nothing that can be read as a puzzle.
    pub fn from_reader(
        path: String,
        pipe: Box<dyn Read + Send>,
        options: &ReadOptions,
    ) -> Result<Self, DatasetError> {
        Self::from_pipe(path, pipe, Slow::new(None, &|_| ()), options)
    }

    /// The same from a reader whose writer may be slow: one that writes lines one by one is
    /// answered as they come, once it is clear what they are.
    fn from_pipe(
        path: String,
        mut pipe: Box<dyn Read + Send>,
        mut slow: Slow<'_>,
        options: &ReadOptions,
    ) -> Result<Self, DatasetError> {
        let mut ahead = Vec::new();
        let mut enough = |text: &[u8]| {
            slow.rests() && {
                let unclear = unclear(&path, whole_lines(text), options);
                unclear.map(|why| slow.say(&path, why)).is_none()
            }
        };
        if !read_ahead(&path, &mut pipe, &mut ahead, &mut enough)? {
            return match ahead.is_empty() {
                true => Err(DatasetError::Empty { name: path, why: "it is empty" }),
                false => Self::whole(path, Bytes::Held(ahead), options),
            };
        }
        formats::look(&path, &ahead)?;
        let lines = whole_lines(&ahead);
        if let Some((layout, _)) = formats::layout_of_beginning(&path, lines, options) {
            let beginning = tally(lines, &layout);
            if beginning.puzzles != [0; 6] {
                let symbols = layout.symbols.clone();
                let form = Form { path, layout, symbols, converted: None };
                return Ok(Self { form, beginning, ahead: Bytes::Held(ahead), more: Some(pipe) });
            }
        }
        let mut all = ahead.as_slice().chain(pipe);
        let bytes = source::spool(&path, &mut all, options.max_unpacked(), &|_| Ok(()))?;
        Self::whole(path, bytes, options)
    }

    /// The path as the user wrote it.
    pub fn path(&self) -> &str {
        &self.form.path
    }

    /// The symbols of the user's file.
    pub fn symbols(&self) -> &Symbols {
        &self.form.symbols
    }

    /// What stands at the beginning: at least one puzzle.
    pub fn beginning(&self) -> &LineTally {
        &self.beginning
    }

    /// What could not be converted, if the text had to be; such faults are in no chunk.
    pub fn converted(&self) -> Option<&LineTally> {
        self.form.converted.as_ref()
    }

    /// To be asked when all has been read and used, since chunks are taken ahead of that.
    ///
    /// # Errors
    /// When the file has changed, so that what was read may belong to either content.
    pub fn verify_unchanged(&self) -> Result<(), DatasetError> {
        match self.ahead.has_changed(self.path())? {
            true => Err(DatasetError::Changed { name: self.path().to_owned() }),
            false => Ok(()),
        }
    }

    /// How chunks are read, and the chunks.
    pub fn chunks(&mut self) -> (&Form, TextChunks<'_>) {
        let (start, more) = (self.form.layout.start, self.more.take());
        (&self.form, TextChunks::new(&self.form.path, &self.ahead, start, more))
    }
}

impl From<Dataset> for Stream {
    /// Reads a dataset again, whose faults have been reported.
    fn from(dataset: Dataset) -> Self {
        let Dataset { path, bytes, layout, converted, symbols, survey, .. } = dataset;
        let converted = converted.then(LineTally::default);
        let beginning = LineTally { puzzles: survey.puzzles, ..LineTally::default() };
        let form = Form { path, layout, symbols, converted };
        Self { form, beginning, ahead: bytes, more: None }
    }
}

impl Form {
    /// Reads a chunk.
    pub fn read(&self, chunk: &TextChunk<'_>, into: &mut Gathered) {
        let text = &chunk.text;
        into.begin(text.len());
        let visitor = &mut Gathering { into, layout: &self.layout };
        walk::lines(text, &self.layout, chunk.start, 0..text.len(), visitor);
        if self.converted.is_some() {
            into.tally.lines = 0; // the lines of the user's file have been counted already
        }
    }

    /// The line in which the puzzle at an offset of a chunk begins, counted from 1: of the chunk,
    /// or of the user's file where the text was converted.
    pub fn line_of(&self, chunk: &TextChunk<'_>, offset: u64) -> u64 {
        line_of(&chunk.text, offset, self.converted.is_some())
    }
}

/// What stands in the first lines, or in all where those hold no puzzle.
fn beginning(bytes: &[u8], layout: &Layout) -> LineTally {
    let newline = memrchr(b'\n', &bytes[..bytes.len().min(layout.start + FIRST_LOOK)]);
    let lines = &bytes[..newline.map_or(bytes.len(), |newline| newline + 1)];
    let tally = survey::tally(lines, layout, Chunks::new(lines.len()));
    if tally.puzzles != [0; 6] || lines.len() == bytes.len() {
        return tally;
    }
    survey::tally(bytes, layout, Chunks::new(bytes.len()))
}

fn whole_lines(text: &[u8]) -> &[u8] {
    &text[..memrchr(b'\n', text).map_or(0, |newline| newline + 1)]
}

fn tally(lines: &[u8], layout: &Layout) -> LineTally {
    survey::tally(lines, layout, Chunks::new(lines.len()))
}

/// Why lines to come cannot be read as the first few were; `None` if they can: those have no fault,
/// and their symbols fit one alphabet only, or the user has named it.
fn unclear(path: &str, lines: &[u8], options: &ReadOptions) -> Option<Unclear> {
    let Some((layout, decided)) = formats::layout_of_beginning(path, lines, options) else {
        return Some(Unclear::Form);
    };
    let first = tally(lines, &layout);
    // A line of 16 cells may be a row, unless there are no more than four symbols.
    let has_four = options.alphabet.as_ref().is_some_and(|symbols| symbols.len() == 4);
    let may_be_row = first.puzzles[0] > 0 && !has_four;
    if may_be_row || first.puzzles == [0; 6] || first.malformed > 0 {
        return Some(Unclear::Form);
    }
    (!decided).then_some(Unclear::Alphabet)
}

/// Reads what it takes to know a text's form as well as that of a file is known, or until `enough`
/// says so of what was read. Whether there may be more.
fn read_ahead(
    path: &str,
    from: &mut dyn Read,
    ahead: &mut Vec<u8>,
    enough: &mut dyn FnMut(&[u8]) -> bool,
) -> Result<bool, DatasetError> {
    let mut lines = 0;
    while ahead.len() < formats::MOST_LOOKED_AT
        && (ahead.len() < formats::LOOKED_AT || lines < formats::LINES_LOOKED_AT)
    {
        let held = ahead.len();
        ahead.resize(held + (1 << 16), 0);
        let read = read_some(path, from, &mut ahead[held..])?;
        ahead.truncate(held + read);
        if read == 0 {
            return Ok(false);
        }
        lines += memchr_iter(b'\n', &ahead[held..]).count();
        if lines > 0 && enough(ahead) {
            break;
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests;
