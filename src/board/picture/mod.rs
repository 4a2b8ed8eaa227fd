//! The picture of a session on a terminal of any size, and what is at a place of it.

mod cells;
mod look;
mod over;
mod plan;
mod rules;
mod texts;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub use look::Look;

use super::session::Session;
use plan::Plan;
use texts::Texts;

/// What is at a place of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// A cell, and the candidate that has its place there.
    Cell(u16, Option<u8>),
    /// A value among those that are still to be written.
    Value(u8),
    /// An entry of the list that lies over the board.
    Item(usize),
}

/// Draws a session.
pub fn draw(session: &Session, look: Look, frame: &mut Frame<'_>) {
    let area = frame.area();
    paint(session, look, area, frame.buffer_mut());
}

/// Draws a session into a part of a buffer.
pub fn paint(session: &Session, look: Look, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    match plan(session, area) {
        Some(plan) => {
            rules::draw(session.game().order(), &plan, look, buffer);
            cells::draw(session, &plan, look, buffer);
            Texts::of(session, plan.text, look).draw(plan.text, buffer);
            let mut line = |area: Rect, text: &str, style| {
                if !area.is_empty() {
                    buffer.set_stringn(area.x, area.y, text, usize::from(area.width), style);
                }
            };
            line(plan.title, &texts::title(session), look.heading());
            line(plan.keys, texts::keys(), look.quiet());
        }
        None => too_small(session, area, buffer),
    }
    over::draw(session, area, look, buffer);
}

fn plan(session: &Session, area: Rect) -> Option<Plan> {
    Plan::of(session.game().order(), area, session.shows_candidates())
}

/// Says what the grid would need.
fn too_small(session: &Session, area: Rect, buffer: &mut Buffer) {
    let order = session.game().order();
    let (columns, rows) = plan::least(order);
    let text = format!(
        "A {order} board needs {columns} columns and {rows} rows; this terminal has {} and {}. Enlarge it or \
         choose a smaller font; o opens another puzzle, q leaves.",
        area.width, area.height
    );
    let lines = textwrap::wrap(&text, usize::from(area.width).max(1));
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        buffer.set_stringn(area.x, y, line, usize::from(area.width), ratatui::style::Style::new());
    }
}

/// What is at a place of the picture in an area.
pub fn hit(session: &Session, area: Rect, x: u16, y: u16) -> Option<Hit> {
    if session.dialog().is_some() {
        return over::item_at(session, area, x, y).map(Hit::Item);
    }
    let plan = plan(session, area)?;
    let place = (x, y).into();
    if plan.text.contains(place) {
        let look = Look { colour: false, ascii: true };
        let texts = Texts::of(session, plan.text, look);
        return texts.value_at(x - plan.text.x, y - plan.text.y).map(Hit::Value);
    }
    let mut cells = session.game().sheet().cells();
    let cell = cells.find(|&cell| plan.cell(cell).contains(place))?;
    let corner = plan.cell(cell);
    let mut values = 1..=session.game().order().side() as u8;
    let candidate = values.find(|&value| {
        plan.candidate(value).is_some_and(|(dx, dy)| (corner.x + dx, corner.y + dy) == (x, y))
    });
    Some(Hit::Cell(cell, candidate))
}

#[cfg(test)]
mod tests;
