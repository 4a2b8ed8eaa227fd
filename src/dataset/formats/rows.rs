//! A line of loosely written cells, cut into tokens: bars, brackets, commas and quotes between
//! them mean nothing.

use crate::dataset::line::{is_comment, trim};
use crate::puzzle::Order;

/// A run of bytes that nothing separates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    /// Offset in the line.
    pub at: usize,
    /// The bytes.
    pub text: &'a [u8],
}

/// What a line looks like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Row<'a> {
    /// Nothing.
    Blank,
    /// A comment, or a rule between boxes.
    Ignored,
    /// Nothing but this many dashes: a rule, or a row of blanks.
    Dashes(usize),
    /// Something that may be cells.
    Tokens(Vec<Token<'a>>),
}

/// Cuts a line.
pub(super) fn split(line: &[u8]) -> Row<'_> {
    if let Some(tokens) = spreadsheet(line) {
        return Row::Tokens(tokens);
    }
    let text = trim(line);
    if text.is_empty() {
        return Row::Blank;
    }
    if is_comment(text) {
        return Row::Ignored;
    }
    if text.iter().all(|&byte| byte == b'-') && text.len() > 2 {
        return Row::Dashes(text.len());
    }
    if is_rule(text) {
        return Row::Ignored;
    }
    let tokens = if text.iter().filter(|&&byte| byte == b'"').count() > 1 {
        let from = text.as_ptr() as usize - line.as_ptr() as usize;
        quoted(text, from)
    } else {
        let end = comment_in(line).unwrap_or(line.len());
        tokens(&line[..end], 0)
    };
    if tokens.is_empty() { Row::Ignored } else { Row::Tokens(tokens) }
}

/// A rule is mostly dashes, with crossings.
fn is_rule(text: &[u8]) -> bool {
    let mut strokes = 0;
    let mut others = 0;
    let mut at = 0;
    while at < text.len() {
        let wide = box_drawing(&text[at..]);
        match text[at] {
            b'-' | b'=' | b'+' => strokes += 1,
            b'|' | b'*' | b'.' | b'\'' | b':' | b'!' | b'`' => others += 1,
            b' ' | b'\t' => {}
            _ if wide > 0 => strokes += 1,
            _ => return false,
        }
        at += wide.max(1);
    }
    let run = |stroke: &[u8]| text.windows(stroke.len()).any(|window| window == stroke);
    let strokes_together = run(b"---")
        || run(b"===")
        || run("───".as_bytes())
        || run("━━━".as_bytes())
        || run("═══".as_bytes());
    strokes_together && strokes > others
}

/// Length of the box-drawing character at the start of some bytes; 0 if there is none.
fn box_drawing(bytes: &[u8]) -> usize {
    if matches!(bytes, [0xe2, 0x94 | 0x95, _, ..]) { 3 } else { 0 }
}

/// Where a comment begins behind cells.
fn comment_in(line: &[u8]) -> Option<usize> {
    let slashes = line.windows(2).position(|pair| pair == b"//");
    let hash = line.iter().position(|&byte| byte == b'#');
    slashes.into_iter().chain(hash).min()
}

/// The tokens of a text that begins at an offset.
pub(super) fn tokens(text: &[u8], from: usize) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut at = 0;
    let mut push = |start: usize, end: usize| {
        if start < end {
            found.push(Token { at: from + start, text: &text[start..end] });
        }
    };
    while at < text.len() {
        let wide = box_drawing(&text[at..]);
        let breaks = wide > 0
            || text[at].is_ascii_whitespace()
            || b",;|!\"'[]{}()+:\x1a".contains(&text[at])
            || text[at..].starts_with(b"\xc2\xa0");
        let step = if text[at..].starts_with(b"\xc2\xa0") { 2 } else { wide.max(1) };
        if breaks {
            push(start, at);
            start = at + step;
        }
        at += step;
    }
    push(start, text.len());
    found
}

/// The cells of a row, or of a whole puzzle, of a spreadsheet in which empty ones are blanks: as
/// many fields as a row or a puzzle has cells, some of them empty.
fn spreadsheet(line: &[u8]) -> Option<Vec<Token<'_>>> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let separator = *line.iter().find(|byte| b",;\t".contains(byte))?;
    let count = line.iter().filter(|&&byte| byte == separator).count() + 1;
    let by_side = Order::ALL.into_iter().find(|order| order.side() == count);
    let order = by_side.or_else(|| Order::from_cells(count))?;
    let mut cells = Vec::with_capacity(count);
    let (mut at, mut empty) = (0, false);
    for field in line.split(|&byte| byte == separator) {
        let text = field.trim_ascii();
        let quoted = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
        match quoted.unwrap_or(text) {
            b"" => cells.push(Token { at, text: b"." }),
            text if is_cell(text, order) => cells.push(Token { at, text: whole(text) }),
            _ => return None,
        }
        empty |= text.is_empty();
        at += field.len() + 1;
    }
    empty.then_some(cells)
}

/// Tokens of the quoted parts of a line only.
fn quoted(text: &[u8], from: usize) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    for (i, part) in text.split(|&byte| byte == b'"').enumerate() {
        if i % 2 == 1 {
            found.extend(tokens(part, from + at));
        }
        at += part.len() + 1;
    }
    found
}

/// What a line of tokens can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Form {
    /// A whole puzzle, perhaps followed by its solution.
    Puzzle(Order),
    /// Nine slots for each cell of a 9x9, for the digits that are still possible.
    Slots,
    /// A row of a grid of this order.
    Row(Order),
}

