//! A sudoku solver in a shared library, in Rust:
//!
//! ```sh
//! rustc --edition 2024 -O --crate-type cdylib -o solver.so examples/rust/solver.rs
//! sudoku-bench run --solver dylib:solver.so
//! ```
//!
//! Depth-first search over the blank cells, always the one with the fewest candidates.

#![allow(unsafe_code)]

use std::ffi::c_char;

const CELLS: usize = 81;
const EVERY: u16 = 0x1ff;

struct Search {
    /// Digits placed in each row, column and box, one bit each.
    units: [[u16; 9]; 3],
    cells: [u8; CELLS],
    solution: Option<[u8; CELLS]>,
    limit: usize,
    found: usize,
    guesses: usize,
}

fn units_of(cell: usize) -> [usize; 3] {
    [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3]
}

impl Search {
    fn candidates(&self, cell: usize) -> u16 {
        let [row, column, square] = units_of(cell);
        EVERY & !(self.units[0][row] | self.units[1][column] | self.units[2][square])
    }

    fn flip(&mut self, cell: usize, bit: u16) {
        for (kind, unit) in units_of(cell).into_iter().enumerate() {
            self.units[kind][unit] ^= bit;
        }
    }

    fn run(&mut self) {
        let blanks = (0..CELLS).filter(|&cell| self.cells[cell] == b'.');
        let Some(cell) = blanks.min_by_key(|&cell| self.candidates(cell).count_ones()) else {
            self.found += 1;
            self.solution.get_or_insert(self.cells);
            return;
        };
        let left = self.candidates(cell);
        self.guesses += usize::from(left.count_ones() > 1);
        for digit in (0..9).filter(|digit| left & (1 << digit) != 0) {
            if self.found < self.limit {
                self.cells[cell] = b'1' + digit;
                self.flip(cell, 1 << digit);
                self.run();
                self.flip(cell, 1 << digit);
            }
        }
        self.cells[cell] = b'.';
    }
}

/// Solves one puzzle; `flags` means nothing here.
///
/// # Safety
/// `puzzle` has 81 readable bytes, `solution` 81 writable ones, and `guesses` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn solve_sudoku(
    puzzle: *const c_char,
    limit: usize,
    _flags: u32,
    solution: *mut c_char,
    guesses: *mut usize,
) -> usize {
    // SAFETY: the caller guarantees 81 readable bytes.
    let cells = unsafe { *puzzle.cast::<[u8; CELLS]>() };
    let units = [[0; 9]; 3];
    let mut search = Search { units, cells, solution: None, limit, found: 0, guesses: 0 };
    let mut clash = false;
    for (cell, symbol) in cells.into_iter().enumerate().filter(|(_, symbol)| *symbol != b'.') {
        let bit = 1 << (symbol - b'1');
        clash |= search.candidates(cell) & bit == 0;
        search.flip(cell, bit);
    }
    if !clash {
        search.run();
    }
    // SAFETY: the caller guarantees that there is room for the guesses, and for 81 cells.
    unsafe {
        *guesses = search.guesses;
        if let Some(cells) = search.solution {
            *solution.cast::<[u8; CELLS]>() = cells;
        }
    }
    search.found
}
