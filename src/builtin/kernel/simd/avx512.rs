//! Thirty-two lanes in a 512-bit register.

use std::arch::asm;
use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor};

use super::{ALL_DIGITS, CANDIDATES, CELLS, Lanes, Work};

/// Thirty-two lanes, for processors with AVX-512 BW, VL, VBMI and BITALG.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct U16x32(__m512i);

/// An operator by its instruction.
macro_rules! operator {
    ($trait:ident, $method:ident, $instruction:ident) => {
        impl $trait for U16x32 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: `super::visit` has found AVX-512 before it handed out this type.
                Self(unsafe { $instruction(self.0, other.0) })
            }
        }
    };
}
operator!(BitAnd, bitand, _mm512_and_si512);
operator!(BitOr, bitor, _mm512_or_si512);
operator!(BitXor, bitxor, _mm512_xor_si512);

/// The columns of a truth table of three inputs: any formula over them is that formula's table.
const A: i32 = 0b1111_0000;
const B: i32 = 0b1100_1100;
const C: i32 = 0b1010_1010;

/// A bitwise formula of `self`, `b` and `c` as one `vpternlog`.
macro_rules! formula {
    ($method:ident, $table:expr) => {
        #[inline(always)]
        fn $method(self, b: Self, c: Self) -> Self {
            // SAFETY: see the head of this implementation.
            Self(unsafe { _mm512_ternarylogic_epi64::<{ $table }>(self.0, b.0, c.0) })
        }
    };
}

/// Runs the work in a function that is compiled for AVX-512.
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg"
)]
#[inline(never)]
fn compiled<W: Work<U16x32>>(work: W) -> W::Output {
    work.run()
}

