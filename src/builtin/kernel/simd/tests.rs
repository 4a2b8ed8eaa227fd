//! Every operation of every width against one lane of ordinary arithmetic.

use super::boxes::{self, AsLanes};
use super::{CELLS, Isa, Lanes, Visitor, visit};

/// Lanes without a pattern: a linear congruence by Knuth, its middle bits.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u16 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 40) as u16
    }

    /// Few-bit lanes and full ones, so that equal, single and empty lanes all occur.
    fn vector<V: Lanes>(&mut self) -> V {
        let mut vector = [V::splat(0)];
        for lane in V::lanes_mut(&mut vector) {
            *lane = match self.next() % 4 {
                0 => self.next(),
                1 => self.next() & self.next() & self.next(),
                2 => 1 << (self.next() % 16),
                _ => 0,
            };
        }
        vector[0]
    }
}

fn lanes<V: Lanes>(vector: V) -> Vec<u16> {
    V::lanes(&[vector]).to_vec()
}

fn bits<V: Lanes>(mask: V::Mask) -> Vec<bool> {
    (0..V::LANES).map(|i| V::bits(mask) >> i & 1 != 0).collect()
}

/// The lanes that `slow` makes of the lanes of up to three vectors.
fn expect<V: Lanes, T>(a: V, b: V, c: V, slow: impl Fn(u16, u16, u16) -> T) -> Vec<T> {
    let (a, b, c) = (lanes(a), lanes(b), lanes(c));
    (0..V::LANES).map(|i| slow(a[i], b[i], c[i])).collect()
}

macro_rules! every_width {
    ($($name:ident: |$v:ident, $a:ident, $b:ident, $c:ident| $body:block)*) => {$(
        #[test]
        fn $name() {
            struct Check;
            impl Visitor for Check {
                type Output = ();
                fn visit<$v: Lanes>(self) {
                    let mut noise = Noise(2024);
                    for _ in 0..200 {
                        let ($a, $b, $c): ($v, $v, $v) =
                            (noise.vector(), noise.vector(), noise.vector());
                        $body
                    }
                }
            }
            for isa in Isa::available() {
                visit(isa, Check);
            }
            boxes::visit_each(|| AsLanes(Check));
        }
    )*};
}

