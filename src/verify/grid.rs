//! Whether a grid solves a puzzle: every given kept, every unit complete.
//!
//! Order 3 has a check of its own in `nine`, since it runs for every answer of every run. The other
//! orders, and the search for the place of a fault, are plain.

use std::fmt;

use super::nine;
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// Where a grid fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridFault {
    /// The cell, counted from 0 row by row, does not hold the puzzle's given.
    GivenChanged {
        /// The cell.
        cell: u16,
    },
    /// The cell holds no symbol of the order.
    NoSymbol {
        /// The cell.
        cell: u16,
    },
    /// The cell repeats a symbol of its row, column or box.
    UnitIncomplete {
        /// The later of the two cells, in row-major order.
        cell: u16,
    },
}

impl fmt::Display for GridFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GivenChanged { cell } => write!(f, "the given of cell {cell} was changed"),
            Self::NoSymbol { cell } => write!(f, "cell {cell} holds no value"),
            Self::UnitIncomplete { cell } => {
                write!(f, "cell {cell} repeats a value of its row, column or box")
            }
        }
    }
}

/// Checks that `solution` solves `puzzle`; both are canonical cells of `order`.
///
/// # Errors
/// The first fault: changed givens before missing symbols before repeated ones.
///
/// # Panics
/// When a slice has not exactly the order's number of cells.
#[inline]
pub fn check_solution(order: Order, puzzle: &[u8], solution: &[u8]) -> Result<(), GridFault> {
    assert!(puzzle.len() == order.cells() && solution.len() == order.cells());
    if order == Order::THREE && nine::solves(puzzle, solution) {
        return Ok(());
    }
    find_fault(order, puzzle, solution)
}

fn find_fault(order: Order, puzzle: &[u8], solution: &[u8]) -> Result<(), GridFault> {
    let changed = |(&given, &cell): (&u8, &u8)| given != BLANK && given != cell;
    if let Some(cell) = puzzle.iter().zip(solution).position(changed) {
        return Err(GridFault::GivenChanged { cell: cell as u16 });
    }
    let (n, side) = (order.n(), order.side());
    let (mut rows, mut columns, mut boxes) = ([0u64; 49], [0u64; 49], [0u64; 49]);
    let mut repeated = None;
    for (cell, &symbol) in solution.iter().enumerate() {
        let Some(value) = order.value(symbol) else {
            return Err(GridFault::NoSymbol { cell: cell as u16 });
        };
        let (row, column) = (cell / side, cell % side);
        let bit = 1 << value;
        let units = [&mut rows[row], &mut columns[column], &mut boxes[row / n * n + column / n]];
        for unit in units {
            if *unit & bit != 0 {
                repeated.get_or_insert(cell);
            }
            *unit |= bit;
        }
    }
    match repeated {
        Some(cell) => Err(GridFault::UnitIncomplete { cell: cell as u16 }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Seed 0 prints this puzzle with this solution.
    const PUZZLE: &[u8; 81] =
        b"......45...7...3..1.9.6....3........5..4.........7...9..12........3.......6.....7";
    const SOLUTION: &[u8; 81] =
        b"863792451257184396149563872398621745572439618614875239981247563725316984436958127";

    fn check(solution: &[u8]) -> Result<(), GridFault> {
        check_solution(Order::THREE, PUZZLE, solution)
    }

    #[test]
    fn the_article_s_solution_solves_its_puzzle() {
        assert_eq!(check(SOLUTION), Ok(()));
        assert_eq!(find_fault(Order::THREE, PUZZLE, SOLUTION), Ok(()));
    }

    #[test]
    fn rows_and_columns_without_boxes_do_not_suffice() {
        let cyclic: Vec<u8> = (0..81).map(|i| b'1' + ((i / 9 + i % 9) % 9) as u8).collect();
        let fault = check_solution(Order::THREE, &[BLANK; 81], &cyclic);
        assert_eq!(fault, Err(GridFault::UnitIncomplete { cell: 9 }));
    }

    #[test]
    fn a_grid_for_another_puzzle_is_found_by_its_givens() {
        let swapped: Vec<u8> = SOLUTION
            .iter()
            .map(|&c| match c {
                b'8' => b'6',
                b'6' => b'8',
                c => c,
            })
            .collect();
        assert_eq!(check(&swapped), Err(GridFault::GivenChanged { cell: 22 }));
    }

    proptest! {
        /// All three checks agree on grids that are right but for a few cells.
        #[test]
        fn the_checks_agree(
            changes in prop::collection::vec((0usize..81, any::<u8>()), 0..3),
            swap in any::<bool>(),
            given in any::<bool>(),
        ) {
            let puzzle = if given { PUZZLE } else { &[BLANK; 81] };
            let mut grid = *SOLUTION;
            if swap {
                // Two rows of different bands: complete rows and columns, broken boxes.
                for column in 0..9 {
                    grid.swap(column, 27 + column);
                }
            }
            for (cell, symbol) in changes {
                grid[cell] = if symbol < 200 { b'1' + symbol % 9 } else { symbol };
            }
            let plain = find_fault(Order::THREE, puzzle, &grid).is_ok();
            prop_assert_eq!(nine::solves(puzzle, &grid), plain);
            prop_assert_eq!(nine::solves_plain(puzzle, &grid), plain);
        }

        #[test]
        fn the_fault_s_cell_is_at_fault(cell in 0usize..81, shift in 1u8..9) {
            let mut grid = *SOLUTION;
            grid[cell] = b'1' + (grid[cell] - b'1' + shift) % 9;
            let given = PUZZLE[cell] != BLANK;
            match check(&grid) {
                Err(GridFault::GivenChanged { cell: found }) => {
                    prop_assert!(given);
                    prop_assert_eq!(usize::from(found), cell);
                }
                Err(GridFault::UnitIncomplete { .. }) => prop_assert!(!given),
                other => prop_assert!(false, "{other:?}"),
            }
        }
    }
}
