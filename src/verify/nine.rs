//! The whole check of an order 3 answer at once, a yes or no: givens kept, 27 units complete.
//!
//! It costs about 8 ns where a processor can permute bytes (AVX-512 VBMI) and many answers are
//! checked in one go, and about six times that elsewhere.

use crate::puzzle::Order;
use crate::puzzle::order::{BLANK, nine_sets};

/// Bytes from one puzzle, or solution, to the next.
const STRIDE: usize = Order::THREE.stride();

/// Whether each solution solves its puzzle, one after the other for the length of `right`; both lie
/// [`STRIDE`] bytes apart.
pub(super) fn solve_all(puzzles: &[u8], solutions: &[u8], right: &mut [bool]) {
    let (puzzles, _) = puzzles.as_chunks();
    let (solutions, _) = solutions.as_chunks();
    #[cfg(target_arch = "x86_64")]
    if wide::solve_all(puzzles, solutions, right) {
        return;
    }
    each(puzzles, solutions, right, solves_plain);
}

/// Asks for one after the other.
#[inline(always)]
fn each(
    puzzles: &[[u8; STRIDE]],
    solutions: &[[u8; STRIDE]],
    right: &mut [bool],
    solves: impl Fn(&[u8; 81], &[u8; 81]) -> bool,
) {
    for ((puzzle, solution), right) in puzzles.iter().zip(solutions).zip(right) {
        let cells = puzzle.first_chunk().zip(solution.first_chunk());
        *right = cells.is_some_and(|(puzzle, solution)| solves(puzzle, solution));
    }
}

/// Returns true if all givens are kept and all units are complete.
#[inline]
pub(super) fn solves(puzzle: &[u8], solution: &[u8]) -> bool {
    let (Ok(puzzle), Ok(solution)) = (puzzle.try_into(), solution.try_into()) else {
        return false;
    };
    #[cfg(target_arch = "x86_64")]
    if let Some(answer) = wide::solves(puzzle, solution) {
        return answer;
    }
    solves_plain(puzzle, solution)
}

/// All nine values of a unit.
const ALL: u16 = 0x1ff;

/// One bit for each symbol; none for what is not a symbol.
const BITS: [u16; 256] = nine_sets(0);

/// Nine cells hold all nine values exactly when no value is missing.
pub(super) fn solves_plain(puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
    let mut changed = false;
    for (given, cell) in puzzle.iter().zip(solution) {
        changed |= (*given != BLANK) & (given != cell);
    }
    let mut lacking = u16::from(changed);
    let mut columns = [0; 9];
    for band in solution.chunks_exact(27) {
        let mut boxes = [0; 3];
        for cells in band.chunks_exact(9) {
            let mut row = 0;
            for (i, &cell) in cells.iter().enumerate() {
                let bit = BITS[cell as usize];
                row |= bit;
                columns[i] |= bit;
                boxes[i / 3] |= bit;
            }
            lacking |= row ^ ALL;
        }
        lacking |= boxes[0] & boxes[1] & boxes[2] ^ ALL;
    }
    lacking |= columns.into_iter().fold(ALL, |all, column| all & column) ^ ALL;
    lacking == 0
}

