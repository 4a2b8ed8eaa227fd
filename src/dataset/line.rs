//! One line of a dataset: where its puzzle stands, and why it cannot be read.
//!
//! Finding the cells and judging them are apart, so that the common case is one comparison and one
//! pass over the cells, and so that only faults that are shown get an explanation.

use std::ops::Range;

use memchr::memchr;

use serde::{Deserialize, Serialize};

use super::error::LineFault;
use super::symbols::Symbols;
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// How the lines of a file are laid out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Layout {
    /// What a cell looks like.
    pub symbols: Symbols,
    /// What stands between columns. With [`Separator::Any`] the puzzle is the first column.
    pub separator: Separator,
    /// Column of the puzzle, from 0.
    pub puzzle: usize,
    /// Column of the solution, from 0.
    pub solution: Option<usize>,
    /// With [`Separator::Keys`], what the columns are called.
    pub keys: Option<Keys>,
    /// Whether a second puzzle on a line makes it malformed; not where a header says which is
    /// meant.
    pub alone: bool,
    /// Bytes of line beginnings before this one are not puzzles: a byte order mark and a header.
    pub start: usize,
    /// Whether lines may be comments; not where the alphabet uses their signs.
    pub comments: bool,
}

/// What stands between the columns of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Separator {
    /// Nothing in particular: the puzzle comes first, and whatever cannot be a cell ends it.
    Any,
    /// Runs of white space.
    Space,
    /// One byte each time.
    Byte(u8),
    /// Each line is a JSON object, whose keys say what is what.
    Keys,
}

/// The keys of a line's puzzle and solution: columns 0 and 1 of [`Separator::Keys`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Keys {
    /// That of the puzzle.
    pub puzzle: Box<[u8]>,
    /// That of the solution.
    pub solution: Option<Box<[u8]>>,
}

/// What a line holds, not yet judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line<'a> {
    /// Nothing, or a comment.
    Blank,
    /// Something as long as a puzzle.
    Cells {
        /// By the number of cells.
        order: Order,
        /// The user's bytes, whose symbols have not been looked at.
        cells: &'a [u8],
        /// The user's bytes in the solution column, if as long as the puzzle.
        solution: Option<&'a [u8]>,
    },
    /// Something of another length.
    Malformed,
}

impl Layout {
    /// One puzzle a line in the standard symbols, and anything after it.
    pub(super) const PLAIN: Self = Self {
        symbols: Symbols::STANDARD,
        separator: Separator::Any,
        puzzle: 0,
        solution: None,
        keys: None,
        alone: true,
        start: 0,
        comments: true,
    };

    /// Returns true if a line can be no more than a puzzle and its end.
    pub(super) fn is_plain(&self) -> bool {
        self.separator == Separator::Any && self.solution.is_none()
    }

