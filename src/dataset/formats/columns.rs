//! Files with one puzzle a line, alone or among columns: which column holds it, told by content.

use super::alphabet::{self, Used};
use crate::dataset::DatasetError;
use crate::dataset::line::{Layout, Separator, is_comment, trim};
use crate::dataset::symbols::Symbols;
use crate::puzzle::Order;

/// Lines looked at, and bytes in which they must begin.
pub const LINES: usize = 1000;
pub const BYTES: usize = 8 << 20;
/// Columns looked at, in lines of no more than so many bytes.
const COLUMNS: usize = 48;
const LONGEST: usize = 64 << 10;

const SEPARATORS: [Separator; 8] = [
    Separator::Any,
    Separator::Byte(b','),
    Separator::Byte(b';'),
    Separator::Byte(b'\t'),
    Separator::Byte(b':'),
    Separator::Byte(b'|'),
    Separator::Byte(b'"'),
    Separator::Space,
];

/// What the lines of a file tell.
pub struct Found {
    /// How they are laid out.
    pub layout: Layout,
    /// Line that is a header.
    pub header: Option<u64>,
    /// Lines looked at that hold a puzzle, of how many that are not blank.
    pub puzzles: usize,
    /// See `puzzles`.
    pub of: usize,
    /// Whether no puzzle has more than 16 cells: then it may be the row of a bigger one.
    pub tiny: bool,
}

impl Found {
    /// Whether the lines may as well be rows of grids.
    pub fn may_be_rows(&self) -> bool {
        self.tiny && self.puzzles < self.of
    }
}

#[derive(Clone, Copy, Default)]
struct Column {
    /// Fields as long as a puzzle, made of cells.
    puzzles: usize,
    /// Those of them with a blank.
    open: usize,
}

/// A line of the sample: offset, and text without white space at its ends.
struct Sample<'a> {
    lines: Vec<(usize, &'a [u8])>,
    symbols: Option<&'a Symbols>,
}

/// Looks for a column of puzzles.
///
/// # Errors
/// When there is more than one, or their symbols can be read in more than one way.
pub fn detect(
    name: &str,
    text: &[u8],
    symbols: Option<&Symbols>,
) -> Result<Option<Found>, DatasetError> {
    let comments = symbols.is_none_or(|s| !b"#;/".iter().any(|&sign| s.is_any_cell(sign)));
    let sample = Sample { lines: content(text, comments), symbols };
    let Some((separator, puzzle)) = sample.puzzle_column(name)? else { return Ok(None) };
    let (separator, solution) = sample.solution_column(separator, puzzle);
    let symbols = match symbols {
        Some(symbols) => symbols.clone(),
        None => sample.symbols_of(name, separator, puzzle)?,
    };
    let mut layout = Layout { symbols, separator, puzzle, solution, start: 0, comments };
    let header = sample.header(&layout);
    let counted = sample.counts(separator)[puzzle].puzzles;
    let tiny = sample.fields(&layout).all(|field| field.len() <= 16);
    let mut number = None;
    if let Some(offset) = header {
        layout.start = end_of_line(text, offset);
        number = Some(crate::dataset::survey::line_of(text, offset));
    } else if text.starts_with(b"\xef\xbb\xbf") {
        layout.start = 3;
    }
    let of = sample.lines.len() - usize::from(header.is_some());
    Ok(Some(Found { layout, header: number, puzzles: counted, of, tiny }))
}

fn content(text: &[u8], comments: bool) -> Vec<(usize, &[u8])> {
    let mut lines = Vec::new();
    let mut at = 0;
    while at < text.len().min(BYTES) && lines.len() < LINES {
        let end = end_of_line(text, at);
        let line = trim(&text[at..end]).trim_ascii();
        let comment = comments && is_comment(line);
        if !line.is_empty() && !comment && line.len() <= LONGEST {
            lines.push((at, line));
        }
        at = end;
    }
    lines
}

fn end_of_line(text: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |n| at + n + 1)
}

