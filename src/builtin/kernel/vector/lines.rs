//! The rules of bands and stacks: where a line crosses a box.
//!
//! Written once for a *direction*. Along rows, a *miniline* is a minirow, three cells of a row in
//! a box, and `m[i]` holds that of row `i` of each box; along columns it is a minicolumn, and the
//! bands are stacks.
//!
//! A digit's three minilines in a band lie in three lines and three boxes. With a miniline of line
//! `i` in box `j`, line `i + 1` has it in box `j + 1` and line `i + 2` in box `j + 2`, or the other
//! way round (all modulo 3): the *even* and the *odd* configuration through that miniline. Six
//! configurations in all, three of each kind.

use super::super::rules;
use super::super::simd::boxes::Boxes;

/// Rows of bands, or columns of stacks.
pub(super) trait Direction {
    /// Each box takes what the box `BY` places on in its band holds.
    fn turn<V: Boxes, const BY: usize>(vector: V) -> V;

    /// Digits of each miniline, of the three in each box.
    fn minilines<V: Boxes>(cells: &[V; 9]) -> [V; 3];
}

/// Rows, and the bands they make up.
pub(super) struct Rows;

/// Columns, and the stacks they make up.
pub(super) struct Columns;

impl Direction for Rows {
    #[inline(always)]
    fn turn<V: Boxes, const BY: usize>(vector: V) -> V {
        vector.along_band::<BY>()
    }

    #[inline(always)]
    fn minilines<V: Boxes>(v: &[V; 9]) -> [V; 3] {
        [v[0].or3(v[1], v[2]), v[3].or3(v[4], v[5]), v[6].or3(v[7], v[8])]
    }
}

impl Direction for Columns {
    #[inline(always)]
    fn turn<V: Boxes, const BY: usize>(vector: V) -> V {
        vector.along_stack::<BY>()
    }

    #[inline(always)]
    fn minilines<V: Boxes>(v: &[V; 9]) -> [V; 3] {
        [v[0].or3(v[3], v[6]), v[1].or3(v[4], v[7]), v[2].or3(v[5], v[8])]
    }
}

/// Digits that the two other lines of its band allow in each miniline: those of an open even or
/// odd configuration through it, whatever the miniline itself holds.
///
/// Taken from the cells, this is every pointing and claiming elimination of the direction. Twelve
/// instructions where one has three inputs.
#[inline(always)]
pub(super) fn support<D: Direction, V: Boxes>(m: &[V; 3]) -> [V; 3] {
    let one_on = [D::turn::<V, 1>(m[0]), D::turn::<V, 1>(m[1]), D::turn::<V, 1>(m[2])];
    let two_on = [D::turn::<V, 2>(m[0]), D::turn::<V, 2>(m[1]), D::turn::<V, 2>(m[2])];
    let mut allowed = *m;
    for i in 0..3 {
        let (next, last) = ((i + 1) % 3, (i + 2) % 3);
        allowed[i] = (one_on[next] & two_on[last]).or_and(two_on[next], one_on[last]);
    }
    allowed
}

/// What full and hidden triads leave to each miniline.
#[inline(always)]
pub(super) fn triads<D: Direction, V: Boxes>(m: &[V; 3]) -> [V; 3] {
    let mut left = *m;
    for i in 0..3 {
        let own = m[i];
        let full = rules::full_triad(own);
        left[i] = rules::hidden_triad(own, D::turn::<V, 1>(own), D::turn::<V, 2>(own));
        left[i] = rules::beside_full_triads(left[i], D::turn::<V, 1>(full), D::turn::<V, 2>(full));
    }
    left
}

/// Digits for which each configuration is open: the even ones and the odd ones, each in the lane
/// of the box in which it has the miniline of line 0.
#[inline(always)]
pub(super) fn configurations<D: Direction, V: Boxes>(m: &[V; 3]) -> (V, V) {
    let even = rules::configuration(m[0], D::turn::<V, 1>(m[1]), D::turn::<V, 2>(m[2]));
    let odd = rules::configuration(m[0], D::turn::<V, 2>(m[1]), D::turn::<V, 1>(m[2]));
    (even, odd)
}
