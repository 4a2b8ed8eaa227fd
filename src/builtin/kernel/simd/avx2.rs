//! Sixteen lanes in a 256-bit register.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor};

use super::{Lanes, Work};

/// Sixteen lanes, for processors with AVX2.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct U16x16(pub(super) __m256i);

/// All ones or all zeros a lane.
#[derive(Clone, Copy)]
pub(super) struct Mask(pub(super) __m256i);

/// An operator by its instruction.
macro_rules! operator {
    ($type:ident, $trait:ident, $method:ident, $instruction:ident) => {
        impl $trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: `super::visit` has found AVX2 before it handed out this type.
                Self(unsafe { $instruction(self.0, other.0) })
            }
        }
    };
}
operator!(U16x16, BitAnd, bitand, _mm256_and_si256);
operator!(U16x16, BitOr, bitor, _mm256_or_si256);
operator!(U16x16, BitXor, bitxor, _mm256_xor_si256);
operator!(Mask, BitAnd, bitand, _mm256_and_si256);
operator!(Mask, BitOr, bitor, _mm256_or_si256);

/// Runs the work in a function that is compiled for AVX2.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn compiled<W: Work<U16x16>>(work: W) -> W::Output {
    work.run()
}

/// Ones of each number from 0 to 15, in both halves.
#[target_feature(enable = "avx2")]
#[inline]
fn ones_of_nibbles() -> __m256i {
    _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4))
}

/// Ones in each byte of nine-bit lanes: those of the first four bits and of the ninth, and those
/// of the four between. A look-up heeds the low four bits of an index, so that the ninth may stay.
#[target_feature(enable = "avx2")]
#[inline]
fn ones_of_nine_bits(v: __m256i) -> __m256i {
    let table = ones_of_nibbles();
    let outer = _mm256_shuffle_epi8(table, _mm256_and_si256(v, _mm256_set1_epi16(0x010f)));
    let inner = _mm256_shuffle_epi8(table, _mm256_srli_epi16::<4>(v));
    _mm256_add_epi8(outer, inner)
}

/// Ones in each byte of any lanes.
#[target_feature(enable = "avx2")]
#[inline]
fn ones_of_bytes(v: __m256i) -> __m256i {
    let (table, nibble) = (ones_of_nibbles(), _mm256_set1_epi8(0xf));
    let low = _mm256_shuffle_epi8(table, _mm256_and_si256(v, nibble));
    let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(v), nibble));
    _mm256_add_epi8(low, high)
}

/// Which nine-bit lanes have exactly three ones.
#[target_feature(enable = "avx2")]
#[inline]
fn is_triple(v: __m256i) -> __m256i {
    let ones = _mm256_maddubs_epi16(ones_of_nine_bits(v), _mm256_set1_epi8(1));
    _mm256_cmpeq_epi16(ones, _mm256_set1_epi16(3))
}

/// Ones of six nine-bit lanes together; their bytes' sums stay far below 256.
#[target_feature(enable = "avx2")]
#[inline]
fn count_all(sets: &[U16x16; 6]) -> __m256i {
    let mut bytes = ones_of_nine_bits(sets[0].0);
    for set in &sets[1..] {
        bytes = _mm256_add_epi8(bytes, ones_of_nine_bits(set.0));
    }
    _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1))
}

/// Byte positions for a map of lanes, once for lanes of the same half and once for the other's;
/// a position with the top bit set yields zero.
#[target_feature(enable = "avx2")]
#[inline]
fn byte_maps(map: __m256i) -> (__m256i, __m256i) {
    let half = _mm256_setr_epi64x(0, 0, 0x0008_0008_0008_0008, 0x0008_0008_0008_0008);
    let other = _mm256_cmpeq_epi16(
        _mm256_and_si256(_mm256_xor_si256(map, half), _mm256_set1_epi16(8)),
        _mm256_set1_epi16(8),
    );
    let within = _mm256_and_si256(map, _mm256_set1_epi16(7));
    // lane k of a half is its bytes 2k and 2k + 1
    let bytes = _mm256_add_epi16(
        _mm256_mullo_epi16(within, _mm256_set1_epi16(0x0202)),
        _mm256_set1_epi16(0x0100),
    );
    let none = _mm256_set1_epi8(-128);
    (
        _mm256_or_si256(bytes, _mm256_and_si256(other, none)),
        _mm256_or_si256(bytes, _mm256_andnot_si256(other, none)),
    )
}

