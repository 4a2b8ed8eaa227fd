//! Isomorphs have the same difficulty.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{NINE, SIXTEEN};
use crate::logic::{Difficulty, Grader};
use crate::puzzle::{Isomorph, Order};

fn grade(order: Order, cells: &[u8]) -> Difficulty {
    Grader::new(order).grade(cells).unwrap()
}

fn image(order: Order, cells: &str, seed: u64) -> Vec<u8> {
    let mut image = vec![0; cells.len()];
    let isomorph = Isomorph::random(order, &mut ChaCha8Rng::seed_from_u64(seed));
    isomorph.apply(cells.as_bytes(), &mut image);
    image
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn isomorphs_of_a_9x9_puzzle_are_as_hard(line in 0..10_000usize, seed: u64) {
        let cells = NINE.lines().nth(line).unwrap();
        let image = image(Order::THREE, cells, seed);
        prop_assert_eq!(grade(Order::THREE, &image), grade(Order::THREE, cells.as_bytes()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn isomorphs_of_a_16x16_puzzle_are_as_hard(line in 0..200usize, seed: u64) {
        let cells = SIXTEEN.lines().nth(line).unwrap();
        let image = image(Order::FOUR, cells, seed);
        prop_assert_eq!(grade(Order::FOUR, &image), grade(Order::FOUR, cells.as_bytes()));
    }
}
