//! The crate rustoku-lib, by depth-first search without its human techniques.

use rustoku_lib::Rustoku;

include!("../signature.rs");

fn solutions(puzzle: &str, limit: usize) -> (usize, Option<[u8; 81]>) {
    let Ok(mut solver) = Rustoku::new_from_str(puzzle) else { return (0, None) };
    let found = solver.solve_until(limit);
    let first = found.first().map(|one| {
        std::array::from_fn(|cell| one.board.get(cell / 9, cell % 9) + b'0')
    });
    (found.len(), first)
}
