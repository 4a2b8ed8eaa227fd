//! Unavoidable sets: cells of a solved grid whose values can be exchanged for others, so that some
//! cell of each must be given or there is a second solution.
//!
//! Two small kinds are found without a search. The values of two rows of a band, or of two columns
//! of a stack, form cycles (what stands below a value is what stands above the next), and the two
//! lines of one cycle can change places. The cells of two values fall into parts that share no unit,
//! and in one part the two values can change places.

use crate::puzzle::{Order, Units};

/// Which way lines run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lines {
    /// From left to right.
    Rows,
    /// From top to bottom.
    Columns,
}

impl Lines {
    fn cell(self, side: usize, line: usize, at: usize) -> usize {
        match self {
            Self::Rows => line * side + at,
            Self::Columns => at * side + line,
        }
    }
}

/// The cycles of two lines of one band or stack. Each lists two cells after two cells: those of the
/// first and of the second line that change places.
pub(super) fn cycles(order: Order, grid: &[u8], lines: Lines, [a, b]: [usize; 2]) -> Vec<Vec<u16>> {
    let side = order.side();
    let mut place = [0; 256];
    for at in 0..side {
        place[usize::from(grid[lines.cell(side, a, at)])] = at;
    }
    let mut is_seen = vec![false; side];
    let mut cycles = Vec::new();
    for start in 0..side {
        let mut cycle = Vec::new();
        let mut at = start;
        while !std::mem::replace(&mut is_seen[at], true) {
            let [above, below] = [a, b].map(|line| lines.cell(side, line, at));
            cycle.extend([above as u16, below as u16]);
            at = place[usize::from(grid[below])];
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// The parts into which the cells of two values fall.
pub(super) fn parts(order: Order, grid: &[u8], values: [u8; 2]) -> Vec<Vec<u16>> {
    let units = Units::of(order);
    let mut open: Vec<usize> =
        (0..grid.len()).filter(|&cell| values.contains(&grid[cell])).collect();
    let mut parts = Vec::new();
    while let Some(first) = open.pop() {
        let mut part = vec![first as u16];
        let mut next = 0;
        while next < part.len() {
            let at = units.of_cell(usize::from(part[next]));
            next += 1;
            open.retain(|&cell| {
                let joins = units.of_cell(cell).iter().zip(&at).any(|(a, b)| a == b);
                if joins {
                    part.push(cell as u16);
                }
                !joins
            });
        }
        parts.push(part);
    }
    parts
}

/// All unavoidable sets of the two kinds, the small first, each in ascending order.
pub(super) fn unavoidable_sets(order: Order, grid: &[u8]) -> Vec<Vec<u16>> {
    let (n, side) = (order.n(), order.side());
    let mut sets = Vec::new();
    for a in 0..side {
        for b in a + 1..(a / n + 1) * n {
            sets.extend(cycles(order, grid, Lines::Rows, [a, b]));
            sets.extend(cycles(order, grid, Lines::Columns, [a, b]));
        }
        for b in a + 1..side {
            sets.extend(parts(order, grid, [a, b].map(|value| Order::symbol(value as u8 + 1))));
        }
    }
    sets.iter_mut().for_each(|set| set.sort_unstable());
    sets.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    sets.dedup();
    sets
}

#[cfg(test)]
mod tests;
