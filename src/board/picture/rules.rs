//! The lines of the grid.

use ratatui::buffer::Buffer;

use super::look::Look;
use super::plan::Plan;
use crate::puzzle::Order;

/// The parts of lines: heavy around boxes, light between cells.
struct Lines {
    /// Across, light and heavy.
    across: [char; 2],
    /// Down, light and heavy.
    down: [char; 2],
    /// Where they meet, by the edge of the grid: from top to bottom, from left to right, each with
    /// the light and the heavy one (of the line that leaves the edge).
    edges: [[[char; 2]; 3]; 3],
    /// Where they cross inside: by the line across, then by that down.
    inside: [[char; 2]; 2],
}

const BOXES: Lines = Lines {
    across: ['─', '━'],
    down: ['│', '┃'],
    edges: [
        [['┏', '┏'], ['┯', '┳'], ['┓', '┓']],
        [['┠', '┣'], ['┼', '╋'], ['┨', '┫']],
        [['┗', '┗'], ['┷', '┻'], ['┛', '┛']],
    ],
    inside: [['┼', '╂'], ['┿', '╋']],
};

const ASCII: Lines = Lines {
    across: ['.', '-'],
    down: [':', '|'],
    edges: [[['+'; 2]; 3]; 3],
    inside: [['.', '|'], ['-', '+']],
};

/// A line's place, and whether it is heavy.
type Place = (u16, bool);

/// Where the lines lie: at the edges, and before each row or column that begins a box, or any cell.
fn places(order: Order, lined: bool, at: impl Fn(usize) -> u16) -> Vec<Place> {
    let bounds = (0..=order.side()).filter(|i| lined || i % order.n() == 0);
    bounds.map(|i| (at(i) - 1, i % order.n() == 0)).collect()
}

/// Draws the lines.
pub(super) fn draw(order: Order, plan: &Plan, look: Look, buffer: &mut Buffer) {
    let lines = if look.ascii { &ASCII } else { &BOXES };
    let (view, grid) = (plan.view, plan.grid);
    let downs = places(order, view.lined, |column| view.x(column));
    let acrosses = places(order, view.lined, |row| view.y(row));
    let mut put = |x: u16, y: u16, c: char| {
        if let Some(cell) = buffer.cell_mut((grid.x + x, grid.y + y)) {
            cell.set_char(c).set_style(look.quiet());
        }
    };
    for &(x, heavy) in &downs {
        (0..grid.height).for_each(|y| put(x, y, lines.down[usize::from(heavy)]));
    }
    for (i, &(y, heavy)) in acrosses.iter().enumerate() {
        (0..grid.width).for_each(|x| put(x, y, lines.across[usize::from(heavy)]));
        let row = edge(i, acrosses.len());
        for (j, &(x, down)) in downs.iter().enumerate() {
            let column = edge(j, downs.len());
            let c = match (row, column) {
                (1, 1) => lines.inside[usize::from(heavy)][usize::from(down)],
                (1, _) => lines.edges[row][column][usize::from(heavy)],
                _ => lines.edges[row][column][usize::from(down)],
            };
            put(x, y, c);
        }
    }
}

/// 0 for the first of some lines, 2 for the last, 1 for those between.
fn edge(at: usize, of: usize) -> usize {
    match at {
        0 => 0,
        _ if at + 1 == of => 2,
        _ => 1,
    }
}
