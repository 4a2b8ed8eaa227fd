//! Boxes in an array.

use std::array::from_fn;

use super::super::portable::U16s;
use super::{Boxes, LANES, TRANSPOSED, turns};

/// Maps of the turns by no, one and two places.
const ALONG_BAND: [[usize; LANES]; 3] = [turns(0, 0), turns(0, 1), turns(0, 2)];
const ALONG_STACK: [[usize; LANES]; 3] = [turns(0, 0), turns(1, 0), turns(2, 0)];

impl Boxes for U16s<LANES> {
    #[inline(always)]
    fn along_band<const BY: usize>(self) -> Self {
        Self(from_fn(|i| self.0[ALONG_BAND[BY][i]]))
    }

    #[inline(always)]
    fn along_stack<const BY: usize>(self) -> Self {
        Self(from_fn(|i| self.0[ALONG_STACK[BY][i]]))
    }

    #[inline(always)]
    fn transposed(self) -> Self {
        Self(from_fn(|i| self.0[TRANSPOSED[i]]))
    }

    #[inline(always)]
    fn all_zero(self) -> bool {
        self.0.iter().fold(0, |any, lane| any | lane) == 0
    }
}