/// The lanes of `v`, shuffled by two byte maps.
#[target_feature(enable = "avx2")]
#[inline]
fn shuffle(v: __m256i, maps: (__m256i, __m256i)) -> __m256i {
    let swapped = _mm256_permute4x64_epi64::<0b01_00_11_10>(v);
    _mm256_or_si256(_mm256_shuffle_epi8(v, maps.0), _mm256_shuffle_epi8(swapped, maps.1))
}

// SAFETY: a transparent __m256i is sixteen u16s, any of them valid. In every method the
// instructions exist because `super::visit` has found AVX2 before it handed out this type.
unsafe impl Lanes for U16x16 {
    const LANES: usize = 16;
    type Mask = Mask;

    #[inline]
    fn enter<W: Work<Self>>(work: W) -> W::Output {
        // SAFETY: `super::visit` has found each feature of `compiled`.
        unsafe { compiled(work) }
    }

    #[inline(always)]
    fn splat(value: u16) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm256_set1_epi16(value as i16) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm256_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm256_sll_epi16(self.0, _mm_cvtsi32_si128(N as i32)) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm256_min_epu16(self.0, other.0) })
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm256_maddubs_epi16(ones_of_bytes(self.0), _mm256_set1_epi8(1)) })
    }

    #[inline(always)]
    fn permute(self, map: Self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { shuffle(self.0, byte_maps(map.0)) })
    }

    #[inline(always)]
    fn eq(self, other: Self) -> Mask {
        // SAFETY: see the head of this implementation.
        Mask(unsafe { _mm256_cmpeq_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn meets(self, other: Self) -> Mask {
        let apart = (self & other).is_zero();
        // SAFETY: see the head of this implementation.
        Mask(unsafe { _mm256_xor_si256(apart.0, _mm256_set1_epi16(-1)) })
    }

    #[inline(always)]
    fn select(mask: Mask, yes: Self, no: Self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm256_blendv_epi8(no.0, yes.0, mask.0) })
    }

    #[inline(always)]
    fn keep(self, mask: Mask) -> Self {
        self & Self(mask.0)
    }

    #[inline(always)]
    fn bits(mask: Mask) -> u32 {
        // SAFETY: see the head of this implementation.
        let halves = unsafe {
            _mm256_movemask_epi8(_mm256_packs_epi16(mask.0, _mm256_setzero_si256())) as u32
        };
        (halves & 0xff) | (halves >> 8 & 0xff00)
    }

    #[inline(always)]
    fn mask(bits: u32) -> Mask {
        // SAFETY: see the head of this implementation.
        unsafe {
            let lane = _mm256_setr_epi16(
                1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000,
                0x4000, -0x8000,
            );
            let here = _mm256_and_si256(_mm256_set1_epi16(bits as i16), lane);
            Mask(_mm256_cmpeq_epi16(here, lane))
        }
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn is_triple(self) -> Mask {
        // SAFETY: see the head of this implementation.
        Mask(unsafe { is_triple(self.0) })
    }

    #[inline(always)]
    fn count_all(sets: &[Self; 6]) -> Self {
        // SAFETY: see the head of this implementation.
        Self(unsafe { count_all(sets) })
    }

    /// Two plain instructions, where choosing by a mask takes three.
    #[inline(always)]
    fn narrow_where(self, mask: Mask, to: Self) -> Self {
        to | self.and_not(Self(mask.0))
    }

    /// All pairs in one pass, with byte maps made once.
    #[inline(always)]
    fn copy_lanes(vectors: &mut [Self], pairs: &[(u8, u8)]) {
        let mut map = [Self::splat(0)];
        for (i, lane) in Self::lanes_mut(&mut map).iter_mut().enumerate() {
            *lane = i as u16;
        }
        for &(from, to) in pairs {
            Self::lanes_mut(&mut map)[to as usize] = u16::from(from);
        }
        // SAFETY: see the head of this implementation.
        unsafe {
            let maps = byte_maps(map[0].0);
            for vector in vectors {
                vector.0 = shuffle(vector.0, maps);
            }
        }
    }
}
