//! Puzzles under keys, which say what is a puzzle and what a solution: JSON over several lines,
//! lists of strings, YAML, labelled lines.

mod scan;

use std::collections::BTreeMap;

use memchr::memchr_iter;

use self::scan::{Event, Style, scan};
use super::alphabet::ambiguous;
use super::reading::{Evidence, Reading};
use super::rows::Token;
use super::spool::Spool;
use crate::dataset::DatasetError;
use crate::dataset::error::LineFault;
use crate::dataset::line::symbol;
use crate::dataset::symbols::Symbols;
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// Number of leading bytes in which keys are looked for.
const SAMPLE: usize = 8 << 20;

/// Which keys hold what, and how their cells are read.
pub(super) struct Plan {
    style: Style,
    puzzle: Vec<u8>,
    solution: Option<Vec<u8>>,
    readings: [Option<Reading>; 6],
}

/// What stands under a key.
struct Key {
    grids: u64,
    cells: u64,
    blanks: u64,
    evidence: [Option<Evidence>; 6],
}

impl Key {
    fn new() -> Self {
        Self { grids: 0, cells: 0, blanks: 0, evidence: [const { None }; 6] }
    }

    fn add(&mut self, order: Order, cells: &[Token<'_>]) {
        self.grids += 1;
        self.cells += cells.len() as u64;
        self.blanks += blanks(order, cells) as u64;
        let evidence = &mut self.evidence[order.n() - 2];
        evidence.get_or_insert_with(|| Evidence::new(order)).add(cells);
    }

    fn share(&self) -> f64 {
        self.blanks as f64 / self.cells.max(1) as f64
    }
}

/// Cells that are blank in any alphabet; a `0` that may be a value counts only where there are too
/// many of it.
fn blanks(order: Order, cells: &[Token<'_>]) -> usize {
    let count = |is: fn(&[u8]) -> bool| cells.iter().filter(|cell| is(cell.text)).count();
    let signs = count(|cell| matches!(cell, b"." | b"*" | b"_" | b"-" | b"-1" | b"null" | b"None"));
    let zeros = count(|cell| matches!(cell, b"0" | b"x" | b"X"));
    signs + if order.side() <= 9 || zeros > 2 * order.side() { zeros } else { 0 }
}

/// What a key's name says that it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named {
    /// The puzzle to solve.
    Puzzle,
    /// How it ends.
    Solution,
    /// Nothing of the kind.
    Other,
}

/// What a name in a header, key or heading says.
pub(super) fn named(name: &[u8]) -> Named {
    let name = name.to_ascii_lowercase();
    let has = |word: &[u8]| name.windows(word.len()).any(|window| window == word);
    let puzzles: [&[u8]; 8] =
        [b"puzzle", b"quiz", b"question", b"unsolved", b"given", b"clue", b"problem", b"sudoku"];
    let solutions: [&[u8]; 6] =
        [b"solution", b"answer", b"solved", b"result", b"loesung", "lösung".as_bytes()];
    if puzzles.into_iter().any(has) && !has(b"solution") {
        Named::Puzzle
    } else if solutions.into_iter().any(has) {
        Named::Solution
    } else {
        Named::Other
    }
}

/// Finds out which keys hold what; `None` where the text shows no keys, or needs none.
///
/// # Errors
/// When two keys hold puzzles, or their symbols can be read in more than one way.
pub(super) fn detect(
    name: &str,
    text: &[u8],
    symbols: Option<&Symbols>,
) -> Result<Option<Plan>, DatasetError> {
    let start = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    let style = match start.first() {
        Some(b'{' | b'[') => Style::Json,
        _ => Style::Lines,
    };
    let mut keys: BTreeMap<&[u8], Key> = BTreeMap::new();
    scan(&text[..text.len().min(SAMPLE)], style, &mut |event| {
        if let Event::Grid(key, order, cells) = event {
            keys.entry(key).or_insert_with(Key::new).add(order, &cells);
        }
    });
    let grids: u64 = keys.values().map(|key| key.grids).sum();
    let shown = match style {
        Style::Json => grids > 1 || keys.keys().any(|key| !key.is_empty()),
        Style::Lines => keys.len() > 1,
    };
    if grids == 0 || !shown {
        return Ok(None);
    }
    let (puzzle, solution) = choose(name, &keys)?;
    let mut readings = [const { None }; 6];
    for (reading, order) in readings.iter_mut().zip(Order::ALL) {
        let held = [Some(puzzle), solution].into_iter().flatten();
        let evidence = held.filter_map(|key| keys[key].evidence[order.n() - 2].clone());
        if let Some(evidence) = evidence.reduce(Evidence::merge) {
            *reading = Some(evidence.reading(symbols).map_err(|what| ambiguous(name, what))?);
        }
    }
    let (puzzle, solution) = (puzzle.to_vec(), solution.map(<[u8]>::to_vec));
    Ok(Some(Plan { style, puzzle, solution, readings }))
}

/// The key of the puzzles and that of the solutions.
pub(super) type Chosen<'a> = (&'a [u8], Option<&'a [u8]>);

/// The keys under which the objects on some lines have puzzles and solutions as strings; `None`
/// where they are not strings, or there are none.
///
/// # Errors
/// When two keys hold puzzles.
pub(super) fn strings<'a>(
    name: &str,
    lines: &[(usize, &'a [u8])],
) -> Result<Option<Chosen<'a>>, DatasetError> {
    let mut keys: BTreeMap<&[u8], Key> = BTreeMap::new();
    let mut all = true;
    for (_, line) in lines {
        scan(line, Style::Json, &mut |event| {
            let Event::Grid(key, order, cells) = event else { return };
            // A string without gaps, right after its key: its cells follow each other.
            let span = cells.last().map_or(0, |last| last.at + 1) - cells[0].at;
            let before = line[..cells[0].at].strip_suffix(b"\"");
            let is_value = before.is_some_and(|before| before.trim_ascii_end().ends_with(b":"));
            all &= span == order.cells() && is_value;
            keys.entry(key).or_insert_with(Key::new).add(order, &cells);
        });
    }
    if keys.is_empty() || !all { Ok(None) } else { choose(name, &keys).map(Some) }
}

/// The key of the puzzles and that of the solutions: by their names, then by their blanks.
fn choose<'a>(name: &str, keys: &BTreeMap<&'a [u8], Key>) -> Result<Chosen<'a>, DatasetError> {
    let of = |what: Named| keys.keys().copied().filter(move |key| named(key) == what);
    let shares = || keys.iter().map(|(key, held)| (*key, held.share()));
    let most = shares().map(|(_, share)| share).fold(0.0, f64::max);
    let open: Vec<&[u8]> = match of(Named::Puzzle).collect::<Vec<_>>() {
        named if !named.is_empty() => named,
        _ => {
            let unnamed = shares().filter(|(key, _)| named(key) != Named::Solution);
            unnamed.filter(|(_, share)| *share >= most / 4.0).map(|(key, _)| key).collect()
        }
    };
    let puzzle = match open[..] {
        [one] => one,
        [] => keys.keys().next().copied().unwrap_or_default(),
        _ => {
            let names: Vec<_> = open.iter().map(|key| String::from_utf8_lossy(key)).collect();
            return Err(DatasetError::Ambiguous {
                name: name.to_owned(),
                readings: format!("the keys {} all hold puzzles with blanks", names.join(", ")),
                remedy: "keep only the one you mean, under the key puzzle",
            });
        }
    };
    let full = shares().filter(|(key, share)| *key != puzzle && *share <= most / 4.0);
    let solution = of(Named::Solution).find(|key| *key != puzzle);
    Ok((puzzle, solution.or_else(|| full.map(|(key, _)| key).next())))
}

