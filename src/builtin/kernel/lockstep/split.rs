//! Two ways to go on from a grid.

use super::geometry::MINIROWS;

/// Two ways to go on, of which a solution is in exactly one.
#[derive(Clone, Copy)]
pub(super) struct Split {
    /// A minirow by its index in [`MINIROWS`]: the first way takes away from the rest of its line,
    /// the second from the minirow. From there on a cell, from which both ways take away.
    place: u8,
    /// Candidates that the first way takes away.
    first: u16,
    /// Candidates that the second way takes away.
    second: u16,
}

impl Split {
    /// A split to fill tables with.
    pub(super) const NONE: Self = Self { place: 0, first: 0, second: 0 };

    /// By whether a digit is in a minirow of its line.
    #[inline(always)]
    pub(super) fn by_minirow(minirow: u8, digit: u16) -> Self {
        Self { place: minirow, first: digit, second: digit }
    }

    /// By which of two candidates is a cell's.
    #[inline(always)]
    pub(super) fn by_cell(cell: usize, first: u16, second: u16) -> Self {
        Self { place: (MINIROWS.len() + cell) as u8, first, second }
    }

    /// Takes away what the first way does, where cell `c` is at `c * stride`.
    #[inline(always)]
    pub(super) fn first(self, cells: &mut [u16], stride: usize) {
        match MINIROWS.get(self.place as usize) {
            Some(line) => remove(cells, stride, &line[3..], self.first),
            None => remove(cells, stride, &[self.place - MINIROWS.len() as u8], self.first),
        }
    }

    /// Takes away what the second way does.
    #[inline(always)]
    pub(super) fn second(self, cells: &mut [u16], stride: usize) {
        match MINIROWS.get(self.place as usize) {
            Some(line) => remove(cells, stride, &line[..3], self.second),
            None => remove(cells, stride, &[self.place - MINIROWS.len() as u8], self.second),
        }
    }
}

#[inline(always)]
fn remove(cells: &mut [u16], stride: usize, from: &[u8], digits: u16) {
    for &cell in from {
        cells[cell as usize * stride] &= !digits;
    }
}
