//! The nine boxes of a grid across sixteen lanes, and the turns of their bands and stacks.
//!
//! ```text
//!            stack 0  stack 1  stack 2  spare
//!   band 0      0        1        2       3
//!   band 1      4        5        6       7        lane = 4 * band + stack
//!   band 2      8        9       10      11
//!   spare      12       13       14      15
//! ```
//!
//! A turn moves every box by one or two places along its band or its stack, round the corner; the
//! spare lanes, there so that a band is a 64-bit word, turn into themselves. The four turns are
//! one instruction each: within a word, a byte shuffle; of whole words, a permute of words.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;
pub mod symbols;
#[cfg(target_arch = "x86_64")]
mod symbols_avx2;
#[cfg(test)]
mod tests;

use super::super::isa::Isa;
use super::Lanes;
use symbols::STRIDE;

/// Lanes in a vector.
pub const LANES: usize = 16;

/// The lane of the box in a band and a stack.
pub const fn lane(band: usize, stack: usize) -> usize {
    4 * band + stack
}

/// Where a place of four goes that is turned by `by`: the first three go round, the fourth stays.
const fn turned(place: usize, by: usize) -> usize {
    if place == 3 { 3 } else { (place + by) % 3 }
}

/// The control of a shuffle of four that turns them by `by` places: two bits for each one's source.
#[cfg(target_arch = "x86_64")]
const fn turning(by: usize) -> i32 {
    let mut control = 0;
    let mut i = 0;
    while i < 4 {
        control |= turned(i, by) << (2 * i);
        i += 1;
    }
    control as i32
}

/// The source of each lane when bands and stacks are turned.
const fn turns(bands: usize, stacks: usize) -> [usize; LANES] {
    let mut map = [0; LANES];
    let mut i = 0;
    while i < LANES {
        map[i] = lane(turned(i / 4, bands), turned(i % 4, stacks));
        i += 1;
    }
    map
}

/// The source of each lane when bands and stacks change places.
const TRANSPOSED: [usize; LANES] = {
    let mut map = [0; LANES];
    let mut i = 0;
    while i < LANES {
        map[i] = lane(i % 4, i / 4);
        i += 1;
    }
    map
};

/// Sixteen lanes that stand for the boxes of a grid.
pub trait Boxes: Lanes {
    /// The vector of these lanes.
    #[inline(always)]
    fn of_lanes(lanes: &[u16; LANES]) -> Self {
        let mut vector = [Self::splat(0)];
        Self::lanes_mut(&mut vector).copy_from_slice(lanes);
        vector[0]
    }

    /// The sets of the givens of a puzzle of canonical cells, none for a blank, in the order of
    /// [`symbols::place`]. Nothing in spare lanes.
    #[inline(always)]
    fn read(symbols: &[u8; STRIDE]) -> [Self; 9] {
        symbols::read(symbols)
    }

    /// Writes the digits of a grid whose sets have one digit each, in reading order, and NULs or
    /// nothing after them.
    #[inline(always)]
    fn write(sets: &[Self; 9], symbols: &mut [u8; STRIDE]) {
        symbols::write(sets, symbols);
    }

    /// Each box takes the lane of the box `BY` places on in its band. `BY` is 1 or 2.
    fn along_band<const BY: usize>(self) -> Self;

    /// Each box takes the lane of the box `BY` places on in its stack. `BY` is 1 or 2.
    fn along_stack<const BY: usize>(self) -> Self;

    /// Bands become stacks.
    fn transposed(self) -> Self;

    /// `set & to` where that is not zero, `self` elsewhere.
    #[inline(always)]
    fn narrow_from(self, set: Self, to: Self) -> Self {
        let both = set & to;
        both | self.keep(both.is_zero())
    }

    /// Returns true if every lane is zero.
    fn all_zero(self) -> bool;
}

/// What is to be done with the box vector of an instruction set that is only known at run time.
pub trait BoxVisitor {
    /// What it comes to.
    type Output;

    /// Does it.
    fn visit<V: Boxes>(self) -> Self::Output;
}

/// Hands the box vector of `isa` to the visitor.
///
/// # Panics
/// When this machine lacks `isa`, which [`Isa::best`] and parsing a name never return.
pub fn visit<T: BoxVisitor>(isa: Isa, visitor: T) -> T::Output {
    assert!(isa.is_available(), "this machine lacks {isa}");
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => visitor.visit::<avx512::U16x16>(),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => visitor.visit::<super::avx2::U16x16>(),
        #[cfg(target_arch = "x86_64")]
        Isa::Portable => visitor.visit::<sse2::U16x16>(),
        #[cfg(not(target_arch = "x86_64"))]
        _ => visitor.visit::<super::portable::U16s<LANES>>(),
    }
}

/// Hands every box vector that this machine has to a visitor, the array too where intrinsics of
/// the baseline stand in for it.
#[cfg(test)]
pub fn visit_each<T: BoxVisitor<Output = ()>>(visitor: impl Fn() -> T) {
    for isa in Isa::available() {
        visit(isa, visitor());
    }
    visitor().visit::<super::portable::U16s<LANES>>();
}

/// Lets a visitor of lanes see the box vectors: they are lanes too.
#[cfg(test)]
pub struct AsLanes<T>(pub T);

#[cfg(test)]
impl<T: super::Visitor> BoxVisitor for AsLanes<T> {
    type Output = T::Output;

    fn visit<V: Boxes>(self) -> T::Output {
        self.0.visit::<V>()
    }
}