impl Plan {
    /// How the text was read, in a few words.
    pub(super) fn format(&self) -> String {
        let key = |key: &[u8]| String::from_utf8_lossy(key).into_owned();
        match (&self.puzzle[..], &self.solution) {
            (b"", _) => "a list of puzzles".to_owned(),
            (puzzle, None) => format!("puzzles under the key {}", key(puzzle)),
            (puzzle, Some(solution)) => {
                format!("puzzles under the key {}, solutions under {}", key(puzzle), key(solution))
            }
        }
    }

    /// The symbols of the original.
    pub(super) fn symbols(&self) -> Symbols {
        let mut symbols = Symbols::STANDARD;
        for (order, reading) in Order::ALL.into_iter().zip(&self.readings) {
            if let Some(reading) = reading {
                symbols.take(order, &reading.symbols());
            }
        }
        symbols
    }

    /// Converts every puzzle of a text.
    pub(super) fn convert(&self, text: &[u8], spool: &mut Spool) {
        let mut records =
            Records { plan: self, text, open: vec![Record::default()], spool, at: 0, line: 1 };
        scan(text, self.style, &mut |event| match event {
            Event::Begin if self.style == Style::Lines => records.flush(),
            Event::Begin => records.open.push(Record::default()),
            Event::End => {
                records.flush();
                if records.open.len() > 1 {
                    records.open.pop();
                }
            }
            Event::Grid(key, order, cells) => records.grid(key, order, &cells),
        });
        while !records.open.is_empty() {
            records.flush();
            records.open.pop();
        }
    }
}

