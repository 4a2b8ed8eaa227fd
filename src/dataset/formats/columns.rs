//! Files with one puzzle a line, alone or among columns: which column holds it, recognised by
//! content.

use super::alphabet::{self, Used};
use super::keyed::{Named, named};
use crate::dataset::DatasetError;
use crate::dataset::line::{Keys, Layout, Separator, is_comment, trim};
use crate::dataset::symbols::Symbols;
use crate::puzzle::Order;

/// Lines looked at, and bytes in which they must begin.
pub(crate) const LINES: usize = 1000;
pub(crate) const BYTES: usize = 8 << 20;
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

/// What the lines of a file show.
pub(super) struct Found {
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
    /// Whether solutions stand on lines after their puzzles.
    pub by_turns: bool,
    /// Whether the symbols fit one alphabet only, whatever lines are to come.
    pub decided: bool,
}

impl Found {
    /// Returns true if the lines may as well be rows of grids.
    pub(super) fn may_be_rows(&self) -> bool {
        self.tiny && self.puzzles < self.of
    }
}

#[derive(Clone, Copy, Default)]
struct Column {
    /// Fields as long as a puzzle, made of cells.
    puzzles: usize,
    /// Their cells.
    cells: usize,
    /// Those that are empty.
    blanks: usize,
}

impl Column {
    /// Share of the cells that are empty.
    fn share(&self) -> f64 {
        self.blanks as f64 / self.cells.max(1) as f64
    }
}

/// A column has puzzles if it has at least this part of the blanks that the emptiest has; with
/// fewer it has solutions, of which some may lack a cell.
const OPEN: f64 = 0.25;

/// Where the puzzles are.
struct Chosen {
    separator: Separator,
    puzzle: usize,
    /// See [`Layout::alone`].
    alone: bool,
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
pub(super) fn detect(
    name: &str,
    text: &[u8],
    symbols: Option<&Symbols>,
) -> Result<Option<Found>, DatasetError> {
    let comments = symbols.is_none_or(|s| !b"#;/".iter().any(|&sign| s.is_any_cell(sign)));
    let sample = Sample { lines: content(text, comments), symbols };
    let Some(Chosen { separator, puzzle, alone }) = sample.puzzle_column(name)? else {
        return Ok(None);
    };
    let (separator, solution) = sample.solution_column(separator, puzzle);
    let (symbols, decided) = match symbols {
        Some(symbols) => (symbols.clone(), true),
        None => {
            let layout = Layout { solution, ..sample.layout(separator, puzzle) };
            sample.symbols_of(name, &layout)?
        }
    };
    let keys = None;
    let mut layout =
        Layout { symbols, separator, puzzle, solution, keys, alone, start: 0, comments };
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
    let by_turns = layout.solution.is_none() && sample.has_turns(&layout);
    Ok(Some(Found { layout, header: number, puzzles: counted, of, tiny, by_turns, decided }))
}

/// The layout of a text of which each line is a JSON object with a puzzle, and whether its symbols
/// fit one alphabet only; `None` if it is another.
///
/// # Errors
/// When two keys hold puzzles, or their symbols can be read in more than one way.
pub(super) fn objects(
    name: &str,
    text: &[u8],
    symbols: Option<&Symbols>,
) -> Result<Option<(Layout, bool)>, DatasetError> {
    let lines = content(text, false);
    let is_object = |line: &[u8]| {
        let line = line.strip_suffix(b",").unwrap_or(line);
        line.starts_with(b"{") && line.ends_with(b"}")
    };
    if lines.is_empty() || !lines.iter().all(|(_, line)| is_object(line)) {
        return Ok(None);
    }
    let Some((puzzle, solution)) = super::keyed::strings(name, &lines)? else { return Ok(None) };
    let keys = Keys { puzzle: puzzle.into(), solution: solution.map(Into::into) };
    let solution = keys.solution.is_some().then_some(1);
    let keyed = Layout {
        separator: Separator::Keys,
        solution,
        keys: Some(keys),
        comments: false,
        start: if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 },
        ..Layout::PLAIN
    };
    let sample = Sample { lines, symbols };
    let (symbols, decided) = match symbols {
        Some(symbols) => (symbols.clone(), true),
        None => sample.symbols_of(name, &keyed)?,
    };
    Ok(Some((Layout { symbols, ..keyed }, decided)))
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

    /// Empty cells of a puzzle. Beyond 9x9, `0` and `x` may be values: they count only where there
    /// are more of them than a value has places.
    fn blanks(&self, field: &[u8]) -> usize {
        let order = Order::from_cells(field.len()).unwrap_or(Order::THREE);
        let count = |set: &[u8]| field.iter().filter(|byte| set.contains(byte)).count();
        if let Some(symbols) = self.symbols {
            let is_blank = |&&byte: &&u8| symbols.cell(order, byte) == Some(b'.');
            return field.iter().filter(is_blank).count();
        }
        let doubtful = [&b"0"[..], b"xX"].map(count);
        let many = |count: &usize| order.side() <= 9 || *count > 2 * order.side();
        count(b".*_-") + doubtful.into_iter().filter(many).sum::<usize>()
    }

    fn counts(&self, separator: Separator) -> [Column; COLUMNS] {
        let mut counts = [Column::default(); COLUMNS];
        let layout = self.layout(separator, 0);
        for (_, line) in &self.lines {
            for (field, column) in layout.columns(line).zip(&mut counts) {
                if self.is_puzzle(field) {
                    column.puzzles += 1;
                    column.cells += field.len();
                    column.blanks += self.blanks(field);
                }
            }
        }
        counts
    }

