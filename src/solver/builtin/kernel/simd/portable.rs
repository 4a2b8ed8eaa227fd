//! Eight lanes as an array: loops that any compiler turns into the vectors of its baseline.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor};

use super::{Lanes, Work};

const LANES: usize = 8;

/// Eight lanes, for every processor.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct U16x8([u16; LANES]);

/// All ones or all zeros a lane.
#[derive(Clone, Copy)]
pub struct Mask(U16x8);

/// The two operators, lane by lane.
macro_rules! lanewise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for U16x8 {
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

/// All ones for true.
#[inline(always)]
fn ones_if(condition: bool) -> u16 {
    if condition { u16::MAX } else { 0 }
}

// SAFETY: an array of LANES u16s of 16 bytes, as aligned as it is long.
unsafe impl Lanes for U16x8 {
    const LANES: usize = LANES;
    type Mask = Mask;

    #[inline]
    fn enter<W: Work<Self>>(work: W) -> W::Output {
        work.run()
    }

    #[inline(always)]
    fn splat(value: u16) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        Self(from_fn(|i| self.0[i] << N))
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

    #[inline(always)]
    fn permute(self, map: Self) -> Self {
        Self(from_fn(|i| self.0[map.0[i] as usize % LANES]))
    }

    #[inline(always)]
    fn eq(self, other: Self) -> Mask {
        Mask(Self(from_fn(|i| ones_if(self.0[i] == other.0[i]))))
    }

    #[inline(always)]
    fn meets(self, other: Self) -> Mask {
        Mask(Self(from_fn(|i| ones_if(self.0[i] & other.0[i] != 0))))
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
        (0..LANES).fold(0, |bits, i| bits | u32::from(mask.0.0[i] & 1) << i)
    }

    #[inline(always)]
    fn mask(bits: u32) -> Mask {
        Mask(Self(from_fn(|i| ones_if(bits >> i & 1 != 0))))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i] & !other.0[i]))
    }
}
