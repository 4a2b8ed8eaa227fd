//! Where everything lies on a terminal of a given size: the largest view of the grid that fits, and
//! the text beside or below it.

use ratatui::layout::Rect;

use crate::puzzle::Order;

/// Columns that text beside the grid needs at least.
const BESIDE: u16 = 26;
/// The most that it takes.
const WIDEST: u16 = 48;
/// Rows that text below the grid needs at least.
const BELOW: u16 = 2;

/// How a cell is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A square of candidates, apart from each other.
    Wide,
    /// A square of candidates.
    Close,
    /// Candidates on a line, as many as fit.
    Line,
    /// A value alone.
    Value,
}

/// A way of drawing the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct View {
    order: Order,
    /// How a cell is drawn.
    pub shape: Shape,
    /// Columns of a cell, with one at its left for signs, and but for the smallest one at its right.
    pub width: u16,
    /// Rows of a cell.
    pub height: u16,
    /// Whether there are lines between cells, and not only between boxes.
    pub lined: bool,
}

impl View {
    /// Lines before a row or column of cells.
    fn lines(self, before: usize) -> u16 {
        let lines = if self.lined { before } else { before / self.order.n() };
        lines as u16 + 1
    }

    /// Where a column of cells begins, from the left edge of the grid.
    pub(super) fn x(self, column: usize) -> u16 {
        column as u16 * self.width + self.lines(column)
    }

    /// Where a row of cells begins, from the top of the grid.
    pub(super) fn y(self, row: usize) -> u16 {
        row as u16 * self.height + self.lines(row)
    }

    /// Columns and rows of the grid with its frame.
    pub(super) fn size(self) -> (u16, u16) {
        let side = self.order.side();
        (self.x(side), self.y(side))
    }

    /// Ways of drawing a grid within some columns, the largest first.
    fn all(order: Order, columns: u16, candidates: bool) -> Vec<Self> {
        let (n, side) = (order.n() as u16, order.side() as u16);
        let view = |shape, width, height, lined| Self { order, shape, width, height, lined };
        let frame = n + 1;
        let on_a_line = (columns.saturating_sub(frame) / side).min(side + 2);
        let mut views = Vec::new();
        if candidates {
            views.push(view(Shape::Wide, 2 * n + 1, n, true));
            views.push(view(Shape::Close, n + 2, n, false));
            if on_a_line >= n + 4 {
                views.push(view(Shape::Line, on_a_line, 1, false));
            }
        }
        views.push(view(Shape::Value, 3, 1, false));
        views.push(view(Shape::Value, 2, 1, false));
        views
    }
}

/// Where everything lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    /// How the grid is drawn.
    pub view: View,
    /// The grid with its frame.
    pub grid: Rect,
    /// The line at the top, where there is room for it.
    pub title: Rect,
    /// The text beside or below the grid.
    pub text: Rect,
    /// The line at the bottom, where there is room for it.
    pub keys: Rect,
}

/// Columns and rows that the smallest view takes.
pub(super) fn least(order: Order) -> (u16, u16) {
    let smallest = View { order, shape: Shape::Value, width: 2, height: 1, lined: false };
    let (width, height) = smallest.size();
    (width, height + BELOW)
}

impl Plan {
    /// The plan for a grid, or `None` where it does not fit.
    pub(super) fn of(order: Order, area: Rect, candidates: bool) -> Option<Self> {
        View::all(order, area.width, candidates).into_iter().find_map(|view| Self::with(view, area))
    }

    fn with(view: View, area: Rect) -> Option<Self> {
        let (width, height) = view.size();
        if width > area.width || height > area.height {
            return None;
        }
        let is_beside = area.width - width > BESIDE;
        let below = if is_beside { 0 } else { BELOW };
        let spare = area.height.checked_sub(height + below)?;
        let [title, keys] = [spare >= 2, spare >= 1].map(u16::from);
        let (x, y) = (area.x, area.y + title);
        let grid = Rect::new(x, y, width, height);
        let text = match is_beside {
            true => {
                let room = (area.width - width - 2).min(WIDEST);
                Rect::new(x + width + 2, y, room, area.height - title - keys)
            }
            false => Rect::new(x, y + height, area.width, area.height - title - keys - height),
        };
        let line = |y, height| Rect::new(x, y, area.width, height);
        Some(Self {
            view,
            grid,
            title: line(area.y, title),
            text,
            keys: line(area.y + area.height - keys, keys),
        })
    }

    /// The rectangle of a cell.
    pub(super) fn cell(&self, cell: u16) -> Rect {
        let side = self.view.order.side();
        let (row, column) = (usize::from(cell) / side, usize::from(cell) % side);
        let (x, y) = (self.grid.x + self.view.x(column), self.grid.y + self.view.y(row));
        Rect::new(x, y, self.view.width, self.view.height)
    }

    /// Where a candidate stands in its cell, from the cell's corner; `None` where it has no place of
    /// its own.
    pub(super) fn candidate(&self, value: u8) -> Option<(u16, u16)> {
        let n = self.view.order.n() as u16;
        let at = u16::from(value) - 1;
        match self.view.shape {
            Shape::Wide => Some((2 * (at % n) + 1, at / n)),
            Shape::Close => Some((at % n + 1, at / n)),
            Shape::Line | Shape::Value => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(order: Order, width: u16, height: u16) -> Option<Plan> {
        Plan::of(order, Rect::new(0, 0, width, height), true)
    }

    #[test]
    fn the_largest_view_that_fits_is_taken() {
        let shape = |order, width, height| plan(order, width, height).map(|plan| plan.view.shape);
        assert_eq!(shape(Order::THREE, 100, 40), Some(Shape::Wide));
        assert_eq!(shape(Order::THREE, 80, 35), Some(Shape::Close));
        assert_eq!(shape(Order::THREE, 80, 24), Some(Shape::Line));
        assert_eq!(shape(Order::THREE, 40, 24), Some(Shape::Value));
        assert_eq!(shape(Order::FOUR, 80, 24), Some(Shape::Value));
        assert_eq!(shape(Order::FIVE, 80, 24), None);
        assert_eq!(shape(Order::FIVE, 340, 160), Some(Shape::Wide));
    }

    #[test]
    fn the_least_size_is_just_enough() {
        for order in [Order::TWO, Order::THREE, Order::FOUR, Order::FIVE] {
            let (width, height) = least(order);
            assert!(plan(order, width, height).is_some(), "{order}");
            assert!(plan(order, width - 1, height).is_none(), "{order}");
            assert!(plan(order, width, height - 1).is_none(), "{order}");
        }
        assert_eq!(least(Order::FIVE), (56, 33));
    }

    #[test]
    fn nothing_lies_outside_or_on_something_else() {
        for order in [Order::TWO, Order::THREE, Order::FOUR, Order::FIVE] {
            for width in (1..400).step_by(3) {
                for height in (1..180).step_by(3) {
                    let area = Rect::new(0, 0, width, height);
                    let Some(plan) = Plan::of(order, area, true) else { continue };
                    let parts = [plan.grid, plan.title, plan.text, plan.keys];
                    assert!(parts.iter().all(|part| area.union(*part) == area || part.is_empty()));
                    for (i, one) in parts.iter().enumerate() {
                        for other in &parts[i + 1..] {
                            assert!(one.intersection(*other).is_empty(), "{area}: {plan:?}");
                        }
                    }
                    let last = plan.cell(order.cells() as u16 - 1);
                    assert_eq!(plan.grid.union(last), plan.grid);
                }
            }
        }
    }
}
