//! Loosely written puzzles: grids over several lines with or without rules, several to a file,
//! numbers, lists of candidates, and whole puzzles on a line with something between their cells.
//!
//! Two passes. The first finds out what the lines are, the second converts. What is left of a grid
//! when its rows end is a fault, never padded with blanks.

use std::collections::BTreeMap;

use super::alphabet::ambiguous;
use super::keyed::{Named, named};
use super::reading::{Evidence, Reading, givens_explain};
use super::rows::{Form, Row, Token, cells, split};
use super::spool::{Spool, lines};
use crate::dataset::DatasetError;
use crate::dataset::error::LineFault;
use crate::dataset::symbols::Symbols;
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// Number of lines by which the form is recognised.
const SAMPLE: usize = 20_000;

/// What the lines of a file are.
pub(super) struct Plan {
    /// What a line of cells is.
    pub form: Form,
    /// Whether there is enough of it to say that the file is of this form.
    pub sure: bool,
    reading: Reading,
    /// Whether a blank line ends a grid; otherwise it stands between bands.
    blank_ends: bool,
    /// Whether a line of dashes as wide as a row is a row of blanks.
    dashes_are_blanks: bool,
}

/// Finds out what the lines are; `None` if they are nothing of the kind.
///
/// # Errors
/// When they can be read in more than one way.
pub(super) fn detect(
    name: &str,
    text: &[u8],
    symbols: Option<&Symbols>,
) -> Result<Option<Plan>, DatasetError> {
    let Some(form) = form(text) else { return Ok(None) };
    let order = order(form);
    let mut evidence = Evidence::new(order);
    let mut blocks = Blocks::default();
    for (_, line) in sections(text) {
        match split(line) {
            Row::Blank => blocks.end(),
            Row::Ignored => {}
            Row::Dashes(width) => blocks.dashes += usize::from(width == order.side()),
            Row::Tokens(tokens) => match cells(&tokens, form) {
                Some(cells) => {
                    blocks.dashed |= tokens.len() == 1 && tokens[0].text.contains(&b'-');
                    blocks.rows += 1;
                    blocks.all += 1;
                    evidence.add(&cells);
                }
                None => {
                    blocks.others += 1;
                    blocks.end();
                }
            },
        }
    }
    blocks.end();
    let reading = evidence.reading(symbols).map_err(|readings| ambiguous(name, readings))?;
    let dashes_are_blanks = blocks.dashes_are_blanks(order.side());
    if dashes_are_blanks && blocks.dashes > 0 && blocks.all.is_multiple_of(order.side()) {
        let readings = "its lines of dashes are rules or rows of blanks".to_owned();
        return Err(DatasetError::Ambiguous {
            name: name.to_owned(),
            readings,
            remedy: "write blanks as . or take the rules out",
        });
    }
    let rows = matches!(form, Form::Row(_));
    let sure = !rows || (blocks.all > 1 && blocks.all >= blocks.others);
    let blank_ends = blocks.sizes.contains_key(&order.side());
    Ok(Some(Plan { form, sure, reading, blank_ends, dashes_are_blanks }))
}

fn order(form: Form) -> Order {
    match form {
        Form::Puzzle(order) | Form::Row(order) => order,
        Form::Slots => Order::THREE,
    }
}

/// The form in which most lines can be read. Lines of 16 cells are 4x4 puzzles only if all are.
fn form(text: &[u8]) -> Option<Form> {
    let mut votes: BTreeMap<Form, usize> = BTreeMap::new();
    for (_, line) in sections(text).take(SAMPLE) {
        let Row::Tokens(tokens) = split(line) else { continue };
        let rows = Order::ALL.map(Form::Row);
        let whole = Order::ALL.map(Form::Puzzle);
        // The narrowest row is the one that takes each token as a cell.
        let row = rows.into_iter().find(|&form| cells(&tokens, form).is_some());
        let puzzle = [Form::Slots].into_iter().chain(whole);
        let puzzle = puzzle.into_iter().find(|&form| cells(&tokens, form).is_some());
        for form in [row, puzzle].into_iter().flatten() {
            *votes.entry(form).or_default() += 1;
        }
    }
    let most = votes.values().copied().max()?;
    // Whole puzzles come first in the map, so that they win where all lines can be both.
    votes.into_iter().find(|(_, count)| *count == most).map(|(form, _)| form)
}

