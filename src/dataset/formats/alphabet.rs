//! Which symbols the author of a file used for the values 1, 2, 3...
//!
//! Recognised by what occurs: `1`-`9` then `A`-`G`, `0`-`9` then `A`-`F`, `A`-`P`, and so on for
//! other orders. Where what occurs fits two of them, the file is not guessed at.

use crate::dataset::symbols::{BLANKS, Symbols, Table};
use crate::dataset::{DatasetError, ReadOptions};
use crate::puzzle::Order;

const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const REMEDY: &str =
    "name the symbols that mean 1, 2, 3... with --alphabet, and those of empty cells with --blank";

/// How often each byte stands in the cells of one order's puzzles.
#[derive(Clone)]
pub(super) struct Used {
    order: Order,
    counts: [u64; 256],
}

impl Used {
    /// Nothing yet.
    pub(super) fn new(order: Order) -> Self {
        Self { order, counts: [0; 256] }
    }

    /// Counts some cells.
    pub(super) fn add(&mut self, cells: &[u8]) {
        for &cell in cells {
            self.counts[cell as usize] += 1;
        }
    }

    /// This and what another counted in cells of the same order.
    pub(super) fn merge(mut self, other: Self) -> Self {
        for (sum, more) in self.counts.iter_mut().zip(other.counts) {
            *sum += more;
        }
        self
    }

    /// Returns true if there is any cell.
    pub(super) fn is_any(&self) -> bool {
        self.counts.iter().any(|&count| count > 0)
    }

    fn any(&self, bytes: &[u8]) -> bool {
        bytes.iter().any(|&byte| self.counts[byte as usize] > 0)
    }

    /// The table by which these cells are read; `None` for the standard symbols. `Err` names the
    /// readings between which only the user can choose.
    pub(super) fn table(&self) -> Result<Option<Table>, String> {
        let side = self.order.side();
        let symbols = self.order.symbols();
        let last = symbols[side - 1];
        // Two signs for nothing, of which one may as well be a value: not both are blanks.
        let doubtful = self.any(b"0") && self.any(b"xX");
        if side <= 9 {
            if doubtful && !self.any(&[last]) {
                let last = char::from(last);
                return Err(format!("it has 0 and x but no {last}: 0 may be a value or a blank"));
            }
            let x = self.any(b"xX");
            return Ok(x.then(|| Table::new(self.order.symbols(), b".0*_-xX")));
        }
        if side > 35 {
            return Ok(self.zero_is_a_value().then(|| self.zero_based()));
        }
        let lower: Vec<u8> = LETTERS[..side - 9].to_ascii_lowercase();
        let upper = self.any(&LETTERS[..side]);
        if upper && self.any(&lower[..]) {
            return Err("its letters are of both cases".to_owned());
        }
        if !self.any(b"123456789") && (upper || self.any(&LETTERS[..side].to_ascii_lowercase())) {
            if doubtful && side < 24 {
                return Err("it has letters, 0 and x: which of the two is a blank".to_owned());
            }
            return Ok(Some(self.cased(&LETTERS[..side], b".0*_-")));
        }
        let beyond: Vec<u8> = LETTERS[side - 9..]
            .iter()
            .copied()
            .filter(|&l| self.any(&[l]) || (l != b'X' && self.any(&[l.to_ascii_lowercase()])))
            .collect();
        if let [letter, ..] = beyond[..] {
            let letter = char::from(letter);
            return Err(format!("it has digits and the letter {letter}, over {side} symbols"));
        }
        if self.zero_is_a_value() {
            return Ok(Some(self.zero_based()));
        }
        if doubtful {
            return Err("it has 0 and x beside all its values: which of the two is a blank".into());
        }
        let plain = !self.any(&lower) && !self.any(b"xX");
        Ok((!plain).then(|| self.cased(self.order.symbols(), b".0*_-")))
    }

    /// Returns true if these cells fit one alphabet only, whatever other cells of the same author
    /// are to come.
    pub(super) fn is_decided(&self) -> bool {
        let side = self.order.side();
        let last = self.order.symbols()[side - 1];
        let has_last = self.any(&[last]) || (side <= 35 && self.any(&[last.to_ascii_lowercase()]));
        if side <= 9 {
            return true;
        }
        if side > 35 || self.any(b"123456789") {
            return has_last || self.zero_is_a_value();
        }
        // Letters that no alphabet with digits has; a small x may be a blank.
        let letter = |l: u8| self.any(&[l]) || (l != b'X' && self.any(&[l.to_ascii_lowercase()]));
        LETTERS[side - 9..side].iter().any(|&l| letter(l))
    }

