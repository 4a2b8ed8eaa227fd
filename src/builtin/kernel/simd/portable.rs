//! Lanes as an array: loops that any compiler turns into the vectors of its baseline.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor};

use super::{Lanes, Work};

/// `N` lanes, a multiple of eight, for every processor.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct U16s<const N: usize>(pub(super) [u16; N]);

/// The eight lanes of a 128-bit register.
pub(super) type U16x8 = U16s<8>;

/// All ones or all zeros a lane.
#[derive(Clone, Copy)]
pub(super) struct Mask<const N: usize>(U16s<N>);

/// The two operators, lane by lane.
macro_rules! lanewise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const N: usize> $trait for U16s<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
    };
}
lanewise!(BitAnd, bitand, &);
lanewise!(BitOr, bitor, |);
lanewise!(BitXor, bitxor, ^);

impl<const N: usize> BitAnd for Mask<N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<const N: usize> BitOr for Mask<N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// All ones for true.
#[inline(always)]
fn ones_if(condition: bool) -> u16 {
    if condition { u16::MAX } else { 0 }
}

/// The number of ones in each field of four bits.
#[inline(always)]
fn nibbles<const N: usize>(sets: U16s<N>) -> U16s<N> {
    U16s(from_fn(|i| {
        let pairs = sets.0[i] - ((sets.0[i] >> 1) & 0x5555);
        (pairs & 0x3333) + ((pairs >> 2) & 0x3333)
    }))
}

/// The sums of fields of four bits in each field of eight.
#[inline(always)]
fn bytes<const N: usize>(nibbles: U16s<N>) -> U16s<N> {
    U16s(from_fn(|i| (nibbles.0[i] & 0x0f0f) + ((nibbles.0[i] >> 4) & 0x0f0f)))
}

// SAFETY: an array of N u16s, and as long: N is a multiple of eight, so the alignment pads nothing.
unsafe impl<const N: usize> Lanes for U16s<N> {
    const LANES: usize = {
        assert!(N.is_multiple_of(8));
        N
    };
    const COUNTS_CHEAPLY: bool = false;
    type Mask = Mask<N>;

    /// Apart from its caller, as at the other widths: two sweeps in one function share registers badly.
    #[inline(never)]
    fn enter<W: Work<Self>>(work: W) -> W::Output {
        work.run()
    }

    #[inline(always)]
    fn splat(value: u16) -> Self {
        Self([value; N])
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }

    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        Self(from_fn(|i| self.0[i] << BITS))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i].min(other.0[i])))
    }

    /// Sums neighbouring fields of 1, 2, 4, 8 bits: SSE2 and plain registers count no lanes.
    #[inline(always)]
    fn count_ones(self) -> Self {
        Self(from_fn(|i| {
            let pairs = self.0[i] - ((self.0[i] >> 1) & 0x5555);
            let nibbles = (pairs & 0x3333) + ((pairs >> 2) & 0x3333);
            let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f;
            (bytes + (bytes >> 8)) & 0xff
        }))
    }

    /// Adds the sets digit by digit first, to ones, twos and fours: three counts instead of six.
    #[inline(always)]
    fn count_all(sets: &[Self; 6]) -> Self {
        let [a, b, c, d, e, f] = *sets;
        let (one, other) = (a.xor3(b, c), d.xor3(e, f));
        let (two, more) = (a.majority(b, c), d.majority(e, f));
        let carry = one & other;
        let (twos, fours) = (two.xor3(more, carry), two.majority(more, carry));
        // at most 4 + 2 * 4 in a field of four bits, and 6 * 8 in one of eight
        let low = nibbles(one ^ other).add(nibbles(twos).shl::<1>());
        let all = bytes(low).add(bytes(nibbles(fours)).shl::<2>());
        Self(from_fn(|i| (all.0[i] + (all.0[i] >> 8)) & 0xff))
    }

    #[inline(always)]
    fn permute(self, map: Self) -> Self {
        Self(from_fn(|i| self.0[map.0[i] as usize % N]))
    }

    #[inline(always)]
    fn eq(self, other: Self) -> Mask<N> {
        Mask(Self(from_fn(|i| ones_if(self.0[i] == other.0[i]))))
    }

    #[inline(always)]
    fn meets(self, other: Self) -> Mask<N> {
        Mask(Self(from_fn(|i| ones_if(self.0[i] & other.0[i] != 0))))
    }

    #[inline(always)]
    fn select(mask: Mask<N>, yes: Self, no: Self) -> Self {
        (yes & mask.0) | no.and_not(mask.0)
    }

    #[inline(always)]
    fn keep(self, mask: Mask<N>) -> Self {
        self & mask.0
    }

    #[inline(always)]
    fn bits(mask: Mask<N>) -> u32 {
        (0..N).fold(0, |bits, i| bits | u32::from(mask.0.0[i] & 1) << i)
    }

    #[inline(always)]
    fn mask(bits: u32) -> Mask<N> {
        Mask(Self(from_fn(|i| ones_if(bits >> i & 1 != 0))))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Some bit is left when the lowest two are cleared, and none when a third is.
    #[inline(always)]
    fn is_triple(self) -> Mask<N> {
        let second = self & self.less_one();
        let third = second & second.less_one();
        let fourth = third & third.less_one();
        let (none, three) = (third.is_zero(), fourth.is_zero());
        Mask(three.0.and_not(none.0))
    }

    #[inline(always)]
    fn narrow_where(self, mask: Mask<N>, to: Self) -> Self {
        to | self.and_not(mask.0)
    }
}
