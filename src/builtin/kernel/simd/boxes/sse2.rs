//! Boxes in two 128-bit registers, two bands each: what every x86-64 processor has.
//!
//! The baseline of x86-64 in intrinsics, because LLVM makes sixteen moves of single lanes of a turn
//! that is written as a loop, and a sweep takes more than twice as long.

use std::arch::x86_64::*;
use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor};

use super::super::{Lanes, Work};
use super::{Boxes, LANES, TRANSPOSED, turning};

/// Sixteen lanes, for every x86-64 processor.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct U16x16([__m128i; 2]);

/// All ones or all zeros a lane.
#[derive(Clone, Copy)]
pub(super) struct Mask(U16x16);

/// An instruction for each half of one, two or three vectors.
macro_rules! halves {
    ($instruction:expr, $a:expr) => {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { U16x16([$instruction($a.0[0]), $instruction($a.0[1])]) }
    };
    ($instruction:expr, $a:expr, $b:expr) => {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { U16x16([$instruction($a.0[0], $b.0[0]), $instruction($a.0[1], $b.0[1])]) }
    };
}

/// An operator by its instruction.
macro_rules! operator {
    ($trait:ident, $method:ident, $instruction:ident) => {
        impl $trait for U16x16 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                halves!($instruction, self, other)
            }
        }
    };
}
operator!(BitAnd, bitand, _mm_and_si128);
operator!(BitOr, bitor, _mm_or_si128);
operator!(BitXor, bitxor, _mm_xor_si128);

impl BitAnd for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

// SAFETY: two __m128i are sixteen u16s, any of them valid.
unsafe impl Lanes for U16x16 {
    const LANES: usize = LANES;
    type Mask = Mask;

    #[inline]
    fn enter<W: Work<Self>>(work: W) -> W::Output {
        work.run()
    }

    #[inline(always)]
    fn splat(value: u16) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        Self([unsafe { _mm_set1_epi16(value as i16) }; 2])
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        halves!(_mm_add_epi16, self, other)
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        let by = unsafe { _mm_cvtsi32_si128(N as i32) };
        halves!(_mm_sll_epi16, self, Self([by; 2]))
    }

    /// By a saturated difference: SSE2 has no minimum of unsigned lanes.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        let over = halves!(_mm_subs_epu16, self, other);
        halves!(_mm_sub_epi16, self, over)
    }

    /// Sums neighbouring fields of 1, 2, 4, 8 bits: SSE2 counts no lanes.
    #[inline(always)]
    fn count_ones(self) -> Self {
        let shifted = |v: Self, by: i32| {
            // SAFETY: SSE2 is part of x86-64.
            let by = unsafe { _mm_cvtsi32_si128(by) };
            halves!(_mm_srl_epi16, v, Self([by; 2]))
        };
        let (alternate, in_fours) = (Self::splat(0x5555), Self::splat(0x3333));
        let pairs = halves!(_mm_sub_epi16, self, (shifted(self, 1) & alternate));
        let nibbles = (pairs & in_fours).add(shifted(pairs, 2) & in_fours);
        let bytes = nibbles.add(shifted(nibbles, 4)) & Self::splat(0x0f0f);
        bytes.add(shifted(bytes, 8)) & Self::splat(0xff)
    }

    #[inline(always)]
    fn permute(self, map: Self) -> Self {
        let (vector, map) = ([self], [map]);
        let (from, map) = (Self::lanes(&vector), Self::lanes(&map));
        Self::of_lanes(&from_fn(|i| from[usize::from(map[i]) % LANES]))
    }

    #[inline(always)]
    fn eq(self, other: Self) -> Mask {
        Mask(halves!(_mm_cmpeq_epi16, self, other))
    }

    #[inline(always)]
    fn meets(self, other: Self) -> Mask {
        let apart = (self & other).is_zero();
        Mask(apart.0 ^ Self::splat(u16::MAX))
    }

    #[inline(always)]
    fn select(mask: Mask, yes: Self, no: Self) -> Self {
        (yes & mask.0) | no.and_not(mask.0)
    }

    #[inline(always)]
    fn keep(self, mask: Mask) -> Self {
        self & mask.0
    }

    #[inline(always)]
    fn bits(mask: Mask) -> u32 {
        let [low, high] = mask.0.0;
        // SAFETY: SSE2 is part of x86-64.
        unsafe { _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u32 }
    }

    #[inline(always)]
    fn mask(bits: u32) -> Mask {
        let lane = Self::of_lanes(&from_fn(|i| 1 << i));
        (Self::splat(bits as u16) & lane).eq(lane)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        halves!(_mm_andnot_si128, other, self)
    }

    /// Three bits and no more: taking away the lowest twice leaves one, which is the lowest again.
    #[inline(always)]
    fn is_triple(self) -> Mask {
        let two_less = self & self.less_one();
        let one_left = two_less & two_less.less_one();
        let none_left = one_left & one_left.less_one();
        Mask(none_left.is_zero().0.and_not(one_left.is_zero().0))
    }
}

/// Turns both bands of a half by as many places as the control says.
#[inline(always)]
fn turn<const CONTROL: i32>(half: __m128i) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_shufflehi_epi16::<CONTROL>(_mm_shufflelo_epi16::<CONTROL>(half)) }
}

/// The band that is the low (0) or high (1) one of a half, beside that of another half.
#[inline(always)]
fn side_by_side<const WHICH: i32>(low: __m128i, high: __m128i) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        _mm_castpd_si128(_mm_shuffle_pd::<WHICH>(_mm_castsi128_pd(low), _mm_castsi128_pd(high)))
    }
}

impl Boxes for U16x16 {
    #[inline(always)]
    fn along_band<const BY: usize>(self) -> Self {
        let [low, high] = self.0;
        match BY {
            1 => Self([turn::<{ turning(1) }>(low), turn::<{ turning(1) }>(high)]),
            _ => Self([turn::<{ turning(2) }>(low), turn::<{ turning(2) }>(high)]),
        }
    }

    /// Bands 0, 1 and 2, spare become 1, 2 and 0, spare, or 2, 0 and 1, spare.
    #[inline(always)]
    fn along_stack<const BY: usize>(self) -> Self {
        let [low, high] = self.0;
        match BY {
            1 => Self([side_by_side::<0b01>(low, high), side_by_side::<0b10>(low, high)]),
            _ => Self([side_by_side::<0b00>(high, low), side_by_side::<0b11>(low, high)]),
        }
    }

    #[inline(always)]
    fn transposed(self) -> Self {
        let vector = [self];
        let lanes = Self::lanes(&vector);
        Self::of_lanes(&from_fn(|i| lanes[TRANSPOSED[i]]))
    }

    #[inline(always)]
    fn all_zero(self) -> bool {
        let [low, high] = self.0;
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let zero = _mm_cmpeq_epi8(_mm_or_si128(low, high), _mm_setzero_si128());
            _mm_movemask_epi8(zero) == 0xffff
        }
    }
}
