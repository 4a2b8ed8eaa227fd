//! The crate sudoku.

use sudoku::Sudoku;

include!("../signature.rs");

fn solutions(puzzle: &str, limit: usize) -> (usize, Option<[u8; 81]>) {
    let Ok(grid) = Sudoku::from_str_line(puzzle) else { return (0, None) };
    let found = grid.solutions_up_to(limit);
    let first = found.first().map(|one| one.to_bytes().map(|digit| digit + b'0'));
    (found.len(), first)
}
