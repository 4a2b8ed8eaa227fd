//! What a byte of the user's file means as a cell, for each order.
//!
//! The standard symbols are recognised by loops of fixed size that compile to vector code; any
//! other alphabet goes through a table.
#![allow(unsafe_code)]

use serde::{Deserialize, Serialize};

use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// Blanks that people write, all read as the canonical one.
pub(super) const BLANKS: &[u8] = b".0*_-";

/// Bytes of a cell, for each order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Symbols {
    others: [Option<Box<Table>>; 6],
}

/// The symbols of one order where they are not the standard ones.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Table {
    /// Canonical symbol of each byte, 0 where it is not a cell.
    #[serde(with = "all_bytes")]
    canonical: [u8; 256],
    /// The file's symbol of each canonical one; all other bytes stand for themselves.
    #[serde(with = "all_bytes")]
    written: [u8; 256],
    /// Whether that is the same for all.
    is_standard: bool,
    /// The values' symbols and the blanks, for messages.
    shown: String,
}

/// Serde takes arrays of up to 32 only.
mod all_bytes {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8; 256], to: S) -> Result<S::Ok, S::Error> {
        bytes.as_slice().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 256], D::Error> {
        let bytes = Vec::<u8>::deserialize(from)?;
        bytes.try_into().map_err(|_| D::Error::custom("not 256 bytes"))
    }
}

impl Table {
    /// The symbols of values 1, 2, 3... and those of an empty cell.
    ///
    /// # Panics
    /// When there are more than 49 values.
    pub fn new(values: &[u8], blanks: &[u8]) -> Self {
        let mut canonical = [0; 256];
        let mut written: [u8; 256] = std::array::from_fn(|byte| byte as u8);
        for &blank in blanks {
            canonical[blank as usize] = BLANK;
        }
        for (value, &symbol) in (1u8..).zip(values) {
            canonical[symbol as usize] = Order::symbol(value);
            written[usize::from(Order::symbol(value))] = symbol;
        }
        if !blanks.contains(&BLANK) && values.contains(&BLANK) {
            written[usize::from(BLANK)] = blanks.first().copied().unwrap_or(BLANK);
        }
        let is_standard = (0..).zip(&written).all(|(byte, &symbol)| byte == usize::from(symbol));
        let [values, blanks] = [values, blanks].map(String::from_utf8_lossy);
        Self {
            canonical,
            written,
            is_standard,
            shown: format!("one of {values} or a blank ({blanks})"),
        }
    }
}

impl Symbols {
    /// `1`-`9`, `A`-`Z`, `a`-`n` for as many values as the order has, and any of [`BLANKS`].
    pub const STANDARD: Self = Self { others: [const { None }; 6] };

    /// Replaces the symbols of one order.
    pub fn set(&mut self, order: Order, table: Table) {
        self.others[order.n() - 2] = Some(Box::new(table));
    }

    /// Takes over what others have for one order.
    pub fn take(&mut self, order: Order, from: &Self) {
        self.others[order.n() - 2] = from.others[order.n() - 2].clone();
    }

    fn table(&self, order: Order) -> Option<&Table> {
        self.others[order.n() - 2].as_deref()
    }

    /// Writes the canonical cells of `from` to `to`; false if some byte is not a cell of this
    /// order, and then `to` holds nothing of meaning.
    ///
    /// # Panics
    /// When either has not the order's number of cells.
    #[inline]
    pub fn canonicalise(&self, order: Order, from: &[u8], to: &mut [u8]) -> bool {
        assert!(from.len() == order.cells() && to.len() == order.cells());
        match self.table(order) {
            None => standard(order, from, to),
            Some(table) => {
                let mut all = true;
                for (to, &from) in to.iter_mut().zip(from) {
                    *to = table.canonical[from as usize];
                    all &= *to != 0;
                }
                all
            }
        }
    }

    /// The file's symbol of each canonical one, where they are not the same.
    pub fn written(&self, order: Order) -> Option<&[u8; 256]> {
        self.table(order).filter(|table| !table.is_standard).map(|table| &table.written)
    }

    /// The canonical symbol of one cell.
    pub fn cell(&self, order: Order, byte: u8) -> Option<u8> {
        let canonical = match self.table(order) {
            None if BLANKS.contains(&byte) => BLANK,
            None => return order.value(byte).map(Order::symbol),
            Some(table) => table.canonical[byte as usize],
        };
        (canonical != 0).then_some(canonical)
    }

    /// Returns true if a byte is a cell of this order.
    pub fn is_cell(&self, order: Order, byte: u8) -> bool {
        self.cell(order, byte).is_some()
    }

    /// Returns true if a byte is a cell of any order.
    pub fn is_any_cell(&self, byte: u8) -> bool {
        Order::ALL.into_iter().any(|order| self.is_cell(order, byte))
    }

    /// What a cell of this order looks like, for messages.
    pub fn describe(&self, order: Order) -> String {
        match (self.table(order), order.side()) {
            (Some(table), _) => table.shown.clone(),
            (None, side @ ..=9) => format!("1 to {side} or a blank (. 0 * _ -)"),
            (None, side) => {
                let last = char::from(Order::symbol(side as u8));
                let lower = if side > 35 { "A to Z, a" } else { "A" };
                let last = if side == 36 { String::new() } else { format!(" to {last}") };
                format!("1 to 9, {lower}{last} or a blank (. 0 * _ -)")
            }
        }
    }
}

