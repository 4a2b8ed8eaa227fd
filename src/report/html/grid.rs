//! A puzzle as a grid: drawn, or as lines of text that appear when they are asked for.

use maud::{Markup, html};

use super::shown;
use crate::puzzle::Order;
use crate::verify::{GridFault, Place, check_solution};

/// A puzzle with an answer to it, where there is one; the cell at fault is marked.
pub(super) fn drawn(order: Order, puzzle: &str, answer: &str) -> Markup {
    let side = order.side();
    let fault = fault(order, puzzle, answer);
    let label = match &fault {
        Some(fault) => format!("{order} grid as answered; {fault}"),
        None => format!("{order} puzzle, {} of {} cells given", givens(puzzle), order.cells()),
    };
    let marked = fault.map(place).map(|place| (place.row as usize - 1, place.column as usize - 1));
    html! {
        svg.sudoku viewBox={"-0.1 -0.1 " (side as f64 + 0.2) " " (side as f64 + 0.2)} role="img" aria-label=(shown(&label)) {
            @if let Some((row, column)) = marked {
                rect.fault x=(column) y=(row) width="1" height="1" {}
            }
            (lines(order))
            @for (cell, given, symbol) in symbols(puzzle, answer) {
                text.given[given] x=(cell % side) dx="0.5" y=(cell / side) dy="0.73" { (symbol) }
            }
        }
    }
}

/// Cells that show something: their number, whether they are given, and the symbol.
fn symbols(puzzle: &str, answer: &str) -> Vec<(usize, bool, char)> {
    let shown = |byte: u8| if byte.is_ascii_graphic() { char::from(byte) } else { '?' };
    let puzzle = puzzle.as_bytes();
    let cells = (0..puzzle.len().max(answer.len())).filter_map(|cell| {
        let given = puzzle.get(cell).copied().filter(|&byte| byte != b'.');
        let answered = answer.as_bytes().get(cell).copied().filter(|&byte| byte != b'.');
        let is_given = given.is_some() && (answered.is_none() || answered == given);
        answered.or(given).map(|byte| (cell, is_given, shown(byte)))
    });
    cells.collect()
}

fn lines(order: Order) -> Markup {
    let (n, side) = (order.n(), order.side());
    let along = |at: usize| format!("M0 {at}H{side}M{at} 0V{side}");
    let thin: String = (0..=side).filter(|at| at % n > 0).map(along).collect();
    let thick: String = (0..=side).step_by(n).map(along).collect();
    html! { path.thin d=(thin) {} path.thick d=(thick) {} }
}

/// What is wrong with an answered grid, if that can be seen from it alone.
pub(super) fn fault(order: Order, puzzle: &str, answer: &str) -> Option<GridFault> {
    let are_whole = puzzle.len() == order.cells() && answer.len() == order.cells();
    are_whole.then(|| check_solution(order, puzzle.as_bytes(), answer.as_bytes()).err()).flatten()
}

fn place(fault: GridFault) -> Place {
    match fault {
        GridFault::GivenChanged { at, .. }
        | GridFault::NoSymbol { at, .. }
        | GridFault::Repeated { at, .. } => at,
    }
}

fn givens(puzzle: &str) -> usize {
    puzzle.bytes().filter(|&byte| byte != b'.').count()
}

/// A name that shows the puzzle while it has the focus or the pointer is on it.
pub(super) fn peek(name: &str, order: Order, puzzle: &str) -> Markup {
    let rows = puzzle.as_bytes().chunks(order.side());
    let text: Vec<String> = rows.map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    html! {
        span.peek {
            button type="button" { (shown(name)) }
            pre { @for (i, row) in text.iter().enumerate() { @if i > 0 { "\n" } (shown(row)) } }
        }
    }
}
