//! The whole check of an order 3 answer at once, a yes or no: givens kept, 27 units complete.
//!
//! It costs about 15 ns where a processor can permute bytes (AVX-512 VBMI), and about three times
//! that elsewhere.

use crate::puzzle::order::BLANK;

/// Whether all givens are kept and all units are complete.
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

/// One bit for each symbol; none for what is no symbol.
const BITS: [u16; 256] = {
    let mut bits = [0; 256];
    let mut value = 0;
    while value < 9 {
        bits[b'1' as usize + value] = 1 << value;
        value += 1;
    }
    bits
};

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

/// The check by permuted bytes: nine vectors, of which the nth holds the nth cell of every unit.
///
/// A byte has eight bits, so the values 1 to 8 have one each and 9 has none. A unit that holds the
/// other eight has at most one 9; with nine of them in the grid, each has exactly one.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod wide {
    use std::arch::x86_64::*;

    use super::BLANK;

    /// Units of the grid: rows, columns, boxes.
    const UNITS: usize = 27;

    /// Vectors of cell numbers, a lane a unit; the lanes that are over repeat the first unit.
    #[repr(align(32))]
    struct Picks([[u8; 32]; 9]);

    static PICKS: Picks = {
        let mut picks = [[0; 32]; 9];
        let mut nth = 0;
        while nth < 9 {
            let mut lane = 0;
            while lane < 32 {
                let unit = if lane < UNITS { lane } else { 0 };
                picks[nth][lane] = cell(unit, nth) as u8;
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

    /// The answer, on processors that have what it takes.
    #[inline]
    pub fn solves(puzzle: &[u8; 81], solution: &[u8; 81]) -> Option<bool> {
        let is_here = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi");
        // SAFETY: the processor was found to have all four on the lines above.
        is_here.then(|| unsafe { solves_vbmi(puzzle, solution) })
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    fn solves_vbmi(puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
        let (puzzle, solution) = (load(puzzle), load(solution));
        let nine = _mm512_set1_epi8(b'9' as i8);
        let mut changed = 0;
        let mut nines = 0;
        for (given, cell) in puzzle.into_iter().zip(solution) {
            let blank = _mm512_set1_epi8(BLANK as i8);
            changed |= _mm512_cmpneq_epi8_mask(given, blank) & _mm512_cmpneq_epi8_mask(given, cell);
            nines += _mm512_cmpeq_epi8_mask(cell, nine).count_ones();
        }
        let [low, high] = solution.map(|cells| bits(cells));
        let mut held = _mm256_setzero_si256();
        for picks in &PICKS.0 {
            // SAFETY: `Picks` is aligned to 32 bytes, and so is each of its rows of 32.
            let picks = unsafe { _mm256_load_si256(picks.as_ptr().cast()) };
            let picked = _mm512_permutex2var_epi8(low, _mm512_castsi256_si512(picks), high);
            held = _mm256_or_si256(held, _mm512_castsi512_si256(picked));
        }
        let complete = _mm256_cmpeq_epi8_mask(held, _mm256_set1_epi8(-1));
        (changed == 0) & (nines == 9) & (complete == u32::MAX)
    }

    /// The cells as two vectors, NUL after the last.
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
    #[target_feature(enable = "avx512f,avx512bw")]
    fn bits(cells: __m512i) -> __m512i {
        let powers = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
        let value = _mm512_sub_epi8(cells, _mm512_set1_epi8(b'1' as i8));
        let known = _mm512_cmplt_epu8_mask(value, _mm512_set1_epi8(8));
        _mm512_maskz_shuffle_epi8(known, _mm512_broadcast_i32x4(powers), value)
    }
}
