//! What the tokens of a file mean as cells: symbols, numbers, or lists of candidates.

use super::alphabet::Used;
use super::rows::{Token, is_ascending, is_null};
use crate::dataset::line;
use crate::dataset::symbols::Symbols;
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// What kinds of tokens occur in the cells of one order.
#[derive(Clone)]
pub(super) struct Evidence {
    order: Order,
    symbols: Used,
    numbers: bool,
    largest: usize,
    candidates: bool,
    descending: bool,
    minus_one: bool,
    zero: bool,
    blank: bool,
}

/// How tokens are read.
pub(super) struct Reading {
    order: Order,
    kind: Kind,
}

enum Kind {
    Symbols(Box<Symbols>),
    Numbers { zero_based: bool },
    Candidates,
}

impl Evidence {
    /// Nothing yet.
    pub(super) fn new(order: Order) -> Self {
        Self {
            order,
            symbols: Used::new(order),
            numbers: false,
            largest: 0,
            candidates: false,
            descending: false,
            minus_one: false,
            zero: false,
            blank: false,
        }
    }

    /// This and what another saw of cells of the same order.
    pub(super) fn merge(self, other: Self) -> Self {
        Self {
            order: self.order,
            symbols: self.symbols.merge(other.symbols),
            numbers: self.numbers | other.numbers,
            largest: self.largest.max(other.largest),
            candidates: self.candidates | other.candidates,
            descending: self.descending | other.descending,
            minus_one: self.minus_one | other.minus_one,
            zero: self.zero | other.zero,
            blank: self.blank | other.blank,
        }
    }

    /// Looks at some cells.
    pub(super) fn add(&mut self, cells: &[Token<'_>]) {
        for cell in cells {
            match cell.text {
                b"0" => self.zero = true,
                b"." | b"*" | b"_" | b"-" | b"x" | b"X" | b"?" => self.blank = true,
                text if is_null(text) => (self.blank, self.numbers) = (true, true),
                b"-1" => self.minus_one = true,
                text if text.len() > 1 => {
                    self.numbers = true;
                    self.candidates |= self.order == Order::THREE;
                    self.descending |= !is_ascending(text);
                }
                _ => {}
            }
            if let [symbol] = cell.text {
                self.symbols.add(&[*symbol]);
            }
            self.largest = self.largest.max(number(cell.text).unwrap_or(0));
        }
    }

    /// How these cells are to be read. `Err` names the readings between which only the user can
    /// choose.
    pub(super) fn reading(&self, asked: Option<&Symbols>) -> Result<Reading, String> {
        let order = self.order;
        let blanks = self.zero || self.blank || self.minus_one;
        let kind = if self.candidates && !self.descending && !blanks {
            Kind::Candidates
        } else if self.minus_one || self.numbers {
            let unused = self.largest < order.side();
            let zero_based = self.zero && (self.minus_one || (self.blank && unused));
            if self.minus_one && self.zero && !unused {
                let side = order.side();
                return Err(format!("it has -1, 0 and {side}: one blank and {} values", side + 1));
            }
            Kind::Numbers { zero_based }
        } else if let Some(asked) = asked {
            Kind::Symbols(Box::new(asked.clone()))
        } else {
            let mut symbols = Symbols::STANDARD;
            if let Some(table) = self.symbols.table()? {
                symbols.set(order, table);
            }
            Kind::Symbols(Box::new(symbols))
        };
        Ok(Reading { order, kind })
    }
}

/// A cell that cannot be read: the token, and what would have been read.
pub(super) struct Bad {
    /// Offset in the line.
    pub at: usize,
    /// The token, for a message.
    pub found: String,
    /// What would have been read.
    pub expected: String,
}

impl Reading {
    /// The symbols of the cells; the standard ones where they are numbers or candidates.
    pub(super) fn symbols(&self) -> Symbols {
        match &self.kind {
            Kind::Symbols(symbols) => (**symbols).clone(),
            Kind::Numbers { .. } | Kind::Candidates => Symbols::STANDARD,
        }
    }