/// The lines of a text but those in sections that repeat the puzzle in another state.
fn sections(text: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let mut skipping = false;
    lines(text).filter(move |(_, line)| {
        if let [b'[', name @ .., b']'] = line.trim_ascii()
            && name.iter().all(u8::is_ascii_alphabetic)
        {
            skipping = !name.eq_ignore_ascii_case(b"puzzle");
        }
        !skipping
    })
}

/// Rows that follow each other without a blank line.
#[derive(Default)]
struct Blocks {
    rows: usize,
    all: usize,
    /// Lines that are neither rows nor decoration.
    others: usize,
    sizes: BTreeMap<usize, usize>,
    dashes: usize,
    /// Whether some row is written without gaps and has a dash.
    dashed: bool,
}

impl Blocks {
    fn end(&mut self) {
        if self.rows > 0 {
            *self.sizes.entry(self.rows).or_default() += 1;
        }
        self.rows = 0;
    }

    fn dashes_are_blanks(&self, side: usize) -> bool {
        self.dashed
            && ((self.all + self.dashes).is_multiple_of(side) || !self.all.is_multiple_of(side))
    }
}

impl Plan {
    /// The symbols of the original; the standard ones where its cells are numbers.
    pub(super) fn symbols(&self) -> Symbols {
        self.reading.symbols()
    }

    /// Converts every puzzle of a text.
    pub(super) fn convert(&self, text: &[u8], spool: &mut Spool) {
        let mut grid = Grid::new(self);
        let dashes = vec![Token { at: 0, text: b"-" }; order(self.form).side()];
        for (number, line) in sections(text) {
            match split(line) {
                Row::Ignored if line.len() < LONGEST_HEADING && named(line) != Named::Other => {
                    grid.under = named(line);
                }
                Row::Blank if self.blank_ends => grid.end(spool),
                Row::Blank | Row::Ignored => {}
                Row::Dashes(width) if self.dashes_are_blanks && width == dashes.len() => {
                    grid.add(&dashes, number, line, spool);
                }
                Row::Dashes(_) => {}
                Row::Tokens(tokens) => match cells(&tokens, self.form) {
                    Some(cells) => grid.add(&cells, number, line, spool),
                    None if is_heading(line) => {
                        grid.end(spool);
                        grid.under = named(line);
                    }
                    None => grid.misfit(&tokens, number, line, spool),
                },
            }
        }
        grid.end(spool);
    }
}

/// Comments of more bytes are not headings.
const LONGEST_HEADING: usize = 60;

/// Words between grids: a title, a number, a name.
fn is_heading(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let number = line.len() < 4 && line.iter().all(u8::is_ascii_digit);
    let signs = line.iter().take_while(|byte| b"-=*#<>(\"' ".contains(byte)).count();
    let is_word = |word: &[u8]| {
        let letters = word.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        letters > 3 || (letters > 0 && signs == 0)
    };
    number || is_word(&line[signs..]) || line.first() == Some(&b'[')
}

/// The puzzle whose rows are coming in.
struct Grid<'a> {
    plan: &'a Plan,
    cells: Vec<u8>,
    candidates: Vec<u16>,
    line: u64,
    fault: Option<LineFault>,
    /// What the heading above says.
    under: Named,
}

impl<'a> Grid<'a> {
    fn new(plan: &'a Plan) -> Self {
        Self {
            plan,
            cells: Vec::new(),
            candidates: Vec::new(),
            line: 0,
            fault: None,
            under: Named::Other,
        }
    }

