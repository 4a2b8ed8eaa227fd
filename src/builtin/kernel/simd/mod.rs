//! Vectors of 16-bit lanes, in three widths behind one trait. All unsafe code of the kernels.
//!
//! The types that need more than a baseline processor are private to this module, and [`visit`] is
//! the only one to hand them out, after it has looked for the processor's features. So code that
//! holds a [`Lanes`] type may use it: that is the proof every `SAFETY` line here appeals to.
//!
//! A trait method is inlined into its caller, and only compiled well where the caller was compiled
//! for the instruction set. [`Lanes::enter`] makes such a place: a kernel is a [`Work`] whose
//! `run`, and everything it calls, is `#[inline(always)]`.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod boxes;
mod portable;
#[cfg(test)]
mod tests;

use std::ops::{BitAnd, BitOr, BitXor};

use super::isa::Isa;
use crate::puzzle::Order;
use crate::puzzle::order::nine_sets;

/// Candidates of a cell of which nothing is known.
pub const ALL_DIGITS: u16 = 0x1ff;

/// Cells of a grid.
pub const CELLS: usize = Order::THREE.cells();

/// Candidates that a symbol stands for: its digit's bit, or all for a blank.
pub const CANDIDATES: [u16; 256] = nine_sets(ALL_DIGITS);

