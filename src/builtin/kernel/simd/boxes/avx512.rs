//! Boxes in a 256-bit register of a processor with AVX-512: AVX2's moves, formulas of three inputs
//! in one instruction, and a count of ones.
//!
//! Truth values are mostly kept as vectors, as AVX2 keeps them: at 256 bits a comparison into a
//! vector has two ports and one cycle of latency, one into a mask register a single port and three.

use std::arch::asm;
use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor};

use super::super::{Lanes, Work, avx2};
use super::symbols::STRIDE;
use super::{Boxes, symbols_avx2};

/// Sixteen lanes, for processors with AVX-512 VL and BITALG.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct U16x16(avx2::U16x16);

/// What AVX2 does as well.
macro_rules! as_avx2 {
    ($trait:ident, $method:ident) => {
        impl $trait for U16x16 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
    };
}
as_avx2!(BitAnd, bitand);
as_avx2!(BitOr, bitor);
as_avx2!(BitXor, bitxor);

/// The columns of a truth table of three inputs: any formula over them is that formula's table.
const A: i32 = 0b1111_0000;
const B: i32 = 0b1100_1100;
const C: i32 = 0b1010_1010;

/// A bitwise formula of `self`, `b` and `c` as one `vpternlog`.
macro_rules! formula {
    ($method:ident, $table:expr) => {
        #[inline(always)]
        fn $method(self, b: Self, c: Self) -> Self {
            ternary!($table, self, b, c)
        }
    };
}

/// A formula's instruction.
macro_rules! ternary {
    ($table:expr, $a:expr, $b:expr, $c:expr) => {
        // SAFETY: `super::visit` has found AVX-512 before it handed out this type.
        Self(avx2::U16x16(unsafe {
            _mm256_ternarylogic_epi64::<{ $table }>($a.0.0, $b.0.0, $c.0.0)
        }))
    };
}

/// Runs the work in a function that is compiled for AVX-512.
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg"
)]
#[inline(never)]
fn compiled<W: Work<U16x16>>(work: W) -> W::Output {
    work.run()
}

/// One less, lane by lane.
#[target_feature(enable = "avx2")]
#[inline]
fn decremented(v: __m256i) -> __m256i {
    let less: __m256i;
    // SAFETY: one instruction that reads two registers and writes a third.
    unsafe {
        asm!(
            "vpaddw {less}, {v}, {ones}",
            less = lateout(ymm_reg) less,
            v = in(ymm_reg) v,
            ones = in(ymm_reg) _mm256_set1_epi16(-1),
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    less
}

// SAFETY: transparent over a type that is sixteen u16s. In every method the instructions exist
// because `super::visit` has found AVX-512 before it handed out this type.
unsafe impl Lanes for U16x16 {
    const LANES: usize = super::LANES;
    type Mask = avx2::Mask;

    #[inline]
    fn enter<W: Work<Self>>(work: W) -> W::Output {
        // SAFETY: `super::visit` has found each feature of `compiled`.
        unsafe { compiled(work) }
    }

    formula!(and3, A & B & C);
    formula!(or3, A | B | C);
    formula!(xor3, A ^ B ^ C);
    formula!(majority, (A & B) | (A & C) | (B & C));
    formula!(or_and, A | (B & C));
    formula!(or_xor, A | (B ^ C));
    formula!(or_and_not, A | (B & !C));
    formula!(and_or, A & (B | C));
    formula!(and_neither, A & !(B | C));

    #[inline(always)]
    fn splat(value: u16) -> Self {
        Self(avx2::U16x16::splat(value))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0))
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        Self(self.0.shl::<N>())
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(avx2::U16x16(unsafe { _mm256_popcnt_epi16(self.0.0) }))
    }

    #[inline(always)]
    fn permute(self, map: Self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(avx2::U16x16(unsafe { _mm256_permutexvar_epi16(map.0.0, self.0.0) }))
    }

    #[inline(always)]
    fn eq(self, other: Self) -> avx2::Mask {
        self.0.eq(other.0)
    }

    #[inline(always)]
    fn meets(self, other: Self) -> avx2::Mask {
        self.0.meets(other.0)
    }

    #[inline(always)]
    fn select(mask: avx2::Mask, yes: Self, no: Self) -> Self {
        let mask = Self(avx2::U16x16(mask.0));
        ternary!((A & B) | (!A & C), mask, yes, no)
    }

    #[inline(always)]
    fn keep(self, mask: avx2::Mask) -> Self {
        Self(self.0.keep(mask))
    }

    #[inline(always)]
    fn bits(mask: avx2::Mask) -> u32 {
        avx2::U16x16::bits(mask)
    }

    #[inline(always)]
    fn mask(bits: u32) -> avx2::Mask {
        avx2::U16x16::mask(bits)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(self.0.and_not(other.0))
    }

    /// Through a mask register: two instructions for AVX2's three.
    #[inline(always)]
    fn keep_apart(self, other: Self) -> Self {
        // SAFETY: see the head of this implementation.
        unsafe {
            let apart = _mm256_testn_epi16_mask(self.0.0, other.0.0);
            Self(avx2::U16x16(_mm256_maskz_mov_epi16(apart, self.0.0)))
        }
    }

    /// In assembler, because LLVM knows `x & (x - 1) == 0` for a count of ones below two, and would
    /// spend two instructions of the busiest port on it.
    #[inline(always)]
    fn less_one(self) -> Self {
        // SAFETY: see the head of this implementation.
        Self(avx2::U16x16(unsafe { decremented(self.0.0) }))
    }

    /// The set where the two meet, or all of `self` where they do not.
    #[inline(always)]
    fn narrow(self, to: Self) -> Self {
        let apart = Self(avx2::U16x16((self & to).is_zero().0));
        self.and_or(to, apart)
    }
}

impl Boxes for U16x16 {
    #[inline(always)]
    fn read(symbols: &[u8; STRIDE]) -> [Self; 9] {
        let sets = avx2::U16x16::read(symbols);
        let mut vectors = [Self::splat(0); 9];
        for i in 0..9 {
            vectors[i] = Self(sets[i]);
        }
        vectors
    }

    #[inline(always)]
    fn write(sets: &[Self; 9], symbols: &mut [u8; STRIDE]) {
        let mut below = [sets[0].0.0; 9];
        for i in 0..9 {
            below[i] = sets[i].less_one().count_ones().0.0;
        }
        // SAFETY: see the head of this implementation.
        unsafe { symbols_avx2::write(&below, symbols) };
    }

    #[inline(always)]
    fn narrow_from(self, set: Self, to: Self) -> Self {
        let both = set & to;
        both.or_and(self, Self(avx2::U16x16(both.is_zero().0)))
    }

    #[inline(always)]
    fn along_band<const BY: usize>(self) -> Self {
        Self(self.0.along_band::<BY>())
    }

    #[inline(always)]
    fn along_stack<const BY: usize>(self) -> Self {
        Self(self.0.along_stack::<BY>())
    }

    #[inline(always)]
    fn transposed(self) -> Self {
        Self(self.0.transposed())
    }

    #[inline(always)]
    fn all_zero(self) -> bool {
        self.0.all_zero()
    }
}
