//! Puzzles in OpenSudoku's XML: the `data` attribute of each `game`.

use memchr::memmem;

use super::spool::Spool;
use crate::dataset::error::LineFault;
use crate::dataset::survey::line_of;
use crate::dataset::symbols::Symbols;
use crate::puzzle::Order;

const KEY: &[u8] = b"data";

/// Returns true if a text is XML.
pub(super) fn is_xml(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    text.starts_with(b"<?xml") || text.starts_with(b"<opensudoku")
}

/// Converts every game.
pub(super) fn convert(text: &[u8], spool: &mut Spool) {
    let mut line = 1;
    let mut counted = 0;
    for found in memmem::find_iter(text, KEY) {
        let Some((from, end)) = attribute(text, found) else { continue };
        line += line_of(&text[counted..], from - counted) - 1;
        counted = from;
        let data = &text[from..end];
        let mut cells = vec![0; data.len()];
        match Order::from_cells(data.len()) {
            Some(order) if Symbols::STANDARD.canonicalise(order, data, &mut cells) => {
                spool.puzzle(order, &cells, None, line);
            }
            _ => spool.fault(|| LineFault {
                line,
                column: 1,
                found: format!("a game of {} symbols", data.len()),
                expected: "81 digits, 0 for an empty cell".to_owned(),
            }),
        }
    }
}

/// Where the value of the attribute lies whose name stands at an offset; `None` if none does.
fn attribute(text: &[u8], name: usize) -> Option<(usize, usize)> {
    if !text.get(name.checked_sub(1)?)?.is_ascii_whitespace() {
        return None;
    }
    let rest = text[name + KEY.len()..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let (&quote, value) = rest.split_first().filter(|(quote, _)| b"\"'".contains(quote))?;
    let from = text.len() - value.len();
    let end = memchr::memchr(quote, value).map_or(text.len(), |len| from + len);
    Some((from, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_may_have_either_quote_and_spaces() {
        let value = |text: &'static str| {
            let name = text.find("data").unwrap();
            attribute(text.as_bytes(), name).map(|(from, end)| &text[from..end])
        };
        assert_eq!(value("<game data='1\"2'/>"), Some("1\"2"));
        assert_eq!(value("<game\ndata = \"12\"/>"), Some("12"));
        assert_eq!(value("<game mydata='12'/>"), None);
        assert_eq!(value("<game database='12'/>"), None);
        assert_eq!(value("<game> data </game>"), None);
    }
}
