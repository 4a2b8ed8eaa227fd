//! Turned grids are solved grids, and what half a turn makes of a value is one value everywhere.

use std::collections::HashMap;

use proptest::prelude::*;
use rand::SeedableRng;

use super::*;
use crate::puzzle::order::BLANK;
use crate::verify::check_solution;

fn drawn(order: Order, seed: u64) -> Vec<u8> {
    let mut grid = vec![BLANK; order.cells()];
    draw(order, &mut ChaCha8Rng::seed_from_u64(seed), &mut grid);
    grid
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn half_a_turn_only_renames_the_values(seed: u64, n in 2..=5_usize) {
        let order = Order::new(n).expect("an order");
        let grid = drawn(order, seed);
        let blank = vec![BLANK; grid.len()];
        prop_assert_eq!(check_solution(order, &blank, &grid), Ok(()));
        let mut names = HashMap::new();
        for (&value, &turned) in grid.iter().zip(grid.iter().rev()) {
            prop_assert_eq!(*names.entry(value).or_insert(turned), turned);
        }
    }
}

#[test]
fn grids_of_different_seeds_have_different_cycles() {
    let lengths = |seed| {
        let grid = drawn(Order::FIVE, seed);
        let mut lengths: Vec<usize> =
            cycles(Order::FIVE, &grid, Lines::Rows, [0, 1]).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        lengths
    };
    let mut seen: Vec<_> = (0..20).map(lengths).collect();
    seen.sort_unstable();
    seen.dedup();
    // The pattern's rows have five cycles of ten cells; other names for values leave it at that.
    assert!(seen.len() > 5, "{seen:?}");
}
