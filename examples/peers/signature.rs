// The signature that sudoku-bench calls, around a function that takes a puzzle of 81 cells and the number
// of solutions to stop at, and returns how many it found, with the first.

/// # Safety
/// `puzzle` is at least 81 readable bytes, `solution` 81 writable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn solve(
    puzzle: *const u8,
    limit: usize,
    _flags: u32,
    solution: *mut u8,
    _guesses: *mut usize,
) -> usize {
    // SAFETY: the caller's promise.
    let cells = unsafe { std::slice::from_raw_parts(puzzle, 81) };
    let text = std::str::from_utf8(cells).unwrap_or_default();
    let (count, first) = solutions(text, limit.max(1));
    if let Some(first) = first {
        // SAFETY: the caller's promise.
        unsafe { std::ptr::copy_nonoverlapping(first.as_ptr(), solution, 81) };
    }
    count
}