/// The cells of a line that is read in a form; `None` if it cannot be.
pub(super) fn cells<'a>(tokens: &[Token<'a>], form: Form) -> Option<Vec<Token<'a>>> {
    let fits = |count: usize| match form {
        Form::Puzzle(order) => count == order.cells() || count == 2 * order.cells(),
        Form::Slots => count == 729,
        Form::Row(order) => count == order.side(),
    };
    let order = match form {
        Form::Puzzle(order) | Form::Row(order) => order,
        Form::Slots => Order::THREE,
    };
    if form != Form::Slots && fits(tokens.len()) && tokens.iter().all(|t| is_cell(t.text, order)) {
        let number = |token: &Token<'a>| Token { at: token.at, text: whole(token.text) };
        return Some(tokens.iter().map(number).collect());
    }
    if !fits(tokens.iter().map(|token| token.text.len()).sum()) {
        return None;
    }
    let bytes = |token: &Token<'a>| {
        let text = token.text;
        let at = token.at;
        (0..text.len()).map(move |i| Token { at: at + i, text: &text[i..=i] })
    };
    let cells: Vec<_> = tokens.iter().flat_map(bytes).collect();
    cells.iter().all(|cell| is_cell(cell.text, order)).then_some(cells)
}

/// Returns true if a token may stand for one cell of an order: a symbol, a number, or candidates.
fn is_cell(text: &[u8], order: Order) -> bool {
    match whole(text) {
        [byte] if order == Order::TWO => b"01234.*_-xX".contains(byte),
        [byte] if order == Order::THREE => byte.is_ascii_digit() || b".*_-xX?".contains(byte),
        [byte] => byte.is_ascii_graphic(),
        b"-1" => true,
        text if is_null(text) => true,
        [_, _] => text.iter().all(u8::is_ascii_digit),
        text => order == Order::THREE && is_ascending(text),
    }
}

/// A number as programs for tables write it, `7.0`, without what follows the point.
fn whole(text: &[u8]) -> &[u8] {
    let Some(point) = text.iter().position(|&byte| byte == b'.') else { return text };
    let (number, zeros) = (&text[..point], &text[point + 1..]);
    let is = !number.is_empty() && number.iter().all(u8::is_ascii_digit) && !zeros.is_empty();
    if is && zeros.iter().all(|&byte| byte == b'0') { number } else { text }
}

/// Returns true if a token is a programming language's word for nothing.
pub(super) fn is_null(text: &[u8]) -> bool {
    matches!(text, b"null" | b"None" | b"nan" | b"NaN")
}

/// Returns true if a token lists candidates of a 9x9 cell: digits, each larger than the one before.
pub(super) fn is_ascending(text: &[u8]) -> bool {
    text.iter().all(|byte| (b'1'..=b'9').contains(byte)) && text.is_sorted_by(|a, b| a < b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: &str, order: Order) -> Option<String> {
        let Row::Tokens(tokens) = split(line.as_bytes()) else { return None };
        let cells = cells(&tokens, Form::Row(order))?;
        let text: Vec<_> = cells.iter().map(|cell| String::from_utf8_lossy(cell.text)).collect();
        Some(text.join(" "))
    }

    #[test]
    fn decoration_between_cells_means_nothing() {
        let nine = "5 . . 4 . 6 . . 2";
        for line in [
            "5..4.6..2",
            "5 . . 4 . 6 . . 2",
            " |5..|4.6|..2|",
            "5,.,., 4,.,6, .,.,2",
            "┃ 5 . . ┃ 4 . 6 ┃ . . 2 ┃",
            "[5,.,.,4,.,6,.,.,2],",
            "String puzzle = \"5..4.6..2\"+",
            "5..4.6..2 # five",
        ] {
            assert_eq!(row(line, Order::THREE).as_deref(), Some(nine), "{line}");
        }
        assert_eq!(row("25 |4 |28 |6 |1 |237 |578 |9 |378", Order::THREE).unwrap().len(), 25);
        assert_eq!(row("780F|E3CD|9B6A|1425", Order::FOUR).unwrap().len(), 31);
        assert_eq!(row("780F|E3CD|9B6A|1425", Order::TWO), None);
        assert_eq!(row("Grid 01", Order::THREE), None);
    }

    #[test]
    fn empty_fields_of_a_spreadsheet_are_blanks() {
        let nine = "2 . . 3 1 . . . .";
        for line in ["2,,,3,1,,,,", "2;;;3;1;;;;\r", "2\t\t\t3\t1\t\t\t\t", "2.0,,,3.0,1.0,,,,"] {
            assert_eq!(row(line, Order::THREE).as_deref(), Some(nine), "{line}");
        }
        assert_eq!(row("2.0,0.0,0.0,3.0,1.0,0.0,NaN,0.0,0.0", Order::THREE).unwrap().len(), 19);
        assert_eq!(row(",,,,,,,,", Order::THREE).as_deref(), Some(". . . . . . . . ."));
        assert_eq!(row(",,,,,,,", Order::THREE), None, "eight fields");
        assert_eq!(row("a,,c,,,,,,", Order::THREE), None);
        assert_eq!(row("A,,10,,,,,,,,,,,,,G", Order::FOUR).unwrap().len(), 32);
    }

    #[test]
    fn rules_are_no_rows() {
        for line in [
            "+-------+-------+-------+",
            " *-----------*",
            " |---+---+---|",
            ".---------.---------.",
            "------+-------+------",
            "┏━━━━┳━━━━┓",
            "# a comment",
        ] {
            assert_eq!(split(line.as_bytes()), Row::Ignored, "{line}");
        }
        assert_eq!(split(b"----------------"), Row::Dashes(16));
        assert!(matches!(split(b"- - - - - - - - -"), Row::Tokens(_)));
        assert!(matches!(split(b"........."), Row::Tokens(_)));
        assert!(matches!(split(b"-8B3C24--F0EA56-"), Row::Tokens(_)));
    }
}
