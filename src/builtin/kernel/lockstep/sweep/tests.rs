//! The rules of a band against its placements, one by one.

use super::*;
use crate::builtin::kernel::isa::Isa;
use crate::builtin::kernel::simd::{Visitor, visit};

/// The boxes that a digit is in, line by line, in the order of [`Configurations`].
const PLACEMENTS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// What placements leave to the minirows `[3 * line + box]`, and the digits of each placement.
fn placed(minirows: [u16; 9]) -> ([u16; 9], [u16; 6]) {
    let (mut held, mut open) = ([0; 9], [0; 6]);
    for digit in (0..9).map(|d| 1 << d) {
        for (q, boxes) in PLACEMENTS.iter().enumerate() {
            if (0..3).all(|line| minirows[3 * line + boxes[line]] & digit != 0) {
                open[q] |= digit;
                for (line, box_) in boxes.iter().enumerate() {
                    held[3 * line + box_] |= digit;
                }
            }
        }
    }
    (held, open)
}

/// The other two minirows of a minirow's line.
fn others(at: usize) -> impl Iterator<Item = usize> {
    (0..3).map(move |box_| at / 3 * 3 + box_).filter(move |&other| other != at)
}

/// Minirows without what full triads take.
fn beside_full(held: [u16; 9]) -> [u16; 9] {
    let full = |at: &usize| held[*at].count_ones() == 3;
    std::array::from_fn(|at| {
        held[at] & !others(at).filter(full).fold(0, |taken, other| taken | held[other])
    })
}

/// Minirows of which each that alone has three digits of its line has only these.
fn of_hidden(held: [u16; 9]) -> [u16; 9] {
    std::array::from_fn(|at| {
        let own = others(at).fold(held[at], |own, other| own & !held[other]);
        if own.count_ones() == 3 { own } else { held[at] }
    })
}

/// Compares the rules of bands, in every lane, with what `slow` says of one.
fn check<V: Lanes, const THOROUGH: bool>(slow: impl Fn([u16; 9]) -> ([u16; 9], [u16; 6])) {
    let mut state = 3_u64;
    for _ in 0..500 {
        let mut minirows = [[V::splat(0); 3]; 3];
        for lane in V::lanes_mut(minirows.as_flattened_mut()) {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (a, b) = ((state >> 30) as u16, (state >> 45) as u16);
            *lane = ALL_DIGITS & if state >> 63 == 0 { a } else { a & b };
        }
        let (open, left) = band_rules::<V, THOROUGH>(&minirows);
        for lane in 0..V::LANES {
            let of = |sets: &[V], at: usize| V::lanes(sets)[at * V::LANES + lane];
            let before = std::array::from_fn(|at| of(minirows.as_flattened(), at));
            let after = std::array::from_fn(|at| of(left.as_flattened(), at));
            let open = std::array::from_fn(|q| of(&open, q));
            assert_eq!((after, open), slow(before), "{before:03x?}");
        }
    }
}

#[test]
fn a_band_leaves_to_its_minirows_what_its_placements_leave() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<V: Lanes>(self) {
            check::<V, false>(|minirows| {
                let (held, open) = placed(minirows);
                (if V::COUNTS_CHEAPLY { beside_full(held) } else { held }, open)
            });
        }
    }
    for isa in Isa::available() {
        visit(isa, Check);
    }
}

#[test]
fn a_thorough_look_at_a_band_ends_with_the_placements_that_hidden_triads_leave() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<V: Lanes>(self) {
            check::<V, true>(|minirows| placed(of_hidden(placed(minirows).0)));
        }
    }
    for isa in Isa::available() {
        visit(isa, Check);
    }
}
