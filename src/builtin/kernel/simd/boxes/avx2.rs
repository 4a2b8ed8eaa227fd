//! Boxes in a 256-bit register: two bands a half.

use std::arch::asm;
use std::arch::x86_64::*;

use super::super::Lanes;
use super::super::avx2::U16x16;
use super::symbols::STRIDE;
use super::{Boxes, LANES, TRANSPOSED, symbols_avx2, turning, turns};

/// Byte positions within each half.
type Bytes = [u8; 2 * LANES];

/// The byte shuffle of a map that keeps each lane in its half.
const fn bytes(map: [usize; LANES]) -> Bytes {
    let mut bytes = [0; 2 * LANES];
    let mut i = 0;
    while i < LANES {
        assert!(map[i] / 8 == i / 8);
        bytes[2 * i] = 2 * (map[i] % 8) as u8;
        bytes[2 * i + 1] = bytes[2 * i] + 1;
        i += 1;
    }
    bytes
}

/// Byte shuffles that turn each band by no, one and two places.
static ALONG_BAND: [Bytes; 3] = [bytes(turns(0, 0)), bytes(turns(0, 1)), bytes(turns(0, 2))];

/// First step of the transposition: in each half, the pair of lanes of each stack side by side.
static PAIRED: Bytes = {
    let mut map = [0; LANES];
    let mut i = 0;
    while i < LANES {
        let (half, stack, band) = (i / 8, i % 8 / 2, i % 2);
        map[i] = super::lane(2 * half + band, stack);
        i += 1;
    }
    bytes(map)
};

/// Second step: the source of each pair, so that a stack's two pairs become a word.
static GATHERED: [u32; LANES / 2] = {
    let mut map = [0; LANES / 2];
    let mut i = 0;
    while i < LANES / 2 {
        let (stack, half) = (i / 2, i % 2);
        map[i] = (4 * half + stack) as u32;
        assert!(TRANSPOSED[2 * i] == super::lane(2 * half, stack));
        i += 1;
    }
    map
};

/// A shuffle of bytes within each half.
///
/// In assembler, because LLVM would see a constant shuffle and spend two instructions on it, one
/// for each 64 bits.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn shuffle(v: __m256i, control: &Bytes) -> __m256i {
    let moved: __m256i;
    // SAFETY: one instruction that reads two registers, the second loaded from 32 readable bytes,
    // and writes a third.
    unsafe {
        let control = _mm256_loadu_si256(control.as_ptr().cast());
        asm!(
            "vpshufb {moved}, {v}, {control}",
            moved = lateout(ymm_reg) moved,
            v = in(ymm_reg) v,
            control = in(ymm_reg) control,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    moved
}

// SAFETY of every method: `super::visit` has found AVX2 before it handed out this type.
impl Boxes for U16x16 {
    #[inline(always)]
    fn read(symbols: &[u8; STRIDE]) -> [Self; 9] {
        // SAFETY: see the head of this implementation.
        let sets = unsafe { symbols_avx2::read(symbols) };
        let mut vectors = [Self::splat(0); 9];
        for i in 0..9 {
            vectors[i] = Self(sets[i]);
        }
        vectors
    }

    #[inline(always)]
    fn write(sets: &[Self; 9], symbols: &mut [u8; STRIDE]) {
        let mut below = [Self::splat(0).0; 9];
        for i in 0..9 {
            below[i] = sets[i].less_one().count_ones().0;
        }
        // SAFETY: see the head of this implementation.
        unsafe { symbols_avx2::write(&below, symbols) };
    }

    #[inline(always)]
    fn along_band<const BY: usize>(self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { shuffle(self.0, &ALONG_BAND[BY]) })
    }

    #[inline(always)]
    fn along_stack<const BY: usize>(self) -> Self {
        // SAFETY: see the head of this implementation.
        unsafe {
            Self(match BY {
                1 => _mm256_permute4x64_epi64::<{ turning(1) }>(self.0),
                _ => _mm256_permute4x64_epi64::<{ turning(2) }>(self.0),
            })
        }
    }

    #[inline(always)]
    fn transposed(self) -> Self {
        // SAFETY: see the head of this implementation; the table is 32 readable bytes.
        unsafe {
            let gathered = _mm256_loadu_si256(GATHERED.as_ptr().cast());
            Self(_mm256_permutevar8x32_epi32(shuffle(self.0, &PAIRED), gathered))
        }
    }

    #[inline(always)]
    fn all_zero(self) -> bool {
        // SAFETY: see the head of this implementation.
        unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
    }
}