    /// Canonical cells, appended to `out`; and each cell's candidates, one bit a digit.
    ///
    /// # Errors
    /// At the first token that is not a cell. It and what follows are appended as blanks all the
    /// same.
    pub(super) fn read(
        &self,
        cells: &[Token<'_>],
        out: &mut Vec<u8>,
        candidates: &mut Vec<u16>,
    ) -> Result<(), Bad> {
        let mut result = Ok(());
        for cell in cells {
            let read = self.cell(cell.text);
            if read.is_none() && result.is_ok() {
                result = Err(self.bad(cell));
            }
            let (symbol, possible) = read.unwrap_or((BLANK, ALL));
            out.push(symbol);
            candidates.push(possible);
        }
        result
    }

    fn cell(&self, text: &[u8]) -> Option<(u8, u16)> {
        let symbol = match &self.kind {
            Kind::Symbols(symbols) => symbols.cell(self.order, *text.first()?)?,
            Kind::Numbers { zero_based } => match (text, zero_based) {
                (b"." | b"*" | b"_" | b"-" | b"x" | b"X" | b"-1", _) => BLANK,
                _ if is_null(text) => BLANK,
                (_, zero_based) => {
                    let value = number(text)? + usize::from(*zero_based);
                    (value <= self.order.side()).then(|| Order::symbol(value as u8))?
                }
            },
            Kind::Candidates if text.len() > 1 => {
                let bits = text.iter().fold(0, |bits, digit| bits | 1 << (digit - b'1'));
                return is_ascending(text).then_some((BLANK, bits));
            }
            Kind::Candidates => {
                let value = self.order.value(*text.first()?)?;
                return Some((Order::symbol(value), 1 << (value - 1)));
            }
        };
        Some((symbol, ALL))
    }

    fn bad(&self, cell: &Token<'_>) -> Bad {
        let side = self.order.side();
        let number = cell.text.len() > 1 && cell.text.iter().all(u8::is_ascii_digit);
        let found = match number {
            true => String::from_utf8_lossy(&cell.text[..cell.text.len().min(12)]).into_owned(),
            false => line::symbol(cell.text),
        };
        let expected = match &self.kind {
            Kind::Symbols(symbols) => symbols.describe(self.order),
            Kind::Numbers { zero_based: false } => format!("1 to {side}, or a blank (0 . -)"),
            Kind::Numbers { zero_based: true } => format!("0 to {}, or a blank (-1)", side - 1),
            Kind::Candidates => "a digit, or candidates in rising order".to_owned(),
        };
        Bad { at: cell.at, found, expected }
    }
}

/// All digits of a 9x9 cell.
pub(super) const ALL: u16 = 0x1ff;

fn number(text: &[u8]) -> Option<usize> {
    let digits = !text.is_empty() && text.len() < 4 && text.iter().all(u8::is_ascii_digit);
    digits.then(|| text.iter().fold(0, |number, digit| number * 10 + usize::from(digit - b'0')))
}

/// Returns true if each struck-out candidate of a 9x9 is ruled out by a given in its row, column or
/// box. Where one is not, the grid says more than its givens do, and reading only those would make
/// another puzzle of it.
pub(super) fn givens_explain(cells: &[u8], candidates: &[u16]) -> bool {
    let seen = |cell: usize, digit: u8| {
        let (row, column) = (cell / 9, cell % 9);
        (0..81).any(|other| {
            let (r, c) = (other / 9, other % 9);
            let same_box = r / 3 == row / 3 && c / 3 == column / 3;
            other != cell && cells[other] == digit && (r == row || c == column || same_box)
        })
    };
    (0..81).filter(|&cell| cells[cell] == BLANK).all(|cell| {
        let missing = |digit: u8| candidates[cell] & (1 << (digit - b'1')) == 0;
        (b'1'..=b'9').filter(|&digit| missing(digit)).all(|digit| seen(cell, digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(order: Order, text: &str) -> Result<String, String> {
        let tokens: Vec<Token<'_>> =
            text.split(' ').map(|text| Token { at: 0, text: text.as_bytes() }).collect();
        let mut evidence = Evidence::new(order);
        evidence.add(&tokens);
        let mut cells = Vec::new();
        let reading = evidence.reading(None)?;
        reading.read(&tokens, &mut cells, &mut Vec::new()).map_err(|bad| bad.found)?;
        Ok(String::from_utf8(cells).unwrap())
    }

    #[test]
    fn numbers_count_from_one_unless_minus_one_is_the_blank() {
        assert_eq!(read(Order::FOUR, "0 16 3 10").unwrap(), ".G3A");
        assert_eq!(read(Order::FIVE, "-1 0 24 9 10").unwrap(), ".1PAB");
        assert_eq!(read(Order::FIVE, "-1 25 9 10").unwrap(), ".P9A");
        assert!(read(Order::FIVE, "-1 0 25").unwrap_err().contains("26 values"));
        assert_eq!(read(Order::THREE, "12 0 0"), Err("12".to_owned()));
        assert_eq!(read(Order::THREE, "x 1 9 0 -").unwrap(), ".19..");
        assert_eq!(read(Order::THREE, "null 1 9").unwrap(), ".19");
    }

    #[test]
    fn candidates_of_one_digit_are_givens() {
        assert_eq!(read(Order::THREE, "25 4 28 123456789").unwrap(), ".4..");
    }

    #[test]
    fn candidates_that_no_given_rules_out_are_noticed() {
        let mut cells = [b'.'; 81];
        let mut candidates = [ALL; 81];
        assert!(givens_explain(&cells, &candidates));
        candidates[0] = ALL & !1;
        assert!(!givens_explain(&cells, &candidates));
        cells[80] = b'1';
        assert!(!givens_explain(&cells, &candidates));
        cells[20] = b'1';
        assert!(givens_explain(&cells, &candidates));
    }
}