    fn layout(&self, separator: Separator, puzzle: usize) -> Layout {
        let symbols = self.symbols.cloned().unwrap_or(Symbols::STANDARD);
        Layout { symbols, separator, puzzle, ..Layout::PLAIN }
    }

    /// The column of puzzles: of those that most lines have, the one with blanks.
    fn puzzle_column(&self, name: &str) -> Result<Option<Chosen>, DatasetError> {
        let all = SEPARATORS.map(|separator| (separator, self.counts(separator)));
        let columns = || all.iter().flat_map(|(_, counts)| counts);
        let most = columns().map(|column| column.puzzles).max().unwrap_or(0);
        // A column some of whose fields are damaged is still one.
        let frequent = |column: &&Column| column.puzzles > 0 && column.puzzles * 2 >= most;
        let share = columns().filter(frequent).map(Column::share).fold(0.0, f64::max);
        let is_open = |column: &Column| frequent(&column) && column.share() >= OPEN * share;
        let best = columns().filter(|column| is_open(column)).map(|c| c.puzzles).max();
        let mut place = None;
        for (separator, counts) in &all {
            let open: Vec<usize> = (0..COLUMNS).filter(|&i| is_open(&counts[i])).collect();
            if let Some(puzzle) = self.by_header(*separator, &open) {
                return Ok(Some(Chosen { separator: *separator, puzzle, alone: false }));
            }
            match open[..] {
                [_, _, ..] if share > 0.0 => return Err(two_columns(name, *separator, &open)),
                [puzzle, ..] if Some(counts[puzzle].puzzles) == best => {
                    place.get_or_insert(Chosen { separator: *separator, puzzle, alone: true });
                }
                _ => {}
            }
        }
        Ok(place)
    }

    /// The one column of several that the first line calls a puzzle, if it names columns.
    fn by_header(&self, separator: Separator, among: &[usize]) -> Option<usize> {
        let (_, line) = self.lines.first().filter(|_| among.len() > 1)?;
        let layout = self.layout(separator, 0);
        let names: Vec<&[u8]> = layout.columns(line).collect();
        let is = |column: &&usize| {
            let name = names.get(**column).copied().unwrap_or_default();
            name.len() < 40 && !self.is_puzzle(name) && named(name) == Named::Puzzle
        };
        let mut called = among.iter().filter(is);
        called.next().copied().filter(|_| called.next().is_none())
    }

    /// A column of full grids beside that of the puzzles, and the separator that shows it.
    fn solution_column(&self, separator: Separator, puzzle: usize) -> (Separator, Option<usize>) {
        let own = self.counts(separator)[puzzle];
        for other in SEPARATORS {
            if separator != Separator::Any && other != separator {
                continue;
            }
            let counts = self.counts(other);
            if counts[puzzle].puzzles != own.puzzles {
                continue;
            }
            let full = |(column, count): (usize, &Column)| {
                let is_full = count.blanks == 0 || count.share() < OPEN * own.share();
                (column != puzzle && count.puzzles > 0 && is_full).then_some(column)
            };
            if let Some(solution) = counts.iter().enumerate().find_map(full) {
                return (other, Some(solution));
            }
        }
        (separator, None)
    }

    /// Returns true if some full grid keeps the givens of the puzzle before it.
    fn has_turns(&self, layout: &Layout) -> bool {
        let mut before: Option<Vec<u8>> = None;
        self.fields(layout).any(|field| {
            let order = Order::from_cells(field.len()).unwrap_or(Order::THREE);
            let mut cells = vec![0; field.len()];
            if !layout.symbols.canonicalise(order, field, &mut cells) {
                return false;
            }
            if cells.contains(&b'.') {
                before = Some(cells);
                return false;
            }
            before.take().is_some_and(|givens| {
                let kept = |(&given, &cell): (&u8, &u8)| given == b'.' || given == cell;
                givens.len() == cells.len() && givens.iter().zip(&cells).all(kept)
            })
        })
    }

    /// The fields of a column that are puzzles.
    fn fields<'a>(&'a self, layout: &'a Layout) -> impl Iterator<Item = &'a [u8]> {
        let column = |(_, line): &(usize, &'a [u8])| layout.column(line, layout.puzzle);
        self.lines.iter().map(column).filter(|field| self.is_puzzle(field))
    }

    /// What the cells of the puzzles and of their solutions mean, and whether they fit one alphabet
    /// only.
    fn symbols_of(&self, name: &str, layout: &Layout) -> Result<(Symbols, bool), DatasetError> {
        let mut used = Order::ALL.map(Used::new);
        for (_, line) in &self.lines {
            for column in [Some(layout.puzzle), layout.solution].into_iter().flatten() {
                let field = layout.column(line, column);
                if let Some(order) =
                    Order::from_cells(field.len()).filter(|_| self.is_puzzle(field))
                {
                    used[order.n() - 2].add(field);
                }
            }
        }
        let (mut symbols, mut decided) = (Symbols::STANDARD, true);
        for (order, used) in Order::ALL.into_iter().zip(used).filter(|(_, used)| used.is_any()) {
            decided &= used.is_decided();
            let table = used.table().map_err(|readings| alphabet::ambiguous(name, readings))?;
            if let Some(table) = table {
                symbols.set(order, table);
            }
        }
        Ok((symbols, decided))
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

fn two_columns(name: &str, separator: Separator, open: &[usize]) -> DatasetError {
    let columns: Vec<String> = open.iter().map(|column| (column + 1).to_string()).collect();
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
mod tests;
