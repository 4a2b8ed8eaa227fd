//! A text cut into chunks of whole lines, one after the other, as large as the reader asks.

use std::borrow::Cow;
use std::io::Read;
use std::mem;

use memchr::{memchr, memrchr};

use super::DatasetError;
use super::source::{Bytes, read_some};

/// Bytes asked of a pipe at a time.
const READ: usize = 1 << 16;
/// A line from a pipe is cut after so many bytes: far beyond the longest puzzle, and no line, however
/// long, takes more memory.
const LONGEST: usize = 1 << 20;

/// Some whole lines.
pub struct TextChunk<'a> {
    pub(super) text: Cow<'a, [u8]>,
    /// Where the lines begin that may be puzzles.
    pub(super) start: usize,
}

impl TextChunk<'_> {
    /// Its length in bytes; there is no empty chunk.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }
}

/// Gives the chunks of a text.
pub struct TextChunks<'a> {
    path: &'a str,
    /// What is there from the first.
    ahead: &'a Bytes,
    at: usize,
    /// Where the lines begin that may be puzzles.
    start: usize,
    /// What is still to come after that.
    more: Option<Box<dyn Read + Send>>,
    /// The beginning of a line whose end was not there yet.
    carry: Vec<u8>,
}

impl<'a> TextChunks<'a> {
    pub(super) fn new(
        path: &'a str,
        ahead: &'a Bytes,
        start: usize,
        more: Option<Box<dyn Read + Send>>,
    ) -> Self {
        Self { path, ahead, at: 0, start, more, carry: Vec::new() }
    }

    /// The next lines, about `bytes` of them and no less than one line; `None` at the end. From a
    /// pipe it may be fewer: what has come is not kept waiting.
    ///
    /// # Errors
    /// When the text cannot be read, or the file has become shorter, or by its end has changed,
    /// since it was opened.
    pub fn next(&mut self, bytes: usize) -> Result<Option<TextChunk<'a>>, DatasetError> {
        let (from, rest) = (self.at, &self.ahead.get()[self.at..]);
        if !rest.is_empty() {
            self.ahead.check(self.path)?;
            let after = bytes.max(1) - 1;
            let end = match memchr(b'\n', rest.get(after..).unwrap_or_default()) {
                Some(newline) => after + newline + 1,
                None if self.more.is_none() => rest.len(),
                None => memrchr(b'\n', rest).map_or(0, |newline| newline + 1),
            };
            self.at += end;
            if end > 0 {
                let start = self.start.saturating_sub(from);
                return Ok(Some(TextChunk { text: Cow::Borrowed(&rest[..end]), start }));
            }
            self.carry = rest.to_vec();
            self.at += rest.len();
        } else if self.ahead.has_changed(self.path)? {
            return Err(DatasetError::Changed { name: self.path.to_owned() });
        }
        let text = self.read_lines()?;
        Ok((!text.is_empty()).then_some(TextChunk { text: Cow::Owned(text), start: 0 }))
    }

    /// Reads until there is a line's end, or the end.
    fn read_lines(&mut self) -> Result<Vec<u8>, DatasetError> {
        let mut text = mem::take(&mut self.carry);
        while let Some(from) = &mut self.more {
            let held = text.len().min(LONGEST);
            text.resize(held + READ, 0);
            let read = read_some(self.path, from, &mut text[held..])?;
            text.truncate(held + read);
            if read == 0 {
                self.more = None;
            }
            if let Some(newline) = memrchr(b'\n', &text[held..]) {
                self.carry = text.split_off(held + newline + 1);
                break;
            }
        }
        Ok(text)
    }
}
