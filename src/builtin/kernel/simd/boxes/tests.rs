//! The turns at every width, against a grid of boxes that is turned by hand.

use super::symbols::{CELLS, STRIDE, place};
use super::{BoxVisitor, Boxes, LANES, lane, visit_each};

/// A vector whose lanes all differ: 100 plus the lane.
fn numbered<V: Boxes>() -> V {
    V::of_lanes(&std::array::from_fn(|i| 100 + i as u16))
}

/// Asserts that each box holds what `source` says it takes.
fn assert_boxes<V: Boxes>(vector: V, source: impl Fn(usize, usize) -> (usize, usize)) {
    let lanes = V::lanes(&[vector]).to_vec();
    for (band, stack) in (0..3).flat_map(|band| (0..3).map(move |stack| (band, stack))) {
        let (from_band, from_stack) = source(band, stack);
        assert_eq!(lanes[lane(band, stack)], 100 + lane(from_band, from_stack) as u16);
    }
}

struct Turns;

impl BoxVisitor for Turns {
    type Output = ();

    fn visit<V: Boxes>(self) {
        assert_eq!(V::LANES, LANES);
        let v = numbered::<V>();
        assert_boxes(v.along_band::<1>(), |band, stack| (band, (stack + 1) % 3));
        assert_boxes(v.along_band::<2>(), |band, stack| (band, (stack + 2) % 3));
        assert_boxes(v.along_stack::<1>(), |band, stack| ((band + 1) % 3, stack));
        assert_boxes(v.along_stack::<2>(), |band, stack| ((band + 2) % 3, stack));
        assert_boxes(v.transposed(), |band, stack| (stack, band));
    }
}

#[test]
fn turned_boxes_come_from_further_on_and_round_the_corner() {
    visit_each(|| Turns);
}

struct Spare;

impl BoxVisitor for Spare {
    type Output = ();

    fn visit<V: Boxes>(self) {
        let v = numbered::<V>();
        let before = V::lanes(&[v]).to_vec();
        for turned in
            [v.along_band::<1>(), v.along_band::<2>(), v.along_stack::<1>(), v.along_stack::<2>()]
        {
            let mut spare: Vec<u16> = V::lanes(&[turned]).to_vec();
            spare.sort_unstable();
            assert_eq!(spare, before, "a turn loses nothing");
            assert_eq!(V::lanes(&[turned])[15], 115);
        }
    }
}

#[test]
fn a_turn_is_a_permutation() {
    visit_each(|| Spare);
}

struct Zero;

impl BoxVisitor for Zero {
    type Output = ();

    fn visit<V: Boxes>(self) {
        assert!(V::splat(0).all_zero());
        for i in 0..LANES {
            let mut lanes = [0; LANES];
            lanes[i] = 1 << i;
            assert!(!V::of_lanes(&lanes).all_zero(), "lane {i}");
        }
    }
}

#[test]
fn one_bit_in_any_lane_is_not_nothing() {
    visit_each(|| Zero);
}

struct Narrow;

impl BoxVisitor for Narrow {
    type Output = ();

    fn visit<V: Boxes>(self) {
        let lanes = |seed: u16, mask: u16| -> [u16; LANES] {
            std::array::from_fn(|i| (i as u16).wrapping_mul(seed) & mask)
        };
        let (beside, set, to) = (lanes(40_503, 0x1ff), lanes(30_011, 0x1ff), lanes(52_711, 0x49));
        assert!((0..LANES).any(|i| set[i] & to[i] == 0) && (0..LANES).any(|i| set[i] & to[i] != 0));
        let narrow = |i: usize| if set[i] & to[i] != 0 { set[i] & to[i] } else { beside[i] };
        let [a, b, c] = [beside, set, to].map(|lanes| V::of_lanes(&lanes));
        assert_eq!(V::lanes(&[a.narrow_from(b, c)]), std::array::from_fn::<_, LANES, _>(narrow));
    }
}

#[test]
fn a_set_is_narrowed_where_it_meets_another_and_replaced_where_not() {
    visit_each(|| Narrow);
}

struct In;

impl BoxVisitor for In {
    type Output = ();

    fn visit<V: Boxes>(self) {
        let mut symbols = [0; STRIDE];
        for (i, symbol) in symbols[..CELLS].iter_mut().enumerate() {
            *symbol = b".123456789"[i * i % 97 % 10];
        }
        let blanks = [0, b'0', b':', b'?', b'A', b'a', b'q', 0x11, 0x80, 0xb1, 0xff];
        symbols[..blanks.len()].copy_from_slice(&blanks);
        // what follows a puzzle may be stale
        symbols[CELLS + 1..].fill(b'7');
        let sets = V::read(&symbols);
        let mut lanes = V::lanes(&sets).to_vec();
        for (i, &symbol) in symbols[..CELLS].iter().enumerate() {
            let given = (b'1'..=b'9').contains(&symbol);
            let set = if given { 1 << (symbol - b'1') } else { 0 };
            let lane = &mut lanes[place(i / 9, i % 9)];
            assert_eq!(*lane, set, "cell {i}");
            *lane = 0;
        }
        assert!(lanes.iter().all(|&lane| lane == 0), "nothing in spare lanes");
    }
}

#[test]
fn givens_come_to_their_places_and_whatever_is_none_is_a_blank() {
    visit_each(|| In);
}

struct Out;

impl BoxVisitor for Out {
    type Output = ();

    fn visit<V: Boxes>(self) {
        let digit = |i: usize| i * i % 97 % 9;
        let mut sets = [V::splat(0x1ff); 9];
        for i in 0..CELLS {
            V::lanes_mut(&mut sets)[place(i / 9, i % 9)] = 1 << digit(i);
        }
        let mut symbols = [0; STRIDE];
        V::write(&sets, &mut symbols);
        let expected: Vec<u8> = (0..CELLS).map(|i| b'1' + digit(i) as u8).collect();
        assert_eq!(symbols[..CELLS], expected);
        assert_eq!(symbols[CELLS..], [0; STRIDE - CELLS]);
    }
}

#[test]
fn digits_go_out_in_reading_order_and_nothing_after_them() {
    visit_each(|| Out);
}