/// A vector of [`Lanes::LANES`] unsigned 16-bit lanes.
///
/// # Safety
/// An implementor is exactly `LANES` `u16`s in memory, lane 0 first, valid for any bit pattern.
pub unsafe trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + 'static
{
    /// Lanes in a vector, at most 32.
    const LANES: usize;

    /// Whether counting a lane's ones takes few enough instructions for rules that do it often.
    const COUNTS_CHEAPLY: bool = true;

    /// One truth value a lane.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask>;

    /// Runs `work` compiled for this vector's instruction set.
    fn enter<W: Work<Self>>(work: W) -> W::Output;

    /// `value` in every lane.
    fn splat(value: u16) -> Self;

    /// The first `LANES` of the lanes, of which there must be that many.
    #[inline(always)]
    fn load(lanes: &[u16]) -> Self {
        assert!(lanes.len() >= Self::LANES);
        // SAFETY: that many u16s are there to be read, and the implementor promises that they are
        // a vector.
        unsafe { lanes.as_ptr().cast::<Self>().read_unaligned() }
    }

    /// Lane by lane, without carry to the next.
    fn add(self, other: Self) -> Self;

    /// Each lane shifted left by `N` bits.
    fn shl<const N: u32>(self) -> Self;

    /// The smaller of each two lanes.
    fn min(self, other: Self) -> Self;

    /// The lane's number of ones.
    fn count_ones(self) -> Self;

    /// Lane `i` of the result is lane `map[i]`, each below `LANES`.
    fn permute(self, map: Self) -> Self;

    /// Which lanes are equal.
    fn eq(self, other: Self) -> Self::Mask;

    /// Which lanes have a bit in common.
    fn meets(self, other: Self) -> Self::Mask;

    /// The lanes of `yes` where the mask is set, of `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// The lanes where the mask is set, zero elsewhere.
    fn keep(self, mask: Self::Mask) -> Self;

    /// The mask as a number, bit `i` for lane `i`.
    fn bits(mask: Self::Mask) -> u32;

    /// The mask of a number: bit `i` for lane `i`.
    fn mask(bits: u32) -> Self::Mask;

    /// `self & !other`.
    fn and_not(self, other: Self) -> Self;

    /// All three.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self & b & c
    }

    /// At least one of three.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self | b | c
    }

    /// An odd number of three.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }

    /// At least two of three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        (self & b) | (c & (self | b))
    }

    /// Exactly one of three.
    #[inline(always)]
    fn in_one(self, b: Self, c: Self) -> Self {
        self.or3(b, c).and_not(self.majority(b, c))
    }

    /// `self | (b & c)`.
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self | (b & c)
    }

    /// `self | (b ^ c)`.
    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self | (b ^ c)
    }

    /// `self | (b & !c)`.
    #[inline(always)]
    fn or_and_not(self, b: Self, c: Self) -> Self {
        self | b.and_not(c)
    }

    /// `self & (b | c)`.
    #[inline(always)]
    fn and_or(self, b: Self, c: Self) -> Self {
        self & (b | c)
    }

    /// `self & !(b | c)`.
    #[inline(always)]
    fn and_neither(self, b: Self, c: Self) -> Self {
        self.and_not(b | c)
    }

    /// Which lanes are zero.
    #[inline(always)]
    fn is_zero(self) -> Self::Mask {
        self.eq(Self::splat(0))
    }

    /// Which lanes have exactly three of their nine low bits set, and no other.
    #[inline(always)]
    fn is_triple(self) -> Self::Mask {
        self.count_ones().eq(Self::splat(3))
    }

    /// The number of ones of six sets of nine bits, summed lane by lane.
    #[inline(always)]
    fn count_all(sets: &[Self; 6]) -> Self {
        let pairs = sets[0].count_ones().add(sets[1].count_ones());
        let more = pairs.add(sets[2].count_ones()).add(sets[3].count_ones());
        more.add(sets[4].count_ones()).add(sets[5].count_ones())
    }

    /// `to` where the mask is set, `self` elsewhere; `to` has no bit that `self` has not.
    #[inline(always)]
    fn narrow_where(self, mask: Self::Mask, to: Self) -> Self {
        Self::select(mask, to, self)
    }

    /// The lanes that have no bit in common with the other's, zero elsewhere.
    #[inline(always)]
    fn keep_apart(self, other: Self) -> Self {
        self.keep((self & other).is_zero())
    }

    /// One less, all ones for zero.
    #[inline(always)]
    fn less_one(self) -> Self {
        self.add(Self::splat(u16::MAX))
    }

    /// `self & to` where that is not zero, `self` elsewhere.
    #[inline(always)]
    fn narrow(self, to: Self) -> Self {
        let both = self & to;
        both | self.keep(both.is_zero())
    }

    /// Copies lane `from` of every vector over lane `to`, for each pair `(from, to)`. No lane is
    /// the target of two pairs, and no target is a source.
    #[inline(always)]
    fn copy_lanes(vectors: &mut [Self], pairs: &[(u8, u8)]) {
        for vector in Self::lanes_mut(vectors).chunks_exact_mut(Self::LANES) {
            for &(from, to) in pairs {
                vector[to as usize] = vector[from as usize];
            }
        }
    }

    /// Whether grids are put into lanes many at a time, by [`stage`](Self::stage) and
    /// [`move_lanes`](Self::move_lanes), rather than one by one, by [`put`](Self::put).
    const STAGES: bool = false;

    /// Makes vectors of grids: lane `i` of vector `c` has the candidates of cell `c` of grid `i`, which
    /// are the digit of its symbol or, for any other symbol, all nine.
    #[inline(always)]
    fn stage(vectors: &mut [Self; CELLS], grids: &[&[u8; CELLS]; 32]) {
        for (lane, grid) in grids.iter().take(Self::LANES).enumerate() {
            Self::put(vectors, lane, grid.iter().map(|&symbol| CANDIDATES[symbol as usize]));
        }
    }

    /// Copies lanes as [`copy_lanes`](Self::copy_lanes) does, and lane `from` of every other vector
    /// over lane `to` of its counterpart, for each pair `(from, to)` of `others`.
    #[inline(always)]
    fn move_lanes(
        vectors: &mut [Self; CELLS],
        pairs: &[(u8, u8)],
        other: &[Self; CELLS],
        others: &[(u8, u8)],
    ) {
        Self::copy_lanes(vectors, pairs);
        let lanes = Self::lanes_mut(vectors).chunks_exact_mut(Self::LANES);
        for (vector, other) in lanes.zip(Self::lanes(other).chunks_exact(Self::LANES)) {
            for &(from, to) in others {
                vector[to as usize] = other[from as usize];
            }
        }
    }

    /// Puts values into a lane, the first into the first vector.
    #[inline(always)]
    fn put(vectors: &mut [Self], lane: usize, values: impl Iterator<Item = u16>) {
        let lanes = Self::lanes_mut(vectors)[lane..].iter_mut().step_by(Self::LANES);
        for (to, value) in lanes.zip(values) {
            *to = value;
        }
    }

    /// The lanes of consecutive vectors.
    #[inline(always)]
    fn lanes(vectors: &[Self]) -> &[u16] {
        // SAFETY: the implementor promises that a vector is LANES u16s, so the same bytes are that
        // many times as many u16s, less strictly aligned.
        unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), vectors.len() * Self::LANES) }
    }

    /// The lanes of consecutive vectors, to be changed.
    #[inline(always)]
    fn lanes_mut(vectors: &mut [Self]) -> &mut [u16] {
        let len = vectors.len() * Self::LANES;
        // SAFETY: as in `lanes`, and any u16 is a valid lane.
        unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), len) }
    }
}

/// What is to be compiled for an instruction set.
pub trait Work<V> {
    /// What it comes to.
    type Output;

    /// Does it. To be `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// What is to be done with the vector type of an instruction set that is only known at run time.
pub trait Visitor {
    /// What it comes to.
    type Output;

    /// Does it.
    fn visit<V: Lanes>(self) -> Self::Output;
}

/// Hands the vector type of `isa` to the visitor.
///
/// # Panics
/// When this machine lacks `isa`, which [`Isa::best`] and parsing a name never return.
pub fn visit<T: Visitor>(isa: Isa, visitor: T) -> T::Output {
    assert!(isa.is_available(), "this machine lacks {isa}");
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => visitor.visit::<avx512::U16x32>(),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => visitor.visit::<avx2::U16x16>(),
        _ => visitor.visit::<portable::U16x8>(),
    }
}
