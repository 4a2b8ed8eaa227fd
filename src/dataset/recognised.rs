//! The one reader of files: unpacks a file, recognises its form, and converts it where it has to be.
//! A dataset then surveys all of it; a stream begins before its last line has been seen.

use super::DatasetError;
use super::ReadOptions;
use super::formats::{self, Recognised, spool};
use super::line::Layout;
use super::source::Bytes;
use super::survey::{self, LineTally};
use super::symbols::Symbols;

/// A file's text, once it has been recognised.
pub(super) struct Text {
    /// The file in another form, if it had to be unpacked or converted.
    pub copy: Option<Bytes>,
    /// How its lines are read.
    pub layout: Layout,
    /// Those of the user's file, whatever the text is in.
    pub symbols: Symbols,
    /// What was counted when it was converted. Its lines remember those of the user's file.
    pub converted: Option<LineTally>,
    /// What the form is called.
    pub format: String,
    /// What the user should know about how it is read.
    pub notes: Vec<String>,
}

impl Text {
    /// Recognises a file.
    ///
    /// # Errors
    /// When it cannot be unpacked, or holds nothing that can be read as a puzzle.
    pub(super) fn of(
        path: &str,
        file: &Bytes,
        options: &ReadOptions,
    ) -> Result<Self, DatasetError> {
        let copy = formats::unpack(path, file.get(), options)?;
        let bytes = copy.as_ref().unwrap_or(file).get();
        Ok(match formats::recognise(path, bytes, options)? {
            Recognised::Lines { layout, format, notes } => {
                let symbols = layout.symbols.clone();
                Self { copy, layout, symbols, converted: None, format, notes }
            }
            Recognised::Converted { bytes, symbols, tally, format, notes } => {
                let (copy, converted) = (Some(bytes), Some(tally));
                Self { copy, layout: spool::LAYOUT, symbols, converted, format, notes }
            }
        })
    }

    /// The bytes that are read: those of the file, or of its copy.
    pub(super) fn bytes<'a>(&'a self, file: &'a Bytes) -> &'a [u8] {
        self.copy.as_ref().unwrap_or(file).get()
    }
}

/// The line in which the puzzle at an offset begins, counted from 1: of the text, or of the user's
/// file where that was converted.
pub(super) fn line_of(bytes: &[u8], offset: u64, is_converted: bool) -> u64 {
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    match is_converted {
        true => spool::line_of(bytes, offset),
        false => survey::line_of(bytes, offset),
    }
}
