//! Where things are in a grid of 81 cells, row by row. Everything is computed from the one fact
//! that a unit has three times three cells.

pub(super) use crate::builtin::kernel::simd::CELLS;

/// Bands of both orientations: three of rows, then three of columns (stacks).
pub(super) const BANDS: usize = 6;

/// The cell at `place` of minirow `(line, box)` of a band: line `line` of the band crosses box
/// `box_` of the band in three cells.
pub(super) const fn cell(band: usize, line: usize, box_: usize, place: usize) -> usize {
    let (along, across) = (3 * box_ + place, 3 * (band % 3) + line);
    if band < 3 { 9 * across + along } else { 9 * along + across }
}

/// The nine cells of each band's lines, the three of the minirow `(line, box)` first: for band
/// `band`, at `9 * band + 3 * line + box`.
pub(super) const MINIROWS: [[u8; 9]; 9 * BANDS] = {
    let mut minirows = [[0; 9]; 9 * BANDS];
    let mut at = 0;
    while at < minirows.len() {
        let (band, line, box_) = (at / 9, at / 3 % 3, at % 3);
        let mut k = 0;
        while k < 9 {
            minirows[at][k] = cell(band, line, (box_ + k / 3) % 3, k % 3) as u8;
            k += 1;
        }
        at += 1;
    }
    minirows
};

/// The twenty peers of each cell, a bit each.
pub(super) const PEERS: [u128; CELLS] = {
    let mut peers = [0; CELLS];
    let mut i = 0;
    while i < CELLS {
        let mut k = 0;
        while k < CELLS {
            let same_row = i / 9 == k / 9;
            let same_column = i % 9 == k % 9;
            let same_box = i / 27 == k / 27 && i % 9 / 3 == k % 9 / 3;
            if i != k && (same_row || same_column || same_box) {
                peers[i] |= 1 << k;
            }
            k += 1;
        }
        i += 1;
    }
    peers
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_once_in_each_orientation_and_has_twenty_peers() {
        for orientation in [0..3, 3..6] {
            let mut seen = [0; CELLS];
            for band in orientation {
                for at in 0..27 {
                    seen[cell(band, at / 9, at / 3 % 3, at % 3)] += 1;
                }
            }
            assert_eq!(seen, [1; CELLS]);
        }
        assert!(PEERS.iter().all(|peers| peers.count_ones() == 20));
    }

    #[test]
    fn a_minirow_and_the_rest_of_its_line_are_one_row_or_one_column() {
        assert_eq!(MINIROWS[9 + 3 + 2], [42, 43, 44, 36, 37, 38, 39, 40, 41]);
        assert_eq!(MINIROWS[4 * 9], [3, 12, 21, 30, 39, 48, 57, 66, 75]);
    }
}