/// A puzzle and its solution, if they have been read.
#[derive(Default)]
struct Record {
    puzzle: Option<(Order, Vec<u8>, u64)>,
    solution: Option<(Order, Vec<u8>)>,
    /// Whether a part of it could not be read: then none of it is.
    spoilt: bool,
}

/// The records that are open, the innermost last.
struct Records<'a> {
    plan: &'a Plan,
    text: &'a [u8],
    open: Vec<Record>,
    spool: &'a mut Spool,
    /// Offset up to which lines have been counted.
    at: usize,
    line: u64,
}

impl Records<'_> {
    fn grid(&mut self, key: &[u8], order: Order, cells: &[Token<'_>]) {
        let is_puzzle = key == self.plan.puzzle;
        if !is_puzzle && Some(key) != self.plan.solution.as_deref() {
            return;
        }
        if is_puzzle && self.open.last().is_some_and(|record| record.puzzle.is_some()) {
            self.flush();
        }
        let line = self.line_of(cells.first().map_or(0, |cell| cell.at));
        let read = self.read(order, cells, line);
        let read = if is_puzzle { read } else { read.and_then(|read| self.full(read, cells)) };
        let Some(record) = self.open.last_mut() else { return };
        match read {
            None => record.spoilt = true,
            Some(read) if is_puzzle => record.puzzle = Some((order, read, line)),
            Some(read) => record.solution = Some((order, read)),
        }
    }

    /// The cells of a solution, none of which may be empty.
    fn full(&mut self, canonical: Vec<u8>, cells: &[Token<'_>]) -> Option<Vec<u8>> {
        let Some(blank) = canonical.iter().position(|&cell| cell == BLANK) else {
            return Some(canonical);
        };
        let found = symbol(cells[blank].text);
        self.fault_at(cells[blank].at, found, "a value (a cell of the solution)".to_owned());
        None
    }

    fn fault_at(&mut self, at: usize, found: String, expected: String) {
        let line_at = memchr::memrchr(b'\n', &self.text[..at]).map_or(0, |newline| newline + 1);
        let before = String::from_utf8_lossy(&self.text[line_at..at]);
        let (column, line) = (before.chars().count() as u64 + 1, self.line_of(at));
        self.spool.fault(|| LineFault { line, column, found, expected });
    }

    /// Canonical cells, all of which can be read.
    fn read(&mut self, order: Order, cells: &[Token<'_>], line: u64) -> Option<Vec<u8>> {
        let reading = self.plan.readings[order.n() - 2].as_ref();
        let mut canonical = Vec::with_capacity(cells.len());
        let read = reading.map(|reading| reading.read(cells, &mut canonical, &mut Vec::new()));
        match read {
            Some(Ok(())) => return Some(canonical),
            Some(Err(bad)) => self.fault_at(bad.at, bad.found, bad.expected),
            None => self.spool.fault(|| LineFault {
                line,
                column: 1,
                found: format!("a grid of {order}"),
                expected: "sizes that also occur further up".to_owned(),
            }),
        }
        None
    }

    /// Hands over what the innermost record holds. A solution without its puzzle is nothing.
    fn flush(&mut self) {
        let record = self.open.last_mut().map(std::mem::take).unwrap_or_default();
        let Some((order, cells, line)) = record.puzzle.filter(|_| !record.spoilt) else { return };
        let solution = record.solution.filter(|(other, _)| *other == order);
        self.spool.puzzle(order, &cells, solution.as_ref().map(|(_, cells)| &cells[..]), line);
    }

    /// The line of an offset; quick for offsets that rise.
    fn line_of(&mut self, at: usize) -> u64 {
        if at < self.at {
            (self.at, self.line) = (0, 1);
        }
        self.line += memchr_iter(b'\n', &self.text[self.at..at]).count() as u64;
        self.at = at;
        self.line
    }
}

#[cfg(test)]
mod tests;