/// The check by permuted bytes: vectors of which each half has a lane for every unit and holds the
/// nth cell of each.
///
/// A byte has eight bits, so the values 1 to 8 have one each and 9 has none. A unit that holds the
/// other eight has at most one 9; with nine of them in the grid, each has exactly one.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod wide {
    use std::arch::x86_64::*;

    use super::{BLANK, STRIDE, each};

    /// Units of the grid: rows, columns, boxes.
    const UNITS: usize = 27;

    /// Cell numbers, a lane a unit, two cells of it in each vector; the lanes that are over repeat
    /// the first unit, and the half that is over repeats the last cells.
    #[repr(align(64))]
    struct Picks([[u8; 64]; 5]);

    static PICKS: Picks = {
        let mut picks = [[0; 64]; 5];
        let mut nth = 0;
        while nth < 10 {
            let mut lane = 0;
            while lane < 32 {
                let unit = if lane < UNITS { lane } else { 0 };
                let cell = cell(unit, if nth < 9 { nth } else { 8 });
                picks[nth / 2][32 * (nth % 2) + lane] = cell as u8;
                lane += 1;
            }
            nth += 1;
        }
        Picks(picks)
    };

    /// The `nth` cell of a unit.
    const fn cell(unit: usize, nth: usize) -> usize {
        match unit {
            0..9 => 9 * unit + nth,
            9..18 => 9 * nth + unit - 9,
            _ => {
                let (band, stack) = ((unit - 18) / 3, (unit - 18) % 3);
                27 * band + 3 * stack + 9 * (nth / 3) + nth % 3
            }
        }
    }

    fn is_here() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("popcnt")
    }

    /// The answer, on processors that have what it takes.
    #[inline]
    pub(super) fn solves(puzzle: &[u8; 81], solution: &[u8; 81]) -> Option<bool> {
        // SAFETY: the processor was found to have all that the function is compiled for.
        is_here().then(|| unsafe { solves_vbmi(puzzle, solution) })
    }

    /// All answers, on processors that have what it takes; false on others.
    pub(super) fn solve_all(
        puzzles: &[[u8; STRIDE]],
        solutions: &[[u8; STRIDE]],
        right: &mut [bool],
    ) -> bool {
        let is_here = is_here();
        if is_here {
            // SAFETY: the processor was found to have all that the function is compiled for.
            unsafe { solve_all_vbmi(puzzles, solutions, right) };
        }
        is_here
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,popcnt")]
    fn solve_all_vbmi(puzzles: &[[u8; STRIDE]], solutions: &[[u8; STRIDE]], right: &mut [bool]) {
        each(puzzles, solutions, right, |puzzle, solution| solves_vbmi(puzzle, solution));
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,popcnt")]
    fn solves_vbmi(puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
        let (puzzle, solution) = (load(puzzle), load(solution));
        let nine = _mm512_set1_epi8(b'9' as i8);
        let mut changed = 0;
        let mut nines = 0;
        for (given, cell) in puzzle.into_iter().zip(solution) {
            let blank = _mm512_set1_epi8(BLANK as i8);
            let differs = _mm512_cmpneq_epi8_mask(given, cell);
            changed |= _mm512_mask_cmpneq_epi8_mask(differs, given, blank);
            nines += _mm512_cmpeq_epi8_mask(cell, nine).count_ones();
        }
        let [low, high] = [bits(solution[0]), bits(solution[1])];
        let mut held = _mm512_setzero_si512();
        for picks in &PICKS.0 {
            // SAFETY: `Picks` is aligned to 64 bytes, and so is each of its rows of 64.
            let picks = unsafe { _mm512_load_si512(picks.as_ptr().cast()) };
            held = _mm512_or_si512(held, _mm512_permutex2var_epi8(low, picks, high));
        }
        let second = _mm512_extracti64x4_epi64::<1>(held);
        let held = _mm256_or_si256(_mm512_castsi512_si256(held), second);
        let complete = _mm256_cmpeq_epi8_mask(held, _mm256_set1_epi8(-1));
        (changed == 0) & (nines == 9) & (complete == u32::MAX)
    }

    /// The cells as two vectors, NUL after the last.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn load(cells: &[u8; 81]) -> [__m512i; 2] {
        const REST: __mmask64 = (1 << (81 - 64)) - 1;
        // SAFETY: 64 of the 81 bytes are read whole, and of the next 64 only the 17 that are left:
        // a masked load does not touch what its mask leaves out.
        unsafe {
            [
                _mm512_loadu_si512(cells.as_ptr().cast()),
                _mm512_maskz_loadu_epi8(REST, cells.as_ptr().add(64).cast()),
            ]
        }
    }

    /// One bit for each symbol from 1 to 8, none for any other byte.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn bits(cells: __m512i) -> __m512i {
        let powers = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
        let value = _mm512_sub_epi8(cells, _mm512_set1_epi8(b'1' as i8));
        let known = _mm512_cmplt_epu8_mask(value, _mm512_set1_epi8(8));
        _mm512_maskz_shuffle_epi8(known, _mm512_broadcast_i32x4(powers), value)
    }
}
