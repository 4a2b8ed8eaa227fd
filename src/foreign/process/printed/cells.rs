//! A program's output as lines of cells: numbers, symbols, and symbols set close together.

use std::ops::Range;

use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

const ESCAPE: u8 = 0x1b;

/// The cells that stand in a text, in their order, with blanks (`.` and 0) among them.
pub(super) struct Cells {
    /// All of them.
    pub cells: Vec<u8>,
    /// Those of each line that has a letter or digit. A line of blanks alone is left out: it is a
    /// dotted rule.
    pub lines: Vec<Range<usize>>,
    /// Where a word stood between cells that is not a cell itself.
    pub breaks: Vec<usize>,
    /// Where a single word begins that is as long as a grid.
    pub whole: Vec<usize>,
}

impl Cells {
    /// Takes a text apart that has gone through [`plain`].
    pub(super) fn of(text: &[u8], order: Order) -> Self {
        let (lines, breaks, whole) = (Vec::new(), Vec::new(), Vec::new());
        let mut all = Self { cells: Vec::new(), lines, breaks, whole };
        for line in text.split(|byte| matches!(byte, b'\n' | b'\r')) {
            let from = all.cells.len();
            let mut has_words = false;
            for word in line.split(|byte| !is_of_a_word(*byte)).filter(|word| !word.is_empty()) {
                has_words |= !all.add(word, order);
            }
            let line = from..all.cells.len();
            if has_words || all.cells[line.clone()].iter().any(|&cell| cell != BLANK) {
                all.lines.push(line);
            } else {
                all.cells.truncate(from);
            }
        }
        all
    }

    /// Adds the cells of a word; returns false if it has none.
    fn add(&mut self, word: &[u8], order: Order) -> bool {
        let at = self.cells.len();
        if let Some(cell) = number(word, order) {
            self.cells.push(cell);
            return true;
        }
        let folds = order <= Order::FIVE && (word.len() == 1 || word.len() >= order.side());
        for &byte in word {
            let byte = if folds { byte.to_ascii_uppercase() } else { byte };
            match byte {
                b'.' | b'0' => self.cells.push(BLANK),
                _ if order.value(byte).is_some() => self.cells.push(byte),
                _ => {
                    self.cells.truncate(at);
                    self.breaks.push(at);
                    return false;
                }
            }
        }
        if word.len() == order.cells() {
            self.whole.push(at);
        }
        true
    }
}

fn is_of_a_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'.'
}

/// The cell of a decimal number of at most two digits, as `7`, `07`, `7.` or `7.0`. Two digits are
/// two cells where the order has no such value.
fn number(word: &[u8], order: Order) -> Option<u8> {
    let digits = word.iter().position(|&byte| byte == b'.').unwrap_or(word.len());
    let (whole, fraction) = word.split_at(digits);
    let is_number = matches!(whole.len(), 1 | 2) && whole.iter().all(u8::is_ascii_digit);
    if !is_number || fraction.get(1..).unwrap_or_default().iter().any(|&byte| byte != b'0') {
        return None;
    }
    let value = whole.iter().fold(0, |value, digit| 10 * value + (digit - b'0'));
    let is_one = whole.len() == 1 || (order.side() > 9 && value > 9);
    (is_one && value as usize <= order.side()).then(|| Order::symbol(value))
}

/// A text without escape sequences (colours, cursor movements) and without the zero bytes of
/// UTF-16.
pub(super) fn plain(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            ESCAPE => rest = &rest[escape_len(rest)..],
            0 => {}
            _ => plain.push(byte),
        }
    }
    plain
}

/// Bytes of an escape sequence after its first. One without an end ends before its line's: broken
/// bytes in a log must not hide what is printed below them.
fn escape_len(rest: &[u8]) -> usize {
    let end = |from: usize, is_last: fn(u8) -> bool| {
        let stops = |&byte: &u8| is_last(byte) || matches!(byte, b'\n' | b'\r');
        let last = rest[from..].iter().position(stops);
        last.map_or(rest.len(), |last| from + last + usize::from(is_last(rest[from + last])))
    };
    match rest.first() {
        Some(b'[') => end(1, |byte| (0x40..=0x7e).contains(&byte)),
        Some(b']') => end(1, |byte| matches!(byte, 0x07 | b'\\')),
        Some(b'(' | b')') => rest.len().min(2),
        Some(_) => 1,
        None => 0,
    }
}
