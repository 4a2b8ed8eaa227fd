//! Texts with keys, cut into records and what stands under their keys: JSON however it is laid out,
//! and lines such as YAML's, `key: value`.

use super::super::rows::{Token, tokens};
use crate::puzzle::Order;

/// Cells of an array that are gathered before it is given up: more than the largest grid has.
const MOST: usize = 2 * Order::SEVEN.cells();
/// Cells of a 4x4, and of a row of a 16x16.
const FLAT: usize = 16;
/// Objects and arrays within each other that are looked into.
const DEEPEST: usize = 64;
/// Longest key.
const KEY: usize = 40;

/// What a scanner meets.
pub(super) enum Event<'a> {
    /// A record begins; records may be nested.
    Begin,
    /// The record that began last ends.
    End,
    /// Cells of a whole grid, under a key; empty outside any.
    Grid(&'a [u8], Order, Vec<Token<'a>>),
}

/// How a text shows its keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Braces, brackets and quoted strings.
    Json,
    /// One key a line.
    Lines,
}

/// Reports everything in a text, in its order. Offsets of tokens are those in the text.
pub(super) fn scan<'a>(text: &'a [u8], style: Style, each: &mut dyn FnMut(Event<'a>)) {
    match style {
        Style::Json => json(text, each),
        Style::Lines => lines(text, each),
    }
}

/// The order of a whole grid with its cells, each a token or each a byte.
fn grid<'a>(tokens: &[Token<'a>]) -> Option<(Order, Vec<Token<'a>>)> {
    use super::super::rows::{Form, cells};
    let bytes: usize = tokens.iter().map(|token| token.text.len()).sum();
    let order = Order::from_cells(tokens.len()).or_else(|| Order::from_cells(bytes))?;
    Some((order, cells(tokens, Form::Puzzle(order))?))
}

/// An object or an array that is open.
struct Frame<'a> {
    is_object: bool,
    /// The key that a value stands under: of an array, that of the array itself.
    key: &'a [u8],
    /// Scalars of an array, and of those in it.
    cells: Vec<Token<'a>>,
    /// Arrays in it.
    rows: usize,
    /// Whether it is known to be a list of grids.
    is_list: bool,
    too_many: bool,
}

impl<'a> Frame<'a> {
    fn new(is_object: bool, key: &'a [u8]) -> Self {
        Self { is_object, key, cells: Vec::new(), rows: 0, is_list: false, too_many: false }
    }

    fn add(&mut self, tokens: &[Token<'a>]) {
        self.too_many |= self.cells.len() + tokens.len() > MOST;
        if !self.too_many {
            self.cells.extend_from_slice(tokens);
        }
    }
}

fn json<'a>(text: &'a [u8], each: &mut dyn FnMut(Event<'a>)) {
    let mut open: Vec<Frame<'a>> = Vec::new();
    // Objects and arrays within those, of which none is looked into.
    let mut deeper = 0_u64;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let key = open.last().map_or(&b""[..], |frame| frame.key);
        match byte {
            b'{' | b'[' if open.len() == DEEPEST => deeper += 1,
            b'}' | b']' if deeper > 0 => deeper -= 1,
            b'{' => {
                open.push(Frame::new(true, b""));
                each(Event::Begin);
            }
            b'[' => open.push(Frame::new(false, key)),
            b'}' | b']' => {
                if let Some(frame) = open.pop() {
                    close(frame, open.last_mut(), each);
                }
            }
            b'"' | b'\'' => {
                let end = end_of_string(text, at);
                let string = text.get(at + 1..end).unwrap_or_default();
                value(string, at + 1, &text[(end + 1).min(text.len())..], &mut open, each);
                at = end;
            }
            b',' | b':' => {}
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                let rest = &text[at..];
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b",:[]{}\"'".contains(byte);
                let len = rest.iter().position(ends).unwrap_or(rest.len());
                value(&rest[..len], at, &rest[len..], &mut open, each);
                at += len - 1;
            }
        }
        at += 1;
    }
}

/// Offset of the quote that ends the string at an offset.
fn end_of_string(text: &[u8], at: usize) -> usize {
    let quote = text[at];
    let mut end = at + 1;
    while let Some(&byte) = text.get(end) {
        match byte {
            b'\\' => end += 1,
            _ if byte == quote => return end,
            _ => {}
        }
        end += 1;
    }
    text.len()
}