fn standard(order: Order, from: &[u8], to: &mut [u8]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        if order == Order::THREE && std::arch::is_x86_feature_detected!("avx512bw") {
            // SAFETY: the processor has AVX-512 BW, asked just above.
            return unsafe { standard_nine_avx512(from, to) };
        }
        // SAFETY: the processor has AVX2, asked further above.
        return unsafe { standard_avx2(order, from, to) };
    }
    standard_steps(order, from, to)
}

/// The usual order, in two steps.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw")]
fn standard_nine_avx512(from: &[u8], to: &mut [u8]) -> bool {
    steps::<81, 64>(from, to, is_digit)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn standard_avx2(order: Order, from: &[u8], to: &mut [u8]) -> bool {
    standard_steps(order, from, to)
}

#[inline(always)]
fn is_digit(byte: u8) -> bool {
    byte.wrapping_sub(b'1') < 9
}

#[inline(always)]
fn standard_steps(order: Order, from: &[u8], to: &mut [u8]) -> bool {
    let digit = is_digit;
    let upper = |b: u8, count: u8| b.wrapping_sub(b'A') < count;
    let lower = |b: u8, count: u8| b.wrapping_sub(b'a') < count;
    match order.n() {
        2 => steps::<16, 16>(from, to, |b| b.wrapping_sub(b'1') < 4),
        3 => steps::<81, 32>(from, to, digit),
        4 => steps::<256, 32>(from, to, |b| digit(b) | upper(b, 7)),
        5 => steps::<625, 32>(from, to, |b| digit(b) | upper(b, 16)),
        6 => steps::<1296, 32>(from, to, |b| digit(b) | upper(b, 26) | lower(b, 1)),
        _ => steps::<2401, 32>(from, to, |b| digit(b) | upper(b, 26) | lower(b, 14)),
    }
}

/// Steps of one vector each, of which the last may overlap the one before.
#[inline(always)]
fn steps<const CELLS: usize, const STEP: usize>(
    from: &[u8],
    to: &mut [u8],
    is_value: impl Fn(u8) -> bool,
) -> bool {
    let (Some(from), Some(to)) = (from.first_chunk::<CELLS>(), to.first_chunk_mut::<CELLS>())
    else {
        return false;
    };
    let mut bad = [0; STEP];
    let mut at = 0;
    loop {
        for i in 0..STEP {
            let cell = from[at + i];
            let value = is_value(cell);
            let blank =
                (cell == b'.') | (cell == b'0') | (cell == b'*') | (cell == b'_') | (cell == b'-');
            to[at + i] = if value { cell } else { BLANK };
            bad[i] |= u8::from(!(value | blank));
        }
        if at + STEP >= CELLS {
            return bad == [0; STEP];
        }
        at = (at + STEP).min(CELLS - STEP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_at_every_place_is_judged_alike_by_all_paths() {
        for order in Order::ALL {
            let mut cells = vec![b'1'; order.cells()];
            for byte in 0..=255u8 {
                let end = order.cells() - 1;
                for place in [0, 1, 15, end / 2, end.saturating_sub(16), end] {
                    cells[place] = byte;
                    let mut expected = cells.clone();
                    let value = order.value(byte).is_some();
                    let valid = value || b".0*_-".contains(&byte);
                    if !value {
                        expected[place] = b'.';
                    }
                    let mut to = vec![0; order.cells()];
                    assert_eq!(Symbols::STANDARD.canonicalise(order, &cells, &mut to), valid);
                    assert!(!valid || to == expected, "{order} {byte} at {place}");
                    to.fill(0);
                    assert_eq!(standard_steps(order, &cells, &mut to), valid);
                    assert!(!valid || to == expected, "{order} {byte} at {place}");
                    assert_eq!(Symbols::STANDARD.is_cell(order, byte), valid);
                    cells[place] = b'1';
                }
            }
        }
    }

    #[test]
    fn another_alphabet_is_read_through_its_table() {
        let mut symbols = Symbols::STANDARD;
        symbols.set(Order::FOUR, Table::new(b"0123456789ABCDEF", b"-"));
        let mut cells = [b'-'; 256];
        cells[7] = b'0';
        cells[9] = b'F';
        let mut to = [0; 256];
        assert!(symbols.canonicalise(Order::FOUR, &cells, &mut to));
        assert_eq!(&to[6..10], b".1.G");
        cells[8] = b'.';
        assert!(!symbols.canonicalise(Order::FOUR, &cells, &mut to));
        assert!(symbols.describe(Order::FOUR).contains("0123456789ABCDEF"));
        assert_eq!(symbols.describe(Order::THREE), "1 to 9 or a blank (. 0 * _ -)");
        assert_eq!(symbols.describe(Order::FIVE), "1 to 9, A to P or a blank (. 0 * _ -)");
        assert_eq!(symbols.describe(Order::SEVEN), "1 to 9, A to Z, a to n or a blank (. 0 * _ -)");
    }
}
