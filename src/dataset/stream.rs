//! A file of puzzles that is read once, from front to back: opened by a look at its beginning, so
//! that work begins before its last line has been seen.
//!
//! Files are mapped, and a pipe is read as it comes. What has to be converted on the way in (grids
//! over several lines, packed files) is converted whole when it is opened, as for a [`Dataset`].

use std::io::Read;
use std::path::Path;

use memchr::{memchr_iter, memrchr};

use super::chunk::Chunks;
use super::formats::{self, Recognised, spool};
use super::gathered::{Gathered, Gathering};
use super::line::Layout;
use super::pieces::{Piece, Pieces};
use super::source::{self, Bytes, Input, read_some};
use super::{Dataset, DatasetError, ReadOptions, Tally, no_puzzle, shown, survey, walk};

/// Bytes in which a first puzzle is looked for before the whole text is.
const FIRST_LOOK: usize = 1 << 16;

/// An open file of puzzles, or whatever else gives bytes.
pub struct Stream {
    form: Form,
    beginning: Tally,
    /// What is there from the first.
    ahead: Bytes,
    /// What is still to come after that.
    more: Option<Box<dyn Read + Send>>,
}

/// How pieces of a stream are read. Shared by all workers.
pub struct Form {
    /// As the user wrote it, for messages.
    path: String,
    layout: Layout,
    /// What was counted when the text was converted. Its lines remember those of the user's file.
    converted: Option<Tally>,
}

impl Stream {
    /// Opens a file, without reading more of it than it takes to know its form. `-` is standard
    /// input.
    ///
    /// # Errors
    /// When the file cannot be read, or holds nothing that can be read as a puzzle.
    pub fn open(path: &Path, options: &ReadOptions) -> Result<Self, DatasetError> {
        let path_shown = shown(path);
        match source::input(path, &path_shown)? {
            Input::Whole(bytes) => Self::whole(path_shown, bytes, options),
            Input::Pipe(file) => Self::from_reader(path_shown, Box::new(file), options),
        }
    }

    /// Takes text that is no file, such as a puzzle on the command line.
    ///
    /// # Errors
    /// When it holds nothing that can be read as a puzzle.
    pub fn from_text(name: &str, text: &str, options: &ReadOptions) -> Result<Self, DatasetError> {
        Self::whole(name.to_owned(), Bytes::Held(text.as_bytes().to_vec()), options)
    }

    fn whole(path: String, bytes: Bytes, options: &ReadOptions) -> Result<Self, DatasetError> {
        let bytes = formats::unpack(&path, bytes.get())?.unwrap_or(bytes);
        let (bytes, layout, converted) = match formats::recognise(&path, bytes.get(), options)? {
            Recognised::Lines { layout, .. } => (bytes, layout, None),
            Recognised::Converted { bytes, tally, .. } => (bytes, spool::LAYOUT, Some(tally)),
        };
        let beginning = match &converted {
            Some(tally) => tally.clone(),
            None => beginning(bytes.get(), &layout),
        };
        if beginning.puzzles == [0; 6] {
            return Err(no_puzzle(path, beginning));
        }
        let form = Form { path, layout, converted };
        Ok(Self { form, beginning, ahead: bytes, more: None })
    }

    /// Takes what a reader gives, as it comes.
    ///
    /// # Errors
    /// When it cannot be read, or holds nothing that can be read as a puzzle.
    pub fn from_reader(
        path: String,
        mut pipe: Box<dyn Read + Send>,
        options: &ReadOptions,
    ) -> Result<Self, DatasetError> {
        let mut ahead = Vec::new();
        if !read_ahead(&path, &mut pipe, &mut ahead)? {
            return match ahead.is_empty() {
                true => Err(DatasetError::Empty { name: path, why: "it is empty" }),
                false => Self::whole(path, Bytes::Held(ahead), options),
            };
        }
        let lines = &ahead[..memrchr(b'\n', &ahead).map_or(0, |newline| newline + 1)];
        if let Some(layout) = formats::layout_of_beginning(&path, lines, options) {
            let beginning = survey::tally(lines, &layout, Chunks::new(lines.len()));
            if beginning.puzzles != [0; 6] {
                let form = Form { path, layout, converted: None };
                return Ok(Self { form, beginning, ahead: Bytes::Held(ahead), more: Some(pipe) });
            }
        }
        let bytes = source::spool(&path, &mut ahead.as_slice().chain(pipe))?;
        Self::whole(path, bytes, options)
    }

    /// The path as the user wrote it.
    pub fn path(&self) -> &str {
        &self.form.path
    }

    /// What stands at the beginning: at least one puzzle.
    pub fn beginning(&self) -> &Tally {
        &self.beginning
    }

    /// What could not be converted, if the text had to be; such faults are in no piece.
    pub fn converted(&self) -> Option<&Tally> {
        self.form.converted.as_ref()
    }

    /// How pieces are read, and the pieces.
    pub fn pieces(&mut self) -> (&Form, Pieces<'_>) {
        let (start, more) = (self.form.layout.start, self.more.take());
        (&self.form, Pieces::new(&self.form.path, &self.ahead, start, more))
    }
}

impl From<Dataset> for Stream {
    /// Reads a dataset again, whose faults have been told.
    fn from(dataset: Dataset) -> Self {
        let Dataset { path, bytes, layout, converted, survey, .. } = dataset;
        let converted = converted.then(Tally::default);
        let beginning = Tally { puzzles: survey.puzzles, ..Tally::default() };
        Self { form: Form { path, layout, converted }, beginning, ahead: bytes, more: None }
    }
}

impl Form {
    /// Reads a piece.
    pub fn read(&self, piece: &Piece<'_>, into: &mut Gathered) {
        let text = &piece.text;
        into.begin(text.len());
        let visitor = &mut Gathering { into, layout: &self.layout };
        walk::lines(text, &self.layout, piece.start, 0..text.len(), visitor);
        if self.converted.is_some() {
            into.tally.lines = 0; // the lines of the user's file have been counted already
        }
    }

    /// The line in which the puzzle at an offset of a piece begins, counted from 1: of the piece,
    /// or of the user's file where the text was converted.
    pub fn line_of(&self, piece: &Piece<'_>, offset: u64) -> u64 {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        match self.converted {
            Some(_) => spool::line_of(&piece.text, offset),
            None => survey::line_of(&piece.text, offset),
        }
    }
}

/// What stands in the first lines, or in all where those hold no puzzle.
fn beginning(bytes: &[u8], layout: &Layout) -> Tally {
    let newline = memrchr(b'\n', &bytes[..bytes.len().min(layout.start + FIRST_LOOK)]);
    let lines = &bytes[..newline.map_or(bytes.len(), |newline| newline + 1)];
    let tally = survey::tally(lines, layout, Chunks::new(lines.len()));
    if tally.puzzles != [0; 6] || lines.len() == bytes.len() {
        return tally;
    }
    survey::tally(bytes, layout, Chunks::new(bytes.len()))
}

/// Reads what it takes to know a text's form as well as that of a file is known. Whether there may
/// be more.
fn read_ahead(path: &str, from: &mut dyn Read, ahead: &mut Vec<u8>) -> Result<bool, DatasetError> {
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
    }
    Ok(true)
}

#[cfg(test)]
mod tests;
