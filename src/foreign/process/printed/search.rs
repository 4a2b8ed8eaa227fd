//! The grids among the cells that a program printed, and the one that is its answer.

use std::ops::Range;

use super::cells::Cells;
use super::filled;
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// What was found.
#[derive(Default)]
pub(super) struct Grids {
    /// The full grid that is the answer.
    pub full: Option<Vec<u8>>,
    /// Whether some grid keeps the puzzle's givens and has more cells filled in, but not all.
    pub partial: bool,
}

/// How a grid stands in the text, the clearest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Standing {
    /// By itself: a line or a list of all cells, or rows of the right length and number.
    Alone,
    /// In rows beside labels or another grid.
    Beside,
    /// In rows, of which others stand directly before it.
    Among,
    /// Anywhere in a run of cells.
    Within,
}

/// Looks for grids.
pub(super) fn grids(cells: &Cells, puzzle: &[u8], order: Order) -> Grids {
    let mut search = Search {
        cells,
        order,
        puzzle,
        givens: filled(puzzle),
        best: None,
        grids: Grids::default(),
    };
    for &from in &cells.whole {
        search.consider(&cells.cells[from..from + order.cells()], Standing::Alone, from);
    }
    search.rows();
    search.runs();
    search.grids
}

/// How good a grid is as the answer: the largest is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Merit {
    keeps_givens: bool,
    standing: std::cmp::Reverse<Standing>,
    at: usize,
}

struct Search<'a> {
    cells: &'a Cells,
    order: Order,
    puzzle: &'a [u8],
    givens: usize,
    best: Option<Merit>,
    grids: Grids,
}

impl Search<'_> {
    /// Rows in consecutive lines: the cells of a line from the same place on, counted from its
    /// beginning or its end, so that labels and grids side by side do not hinder.
    fn rows(&mut self) {
        let side = self.order.side();
        let excess = self.cells.lines.iter().map(|line| line.len().saturating_sub(side));
        let most = excess.max().unwrap_or(0).min(2 * side + 2);
        self.rows_from(|line| (line.len() >= side).then_some(line.start));
        for skipped in 1..=most {
            self.rows_from(|line| (line.len() >= side + skipped).then(|| line.start + skipped));
        }
        for skipped in 0..most {
            self.rows_from(|line| (line.len() > side + skipped).then(|| line.end - side - skipped));
        }
    }

    /// Windows over rows that begin where `begin` says; a line without a row ends them.
    fn rows_from(&mut self, begin: impl Fn(&Range<usize>) -> Option<usize>) {
        let (side, cells) = (self.order.side(), &self.cells.cells);
        let mut rows: Vec<u8> = Vec::new();
        // Rows of the right length since the last other one.
        let (mut number, mut exact) = (0, 0);
        for line in &self.cells.lines {
            let Some(start) = begin(line) else {
                rows.clear();
                (number, exact) = (0, 0);
                continue;
            };
            if rows.len() == self.order.cells() {
                rows.drain(..side);
            }
            rows.extend_from_slice(&cells[start..start + side]);
            number += 1;
            exact = if line.len() == side { exact + 1 } else { 0 };
            if rows.len() == self.order.cells() {
                let standing = match (number % side == 0, exact >= side) {
                    (true, true) => Standing::Alone,
                    (true, false) => Standing::Beside,
                    (false, _) => Standing::Among,
                };
                self.consider(&rows, standing, start);
            }
        }
    }

    /// Cells with no other word between them, however they are spread over lines.
    fn runs(&mut self) {
        let (all, size) = (&self.cells.cells, self.order.cells());
        let mut from = 0;
        for &to in self.cells.breaks.iter().chain([&all.len()]) {
            let run = &all[from..to];
            let standing = if run.len() == size { Standing::Alone } else { Standing::Within };
            for (i, grid) in run.windows(size).enumerate() {
                self.consider(grid, standing, from + i);
            }
            from = to;
        }
    }

    /// Takes a grid into account, whose last row, or which itself, begins `at` a cell.
    fn consider(&mut self, grid: &[u8], standing: Standing, at: usize) {
        let keeps_givens = self.keeps(grid, self.givens);
        let is_claim = keeps_givens
            || standing == Standing::Alone
            || (standing == Standing::Beside && self.keeps(grid, self.givens.div_ceil(2)));
        if !is_claim {
            return;
        }
        if grid.contains(&BLANK) {
            let is_more = filled(grid) > self.givens;
            self.grids.partial |= keeps_givens && is_more && standing < Standing::Within;
            return;
        }
        let merit = Merit { keeps_givens, standing: std::cmp::Reverse(standing), at };
        if self.best.is_none_or(|best| merit >= best) {
            self.best = Some(merit);
            self.grids.full = Some(grid.to_vec());
        }
    }

    /// Returns true if a grid keeps so many of the givens.
    fn keeps(&self, grid: &[u8], wanted: usize) -> bool {
        let mut spare = self.givens - wanted;
        self.puzzle.iter().zip(grid).all(|(&given, &cell)| {
            if given == BLANK || given == cell {
                return true;
            }
            let is_left = spare > 0;
            spare = spare.saturating_sub(1);
            is_left
        })
    }
}