/// Takes a string, number or word: a key where a colon follows it.
fn value<'a>(
    text: &'a [u8],
    at: usize,
    after: &[u8],
    open: &mut [Frame<'a>],
    each: &mut dyn FnMut(Event<'a>),
) {
    let Some(frame) = open.last_mut() else { return };
    if frame.is_object && after.trim_ascii_start().first() == Some(&b':') {
        frame.key = text;
        return;
    }
    let tokens = tokens_of(text, at);
    // No row is as long as the cells of a 9x9: such a string is a grid, also among others.
    let whole = frame.is_object || text.len() >= Order::THREE.cells();
    match grid(&tokens).filter(|_| whole) {
        Some((order, cells)) => each(Event::Grid(frame.key, order, cells)),
        None if frame.is_object => {}
        None => {
            frame.add(&tokens);
            if frame.cells.len() > MOST / 2 {
                one_by_one(frame, 1, each);
            }
        }
    }
}

/// Takes the grids, each of so many tokens, of which an array is a list; if it is one.
fn one_by_one<'a>(frame: &mut Frame<'a>, tokens: usize, each: &mut dyn FnMut(Event<'a>)) -> bool {
    let grids: Option<Vec<_>> = frame.cells.chunks(tokens).map(grid).collect();
    let Some(grids) = grids else { return false };
    for (order, cells) in grids {
        each(Event::Grid(frame.key, order, cells));
    }
    frame.cells.clear();
    true
}

/// The tokens of a string, in which `\n` may stand between rows.
fn tokens_of(text: &[u8], at: usize) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    for end in memchr::memmem::find_iter(text, b"\\n").chain([text.len()]) {
        found.extend(tokens(&text[from..end], at + from));
        from = end + 2;
    }
    found
}

/// Takes an object or array that has ended.
fn close<'a>(frame: Frame<'a>, parent: Option<&mut Frame<'a>>, each: &mut dyn FnMut(Event<'a>)) {
    if frame.is_object {
        return each(Event::End);
    }
    if frame.too_many || frame.cells.is_empty() {
        return;
    }
    let mut parent = parent.filter(|parent| !parent.is_object);
    // Sixteen numbers are a row of a 16x16 or a flat 4x4: what is around them shows which.
    if let Some(parent) = parent.as_mut().filter(|parent| !parent.is_list)
        && (frame.cells.len(), frame.rows) == (FLAT, 0)
    {
        parent.add(&frame.cells);
        parent.rows += 1;
        parent.is_list = parent.rows > FLAT && one_by_one(parent, FLAT, each);
        return;
    }
    let mut frame = frame;
    if frame.rows != FLAT
        && frame.cells.len() == FLAT * frame.rows
        && one_by_one(&mut frame, FLAT, each)
    {
        return;
    }
    if let Some((order, cells)) = grid(&frame.cells) {
        return each(Event::Grid(frame.key, order, cells));
    }
    if !one_by_one(&mut frame, 1, each)
        && let Some(parent) = parent
    {
        parent.add(&frame.cells);
        parent.rows += 1;
    }
}

fn lines<'a>(text: &'a [u8], each: &mut dyn FnMut(Event<'a>)) {
    let mut at = 0;
    for line in text.split(|&byte| byte == b'\n') {
        if line.trim_ascii_start().starts_with(b"- ") {
            each(Event::Begin);
        }
        if let Some((key, value)) = key_and_value(line)
            && let from = at + (value.as_ptr() as usize - line.as_ptr() as usize)
            && let Some((order, cells)) = grid(&tokens(value, from))
        {
            each(Event::Grid(key, order, cells));
        }
        at += line.len() + 1;
    }
}

/// Key and value of a line such as `- key: "value",` or `key = value`.
fn key_and_value(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"- ").unwrap_or(line).trim_ascii_start();
    let split = line.iter().take(KEY).position(|&byte| byte == b':' || byte == b'=')?;
    let key = line[..split].trim_ascii();
    let key = key.strip_prefix(b"\"").and_then(|key| key.strip_suffix(b"\"")).unwrap_or(key);
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b" _-#.".contains(byte);
    let named = key.first()?.is_ascii_alphabetic() && key.iter().all(is_word);
    named.then_some((key, line[split + 1..].trim_ascii()))
}