    /// Returns true if `0` stands for a value: the last symbol of the other reading never occurs,
    /// and either something else is the blank, or all grids are full and have as many zeros as they
    /// have of everything else.
    fn zero_is_a_value(&self) -> bool {
        let symbols = self.order.symbols();
        let last = symbols[symbols.len() - 1];
        if !self.any(b"0") || self.any(&[last]) || self.any(&[last.to_ascii_lowercase()]) {
            return false;
        }
        let zeros = self.counts[usize::from(b'0')];
        let full = symbols[..symbols.len() - 1].iter().all(|&symbol| {
            zeros == self.counts[usize::from(symbol)]
                || zeros == self.counts[usize::from(symbol.to_ascii_lowercase())]
        });
        // Beyond 25x25, X is a value.
        self.any(b".*_-") || (self.order.side() <= 25 && self.any(b"xX")) || full
    }

    fn zero_based(&self) -> Table {
        let symbols = self.order.symbols();
        let values = [b"0", &symbols[..symbols.len() - 1]].concat();
        self.cased(&values, b".*_-")
    }

    /// A table of symbols that are written in upper or in lower case, as the file does.
    fn cased(&self, values: &[u8], blanks: &[u8]) -> Table {
        let lower = values.to_ascii_lowercase();
        let is_lower = self.order.side() <= 35 && self.any(&lower[..]) && {
            let letter = |byte: &u8| byte.is_ascii_lowercase() && *byte != b'x';
            lower.iter().any(|byte| letter(byte) && self.any(&[*byte]))
        };
        let values = if is_lower { &lower } else { values };
        let x: &[u8] = if values.contains(&b'x') {
            b""
        } else if values.contains(&b'X') {
            b"x"
        } else {
            b"xX"
        };
        Table::new(values, &[blanks, x].concat())
    }
}

/// The symbols that the user's options ask for; `None` where they leave it open.
pub(super) fn of_options(options: &ReadOptions) -> Result<Option<Symbols>, DatasetError> {
    let wrong = |what: String| Err(DatasetError::Options(what));
    let ascii = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
    let blank = options.blank.as_deref();
    if blank.is_some_and(|blank| blank.is_empty() || !ascii(blank)) {
        return wrong("--blank takes visible ASCII characters, for example --blank .".to_owned());
    }
    let mut symbols = Symbols::STANDARD;
    let Some(alphabet) = options.alphabet.as_deref() else {
        let Some(blank) = blank else { return Ok(None) };
        for order in Order::ALL {
            let values: Vec<u8> = order.symbols().to_vec();
            symbols.set(order, Table::new(&values, blank.as_bytes()));
        }
        return Ok(Some(symbols));
    };
    let values = alphabet.as_bytes();
    let Some(order) = Order::ALL.into_iter().find(|order| order.side() == values.len()) else {
        let count = alphabet.chars().count();
        return wrong(format!("--alphabet has {count} symbols; it takes 4, 9, 16, 25, 36 or 49"));
    };
    if !ascii(alphabet) || (1..values.len()).any(|i| values[..i].contains(&values[i])) {
        return wrong("--alphabet takes visible ASCII characters, each once".to_owned());
    }
    let default: Vec<u8> = BLANKS.iter().copied().filter(|b| !values.contains(b)).collect();
    let blanks = blank.map_or(&default[..], str::as_bytes);
    if let Some(both) = blanks.iter().find(|blank| values.contains(blank)) {
        return wrong(format!("'{}' is in --alphabet and in --blank", char::from(*both)));
    }
    symbols.set(order, Table::new(values, blanks));
    Ok(Some(symbols))
}