    /// What a line holds; `line` comes without its newline.
    pub(super) fn read<'a>(&self, line: &'a [u8]) -> Line<'a> {
        let text = trim(line);
        if text.is_empty() || (self.comments && is_comment(text)) {
            return Line::Blank;
        }
        let cells = self.column(text, self.puzzle);
        let Some(order) = Order::from_cells(cells.len()) else { return Line::Malformed };
        let solution = self.solution(text);
        if self.is_cut(cells, solution) || self.another(text, order, cells, solution).is_some() {
            return Line::Malformed;
        }
        Line::Cells { order, cells, solution: solution.filter(|s| s.len() == cells.len()) }
    }

    fn solution<'a>(&self, text: &'a [u8]) -> Option<&'a [u8]> {
        let solution = self.solution.map(|column| self.column(text, column));
        solution.filter(|solution| !solution.is_empty())
    }

    /// Returns true if the solution has lost or gained cells; a word in its place means that there
    /// is none.
    fn is_cut(&self, cells: &[u8], solution: Option<&[u8]>) -> bool {
        solution.is_some_and(|solution| {
            solution.len() != cells.len()
                && solution.len() > cells.len() / 2
                && solution.iter().all(|&byte| self.symbols.is_any_cell(byte))
        })
    }

    /// Where on a line a puzzle stands besides the one that is read.
    fn another(
        &self,
        text: &[u8],
        order: Order,
        cells: &[u8],
        solution: Option<&[u8]>,
    ) -> Option<usize> {
        // On most lines there is no room for one.
        if !self.alone || text.len() <= 2 * cells.len() + solution.map_or(0, <[u8]>::len) {
            return None;
        }
        let read =
            [Some(cells), solution].map(|part| part.map_or(0, |part| part.as_ptr() as usize));
        let mut at = 0;
        let words = text.split(|&byte| !self.symbols.is_cell(order, byte));
        words.into_iter().find_map(|word| {
            let start = at;
            at += word.len() + 1;
            let open = || {
                let values = |&byte: &u8| self.symbols.cell(order, byte) != Some(BLANK);
                !word.iter().all(values) && word.iter().any(values)
            };
            let is_new = word.len() == cells.len() && !read.contains(&(word.as_ptr() as usize));
            (is_new && open()).then_some(start)
        })
    }

    /// Column `n` of a trimmed line, without quotes; empty where there is none.
    pub(super) fn column<'a>(&self, text: &'a [u8], n: usize) -> &'a [u8] {
        match self.separator {
            Separator::Any => {
                let text = text.strip_prefix(b"\"").unwrap_or(text);
                &text[..text.iter().position(|&b| self.ends_cells(b)).unwrap_or(text.len())]
            }
            Separator::Byte(separator) if separator != b'"' => {
                Fields::new(text, separator).nth(n).map_or(&[], unquoted)
            }
            Separator::Keys => {
                let keys = self.keys.as_ref();
                let key = if n == 0 {
                    keys.map(|keys| &keys.puzzle)
                } else {
                    keys.and_then(|keys| keys.solution.as_ref())
                };
                key.map_or(&[], |key| value_of(text, key))
            }
            _ => self.columns(text).nth(n).unwrap_or_default(),
        }
    }

    /// All columns of a trimmed line, as [`Layout::column`] gives them.
    pub(super) fn columns<'a>(&self, text: &'a [u8]) -> Box<dyn Iterator<Item = &'a [u8]> + 'a> {
        match self.separator {
            Separator::Any => Box::new(std::iter::once(self.column(text, 0))),
            Separator::Keys => Box::new([0, 1].map(|n| self.column(text, n)).into_iter()),
            Separator::Space => {
                let fields = text.split(u8::is_ascii_whitespace);
                Box::new(fields.filter(|field| !field.is_empty()))
            }
            Separator::Byte(b'"') => Box::new(text.split(|&byte| byte == b'"')),
            Separator::Byte(separator) => Box::new(Fields::new(text, separator).map(unquoted)),
        }
    }

    /// Returns true if a byte after a puzzle in the first column ends it, rather than being a bad
    /// cell.
    fn ends_cells(&self, byte: u8) -> bool {
        matches!(byte, b' ' | b'\t' | b',' | b';' | b':' | b'|' | b'#' | b'/' | b'"')
            && !self.symbols.is_any_cell(byte)
    }

    /// Why a line that is not blank is not a puzzle. `line` in the fault is left at 0.
    pub(super) fn explain(&self, line: &[u8]) -> LineFault {
        let text = trim(line);
        let cells = self.column(text, self.puzzle);
        // A column that is not there lies nowhere in the line.
        let place = if cells.is_empty() { text } else { cells };
        let at = place.as_ptr() as usize - line.as_ptr() as usize;
        if let Some(what) = known(text) {
            return fault(line, at, what.to_owned(), "the cells of a puzzle".to_owned());
        }
        if let Some(order) = Order::from_cells(cells.len()) {
            let bad = cells.iter().position(|&b| !self.symbols.is_cell(order, b));
            let Some(bad) = bad else { return self.explain_rest(line, order, cells) };
            let expected = format!("{} (a cell of {order})", self.symbols.describe(order));
            return fault(line, at + bad, symbol(&cells[bad..]), expected);
        }
        if let (Some(keys), true) = (&self.keys, cells.is_empty()) {
            let key = String::from_utf8_lossy(&keys.puzzle);
            let expected = format!("a puzzle under the key {key}");
            return fault(line, at, "none".to_owned(), expected);
        }
        match cells.iter().position(|&b| !self.symbols.is_any_cell(b)) {
            Some(bad) => {
                let expected = self.symbols.describe(Order::THREE);
                fault(line, at + bad, symbol(&cells[bad..]), expected)
            }
            None => {
                let expected = "16, 81, 256, 625, 1296 or 2401".to_owned();
                fault(line, at, format!("{} cells", cells.len()), expected)
            }
        }
    }

    /// Why a line is malformed whose puzzle can be read.
    fn explain_rest(&self, line: &[u8], order: Order, cells: &[u8]) -> LineFault {
        let text = trim(line);
        let solution = self.solution(text);
        let place = |part: &[u8]| part.as_ptr() as usize - line.as_ptr() as usize;
        if let Some(other) = self.another(text, order, cells, solution) {
            let expected = "one puzzle a line".to_owned();
            return fault(line, place(text) + other, "a second puzzle".to_owned(), expected);
        }
        let solution = solution.unwrap_or_default();
        let is_value = |byte: u8| self.symbols.cell(order, byte).is_some_and(|cell| cell != BLANK);
        match solution.iter().position(|&byte| !is_value(byte)) {
            Some(bad) => {
                let expected = "a value (a cell of the solution)".to_owned();
                fault(line, place(solution) + bad, symbol(&solution[bad..]), expected)
            }
            None => {
                let expected = format!("{} (the solution)", order.cells());
                fault(line, place(solution), format!("{} cells", solution.len()), expected)
            }
        }
    }
}

