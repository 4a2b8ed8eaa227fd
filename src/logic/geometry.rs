//! Sets of cells, and which cells share a unit as such sets: tables made once for each order.

use std::sync::OnceLock;

use crate::puzzle::{Order, Units};

/// Words of 64 cells that the largest grid takes: 625 cells.
const WORDS: usize = 10;

/// A set of cells of a grid of order 5 or less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: u16) {
        self.0[usize::from(cell >> 6)] |= 1 << (cell & 63);
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: u16) {
        self.0[usize::from(cell >> 6)] &= !(1 << (cell & 63));
    }

    /// Returns true if the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: u16) -> bool {
        self.0[usize::from(cell >> 6)] >> (cell & 63) & 1 == 1
    }

    /// The cells in both sets.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The cells in either set.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Returns true if no cell is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The cells in reading order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        let words = self.0;
        (0..WORDS as u16).flat_map(move |word| {
            bits(words[usize::from(word)]).map(move |bit| word * 64 + bit as u16)
        })
    }
}

impl FromIterator<u16> for CellSet {
    fn from_iter<I: IntoIterator<Item = u16>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// The places of the ones in a word, lowest first.
#[inline]
pub fn bits(word: impl Into<u64>) -> impl Iterator<Item = u8> {
    let mut rest = word.into();
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as u8);
        rest &= rest.wrapping_sub(1);
        bit
    })
}

/// What techniques ask about the grid of one order: its units, and peers as sets.
#[derive(Debug)]
pub struct Geometry {
    peers: Vec<CellSet>,
    /// Place of each cell in its row, column and box.
    places: Vec<[u8; 3]>,
}

impl Geometry {
    /// The tables of an order, made at the first call.
    ///
    /// # Panics
    /// When the order is 6 or 7.
    pub fn of(order: Order) -> &'static Self {
        static TABLES: [OnceLock<Geometry>; 4] = [const { OnceLock::new() }; 4];
        TABLES[order.n() - 2].get_or_init(|| Self::new(order))
    }

    fn new(order: Order) -> Self {
        let units = Units::of(order);
        let peers = |cell| units.peers(cell).iter().copied().collect();
        let mut places = vec![[0; 3]; order.cells()];
        for unit in 0..units.len() {
            for (place, &cell) in units.cells(unit).iter().enumerate() {
                places[usize::from(cell)][unit / order.side()] = place as u8;
            }
        }
        Self { peers: (0..order.cells()).map(peers).collect(), places }
    }

    /// The other cells of a cell's units.
    #[inline]
    pub fn peers(&self, cell: u16) -> &CellSet {
        &self.peers[usize::from(cell)]
    }

    /// Returns true if the cells share a unit and are not the same.
    #[inline]
    pub fn sees(&self, one: u16, other: u16) -> bool {
        self.peers(one).contains(other)
    }

    /// Place of a cell in its row, column and box, counted from 0.
    #[inline]
    pub fn places(&self, cell: u16) -> [u8; 3] {
        self.places[usize::from(cell)]
    }
}
