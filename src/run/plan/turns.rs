//! Whose turn it is in a round, and in which order rounds take the chunks.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::puzzle::seed::mix;

/// One backend's go at the puzzles of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// Index of the backend.
    pub backend: usize,
    /// Its place in the first half of the round, from 0.
    pub place: usize,
}

/// The turns of a round: an order of the backends, then the same order reversed.
///
/// The order is redrawn every two rounds, and the second of the two begins with the reversed half,
/// so that over a pair of rounds each backend comes first as often as any other: plain A B B A
/// favours B by half a percent, since A always meets the puzzles first.
pub(crate) fn turns(backends: &[usize], seed: u64, round: u64) -> Vec<Turn> {
    let mut order = backends.to_vec();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(mix(seed, round / 2)));
    if round % 2 == 1 {
        order.reverse();
    }
    let forth = order.iter().enumerate();
    let back = order.iter().enumerate().rev();
    forth.chain(back).map(|(place, &backend)| Turn { backend, place }).collect()
}

/// The chunks of a dataset in the order in which groups take them.
pub(crate) fn shuffled_chunks(chunks: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..chunks as u32).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(mix(seed, u64::MAX)));
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn chunks_are_a_permutation(chunks in 0usize..500, seed: u64) {
            let mut order = shuffled_chunks(chunks, seed);
            order.sort_unstable();
            prop_assert!(order.into_iter().eq(0..chunks as u32));
        }
    }

    fn order(turns: &[Turn]) -> Vec<usize> {
        turns.iter().map(|turn| turn.backend).collect()
    }

    #[test]
    fn a_round_is_an_order_and_its_reverse() {
        for round in 0..20 {
            let order = order(&turns(&[0, 1, 2], 7, round));
            let reversed: Vec<_> = order.iter().rev().copied().collect();
            assert_eq!(order, reversed);
            assert_eq!(order.len(), 6);
        }
    }

    #[test]
    fn the_next_round_begins_with_the_reversed_half() {
        for pair in 0..20 {
            let first = order(&turns(&[3, 5, 8], 7, 2 * pair));
            let second = order(&turns(&[3, 5, 8], 7, 2 * pair + 1));
            assert_eq!(first[3..], second[..3]);
        }
    }

    #[test]
    fn every_order_is_drawn_equally_often() {
        let mut first = [0; 3];
        for round in (0..6000).step_by(2) {
            first[turns(&[0, 1, 2], 7, round)[0].backend] += 1;
        }
        assert!(first.iter().all(|&n| (900..1100).contains(&n)), "{first:?}");
    }
}