/// The string under a key of a JSON object; empty where there is none.
fn value_of<'a>(object: &'a [u8], key: &[u8]) -> &'a [u8] {
    let mut rest = object;
    while let Some((string, after)) = next_string(rest) {
        rest = after;
        let Some(value) = after.trim_ascii_start().strip_prefix(b":") else { continue };
        if string == key {
            let value = value.trim_ascii_start();
            let found = next_string(value).filter(|_| value.first() == Some(&b'"'));
            return found.map_or(&[], |(value, _)| value);
        }
    }
    &[]
}

/// The next string in quotes, and what follows it.
fn next_string(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let inner = &text[memchr(b'"', text)? + 1..];
    let mut end = 0;
    loop {
        end += memchr::memchr2(b'"', b'\\', &inner[end..])?;
        if inner[end] == b'"' {
            return Some((&inner[..end], &inner[end + 1..]));
        }
        end = (end + 2).min(inner.len());
    }
}

/// Returns true if a trimmed line is a comment.
pub(super) fn is_comment(text: &[u8]) -> bool {
    matches!(text, [b'#' | b';', ..] | [b'/', b'/', ..])
}

/// A line without white space at either end; the end-of-file sign of old systems, and the
/// invisible spaces that come along from web pages, count as such.
pub(super) fn trim(line: &[u8]) -> &[u8] {
    let mut text = line;
    loop {
        let shorter = match text {
            [b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0x1a, rest @ ..] => rest,
            [rest @ .., b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0x1a] => rest,
            [0xc2, 0xa0, rest @ ..] | [rest @ .., 0xc2, 0xa0] => rest, // no-break space
            [0xe2, 0x80, 0x8b, rest @ ..] | [rest @ .., 0xe2, 0x80, 0x8b] => rest, // zero width
            [0xef, 0xbb, 0xbf, rest @ ..] | [rest @ .., 0xef, 0xbb, 0xbf] => rest, // order mark
            _ => return text,
        };
        text = shorter;
    }
}

/// The fields of a line between separators, quotes included; none inside quotes separates.
struct Fields<'a> {
    rest: Option<&'a [u8]>,
    separator: u8,
    quotes: bool,
}

impl<'a> Fields<'a> {
    fn new(text: &'a [u8], separator: u8) -> Self {
        Self { rest: Some(text), separator, quotes: memchr(b'"', text).is_some() }
    }

    fn end_of_quoted(&self, rest: &[u8]) -> Option<usize> {
        let mut inside = false;
        rest.iter().position(|&byte| {
            inside ^= byte == b'"';
            byte == self.separator && !inside
        })
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest?;
        let end = match self.quotes {
            true => self.end_of_quoted(rest),
            false => memchr(self.separator, rest),
        };
        self.rest = end.map(|end| &rest[end + 1..]);
        Some(end.map_or(rest, |end| &rest[..end]))
    }
}

fn unquoted(field: &[u8]) -> &[u8] {
    let field = trim(field);
    match field {
        [b'"', inner @ .., b'"'] => trim(inner),
        _ => field,
    }
}

/// Content that people paste in place of a puzzle.
fn known(text: &[u8]) -> Option<&'static str> {
    let starts = |prefix: &[u8]| {
        text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    if starts(b"http://") || starts(b"https://") {
        return Some("the address of a web page");
    }
    let tag = text.first() == Some(&b'<') || text.windows(2).any(|pair| pair == b"</");
    tag.then_some("an HTML tag")
}

fn fault(line: &[u8], at: usize, found: String, expected: String) -> LineFault {
    LineFault { line: 0, column: column_of(line, 0..at), found, expected }
}

/// Column, in characters from 1, of the byte that follows a range of a line.
fn column_of(line: &[u8], before: Range<usize>) -> u64 {
    String::from_utf8_lossy(&line[before]).chars().count() as u64 + 1
}

/// The first character of some bytes, as messages show it.
pub(super) fn symbol(bytes: &[u8]) -> String {
    let head = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    match valid.chars().next() {
        Some(c) if c.is_ascii_graphic() => format!("'{c}'"),
        Some(c) if c.is_control() || c.is_whitespace() => format!("U+{:04X}", u32::from(c)),
        Some(c) => format!("'{c}' (U+{:04X})", u32::from(c)),
        None => head.first().map_or("nothing".to_owned(), |byte| format!("byte 0x{byte:02X}")),
    }
}

#[cfg(test)]
mod tests;
