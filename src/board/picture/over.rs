//! What lies over the board: the keys, a message in full, a question, a list.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget};

use super::look::Look;
use crate::board::dialog::{Dialog, List};
use crate::board::keys::HELP;
use crate::board::session::Session;

/// Columns of the help's first column.
const KEYS: usize = 42;

const ASCII: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// The rectangle of a frame around so many columns and rows, or as much as there is room for.
fn framed(area: Rect, columns: usize, rows: usize) -> Rect {
    let clip = |wanted: usize, most: u16| u16::try_from(wanted + 2).unwrap_or(u16::MAX).min(most);
    let (width, height) = (clip(columns, area.width), clip(rows, area.height));
    let (x, y) = ((area.width - width) / 2, (area.height - height) / 2);
    Rect::new(area.x + x, area.y + y, width, height)
}

fn list_title(list: List) -> &'static str {
    match list {
        List::Checkpoints => " Back to (Enter, or a number) ",
        List::Difficulties => " Next puzzle (Enter, or a number) ",
    }
}

/// The entries of a list with their numbers.
fn entries(session: &Session) -> Vec<String> {
    let items = session.items();
    items.iter().zip(1..).map(|(item, number)| format!("{number:2}  {item}")).collect()
}

fn list_area(session: &Session, list: List, area: Rect) -> Rect {
    let entries = entries(session);
    let widest = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0);
    framed(area, widest.max(list_title(list).len()), entries.len())
}

/// The first entry of a list that is shown, so that the chosen one is.
fn first_shown(at: usize, rows: u16) -> usize {
    (at + 1).saturating_sub(usize::from(rows).max(1))
}

/// The entry of the list that is at a place.
pub(super) fn item_at(session: &Session, area: Rect, x: u16, y: u16) -> Option<usize> {
    let Some(Dialog::List(list, at)) = session.dialog() else { return None };
    let inner = inside(list_area(session, *list, area));
    let is_within = inner.contains((x, y).into());
    is_within.then(|| first_shown(*at, inner.height) + usize::from(y - inner.y))
}

fn inside(frame: Rect) -> Rect {
    Block::bordered().inner(frame)
}

/// Draws it.
pub(super) fn draw(session: &Session, area: Rect, look: Look, buffer: &mut Buffer) {
    match session.dialog() {
        None => {}
        Some(Dialog::Help(from)) => help(*from, area, look, buffer),
        Some(Dialog::Message) => {
            let width = usize::from(area.width.saturating_sub(4)).clamp(1, 76);
            let rows = textwrap::wrap(session.message(), width);
            let lines = rows.into_iter().map(|row| (row.into_owned(), Style::new())).collect();
            draw_box(" Any key closes this ", lines, area, look, buffer);
        }
        Some(Dialog::Question(question, text)) => ask(question.words(), text, area, buffer),
        Some(Dialog::List(list, at)) => {
            let frame = list_area(session, *list, area);
            let from = first_shown(*at, inside(frame).height);
            let chosen = |i: usize| if i == *at { Modifier::REVERSED } else { Modifier::empty() };
            let lines = entries(session).into_iter().enumerate().skip(from).map(|(i, entry)| {
                let sign = if i == *at { '>' } else { ' ' };
                (format!("{sign}{}", &entry[1..]), Style::new().add_modifier(chosen(i)))
            });
            draw_in(list_title(*list), lines.collect(), frame, look, buffer);
        }
    }
}

fn help(from: usize, area: Rect, look: Look, buffer: &mut Buffer) {
    let line = |(keys, what): &(&str, &str)| match keys.is_empty() {
        true => ((*what).to_owned(), look.heading()),
        false => (format!("  {keys:KEYS$} {what}"), Style::new()),
    };
    let lines: Vec<(String, Style)> = HELP.iter().map(line).collect();
    let rows = usize::from(area.height.saturating_sub(2)).max(1);
    let from = from.min(lines.len().saturating_sub(rows));
    let widest = lines.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    let frame = framed(area, widest, lines.len());
    let title = " Keys: up and down, any other key closes ";
    draw_in(title, lines[from..].to_vec(), frame, look, buffer);
}

fn draw_box(title: &str, lines: Vec<(String, Style)>, area: Rect, look: Look, buffer: &mut Buffer) {
    let widest = lines.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    let frame = framed(area, widest.max(title.len()), lines.len());
    draw_in(title, lines, frame, look, buffer);
}

fn draw_in(title: &str, lines: Vec<(String, Style)>, frame: Rect, look: Look, buffer: &mut Buffer) {
    Clear.render(frame, buffer);
    let block = Block::bordered().title(title.to_owned());
    let block = if look.ascii { block.border_set(ASCII) } else { block };
    let inner = block.inner(frame);
    block.render(frame, buffer);
    for (y, (text, style)) in (inner.y..inner.bottom()).zip(lines) {
        buffer.set_stringn(inner.x, y, &text, usize::from(inner.width), style);
    }
}

/// A question on the last line, with the end of its answer if there is no room for all of it.
fn ask(question: &str, text: &str, area: Rect, buffer: &mut Buffer) {
    let Some(y) = area.bottom().checked_sub(1).filter(|_| area.height > 0) else { return };
    let width = usize::from(area.width);
    let line = format!("{question}{text}_");
    let skipped = line.chars().count().saturating_sub(width);
    let shown: String = line.chars().skip(skipped).collect();
    let padded = format!("{shown:width$}");
    buffer.set_stringn(area.x, y, padded, width, Style::new().add_modifier(Modifier::BOLD));
}
