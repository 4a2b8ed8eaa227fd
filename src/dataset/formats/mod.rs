//! What people really have: recognises a file's format by its content, and converts what is not one
//! puzzle a line into a temporary file that is.
//!
//! Nothing is guessed: what can be read in two ways is an error that names both and the remedy.

mod alphabet;
mod columns;
mod grid;
mod headings;
mod keyed;
mod markup;
pub(super) mod packed;
mod reading;
mod rows;
mod sniff;
pub(super) mod spool;
mod turns;
mod unfolded;

use std::io::{self, Read};

use memchr::memchr_iter;
use packed::{Frames, Members};
use unfolded::Unfolded;

use super::ReadOptions;
use super::error::DatasetError;
use super::line::{Layout, Separator};
use super::source::{self, Bytes};
use super::survey::LineTally;
use super::symbols::Symbols;
pub(super) use columns::{BYTES as MOST_LOOKED_AT, LINES as LINES_LOOKED_AT};
use rows::Form;
use sniff::Kind;
use spool::Spool;

/// Number of leading bytes by which the line ends are recognised.
pub(super) const LOOKED_AT: usize = 1 << 20;

/// How a text is to be read. There is one for each file, so that its size does not matter.
#[allow(clippy::large_enum_variant)]
pub(super) enum Recognised {
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
        tally: LineTally,
        /// What the original is, in a few words.
        format: String,
        /// What else should be said.
        notes: Vec<String>,
    },
}

/// Refuses what the first bytes of a file show to be neither text nor anything that can be
/// unpacked.
///
/// # Errors
/// Names what it is, and the remedy.
pub(super) fn look(path: &str, first: &[u8]) -> Result<(), DatasetError> {
    match sniff::kind(first) {
        Kind::Foreign(what, remedy) => Err(sniff::foreign(path, what, remedy)),
        Kind::Text | Kind::Gzip | Kind::Zstd => Ok(()),
    }
}

/// The text in some bytes, if it has to be copied first: unpacked, its line ends made newlines, or
/// its quoted line breaks taken out.
///
/// # Errors
/// When they are not text, cannot be unpacked, or unpack to more than the options allow.
pub(super) fn unpack(
    path: &str,
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<Option<Bytes>, DatasetError> {
    look(path, bytes)?;
    let copy = |from: &mut dyn Read| {
        source::spool(path, from, options.max_unpacked(), &|first| match sniff::kind(first) {
            Kind::Gzip | Kind::Zstd => Err(sniff::foreign(path, "is packed twice", sniff::UNPACK)),
            _ => look(path, first),
        })
    };
    let mut copied = match sniff::kind(bytes) {
        Kind::Gzip => Some(copy(&mut Members::new(bytes))?),
        Kind::Zstd => Some(copy(&mut Frames::new(bytes))?),
        _ => None,
    };
    let text = copied.as_ref().map_or(bytes, Bytes::get);
    if has_lone_returns(beginning(text)) {
        copied = Some(copy(&mut Newlines { rest: text })?);
    }
    let text = copied.as_ref().map_or(bytes, Bytes::get);
    if unfolded::has_folded_fields(beginning(text)) {
        copied = Some(copy(&mut Unfolded::new(text))?);
    }
    Ok(copied)
}

/// What of a text is looked at for its line ends.
fn beginning(text: &[u8]) -> &[u8] {
    &text[..text.len().min(LOOKED_AT)]
}

/// Recognises how a text is to be read.
///
/// # Errors
/// When it is not recognised, or there is no puzzle in it.
pub(super) fn recognise(
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
    if let Some((layout, _)) = columns::objects(path, text, asked)? {
        let format = format_of(&layout);
        return Ok(Recognised::Lines { layout, format, notes: Vec::new() });
    }
    if let Some(plan) = keyed::detect(path, text, asked)? {
        let fill = |spool: &mut Spool| plan.convert(text, spool);
        return convert(path, text, &plan.format(), plan.symbols(), fill);
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
    if let Some(found) = columns.as_ref().filter(|found| found.layout.solution.is_none())
        && headings::name_solutions(text, &found.layout)
    {
        let format = "one puzzle a line, and solutions under headings";
        let fill = |spool: &mut Spool| headings::convert(text, &found.layout, spool);
        let converted = convert(path, text, format, found.layout.symbols.clone(), fill);
        // A list of nothing but full grids is one of puzzles, whatever they are called.
        if converted.is_ok() {
            return converted;
        }
    }
    if let Some(found) = columns.as_ref().filter(|found| found.by_turns) {
        let format = "puzzles and their solutions alternately";
        let fill = |spool: &mut Spool| turns::convert(text, &found.layout, spool);
        return convert(path, text, format, found.layout.symbols.clone(), fill);
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
/// the rest can be read as it comes. Also whether the symbols so far fit one alphabet only.
pub(super) fn layout_of_beginning(
    path: &str,
    text: &[u8],
    options: &ReadOptions,
) -> Option<(Layout, bool)> {
    let is_text = sniff::kind(text) == Kind::Text && !markup::is_xml(text);
    let start = beginning(text);
    if !is_text || has_lone_returns(start) || unfolded::has_folded_fields(start) {
        return None;
    }
    let asked = alphabet::of_options(options).ok()?;
    let asked = asked.as_ref();
    if let Some(found) = columns::objects(path, text, asked).ok()? {
        return Some(found);
    }
    if keyed::detect(path, text, asked).ok()?.is_some() {
        return None;
    }
    let found = columns::detect(path, text, asked).ok()??;
    let is_by_lines = !found.may_be_rows()
        && !found.by_turns
        && (found.layout.solution.is_some() || !headings::name_solutions(text, &found.layout));
    is_by_lines.then_some((found.layout, found.decided))
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
    let (bytes, tally, notes) = spool.finish(path, lines as u64)?;
    let format = format.to_owned();
    match (bytes, tally.faults.first()) {
        (Some(bytes), _) => Ok(Recognised::Converted { bytes, symbols, tally, format, notes }),
        (None, Some(fault)) => Err(DatasetError::NoPuzzle { name: name(), fault: fault.clone() }),
        (None, None) => Err(DatasetError::Empty { name: name(), why: "nothing in it is a puzzle" }),
    }
}

fn format_of(layout: &Layout) -> String {
    let column = |n: usize| n + 1;
    let by = match layout.separator {
        Separator::Any => return "one puzzle a line".to_owned(),
        Separator::Keys => {
            let keys = layout.keys.as_ref();
            let text = |key: &[u8]| String::from_utf8_lossy(key).into_owned();
            let puzzle = keys.map_or_else(String::new, |keys| text(&keys.puzzle));
            let solution = keys.and_then(|keys| keys.solution.as_ref());
            let solution =
                solution.map_or_else(String::new, |key| format!(", solution under {}", text(key)));
            return format!("a JSON object a line, puzzle under the key {puzzle}{solution}");
        }
        Separator::Space => "white space".to_owned(),
        Separator::Byte(byte) => format!("'{}'", byte.escape_ascii()),
    };
    let solution = match layout.solution {
        Some(solution) => format!(", solution in column {}", column(solution)),
        None => String::new(),
    };
    format!("columns separated by {by}, puzzle in column {}{solution}", column(layout.puzzle))
}

/// Returns true if carriage returns end lines by themselves.
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

#[cfg(test)]
mod tests;
