//! Maps that a search by rows does not distinguish: those of lines without a given, and of values
//! without one.

use crate::puzzle::Order;

/// How many ways there are to exchange empty lines of a band or stack, empty bands and stacks, and
/// values that are not given; `None` where 128 bits cannot count them.
pub(super) fn interchangeable(order: Order, cells: &[u8]) -> Option<u128> {
    let side = order.side();
    let mut rows = vec![true; side];
    let mut columns = vec![true; side];
    let mut values = vec![true; side];
    for (at, &cell) in cells.iter().enumerate() {
        if let Some(value) = order.value(cell) {
            rows[at / side] = false;
            columns[at % side] = false;
            values[usize::from(value) - 1] = false;
        }
    }
    let missing = values.iter().filter(|&&is_missing| is_missing).count();
    let lines = of_lines(order, &rows)?.checked_mul(of_lines(order, &columns)?)?;
    lines.checked_mul(factorial(missing)?)
}

/// Orders of empty lines within their bands, and of empty bands.
fn of_lines(order: Order, is_empty: &[bool]) -> Option<u128> {
    let bands = is_empty.chunks(order.n());
    let empty = bands.map(|band| band.iter().filter(|&&empty| empty).count());
    let empty_bands = empty.clone().filter(|&lines| lines == order.n()).count();
    let within = empty.map(factorial).try_fold(1u128, |all, one| all.checked_mul(one?));
    within?.checked_mul(factorial(empty_bands)?)
}

fn factorial(n: usize) -> Option<u128> {
    (2..=n as u128).try_fold(1u128, u128::checked_mul)
}
