//! Thirty-two lanes in a 512-bit register.

use std::arch::asm;
use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor};

use super::{Lanes, Work};

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

    /// All pairs in one pass of lane permutes.
    #[inline(always)]
    fn copy_lanes(vectors: &mut [Self], pairs: &[(u8, u8)]) {
        let mut map = [Self::splat(0)];
        for (i, lane) in Self::lanes_mut(&mut map).iter_mut().enumerate() {
            *lane = i as u16;
        }
        for &(from, to) in pairs {
            Self::lanes_mut(&mut map)[to as usize] = u16::from(from);
        }
        for vector in vectors {
            *vector = vector.permute(map[0]);
        }
    }
}