/// Which lanes of two vectors have no bit in common.
///
/// In assembler, because LLVM knows `x & (x - 1) == 0` for a count of ones below two, and would
/// spend two instructions of the busier port on it.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn apart(one: __m512i, other: __m512i) -> __mmask32 {
    let mask: __mmask32;
    // SAFETY: one instruction that reads two registers and writes a third.
    unsafe {
        asm!(
            "vptestnmw {mask}, {one}, {other}",
            mask = out(kreg) mask,
            one = in(zmm_reg) one,
            other = in(zmm_reg) other,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    mask
}

// SAFETY: a transparent __m512i is thirty-two u16s, any of them valid. In every method the
// instructions exist because `super::visit` has found AVX-512 before it handed out this type.
unsafe impl Lanes for U16x32 {
    const LANES: usize = 32;
    type Mask = __mmask32;

    #[inline]
    fn enter<W: Work<Self>>(work: W) -> W::Output {
        // SAFETY: `super::visit` has found each feature of `compiled`.
        unsafe { compiled(work) }
    }

    formula!(and3, A & B & C);
    formula!(or3, A | B | C);
    formula!(xor3, A ^ B ^ C);
    formula!(majority, (A & B) | (A & C) | (B & C));
    formula!(in_one, (A ^ B ^ C) & !(A & B & C));
    formula!(or_and, A | (B & C));
    formula!(or_xor, A | (B ^ C));
    formula!(or_and_not, A | (B & !C));
    formula!(and_or, A & (B | C));
    formula!(and_neither, A & !(B | C));

    #[inline(always)]
    fn splat(value: u16) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm512_set1_epi16(value as i16) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm512_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm512_slli_epi16::<N>(self.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm512_min_epu16(self.0, other.0) })
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm512_popcnt_epi16(self.0) })
    }

    #[inline(always)]
    fn permute(self, map: Self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm512_permutexvar_epi16(map.0, self.0) })
    }

    #[inline(always)]
    fn eq(self, other: Self) -> __mmask32 {
        // SAFETY: see the head of this implementation.
        unsafe { _mm512_cmpeq_epi16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn meets(self, other: Self) -> __mmask32 {
        // SAFETY: see the head of this implementation.
        unsafe { _mm512_test_epi16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn select(mask: __mmask32, yes: Self, no: Self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm512_mask_blend_epi16(mask, no.0, yes.0) })
    }

    #[inline(always)]
    fn keep(self, mask: __mmask32) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm512_maskz_mov_epi16(mask, self.0) })
    }

    #[inline(always)]
    fn bits(mask: __mmask32) -> u32 {
        mask
    }

    #[inline(always)]
    fn mask(bits: u32) -> __mmask32 {
        bits
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn is_zero(self) -> __mmask32 {
        // SAFETY: see the head of this implementation.
        unsafe { _mm512_testn_epi16_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn keep_apart(self, other: Self) -> Self {
        // SAFETY: see the head of this implementation.
        self.keep(unsafe { apart(self.0, other.0) })
    }

    #[inline(always)]
    fn narrow(self, to: Self) -> Self {
        Self::select(self.meets(to), self & to, self)
    }

    /// By whole vectors: a sweep that comes soon would wait for every single lane to be written.
    #[inline(always)]
    fn put(vectors: &mut [Self], lane: usize, values: impl Iterator<Item = u16>) {
        for (vector, value) in vectors.iter_mut().zip(values) {
            *vector = Self::select(1 << lane, Self::splat(value), *vector);
        }
    }

    const STAGES: bool = true;

    /// Five times sixteen cells are transposed in registers, and the last one is put.
    #[inline(always)]
    fn stage(vectors: &mut [Self; CELLS], grids: &[&[u8; CELLS]; 32]) {
        for first in (0..CELLS - 1).step_by(16) {
            // SAFETY: see the head of this implementation.
            let symbols = unsafe { transposed(grids, first) };
            for c in 0..16 {
                // SAFETY: likewise.
                vectors[first + c] = Self(unsafe { candidates(symbols[c]) });
            }
        }
        let last = Self::lanes_mut(&mut vectors[CELLS - 1..]);
        for (lane, grid) in last.iter_mut().zip(grids) {
            *lane = CANDIDATES[grid[CELLS - 1] as usize];
        }
    }

    /// All in one pass of lane permutes with two sources.
    #[inline(always)]
    fn move_lanes(
        vectors: &mut [Self; CELLS],
        pairs: &[(u8, u8)],
        other: &[Self; CELLS],
        others: &[(u8, u8)],
    ) {
        let mut map = lane_map(pairs);
        for &(from, to) in others {
            Self::lanes_mut(&mut map)[to as usize] = Self::LANES as u16 + u16::from(from);
        }
        for (vector, other) in vectors.iter_mut().zip(other) {
            // SAFETY: see the head of this implementation.
            vector.0 = unsafe { _mm512_permutex2var_epi16(vector.0, map[0].0, other.0) };
        }
    }

    /// All pairs in one pass of lane permutes.
    #[inline(always)]
    fn copy_lanes(vectors: &mut [Self], pairs: &[(u8, u8)]) {
        let map = lane_map(pairs);
        for vector in vectors {
            *vector = vector.permute(map[0]);
        }
    }
}

/// Each lane from itself, but for the lane `to` of each pair, which comes from `from`.
#[inline(always)]
fn lane_map(pairs: &[(u8, u8)]) -> [U16x32; 1] {
    let mut map = [U16x32::splat(0)];
    let lanes = U16x32::lanes_mut(&mut map);
    for (i, lane) in lanes.iter_mut().enumerate() {
        *lane = i as u16;
    }
    for &(from, to) in pairs {
        lanes[to as usize] = u16::from(from);
    }
    map
}

/// Sixteen cells of 32 grids, from `first` on: vector `c` has the symbols of cell `first + c`, grid by
/// grid.
///
/// Grids 16 to 31 are in the upper halves all the way. Four perfect shuffles of sixteen rows, each of
/// which brings row `i` together with row `i + 8`, move the four bits of a byte's row number to where
/// those of its column number were.
///
/// # Safety
/// The processor must have AVX-512, as `super::visit` has made sure where there is a `U16x32`.
#[inline(always)]
unsafe fn transposed(grids: &[&[u8; CELLS]; 32], first: usize) -> [__m256i; 16] {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let mut rows = [_mm256_setzero_si256(); 16];
        for i in 0..16 {
            let lower = _mm256_castsi128_si256(sixteen(grids[i], first));
            rows[i] = _mm256_inserti128_si256::<1>(lower, sixteen(grids[i + 16], first));
        }
        for _ in 0..4 {
            let mut shuffled = rows;
            for i in 0..8 {
                shuffled[2 * i] = _mm256_unpacklo_epi8(rows[i], rows[i + 8]);
                shuffled[2 * i + 1] = _mm256_unpackhi_epi8(rows[i], rows[i + 8]);
            }
            rows = shuffled;
        }
        rows
    }
}

/// Sixteen symbols of a grid, from cell `first` on.
///
/// # Safety
/// As of [`transposed`].
#[inline(always)]
unsafe fn sixteen(grid: &[u8; CELLS], first: usize) -> __m128i {
    let symbols = &grid[first..first + 16];
    // SAFETY: the caller vouches for the instruction, the slice for the sixteen bytes read.
    unsafe { _mm_loadu_si128(symbols.as_ptr().cast()) }
}

/// The candidates that 32 symbols stand for. The shift leaves nothing of a symbol that is not a digit.
///
/// # Safety
/// As of [`transposed`].
#[inline(always)]
unsafe fn candidates(symbols: __m256i) -> __m512i {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let value =
            _mm512_sub_epi16(_mm512_cvtepu8_epi16(symbols), _mm512_set1_epi16(i16::from(b'1')));
        let digit = _mm512_sllv_epi16(_mm512_set1_epi16(1), value);
        // '9' is the last digit, but ':' and the six after it would shift a bit into the lane, too.
        let is_digit = _mm512_test_epi16_mask(digit, _mm512_set1_epi16(ALL_DIGITS as i16));
        _mm512_mask_blend_epi16(is_digit, _mm512_set1_epi16(ALL_DIGITS as i16), digit)
    }
}
