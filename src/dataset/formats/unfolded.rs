//! Tables whose quoted fields go over several lines: each row is made one line, followed by as many
//! blank ones as were taken out, so that every row keeps its line number.

use std::io::{self, Read};

use memchr::memchr;

/// A quoted field longer than this, or over more lines, is taken for a stray quote.
const LONGEST: usize = 64 << 10;
const MOST_LINES: usize = 100;

/// Returns true if some row of a text goes over several lines.
pub(super) fn has_folded_fields(text: &[u8]) -> bool {
    // Most files have no quote at all.
    if memchr(b'"', text).is_none() {
        return false;
    }
    let mut at = 0;
    while at < text.len() {
        let (end, breaks) = row(&text[at..]);
        if breaks > 0 {
            return true;
        }
        at += end;
    }
    false
}

/// Bytes of the row that a text begins with, its newline included, and the line breaks in it.
fn row(text: &[u8]) -> (usize, usize) {
    let line_end = memchr(b'\n', text).map_or(text.len(), |newline| newline + 1);
    if memchr(b'"', &text[..line_end]).is_none() {
        return (line_end, 0);
    }
    let mut breaks = 0;
    let mut inside = false;
    let mut at_start = true; // of a field
    for (at, &byte) in text.iter().enumerate().take(LONGEST) {
        match byte {
            b'"' if inside || at_start => (inside, at_start) = (!inside, false),
            // A doubled quote stands for one: it ends the field and begins it again.
            b'"' if at > 0 && text[at - 1] == b'"' => inside = true,
            b'\n' if inside && breaks < MOST_LINES => breaks += 1,
            b'\n' if inside => break,
            b'\n' => return (at + 1, breaks),
            b',' | b';' | b'\t' | b'|' if !inside => at_start = true,
            b' ' => {}
            _ if !inside => at_start = false,
            _ => {}
        }
    }
    if inside || text.len() > LONGEST { (line_end, 0) } else { (text.len(), breaks) }
}

/// A text with each row on a line of its own.
pub(super) struct Unfolded<'a> {
    rest: &'a [u8],
    /// Bytes of the row that is being given.
    row: usize,
    /// Line breaks taken out of it, to be given after it.
    breaks: usize,
    owed: usize,
}

impl<'a> Unfolded<'a> {
    /// Reads a text.
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { rest: text, row: 0, breaks: 0, owed: 0 }
    }
}

impl Read for Unfolded<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut written = 0;
        while written < out.len() {
            if self.row > 0 {
                let (byte, rest) = (self.rest[0], &self.rest[1..]);
                // Only the newline at a row's end ends a line.
                let inside = byte == b'\n' && self.row > 1;
                out[written] = if inside { b' ' } else { byte };
                (self.rest, self.row) = (rest, self.row - 1);
                self.owed = if self.row == 0 { self.breaks } else { self.owed };
            } else if self.owed > 0 {
                self.owed -= 1;
                out[written] = b'\n';
            } else if self.rest.is_empty() {
                break;
            } else {
                (self.row, self.breaks) = row(self.rest);
                continue;
            }
            written += 1;
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unfolded(text: &str) -> String {
        let mut out = String::new();
        Unfolded::new(text.as_bytes()).read_to_string(&mut out).unwrap();
        out
    }

    #[test]
    fn rows_become_lines_and_keep_their_numbers() {
        assert!(has_folded_fields(b"a,\"b\nc\",d\ne,f\n"));
        assert_eq!(unfolded("a,\"b\nc\",d\ne,f\n"), "a,\"b c\",d\n\ne,f\n");
        assert_eq!(unfolded("\"x\r\n\r\ny\";1\n2\n"), "\"x\r \r y\";1\n\n\n2\n");
        assert_eq!(unfolded("a,\"say \"\"b\nc\"\"\",d\ne"), "a,\"say \"\"b c\"\"\",d\n\ne");
    }

    #[test]
    fn a_stray_quote_folds_nothing() {
        for text in [
            "5\" disk\n1\"\n",
            "puzzle = \"12\"+\n\"34\"\n",
            "{\"a\": \"b\",\n \"c\": \"d\"}\n",
            "'\"'\nx\n",
            "\"never closed\nx\ny\n",
        ] {
            assert!(!has_folded_fields(text.as_bytes()), "{text}");
            assert_eq!(unfolded(text), text);
        }
        let far = format!("\"open\n{}\"\n", "x\n".repeat(200));
        assert!(!has_folded_fields(far.as_bytes()));
    }
}
