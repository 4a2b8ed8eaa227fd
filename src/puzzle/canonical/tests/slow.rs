//! Canonical forms by trying all arrangements of lines.

use std::cmp::Ordering;

use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// The least image by trying all arrangements of lines, and how many of them give it.
pub(super) fn slow_form(order: Order, cells: &[u8], orders: &[Vec<usize>]) -> (Vec<u8>, u128) {
    let side = order.side();
    let turned: Vec<u8> = (0..cells.len()).map(|at| cells[at % side * side + at / side]).collect();
    let (mut best, mut ways) = (vec![u8::MAX; cells.len()], 0);
    for source in [cells, &turned] {
        for rows in orders {
            for columns in orders {
                match compare(order, source, (rows, columns), &mut best) {
                    Ordering::Less => ways = 1,
                    Ordering::Equal => ways += 1,
                    Ordering::Greater => {}
                }
            }
        }
    }
    let text = best.into_iter().map(Order::symbol).collect();
    (text, ways)
}

/// Compares one arrangement with the best, which becomes this one where it is less.
fn compare(
    order: Order,
    source: &[u8],
    (rows, columns): (&[usize], &[usize]),
    best: &mut [u8],
) -> Ordering {
    let side = order.side();
    let (mut labels, mut next) = ([0; 256], 1);
    let mut outcome = Ordering::Equal;
    for (at, best) in best.iter_mut().enumerate() {
        let symbol = source[rows[at / side] * side + columns[at % side]];
        let value = if symbol == BLANK { 0 } else { labels[usize::from(symbol)] };
        let value = if symbol != BLANK && value == 0 { next } else { value };
        if value == next {
            labels[usize::from(symbol)] = next;
            next += 1;
        }
        outcome = outcome.then(value.cmp(best));
        match outcome {
            Ordering::Greater => return outcome,
            Ordering::Less => *best = value,
            Ordering::Equal => {}
        }
    }
    outcome
}

/// All orders of the lines of one direction.
pub(super) fn line_orders(order: Order) -> Vec<Vec<usize>> {
    let n = order.n();
    let each = orders_of(n);
    let mut all = Vec::new();
    for bands in &each {
        let mut begun = vec![Vec::new()];
        for band in bands {
            let longer = |lines: &Vec<usize>| -> Vec<Vec<usize>> {
                let within = each.iter().map(|order| order.iter().map(|row| band * n + row));
                within.map(|rows| lines.iter().copied().chain(rows).collect()).collect()
            };
            begun = begun.iter().flat_map(longer).collect();
        }
        all.extend(begun);
    }
    all
}

pub(super) fn orders_of(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders_of(n - 1);
    let insert = |at| {
        move |order: &Vec<usize>| {
            let mut order = order.clone();
            order.insert(at, n - 1);
            order
        }
    };
    (0..n).flat_map(|at| shorter.iter().map(insert(at)).collect::<Vec<_>>()).collect()
}