    fn add(&mut self, row: &[Token<'_>], number: u64, line: &[u8], spool: &mut Spool) {
        if self.cells.is_empty() {
            self.line = number;
        }
        let read = match self.plan.form {
            Form::Slots => self.slots(row),
            _ => self.plan.reading.read(row, &mut self.cells, &mut self.candidates),
        };
        if let Err(bad) = read
            && self.fault.is_none()
        {
            let column = column(line, bad.at);
            let (found, expected) = (bad.found, bad.expected);
            self.fault = Some(LineFault { line: number, column, found, expected });
        }
        let whole = order(self.plan.form).cells();
        let done = match self.plan.form {
            Form::Row(_) => self.cells.len() == whole,
            Form::Puzzle(_) | Form::Slots => true,
        };
        if done {
            self.finish(spool);
        }
    }

    /// Nine slots a cell: each holds its digit or something else.
    fn slots(&mut self, slots: &[Token<'_>]) -> Result<(), super::reading::Bad> {
        for cell in slots.chunks(9) {
            let mut bits = 0u16;
            for (digit, slot) in (b'1'..).zip(cell) {
                match slot.text {
                    [byte] if *byte == digit => bits |= 1 << (digit - b'1'),
                    b"." | b"0" => {}
                    other => {
                        let expected = format!("{} or a blank (. 0)", char::from(digit));
                        let found = crate::dataset::line::symbol(other);
                        self.cells.resize(81, b'.');
                        return Err(super::reading::Bad { at: slot.at, found, expected });
                    }
                }
            }
            let given = bits.count_ones() == 1;
            let value = if given { bits.trailing_zeros() as u8 + 1 } else { 0 };
            self.cells.push(Order::symbol(value));
            self.candidates.push(bits);
        }
        Ok(())
    }

    /// Hands over a whole puzzle, with its solution if there is one.
    fn finish(&mut self, spool: &mut Spool) {
        let order = order(self.plan.form);
        let line = self.line;
        if let Some(fault) = self.fault.take() {
            spool.fault(|| fault);
        } else if order == Order::THREE && !givens_explain(&self.cells, &self.candidates) {
            spool.fault(|| LineFault {
                line,
                column: 1,
                found: "eliminated candidates that the givens do not rule out".to_owned(),
                expected: "a grid fully determined by its givens".to_owned(),
            });
        } else {
            self.hand_over(spool);
        }
        self.cells.clear();
        self.candidates.clear();
    }

    /// Hands over a grid, or two from one line: a puzzle with its solution, or two puzzles.
    fn hand_over(&self, spool: &mut Spool) {
        let (order, line) = (order(self.plan.form), self.line);
        let (first, second) = self.cells.split_at(order.cells());
        if self.under == Named::Solution && !first.contains(&BLANK) {
            spool.solution(order, first);
        } else if second.is_empty() {
            spool.puzzle(order, first, None, line);
        } else if second.contains(&BLANK) {
            spool.puzzle(order, first, None, line);
            spool.puzzle(order, second, None, line);
        } else {
            spool.puzzle(order, first, Some(second), line);
        }
    }

    /// A line that is not a row: within a grid it makes the grid a fault, elsewhere it is one.
    fn misfit(&mut self, tokens: &[Token<'_>], number: u64, line: &[u8], spool: &mut Spool) {
        let count: usize = tokens.iter().map(|token| token.text.len()).sum();
        let side = order(self.plan.form).side();
        let fault = LineFault {
            line: number,
            column: column(line, tokens[0].at),
            found: format!("a line of {count} symbols in {} groups", tokens.len()),
            expected: match self.plan.form {
                Form::Row(_) => format!("a row of {side} cells"),
                _ => format!("{} cells", order(self.plan.form).cells()),
            },
        };
        if self.cells.is_empty() {
            spool.fault(|| fault);
            return;
        }
        // Counted as a row, so that the grid's other rows do not run into the next grid.
        self.fault.get_or_insert(fault);
        self.cells.extend(vec![b'.'; side]);
        self.candidates.extend(vec![super::reading::ALL; side]);
        if self.cells.len() == order(self.plan.form).cells() {
            self.finish(spool);
        }
    }

    /// The rows have ended; a grid that is not whole is a fault.
    fn end(&mut self, spool: &mut Spool) {
        if self.cells.is_empty() {
            return;
        }
        let (line, found) = (self.line, self.cells.len());
        let whole = order(self.plan.form).cells();
        let fault = self.fault.take();
        spool.fault(|| {
            fault.unwrap_or_else(|| LineFault {
                line,
                column: 1,
                found: format!("a truncated grid: {found} of {whole} cells"),
                expected: format!("{} rows", order(self.plan.form).side()),
            })
        });
        self.cells.clear();
        self.candidates.clear();
    }
}

fn column(line: &[u8], at: usize) -> u64 {
    String::from_utf8_lossy(&line[..at.min(line.len())]).chars().count() as u64 + 1
}
