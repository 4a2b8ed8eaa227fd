//! What people really have: tells a file's format by its content, and converts what is not one
//! puzzle a line into a temporary file that is.
//!
//! Nothing is guessed: what can be read in two ways is an error that names both and the remedy.

mod alphabet;
mod columns;
mod grid;
mod markup;
mod reading;
mod rows;
mod sniff;
pub mod spool;

use std::io::{self, Read};

use memchr::memchr_iter;

use super::ReadOptions;
use super::error::DatasetError;
use super::line::{Layout, Separator};
use super::source::{self, Bytes};
use super::survey::Tally;
use super::symbols::Symbols;
pub use columns::{BYTES as MOST_LOOKED_AT, LINES as LINES_LOOKED_AT};
use rows::Form;
use sniff::Kind;
use spool::Spool;

/// Bytes from which the line ends are told.
pub const LOOKED_AT: usize = 1 << 20;

/// How a text is to be read.
pub enum Recognised {
    /// As it is.
    Lines {
        /// How its lines are laid out.
        layout: Layout,
        /// In a few words.
        format: String,
        /// What else should be said.
        notes: Vec<String>,
    },
    /// From a copy in [`spool::LAYOUT`].
    Converted {
        /// The copy.
        bytes: Bytes,
        /// The symbols of the original.
        symbols: Symbols,
        /// What was counted while it was made.
        tally: Tally,
        /// What the original is, in a few words.
        format: String,
    },
}

/// The text in some bytes, if it has to be copied first: unpacked, or its line ends made newlines.
///
/// # Errors
/// When they are no text, or cannot be unpacked.
pub fn unpack(path: &str, bytes: &[u8]) -> Result<Option<Bytes>, DatasetError> {
    let unpacked = match sniff::kind(bytes) {
        Kind::Text => None,
        Kind::Gzip => Some(source::spool(path, &mut flate2::bufread::MultiGzDecoder::new(bytes))?),
        Kind::Zstd => Some(source::spool(path, &mut Frames { rest: bytes, frame: None })?),
        Kind::Foreign(what, remedy) => return Err(sniff::foreign(path, what, remedy)),
    };
    let text = unpacked.as_ref().map_or(bytes, Bytes::get);
    if let (Some(_), Kind::Foreign(what, remedy)) = (&unpacked, sniff::kind(text)) {
        return Err(sniff::foreign(path, what, remedy));
    }
    if has_lone_returns(&text[..text.len().min(LOOKED_AT)]) {
        return Ok(Some(source::spool(path, &mut Newlines { rest: text })?));
    }
    Ok(unpacked)
}

/// Tells how a text is to be read.
///
/// # Errors
/// When that cannot be told, or there is no puzzle in it.
pub fn recognise(
    path: &str,
    text: &[u8],
    options: &ReadOptions,
) -> Result<Recognised, DatasetError> {
    let asked = alphabet::of_options(options)?;
    let asked = asked.as_ref();
    if markup::is_xml(text) {
        let fill = |spool: &mut Spool| markup::convert(text, spool);
        return convert(path, text, "OpenSudoku XML", Symbols::STANDARD, fill);
    }
    let columns = columns::detect(path, text, asked)?;
    let row_like = columns.as_ref().is_none_or(columns::Found::may_be_rows);
    if row_like
        && let Some(plan) = grid::detect(path, text, asked)?
        && plan.sure
    {
        let format = match plan.form {
            Form::Row(_) => "grids over several lines",
            Form::Puzzle(_) => "one puzzle a line, its cells apart",
            Form::Slots => "one puzzle a line, nine candidates a cell",
        };
        let converted =
            convert(path, text, format, plan.symbols(), |spool| plan.convert(text, spool));
        if columns.is_none() || converted.is_ok() {
            return converted;
        }
    }
    Ok(match columns {
        Some(found) => {
            let header = found.header.map(|line| format!("line {line} is a header"));
            let (layout, format) = (found.layout.clone(), format_of(&found.layout));
            Recognised::Lines { layout, format, notes: header.into_iter().collect() }
        }
        None => Recognised::Lines {
            layout: plain(text, asked),
            format: "one puzzle a line".to_owned(),
            notes: Vec::new(),
        },
    })
}