/// The error for a file whose symbols can be read in more than one way.
pub(super) fn ambiguous(name: &str, readings: String) -> DatasetError {
    DatasetError::Ambiguous { name: name.to_owned(), readings, remedy: REMEDY }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the cells of a file with these symbols are read as.
    fn read(order: Order, cells: &[u8]) -> String {
        let mut used = Used::new(order);
        used.add(cells);
        let mut symbols = Symbols::STANDARD;
        if let Some(table) = used.table().unwrap() {
            symbols.set(order, table);
        }
        let mut from = vec![cells[0]; order.cells()];
        from[..cells.len()].copy_from_slice(cells);
        let mut to = vec![0; order.cells()];
        assert!(symbols.canonicalise(order, &from, &mut to), "{}", cells.escape_ascii());
        String::from_utf8(to[..cells.len()].to_vec()).unwrap()
    }

    #[test]
    fn alphabets_are_told_by_what_occurs() {
        let four = |cells: &[u8]| read(Order::FOUR, cells);
        assert_eq!(four(b"123456789ABCDEFG.0"), "123456789ABCDEFG..");
        assert_eq!(four(b"123456789abcdefg.0"), "123456789ABCDEFG..");
        assert_eq!(four(b"1x23G."), "1.23G.");
        assert_eq!(four(b"0123456789ABCDEF-"), "123456789ABCDEFG.");
        assert_eq!(four(b"0123456789abcdef-"), "123456789ABCDEFG.");
        assert_eq!(four(b"0123456789ABCDEF"), "123456789ABCDEFG", "full grids");
        assert_eq!(four(b"0012G"), "..12G");
        assert_eq!(four(b"001F2"), "..1F2", "no other blank");
        assert_eq!(four(b"ABCDEFGHIJKLMNOP-"), "123456789ABCDEFG.");
        assert_eq!(four(b"abcdefghijklmnop0"), "123456789ABCDEFG.");
        assert_eq!(
            read(Order::FIVE, b"ABCDEFGHIJKLMNOPQRSTUVWXYx."),
            "123456789ABCDEFGHIJKLMNOP.."
        );
        assert_eq!(read(Order::FIVE, b"0123456789ABCDEFGHIJKLMNO."), "123456789ABCDEFGHIJKLMNOP.");
        assert_eq!(read(Order::THREE, b"1x2X.9"), "1.2..9");
        assert_eq!(read(Order::THREE, b"1x20.9"), "1.2..9", "nine values leave 0 no other reading");
        assert_eq!(four(b"0123456789ABCDEFx"), "123456789ABCDEFG.");
    }

    #[test]
    fn cells_decide_where_they_fit_one_alphabet_only() {
        let decided = |order, cells: &[u8]| {
            let mut used = Used::new(order);
            used.add(cells);
            used.is_decided()
        };
        for cells in ["1.2.G", "12g..", "0.1-F", "ABH.", "0-9"] {
            assert!(decided(Order::FOUR, cells.as_bytes()), "{cells}");
        }
        for cells in ["12.F", "00012F", "AB.G", "....", "0000"] {
            assert!(!decided(Order::FOUR, cells.as_bytes()), "{cells}");
        }
        assert!(decided(Order::FIVE, b"1.P") && decided(Order::FIVE, b"AY-"));
        assert!(!decided(Order::FIVE, b"1.O") && !decided(Order::FIVE, b"ABx"));
        assert!(
            decided(Order::SIX, b"1Za.")
                && decided(Order::SIX, b"0Z1.")
                && !decided(Order::SIX, b"1Z.")
        );
        assert!(decided(Order::SEVEN, b"1n.") && !decided(Order::SEVEN, b"1m."));
        assert!(decided(Order::THREE, b"1..") && decided(Order::TWO, b"1.."));
    }

    #[test]
    fn symbols_that_fit_no_alphabet_are_asked_about() {
        let asked = |cells: &[u8]| {
            let mut used = Used::new(Order::FOUR);
            used.add(cells);
            used.table().err()
        };
        assert!(asked(b"123H").unwrap().contains("the letter H"));
        assert!(asked(b"0123456789ABCDEFGx").unwrap().contains("0 and x"));
        assert!(asked(b"ABCDEFGHIJKLMNOP0x").unwrap().contains("0 and x"));
        let mut used = Used::new(Order::THREE);
        used.add(b"12345678x0");
        assert!(used.table().err().unwrap().contains("0 and x but no 9"));
        assert!(asked(b"123Aa").unwrap().contains("both cases"));
        assert_eq!(asked(b"123AG"), None);
    }

    #[test]
    fn options_that_do_not_fit_are_refused() {
        let refused = |alphabet: Option<&str>, blank: Option<&str>| {
            let [alphabet, blank] = [alphabet, blank].map(|text| text.map(str::to_owned));
            let options = ReadOptions { alphabet, blank, ..ReadOptions::default() };
            of_options(&options).err().map(|error| error.to_string())
        };
        assert!(refused(Some("12345"), None).unwrap().contains("has 5 symbols"));
        assert!(refused(Some("1224"), None).unwrap().contains("each once"));
        assert!(refused(Some("1234"), Some("4")).unwrap().contains("'4' is in --alphabet and"));
        assert!(refused(None, Some("")).unwrap().contains("--blank takes"));
        assert_eq!(refused(Some("1234"), Some("x")), None);
    }
}