impl Sample<'_> {
    fn is_puzzle(&self, field: &[u8]) -> bool {
        let Some(order) = Order::from_cells(field.len()) else { return false };
        field.iter().all(|&byte| match self.symbols {
            Some(symbols) => symbols.is_cell(order, byte),
            None if order.side() <= 9 => {
                Symbols::STANDARD.is_cell(order, byte) || matches!(byte, b'x' | b'X')
            }
            None => byte.is_ascii_alphanumeric() || Symbols::STANDARD.is_cell(order, byte),
        })
    }

    fn is_open(&self, field: &[u8]) -> bool {
        let order = Order::from_cells(field.len()).unwrap_or(Order::THREE);
        let symbols = self.symbols.unwrap_or(&Symbols::STANDARD);
        let mut cells = vec![0; order.cells()];
        field.iter().any(|byte| b".*_-xX".contains(byte))
            || !symbols.canonicalise(order, field, &mut cells)
            || cells.contains(&b'.')
    }

    fn counts(&self, separator: Separator) -> [Column; COLUMNS] {
        let mut counts = [Column::default(); COLUMNS];
        let layout = self.layout(separator, 0);
        for (_, line) in &self.lines {
            for (field, column) in layout.columns(line).zip(&mut counts) {
                if self.is_puzzle(field) {
                    column.puzzles += 1;
                    column.open += usize::from(self.is_open(field));
                }
            }
        }
        counts
    }

    fn layout(&self, separator: Separator, puzzle: usize) -> Layout {
        let symbols = self.symbols.cloned().unwrap_or(Symbols::STANDARD);
        Layout { symbols, separator, puzzle, ..Layout::PLAIN }
    }

    /// The column in which most lines have a puzzle, those with blanks first.
    fn puzzle_column(&self, name: &str) -> Result<Option<(Separator, usize)>, DatasetError> {
        let all = SEPARATORS.map(|separator| (separator, self.counts(separator)));
        let rank = |column: &Column| (column.puzzles, column.open > 0);
        let best = all.iter().flat_map(|(_, counts)| counts.iter().map(rank)).max();
        let Some(best) = best.filter(|(puzzles, _)| *puzzles > 0) else { return Ok(None) };
        let mut place = None;
        for (separator, counts) in &all {
            let mut columns = (0..COLUMNS).filter(|column| rank(&counts[*column]) == best);
            let Some(first) = columns.next() else { continue };
            if columns.next().is_some() && best.1 {
                return Err(two_columns(name, *separator, counts));
            }
            place.get_or_insert((*separator, first));
        }
        Ok(place)
    }

    /// A column of full grids beside that of the puzzles, and the separator that shows it.
    fn solution_column(&self, separator: Separator, puzzle: usize) -> (Separator, Option<usize>) {
        let puzzles = self.counts(separator)[puzzle].puzzles;
        for other in SEPARATORS {
            if separator != Separator::Any && other != separator {
                continue;
            }
            let counts = self.counts(other);
            if counts[puzzle].puzzles != puzzles {
                continue;
            }
            let full = |(column, count): (usize, &Column)| {
                (column != puzzle && count.puzzles > 0 && count.open == 0).then_some(column)
            };
            if let Some(solution) = counts.iter().enumerate().find_map(full) {
                return (other, Some(solution));
            }
        }
        (separator, None)
    }

    /// The fields of a column that are puzzles.
    fn fields<'a>(&'a self, layout: &'a Layout) -> impl Iterator<Item = &'a [u8]> {
        let column = |(_, line): &(usize, &'a [u8])| layout.column(line, layout.puzzle);
        self.lines.iter().map(column).filter(|field| self.is_puzzle(field))
    }

    fn symbols_of(
        &self,
        name: &str,
        separator: Separator,
        puzzle: usize,
    ) -> Result<Symbols, DatasetError> {
        let layout = self.layout(separator, puzzle);
        let mut symbols = Symbols::STANDARD;
        for order in Order::ALL {
            let mut used = Used::new(order);
            for field in self.fields(&layout).filter(|field| field.len() == order.cells()) {
                used.add(field);
            }
            let table = used.table().map_err(|readings| alphabet::ambiguous(name, readings))?;
            if let Some(table) = table {
                symbols.set(order, table);
            }
        }
        Ok(symbols)
    }

    /// Offset of the first line, if that names columns.
    fn header(&self, layout: &Layout) -> Option<usize> {
        const NAMES: [&[u8]; 7] =
            [b"puzzle", b"puzzles", b"quizzes", b"question", b"sudoku", b"grid", b"board"];
        let (offset, line) = self.lines.first()?;
        let field = layout.column(line, layout.puzzle).to_ascii_lowercase();
        let word = field.len() > 2 && field.iter().all(|b| b.is_ascii_lowercase() || *b == b'_');
        let named = NAMES.contains(&&field[..]);
        (named || (word && layout.separator != Separator::Any && !self.is_puzzle(&field)))
            .then_some(*offset)
    }
}