/// The layout of a text of which only the beginning is there, if it holds one puzzle a line: then
/// the rest can be read as it comes.
pub fn layout_of_beginning(path: &str, text: &[u8], options: &ReadOptions) -> Option<Layout> {
    let is_text = sniff::kind(text) == Kind::Text && !markup::is_xml(text);
    if !is_text || has_lone_returns(&text[..text.len().min(LOOKED_AT)]) {
        return None;
    }
    let asked = alphabet::of_options(options).ok()?;
    let found = columns::detect(path, text, asked.as_ref()).ok()??;
    (!found.may_be_rows()).then_some(found.layout)
}

/// The layout whose faults explain a file in which nothing was recognised.
fn plain(text: &[u8], asked: Option<&Symbols>) -> Layout {
    let start = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let symbols = asked.cloned().unwrap_or(Symbols::STANDARD);
    Layout { start, symbols, ..Layout::PLAIN }
}

fn convert(
    path: &str,
    text: &[u8],
    format: &str,
    symbols: Symbols,
    fill: impl FnOnce(&mut Spool),
) -> Result<Recognised, DatasetError> {
    let name = || path.to_owned();
    let mut spool = Spool::new().map_err(|source| DatasetError::Spool { name: name(), source })?;
    fill(&mut spool);
    let lines = memchr_iter(b'\n', text).count() + usize::from(!text.ends_with(b"\n"));
    let (bytes, tally) = spool.finish(path, lines as u64)?;
    match (bytes, tally.faults.first()) {
        (Some(bytes), _) => {
            Ok(Recognised::Converted { bytes, symbols, tally, format: format.to_owned() })
        }
        (None, Some(fault)) => Err(DatasetError::NoPuzzle { name: name(), fault: fault.clone() }),
        (None, None) => Err(DatasetError::Empty { name: name(), why: "nothing in it is a puzzle" }),
    }
}

fn format_of(layout: &Layout) -> String {
    let column = |n: usize| n + 1;
    let by = match layout.separator {
        Separator::Any => return "one puzzle a line".to_owned(),
        Separator::Space => "white space".to_owned(),
        Separator::Byte(byte) => format!("'{}'", byte.escape_ascii()),
    };
    let solution = match layout.solution {
        Some(solution) => format!(", solution in column {}", column(solution)),
        None => String::new(),
    };
    format!("columns separated by {by}, puzzle in column {}{solution}", column(layout.puzzle))
}

/// Whether carriage returns end lines by themselves.
fn has_lone_returns(text: &[u8]) -> bool {
    memchr_iter(b'\r', text).any(|at| {
        let rest = &text[at..];
        let after = rest.iter().find(|&&byte| byte != b'\r');
        after.is_some_and(|&byte| byte != b'\n')
    })
}

/// A text whose lines end in `\r`, `\n` or both, with newlines only.
struct Newlines<'a> {
    rest: &'a [u8],
}

impl Read for Newlines<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut written = 0;
        while let ([byte, rest @ ..], true) = (self.rest, written < out.len()) {
            let pair = *byte == b'\r' && rest.first() == Some(&b'\n');
            out[written] = if *byte == b'\r' { b'\n' } else { *byte };
            self.rest = if pair { &rest[1..] } else { rest };
            written += 1;
        }
        Ok(written)
    }
}

type Frame<'a> = ruzstd::decoding::StreamingDecoder<&'a [u8], ruzstd::decoding::FrameDecoder>;

/// Zstandard frames, one after the other.
struct Frames<'a> {
    rest: &'a [u8],
    frame: Option<Frame<'a>>,
}

impl Read for Frames<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let read = frame.read(out)?;
                if read > 0 || out.is_empty() {
                    return Ok(read);
                }
                self.rest = frame.get_ref();
                self.frame = None;
            }
            if self.rest.is_empty() {
                return Ok(0);
            }
            let frame = Frame::new(self.rest).map_err(io::Error::other)?;
            self.frame = Some(frame);
        }
    }
}

#[cfg(test)]
mod tests;
