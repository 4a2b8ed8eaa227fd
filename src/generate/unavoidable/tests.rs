//! Unavoidable sets against their definition: their values can be exchanged, and no others need be.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::generate::grid::Grids;
use crate::puzzle::order::BLANK;
use crate::verify::check_solution;

fn grid(order: Order, seed: u64) -> Vec<u8> {
    let mut grid = vec![BLANK; order.cells()];
    Grids::new(order).draw(&mut ChaCha8Rng::seed_from_u64(seed), &mut grid);
    grid
}

fn blank() -> Vec<u8> {
    vec![BLANK; 256]
}

proptest! {
    #[test]
    fn the_lines_of_a_cycle_can_change_places(seed: u64, a in 0..16_usize, by in 1..4_usize) {
        let grid = grid(Order::FOUR, seed);
        let b = a / 4 * 4 + (a + by) % 4;
        for lines in [Lines::Rows, Lines::Columns] {
            let cycles = cycles(Order::FOUR, &grid, lines, [a, b]);
            prop_assert_eq!(cycles.concat().len(), 32);
            for cycle in cycles {
                let mut other = grid.clone();
                cycle.chunks(2).for_each(|pair| other.swap(pair[0].into(), pair[1].into()));
                prop_assert_ne!(&other, &grid);
                prop_assert_eq!(check_solution(Order::FOUR, &blank(), &other), Ok(()));
            }
        }
    }

    #[test]
    fn two_values_can_change_places_in_a_part(seed: u64, a in 0..16_usize, by in 1..16_usize) {
        let grid = grid(Order::FOUR, seed);
        let [a, b] = [a, (a + by) % 16].map(|value| Order::symbol(value as u8 + 1));
        let parts = parts(Order::FOUR, &grid, [a, b]);
        prop_assert_eq!(parts.concat().len(), 32);
        for part in parts {
            let mut other = grid.clone();
            for cell in part.into_iter().map(usize::from) {
                other[cell] = if grid[cell] == a { b } else { a };
            }
            prop_assert_eq!(check_solution(Order::FOUR, &blank(), &other), Ok(()));
        }
    }
}

#[test]
fn the_sets_of_a_grid_printed_by_hand_are_found() {
    // Rows 1 and 2 form the cycles 1-3 and 2-4, in columns 1 and 3 and in columns 2 and 4.
    let sets = unavoidable_sets(Order::TWO, b"1234341221434321");
    assert_eq!(sets.first().map(Vec::len), Some(4));
    assert!(sets.contains(&vec![0, 2, 4, 6]) && sets.contains(&vec![1, 3, 5, 7]));
    // Columns 1 and 2: 1-2 in rows 1 and 3, 3-4 in rows 2 and 4.
    assert!(sets.contains(&vec![0, 1, 8, 9]) && sets.contains(&vec![4, 5, 12, 13]));
    assert!(sets.is_sorted_by_key(Vec::len));
}