fn two_columns(name: &str, separator: Separator, counts: &[Column]) -> DatasetError {
    let columns: Vec<String> = (1..)
        .zip(counts)
        .filter(|(_, count)| count.open * 2 > count.puzzles)
        .map(|(column, _)| column.to_string())
        .collect();
    let by = match separator {
        Separator::Byte(byte) => format!(" (separated by '{}')", byte.escape_ascii()),
        _ => String::new(),
    };
    DatasetError::Ambiguous {
        name: name.to_owned(),
        readings: format!("columns {}{by} all hold puzzles with blanks", columns.join(" and ")),
        remedy: "keep only the one you mean, for example with cut -d, -f2",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: &str =
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
    const S: &str =
        "145327698839654127672918543496185372218473956753296481367542819984761235521839764";

    fn found(text: &str) -> Option<(Separator, usize, Option<usize>, Option<u64>)> {
        let found = detect("x", text.as_bytes(), None).unwrap()?;
        let layout = found.layout;
        Some((layout.separator, layout.puzzle, layout.solution, found.header))
    }

    #[test]
    fn the_puzzle_column_is_found_by_its_content() {
        use Separator::{Any, Byte, Space};
        let comma = Byte(b',');
        assert_eq!(found(&format!("{P}\n{P} # x\n")), Some((Any, 0, None, None)));
        assert_eq!(found(&format!("puzzle\n{P}\n")), Some((Any, 0, None, Some(1))));
        assert_eq!(found(&format!("{P},{S}\n")), Some((comma, 0, Some(1), None)));
        let text = format!("# c\n\nquizzes,solutions\n{P},{S}\n");
        assert_eq!(found(&text), Some((comma, 0, Some(1), Some(3))));
        assert_eq!(found(&format!("solution,puzzle\n{S},{P}")), Some((comma, 1, Some(0), Some(1))));
        assert_eq!(found(&format!("Platinum Blonde,{P}\nX #1,{P}")), Some((comma, 1, None, None)));
        assert_eq!(found(&format!("{P}:1:{S}\n{P}:0")), Some((Byte(b':'), 0, Some(2), None)));
        assert_eq!(found(&format!("0000183b305c {P}  1.2")), Some((Space, 1, None, None)));
        assert_eq!(found(&format!("{P}\t{S}\t0")), Some((Byte(b'\t'), 0, Some(1), None)));
        let json = format!("{{\"puzzle\": \"{P}\", \"solution\": \"{S}\"}}");
        assert_eq!(found(&json), Some((Byte(b'"'), 3, Some(7), None)));
        assert_eq!(found(&format!(":0000:x:{P}:1 2::")), Some((Byte(b':'), 3, None, None)));
        assert_eq!(found(S), Some((Any, 0, None, None)));
        assert_eq!(found("Grid 01\n003020600\n"), None);
    }

    #[test]
    fn two_columns_of_puzzles_are_asked_about() {
        let error = detect("x", format!("{P},{P}\n").as_bytes(), None).err().unwrap().to_string();
        assert!(error.contains("columns 1 and 2"), "{error}");
    }
}
