//! Each rule against its definition in words, at every width.

use super::super::isa::Isa;
use super::super::simd::boxes::{self, AsLanes};
use super::super::simd::{Lanes, Visitor, visit};
use super::*;

/// Sets of digits without a pattern, from none to all nine.
fn sets<V: Lanes>(seed: u64) -> [V; 9] {
    let mut state = seed;
    let mut vectors = [V::splat(0); 9];
    for lane in V::lanes_mut(&mut vectors) {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let (a, b, how) = ((state >> 20) as u16, (state >> 36) as u16, state >> 60);
        *lane = ALL_DIGITS & [a, a & b, a | b, a & b & (a >> 9 | b >> 9)][how as usize % 4];
    }
    vectors
}

/// Compares what `rule` does to vectors with what `words` says of each lane's sets.
fn check<R, W>(rule: R, words: W)
where
    R: Rule,
    W: Fn([u16; 9]) -> Vec<u16>,
{
    struct Check<R, W>(R, W);
    impl<R: Rule, W: Fn([u16; 9]) -> Vec<u16>> Visitor for Check<R, W> {
        type Output = ();
        fn visit<V: Lanes>(self) {
            for seed in 0..400 {
                let sets: [V; 9] = sets(seed);
                let made = self.0.apply(sets);
                for lane in 0..V::LANES {
                    let of = |vectors: &[V]| -> Vec<u16> {
                        V::lanes(vectors).iter().skip(lane).step_by(V::LANES).copied().collect()
                    };
                    let before: [u16; 9] = of(&sets).try_into().expect("nine");
                    assert_eq!(of(&made), (self.1)(before), "{before:03x?}");
                }
            }
        }
    }
    for isa in Isa::available() {
        visit(isa, Check(&rule, &words));
    }
    boxes::visit_each(|| AsLanes(Check(&rule, &words)));
}

/// A rule over up to nine sets, whatever the width.
trait Rule {
    fn apply<V: Lanes>(&self, sets: [V; 9]) -> Vec<V>;
}

impl<R: Rule> Rule for &R {
    fn apply<V: Lanes>(&self, sets: [V; 9]) -> Vec<V> {
        (*self).apply(sets)
    }
}

macro_rules! rule {
    (|$s:ident| $made:expr) => {{
        struct This;
        impl Rule for This {
            fn apply<V: Lanes>(&self, $s: [V; 9]) -> Vec<V> {
                $made.to_vec()
            }
        }
        This
    }};
}

fn digits_where(holds: impl Fn(u16) -> bool) -> u16 {
    (0..9).map(|d| 1 << d).filter(|&digit| holds(digit)).sum()
}

#[test]
fn a_configuration_is_open_for_digits_that_all_its_minirows_have() {
    check(rule!(|s| [configuration(s[0], s[1], s[2])]), |s| {
        vec![digits_where(|d| s[..3].iter().all(|set| set & d != 0))]
    });
}

#[test]
fn a_minirow_supports_digits_of_either_of_its_configurations() {
    check(rule!(|s| [support(s[0], s[1])]), |s| {
        vec![digits_where(|d| s[..2].iter().any(|set| set & d != 0))]
    });
}

#[test]
fn three_digits_in_a_minirow_are_taken_from_the_others_of_its_line() {
    check(rule!(|s| [beside_full_triads(s[0], full_triad(s[1]), full_triad(s[2]))]), |s| {
        let is_full = |set: u16| set.count_ones() == 3;
        vec![digits_where(|d| {
            s[0] & d != 0 && !s[1..3].iter().any(|&set| is_full(set) && set & d != 0)
        })]
    });
}

#[test]
fn three_digits_with_no_other_minirow_have_theirs_to_themselves() {
    check(rule!(|s| [hidden_triad(s[0], s[1], s[2])]), |s| {
        let required = digits_where(|d| s[0] & d != 0 && s[1] & d == 0 && s[2] & d == 0);
        vec![if required.count_ones() == 3 { required } else { s[0] }]
    });
}

#[test]
fn digits_are_counted_in_a_box_as_one_place_or_more() {
    check(
        rule!(|s| {
            let row = |r: usize| once_and_twice(s[3 * r], s[3 * r + 1], s[3 * r + 2]);
            let (once, twice) = join(row(0), row(1), row(2));
            [once, twice]
        }),
        |s| {
            let places = |d: u16| s.iter().filter(|&&set| set & d != 0).count();
            vec![digits_where(|d| places(d) >= 1), digits_where(|d| places(d) >= 2)]
        },
    );
}

#[test]
fn a_digit_in_one_row_and_one_column_of_a_box_has_one_place() {
    check(
        rule!(|s| {
            let row = |r: usize| s[3 * r] | s[3 * r + 1] | s[3 * r + 2];
            let column = |c: usize| s[c] | s[3 + c] | s[6 + c];
            [in_one(row(0), row(1), row(2)) & in_one(column(0), column(1), column(2))]
        }),
        |s| {
            let places = |d: u16| s.iter().filter(|&&set| set & d != 0).count();
            vec![digits_where(|d| places(d) == 1)]
        },
    );
}

#[test]
fn a_cell_that_is_a_digits_one_place_loses_its_other_candidates() {
    check(rule!(|s| [hidden_single(s[0], s[1])]), |s| {
        vec![if s[0] & s[1] != 0 { s[0] & s[1] } else { s[0] }]
    });
}

#[test]
fn a_single_is_a_set_of_one_and_the_empty_set_is_told_by_a_bit() {
    check(
        rule!(|s| [naked_single(s[0], s[0].less_one()), s[0].less_one() & V::splat(EMPTY)]),
        |s| {
            let single = if s[0].count_ones() == 1 { s[0] } else { 0 };
            vec![single, if s[0] == 0 { EMPTY } else { 0 }]
        },
    );
}

#[test]
fn singles_are_taken_from_the_other_cells_of_their_box() {
    check(
        rule!(|s| {
            let own = naked_single(s[0], s[0].less_one());
            [beside_singles(s[0], own, own | s[1])]
        }),
        |s| {
            let single = s[0].count_ones() == 1;
            vec![if single { s[0] } else { s[0] & !s[1] }]
        },
    );
}
