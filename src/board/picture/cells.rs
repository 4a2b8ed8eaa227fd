//! The cells of the grid. What a cell is about is shown by a sign at its side, whatever its colour:
//! `[ ]` the cursor, `!` what cannot be, `*` the pattern of a hint, `+` what it changes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::look::Look;
use super::plan::{Plan, Shape};
use crate::board::session::Session;
use crate::logic::{CellSet, Strength, bits};

/// What is the same for all cells.
struct Drawing<'a> {
    session: &'a Session,
    plan: &'a Plan,
    look: Look,
    /// Cells with something that cannot be.
    clashes: CellSet,
    /// The pattern of a hint.
    pattern: CellSet,
    /// What it changes.
    changed: CellSet,
    /// The value at the cursor.
    same: Option<u8>,
}

/// Draws all cells.
pub(super) fn draw(session: &Session, plan: &Plan, look: Look, buffer: &mut Buffer) {
    let sheet = session.game().sheet();
    let dead_ends = sheet.dead_ends(session.game().bookkeeping());
    let hint = session.hint().filter(|hint| hint.strength == Strength::Effect);
    let set = |cells: Option<Vec<u16>>| cells.into_iter().flatten().collect();
    let drawing = Drawing {
        session,
        plan,
        look,
        clashes: sheet.clashes().or(&dead_ends),
        pattern: set(hint.map(|hint| hint.advice.cells())),
        changed: set(hint.map(|hint| hint.advice.changed())),
        same: sheet.value(session.cursor()),
    };
    sheet.cells().for_each(|cell| drawing.cell(cell, buffer));
}

impl Drawing<'_> {
    fn cell(&self, cell: u16, buffer: &mut Buffer) {
        let area = self.plan.cell(cell);
        match self.session.game().sheet().value(cell) {
            Some(value) => self.value(cell, value, area, buffer),
            None => self.candidates(cell, area, buffer),
        }
        self.signs(cell, area, buffer);
        if cell == self.session.cursor() {
            buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
        }
    }

    /// The signs at both sides of a cell; in the smallest view there is room for the left one only.
    fn signs(&self, cell: u16, area: Rect, buffer: &mut Buffer) {
        let y = area.y + area.height / 2;
        let is_here = cell == self.session.cursor();
        let is_clash = self.clashes.contains(cell);
        let left = match (self.changed.contains(cell), self.pattern.contains(cell)) {
            _ if is_here => Some(('[', Style::new())),
            (true, _) => Some(('+', self.look.pattern())),
            (false, true) => Some(('*', self.look.pattern())),
            _ => None,
        };
        let clash = is_clash.then(|| ('!', self.look.clash()));
        let right = clash.or_else(|| is_here.then_some((']', Style::new())));
        let (left, right) = if area.width < 3 { (clash.or(left), None) } else { (left, right) };
        for (x, sign) in [(area.x, left), (area.x + area.width - 1, right)] {
            if let (Some((c, style)), Some(place)) = (sign, buffer.cell_mut((x, y))) {
                place.set_char(c).set_style(style);
            }
        }
    }

    fn value(&self, cell: u16, value: u8, area: Rect, buffer: &mut Buffer) {
        let style = match self.session.game().sheet().is_given(cell) {
            true => self.look.given(),
            false => self.look.written(),
        };
        let style =
            if self.clashes.contains(cell) { style.patch(self.look.clash()) } else { style };
        let style = if self.same == Some(value) { style.patch(self.look.same()) } else { style };
        let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
        self.put(x, y, self.session.game().names().value(value), style, buffer);
    }

    fn candidates(&self, cell: u16, area: Rect, buffer: &mut Buffer) {
        if !self.session.shows_candidates() {
            return;
        }
        let values: Vec<u8> =
            bits(self.session.game().candidates(cell)).map(|bit| bit + 1).collect();
        if self.plan.view.shape == Shape::Line {
            return self.on_a_line(&values, area, buffer);
        }
        for value in values {
            if let Some((x, y)) = self.plan.candidate(value) {
                let c = self.session.game().names().value(value);
                self.put(area.x + x, area.y + y, c, self.candidate_style(value), buffer);
            }
        }
    }

    /// As many candidates as there is room for; a `~` stands for the others.
    fn on_a_line(&self, values: &[u8], area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.width - 2);
        let shown = if values.len() > room { room - 1 } else { values.len() };
        for (x, &value) in (area.x + 1..).zip(&values[..shown]) {
            let c = self.session.game().names().value(value);
            self.put(x, area.y, c, self.candidate_style(value), buffer);
        }
        if shown < values.len() {
            self.put(area.x + 1 + shown as u16, area.y, '~', self.look.quiet(), buffer);
        }
    }

    fn candidate_style(&self, value: u8) -> Style {
        match self.same == Some(value) {
            true => self.look.same(),
            false => self.look.candidate(),
        }
    }

    fn put(&self, x: u16, y: u16, c: char, style: Style, buffer: &mut Buffer) {
        if let Some(place) = buffer.cell_mut((x, y)) {
            place.set_char(c).set_style(style);
        }
    }
}
