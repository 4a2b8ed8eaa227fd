//! Whether a grid solves a puzzle: every given kept, every unit complete.
//!
//! Order 3 has a check of its own in `nine`, since it runs for every answer of every run. The other
//! orders, and the search for the place of a fault, are plain.

use std::fmt;

use super::nine;
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// A cell, by its row and column, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The row.
    pub row: u8,
    /// The column.
    pub column: u8,
}

impl Place {
    fn of(cell: usize, side: usize) -> Self {
        Self { row: (cell / side + 1) as u8, column: (cell % side + 1) as u8 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row, self.column)
    }
}

/// Where a grid fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridFault {
    /// A cell does not hold the puzzle's given.
    GivenChanged {
        /// The cell.
        at: Place,
        /// The puzzle's symbol.
        given: u8,
        /// The grid's byte.
        answered: u8,
    },
    /// A cell holds no symbol of the order.
    NoSymbol {
        /// The cell.
        at: Place,
        /// The grid's byte.
        answered: u8,
    },
    /// A cell repeats a symbol of its row, column or box.
    Repeated {
        /// The later of the two cells, in row-major order.
        at: Place,
        /// The symbol.
        symbol: u8,
        /// What it is repeated in: `row`, `column` or `box`.
        unit: &'static str,
    },
}

impl fmt::Display for GridFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GivenChanged { at, given, answered } => {
                write!(f, "{at}: given {}, answered {}", shown(given), shown(answered))
            }
            Self::NoSymbol { at, answered } => write!(f, "{at}: answered {}", shown(answered)),
            Self::Repeated { at, symbol, unit } => {
                write!(f, "{at}: {} again in its {unit}", shown(symbol))
            }
        }
    }
}

/// A symbol, or the number of a byte that cannot be seen.
fn shown(byte: u8) -> String {
    match byte {
        b'!'..=b'~' => (byte as char).to_string(),
        _ => format!("byte {byte}"),
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
    let (n, side) = (order.n(), order.side());
    let changed = |(&given, &cell): (&u8, &u8)| given != BLANK && given != cell;
    if let Some(cell) = puzzle.iter().zip(solution).position(changed) {
        let (at, given, answered) = (Place::of(cell, side), puzzle[cell], solution[cell]);
        return Err(GridFault::GivenChanged { at, given, answered });
    }
    let mut seen = [[0u64; 49]; 3];
    let mut repeated = None;
    for (cell, &symbol) in solution.iter().enumerate() {
        let at = Place::of(cell, side);
        let Some(value) = order.value(symbol) else {
            return Err(GridFault::NoSymbol { at, answered: symbol });
        };
        let (row, column) = (cell / side, cell % side);
        let units = [("row", row), ("column", column), ("box", row / n * n + column / n)];
        for ((unit, number), seen) in units.into_iter().zip(&mut seen) {
            if seen[number] & 1 << value != 0 {
                repeated.get_or_insert(GridFault::Repeated { at, symbol, unit });
            }
            seen[number] |= 1 << value;
        }
    }
    repeated.map_or(Ok(()), Err)
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
        let at = Place { row: 2, column: 1 };
        assert_eq!(fault, Err(GridFault::Repeated { at, symbol: b'2', unit: "box" }));
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
        let at = Place { row: 3, column: 5 };
        let fault = GridFault::GivenChanged { at, given: b'6', answered: b'8' };
        assert_eq!(check(&swapped), Err(fault));
        assert_eq!(fault.to_string(), "row 3, column 5: given 6, answered 8");
    }

    #[test]
    fn faults_name_rows_and_columns_from_1_and_bytes_by_number() {
        let at = Place { row: 2, column: 9 };
        let fault = GridFault::NoSymbol { at, answered: 0 };
        assert_eq!(fault.to_string(), "row 2, column 9: answered byte 0");
        let fault = GridFault::Repeated { at, symbol: b'5', unit: "column" };
        assert_eq!(fault.to_string(), "row 2, column 9: 5 again in its column");
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
                Err(GridFault::GivenChanged { at, answered, .. }) => {
                    prop_assert!(given);
                    prop_assert_eq!((at, answered), (Place::of(cell, 9), grid[cell]));
                }
                Err(GridFault::Repeated { .. }) => prop_assert!(!given),
                other => prop_assert!(false, "{other:?}"),
            }
        }
    }
}
