//! The order of a puzzle: box size n, and everything that follows from it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Box size n from 2 to 7; a unit has n² cells and a puzzle n⁴.
///
/// Values run from 1 to [`Order::side`]. Their canonical symbols are `1`-`9`, then `A`-`Z`, then
/// `a`-`n`, and `.` for an empty cell; order 3 is therefore plain `1`-`9`. In files an order stands
/// as its box size: `3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Order(u8);

/// The canonical symbol of an empty cell.
pub const BLANK: u8 = b'.';

const SYMBOLS: &[u8; 49] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn";

/// Value of each byte as a canonical symbol; 0 where it is none.
const VALUES: [u8; 256] = {
    let mut values = [0; 256];
    let mut i = 0;
    while i < SYMBOLS.len() {
        values[SYMBOLS[i] as usize] = i as u8 + 1;
        i += 1;
    }
    values
};

/// For each byte the set of its value, bit `v - 1` for value `v`, where it is a canonical symbol of
/// [`Order::THREE`]; `other` where it is none.
pub const fn nine_sets(other: u16) -> [u16; 256] {
    let mut sets = [other; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(value) = Order::THREE.value(byte as u8) {
            sets[byte] = 1 << (value - 1);
        }
        byte += 1;
    }
    sets
}

impl Order {
    /// 4x4, side 4.
    pub const TWO: Self = Self(2);
    /// The ordinary 9x9.
    pub const THREE: Self = Self(3);
    /// 16x16.
    pub const FOUR: Self = Self(4);
    /// 25x25.
    pub const FIVE: Self = Self(5);
    /// 36x36.
    pub const SIX: Self = Self(6);
    /// 49x49, the largest.
    pub const SEVEN: Self = Self(7);
    /// Every order, smallest first.
    pub const ALL: [Self; 6] =
        [Self::TWO, Self::THREE, Self::FOUR, Self::FIVE, Self::SIX, Self::SEVEN];

    /// The order of box size `n`, if `n` is 2 to 7.
    pub const fn new(n: usize) -> Option<Self> {
        if n >= 2 && n <= 7 { Some(Self(n as u8)) } else { None }
    }

    /// The order whose puzzles have this many cells: 16, 81, 256, 625, 1296 or 2401.
    pub const fn from_cells(cells: usize) -> Option<Self> {
        match cells {
            16 => Some(Self(2)),
            81 => Some(Self(3)),
            256 => Some(Self(4)),
            625 => Some(Self(5)),
            1296 => Some(Self(6)),
            2401 => Some(Self(7)),
            _ => None,
        }
    }

    /// Box size n.
    pub const fn n(self) -> usize {
        self.0 as usize
    }

    /// Cells of a unit and number of values, n².
    pub const fn side(self) -> usize {
        self.n() * self.n()
    }

    /// Cells of a puzzle, n⁴.
    pub const fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// Bytes from one puzzle to the next in a [`Block`](super::Block): the cells, at least one
    /// NUL, and NULs up to a multiple of 32. 96 at order 3.
    pub const fn stride(self) -> usize {
        (self.cells() / 32 + 1) * 32
    }

    /// The symbols of this order's values, `symbols()[v - 1]` for value `v`.
    pub fn symbols(self) -> &'static [u8] {
        &SYMBOLS[..self.side()]
    }

    /// The canonical symbol of a value; [`BLANK`] for 0.
    ///
    /// # Panics
    /// When `value` is over 49.
    pub const fn symbol(value: u8) -> u8 {
        if value == 0 { BLANK } else { SYMBOLS[value as usize - 1] }
    }

    /// The value of a canonical symbol, if it is one of this order's.
    pub const fn value(self, symbol: u8) -> Option<u8> {
        let value = VALUES[symbol as usize];
        if value != 0 && value as usize <= self.side() { Some(value) } else { None }
    }
}

impl From<Order> for u8 {
    fn from(order: Order) -> Self {
        order.0
    }
}

impl TryFrom<u8> for Order {
    type Error = String;

    fn try_from(n: u8) -> Result<Self, String> {
        Self::new(n.into()).ok_or_else(|| format!("{n} is not a box size; write 2 to 7"))
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.side(), self.side())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nine_digits_have_a_bit_each_and_no_other_byte_has() {
        let sets = nine_sets(0x8000);
        let digits: Vec<u16> = sets[b'1' as usize..=b'9' as usize].to_vec();
        assert_eq!(digits, [1, 2, 4, 8, 16, 32, 64, 128, 256]);
        assert_eq!(sets.iter().filter(|&&set| set == 0x8000).count(), 256 - 9);
    }

    #[test]
    fn every_order_is_found_by_its_cells() {
        let cells = [16, 81, 256, 625, 1296, 2401];
        for (order, cells) in Order::ALL.into_iter().zip(cells) {
            assert_eq!(order.cells(), cells);
            assert_eq!(Order::from_cells(cells), Some(order));
            assert!(order.stride() > cells && order.stride() % 32 == 0);
        }
        assert_eq!(Order::from_cells(80), None);
        assert_eq!(Order::THREE.stride(), 96);
    }

    #[test]
    fn a_symbol_and_its_value_belong_together() {
        for order in Order::ALL {
            for value in 1..=order.side() as u8 {
                assert_eq!(order.value(Order::symbol(value)), Some(value));
            }
        }
        assert_eq!(Order::TWO.value(b'5'), None);
        assert_eq!(Order::THREE.value(b'0'), None);
        assert_eq!(Order::FIVE.value(b'P'), Some(25));
        assert_eq!(Order::SEVEN.value(b'n'), Some(49));
        assert_eq!(Order::symbol(0), b'.');
    }
}