every_width! {
    bitwise_formulas_are_their_truth_tables: |V, a, b, c| {
        assert_eq!(lanes(a & b), expect(a, b, c, |a, b, _| a & b));
        assert_eq!(lanes(a | b), expect(a, b, c, |a, b, _| a | b));
        assert_eq!(lanes(a ^ b), expect(a, b, c, |a, b, _| a ^ b));
        assert_eq!(lanes(a.and_not(b)), expect(a, b, c, |a, b, _| a & !b));
        assert_eq!(lanes(a.and3(b, c)), expect(a, b, c, |a, b, c| a & b & c));
        assert_eq!(lanes(a.or3(b, c)), expect(a, b, c, |a, b, c| a | b | c));
        assert_eq!(lanes(a.xor3(b, c)), expect(a, b, c, |a, b, c| a ^ b ^ c));
        let alone = |a: u16, b: u16, c: u16| a & !b & !c | !a & b & !c | !a & !b & c;
        assert_eq!(lanes(a.in_one(b, c)), expect(a, b, c, alone));
        assert_eq!(lanes(a.majority(b, c)), expect(a, b, c, |a, b, c| a & b | a & c | b & c));
        assert_eq!(lanes(a.or_and(b, c)), expect(a, b, c, |a, b, c| a | b & c));
        assert_eq!(lanes(a.or_xor(b, c)), expect(a, b, c, |a, b, c| a | (b ^ c)));
        assert_eq!(lanes(a.or_and_not(b, c)), expect(a, b, c, |a, b, c| a | b & !c));
        assert_eq!(lanes(a.and_or(b, c)), expect(a, b, c, |a, b, c| a & (b | c)));
        assert_eq!(lanes(a.and_neither(b, c)), expect(a, b, c, |a, b, c| a & !(b | c)));
    }

    arithmetic_stays_in_its_lane: |V, a, b, c| {
        assert_eq!(lanes(a.add(b)), expect(a, b, c, |a, b, _| a.wrapping_add(b)));
        assert_eq!(lanes(a.min(b)), expect(a, b, c, |a, b, _| a.min(b)));
        assert_eq!(lanes(a.shl::<3>()), expect(a, b, c, |a, _, _| a << 3));
        assert_eq!(lanes(a.count_ones()), expect(a, b, c, |a, _, _| a.count_ones() as u16));
    }

    masks_tell_lanes_apart: |V, a, b, c| {
        assert_eq!(bits::<V>(a.eq(b)), expect(a, b, c, |a, b, _| a == b));
        assert_eq!(bits::<V>(a.meets(b)), expect(a, b, c, |a, b, _| a & b != 0));
        assert_eq!(bits::<V>(a.is_zero()), expect(a, b, c, |a, _, _| a == 0));
        let (some, other) = (a.eq(b), a.meets(c));
        assert_eq!(V::bits(some & other), V::bits(some) & V::bits(other));
        assert_eq!(V::bits(some | other), V::bits(some) | V::bits(other));
        assert_eq!(V::bits(V::mask(V::bits(other))), V::bits(other));
        let chosen = V::select(a.meets(b), b, c);
        assert_eq!(lanes(chosen), expect(a, b, c, |a, b, c| if a & b != 0 { b } else { c }));
        let kept = c.keep(a.meets(b));
        assert_eq!(lanes(kept), expect(a, b, c, |a, b, c| if a & b != 0 { c } else { 0 }));
    }

    candidate_sets_are_told_by_their_size: |V, a, b, c| {
        let nine = [a, b, c].map(|set| set & V::splat(0x1ff));
        let triples = expect(nine[0], b, c, |a, _, _| a.count_ones() == 3);
        assert_eq!(bits::<V>(nine[0].is_triple()), triples);
        let [a9, b9, c9] = nine;
        let sum = expect(a9, b9, c9, |a, b, c| {
            (a.count_ones() * 3 + b.count_ones() * 2 + c.count_ones()) as u16
        });
        assert_eq!(lanes(V::count_all(&[a9, a9, a9, b9, b9, c9])), sum);
        let narrowed = expect(a, b, c, |a, b, c| if b & c == 0 { a & b } else { a });
        assert_eq!(lanes(a.narrow_where((b & c).is_zero(), a & b)), narrowed);
        let apart = expect(a, b, c, |a, b, _| if a & b == 0 { a } else { 0 });
        assert_eq!(lanes(a.keep_apart(b)), apart);
        assert_eq!(lanes(a.less_one()), expect(a, b, c, |a, _, _| a.wrapping_sub(1)));
        let narrowed = expect(a, b, c, |a, b, _| if a & b != 0 { a & b } else { a });
        assert_eq!(lanes(a.narrow(b)), narrowed);
    }

    lanes_go_where_the_map_says: |V, a, b, c| {
        let map = b & V::splat(V::LANES as u16 - 1);
        let whole = lanes(a);
        assert_eq!(lanes(a.permute(map)), expect(map, b, c, |from, _, _| whole[from as usize]));
    }

    values_put_into_a_lane_stay_in_it: |V, a, b, c| {
        let mut vectors = [a, b, c];
        let lane = V::LANES - 2;
        V::put(&mut vectors, lane, [7, 0x1ff].into_iter());
        for (i, (after, before)) in vectors.into_iter().zip([a, b, c]).enumerate() {
            let mut expected = lanes(before);
            expected[lane] = [7, 0x1ff, expected[lane]][i];
            assert_eq!(lanes(after), expected);
        }
    }

    grids_are_staged_a_lane_each: |V, a, b, c| {
        let mut state = u64::from(lanes(a ^ b ^ c)[0]) << 1 | 1;
        let mut grids = [[b'.'; CELLS]; 32];
        for symbol in grids.as_flattened_mut() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Any symbol below 'A', so blanks of all kinds: 0 too, and what stands before and after 1 to 9.
            *symbol = (state >> 58) as u8;
        }
        let mut vectors = [V::splat(0); CELLS];
        V::stage(&mut vectors, &grids.each_ref());
        for (c, vector) in vectors.into_iter().enumerate() {
            let digit = |symbol: u8| (b'1'..=b'9').contains(&symbol).then(|| 1 << (symbol - b'1'));
            let expected = grids[..V::LANES].iter().map(|grid| digit(grid[c]).unwrap_or(0x1ff));
            assert!(lanes(vector).into_iter().eq(expected), "cell {c}");
        }
    }

    lanes_come_from_two_places_at_once: |V, a, b, c| {
        let cell = |i: usize| [a, b, c][i % 3];
        let mut vectors: [V; CELLS] = std::array::from_fn(cell);
        let other: [V; CELLS] = std::array::from_fn(|i| cell(i + 1));
        let last = V::LANES as u8 - 1;
        V::move_lanes(&mut vectors, &[(0, last), (2, 3)], &other, &[(last, 4), (0, 5)]);
        for (i, after) in vectors.into_iter().enumerate() {
            let (mut expected, other) = (lanes(cell(i)), lanes(cell(i + 1)));
            expected[last as usize] = expected[0];
            expected[3] = expected[2];
            (expected[4], expected[5]) = (other[last as usize], other[0]);
            assert_eq!(lanes(after), expected);
        }
    }

    copied_lanes_arrive_and_the_others_stay: |V, a, b, c| {
        let mut vectors = [a, b, c];
        let last = V::LANES as u8 - 1;
        V::copy_lanes(&mut vectors, &[(0, last), (0, 3), (last / 2 + 1, 1)]);
        for (after, before) in vectors.into_iter().zip([a, b, c]) {
            let mut expected = lanes(before);
            expected[last as usize] = expected[0];
            expected[3] = expected[0];
            expected[1] = expected[last as usize / 2 + 1];
            assert_eq!(lanes(after), expected);
        }
    }
}
