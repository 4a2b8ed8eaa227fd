//! How many cells the puzzles of a file give.

use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// The givens of one order's puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Givens {
    /// Puzzles with each number of givens.
    counts: Vec<u64>,
}

impl Givens {
    /// Of no puzzle.
    pub fn new(order: Order) -> Self {
        Self { counts: vec![0; order.cells() + 1] }
    }

    /// Takes a puzzle.
    pub fn add(&mut self, cells: &[u8]) {
        // By bytes, of which a vector holds many; no more at once than a byte can count.
        let given = |cells: &[u8]| cells.iter().fold(0, |sum, &cell| sum + u8::from(cell != BLANK));
        let parts = cells.chunks(usize::from(u8::MAX));
        self.counts[parts.map(|part| usize::from(given(part))).sum::<usize>()] += 1;
    }

    /// These and others of the same order.
    pub fn merge(mut self, other: Self) -> Self {
        for (sum, more) in self.counts.iter_mut().zip(other.counts) {
            *sum += more;
        }
        self
    }

    /// Fewest.
    pub fn min(&self) -> usize {
        self.counts.iter().position(|&count| count > 0).unwrap_or(0)
    }

    /// Most.
    pub fn max(&self) -> usize {
        self.counts.iter().rposition(|&count| count > 0).unwrap_or(0)
    }

    /// The lower median.
    pub fn median(&self) -> usize {
        let total: u64 = self.counts.iter().sum();
        let mut seen = 0;
        let half = |count: &u64| {
            seen += count;
            seen * 2 >= total
        };
        self.counts.iter().position(half).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_grids_are_counted_whole() {
        let mut givens = Givens::new(Order::SEVEN);
        givens.add(&[b'1'; 2401]);
        givens.add(&[&[b'1'; 300][..], &[BLANK; 2101]].concat());
        assert_eq!((givens.min(), givens.max()), (300, 2401));
    }

    #[test]
    fn extremes_and_the_lower_median_are_those_of_all_puzzles() {
        let of = |puzzles: &[&[u8; 16]]| {
            let mut givens = Givens::new(Order::TWO);
            puzzles.iter().for_each(|cells| givens.add(*cells));
            givens
        };
        let empty = b"................";
        let givens = of(&[b"1234341221434321", empty]).merge(of(&[b"1..............2", empty]));
        assert_eq!((givens.min(), givens.median(), givens.max()), (0, 0, 16));
        let none = of(&[]);
        assert_eq!((none.min(), none.median(), none.max()), (0, 0, 0));
    }
}
