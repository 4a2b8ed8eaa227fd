//! Puzzles in OpenSudoku's XML: the `data` attribute of each `game`.

use memchr::memmem;

use super::spool::Spool;
use crate::dataset::error::Fault;
use crate::dataset::survey::line_of;
use crate::dataset::symbols::Symbols;
use crate::puzzle::Order;

const KEY: &[u8] = b" data=\"";

/// Whether a text is XML.
pub fn is_xml(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    text.starts_with(b"<?xml") || text.starts_with(b"<opensudoku")
}

/// Converts every game.
pub fn convert(text: &[u8], spool: &mut Spool) {
    let mut line = 1;
    let mut counted = 0;
    for found in memmem::find_iter(text, KEY) {
        let from = found + KEY.len();
        line += line_of(&text[counted..], from - counted) - 1;
        counted = from;
        let end = memchr::memchr(b'"', &text[from..]).map_or(text.len(), |n| from + n);
        let data = &text[from..end];
        let mut cells = vec![0; data.len()];
        match Order::from_cells(data.len()) {
            Some(order) if Symbols::STANDARD.canonicalise(order, data, &mut cells) => {
                spool.puzzle(order, &cells, None, line);
            }
            _ => spool.fault(|| Fault {
                line,
                column: 1,
                found: format!("a game of {} symbols", data.len()),
                expected: "81 digits, 0 for an empty cell".to_owned(),
            }),
        }
    }
}
