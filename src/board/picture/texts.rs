//! The text around the grid: what the cell at the cursor holds, what was last said, and what is still
//! to be written.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::look::Look;
use crate::board::session::{Pen, Session};
use crate::board::sheet::Bookkeeping;
use crate::logic::{CellName, Technique};

/// The keys that the bottom line names.
const KEYS: &str = "? keys  i hint  s step  u undo  c checkpoint  n next  q leave";
/// What ends a message that is not shown in full.
const MORE: &str = " ... Enter: all";

/// A line and how it looks.
type Line = (String, Style);

/// The line at the top.
pub(super) fn title(session: &Session) -> String {
    let game = session.game();
    let open = match game.sheet().open() {
        0 => "full".to_owned(),
        1 => "1 cell open".to_owned(),
        open => format!("{open} cells open"),
    };
    let hardest = |technique: Technique| match technique {
        Technique::Guess => "needs more than logic here".to_owned(),
        technique => format!("needs {}", technique.with_article()),
    };
    let difficulty = session.study().and_then(|study| study.difficulty);
    let difficulty = difficulty.map_or(String::new(), |difficulty| {
        format!("  {}: {}", difficulty.label(), hardest(difficulty.hardest))
    });
    // Of a file, its name is enough to know it by.
    let source = game.source().rsplit('/').next().unwrap_or_default();
    format!("{}  {source}{difficulty}  {open}", game.order())
}

/// The line at the bottom.
pub(super) fn keys() -> &'static str {
    KEYS
}

/// What the cell at the cursor holds.
fn cell(session: &Session) -> String {
    let (game, cell) = (session.game(), session.cursor());
    let name = CellName::new(game.order(), cell);
    let (sheet, names) = (game.sheet(), game.names());
    match (sheet.value(cell), sheet.is_given(cell)) {
        (Some(value), true) => format!("{name} = {}, given", names.value(value)),
        (Some(value), false) => format!("{name} = {}", names.value(value)),
        (None, _) => {
            let kind = match game.bookkeeping() {
                Bookkeeping::Automatic => "candidates",
                Bookkeeping::Own => "marks",
            };
            match game.candidates(cell) {
                0 => format!("{name}: no {kind}"),
                set => format!("{name}: {kind} {}", names.values(set)),
            }
        }
    }
}

fn state(session: &Session) -> String {
    let pen = match session.pen() {
        Pen::Ink => "pen",
        Pen::Pencil => "pencil",
    };
    let candidates = match (session.shows_candidates(), session.game().bookkeeping()) {
        (false, _) => "candidates hidden",
        (true, Bookkeeping::Automatic) => "candidates by the board",
        (true, Bookkeeping::Own) => "marks of your own",
    };
    format!("{pen}; {candidates}; move {}", session.game().history().depth())
}

fn checkpoints(session: &Session) -> Option<String> {
    let names: Vec<&str> =
        session.game().checkpoints().iter().map(|found| found.name.as_str()).collect();
    (!names.is_empty()).then(|| format!("checkpoints: {}", names.join(", ")))
}

/// The values with how often each is still to be written, in entries of one width.
struct Pad {
    entry: usize,
    per_row: usize,
    rows: Vec<String>,
}

impl Pad {
    fn of(session: &Session, width: usize) -> Self {
        let left = session.game().sheet().left();
        let names = session.game().names();
        let entry = if left.len() > 9 { 5 } else { 4 };
        let per_row = (width / entry).max(1);
        let value = |at: usize| names.value(at as u8 + 1);
        let entries: Vec<String> = (0..left.len())
            .map(|at| format!("{:entry$}", format!("{}:{}", value(at), left[at])))
            .collect();
        let rows = entries.chunks(per_row).map(<[String]>::concat).collect();
        Self { entry, per_row, rows }
    }
}

/// All text beside or below the grid.
pub(super) struct Texts {
    lines: Vec<Line>,
    pad: Pad,
    /// The line at which the pad begins.
    pad_at: usize,
}

impl Texts {
    /// The text for an area.
    pub(super) fn of(session: &Session, area: Rect, look: Look) -> Self {
        let (width, height) = (usize::from(area.width).max(1), usize::from(area.height));
        let mut lines: Vec<Line> = Vec::new();
        let add = |lines: &mut Vec<Line>, text: &str, style: Style| {
            lines.extend(
                textwrap::wrap(text, width).into_iter().map(|row| (row.into_owned(), style)),
            );
        };
        add(&mut lines, &cell(session), look.heading());
        lines.truncate(height.saturating_sub(1).max(1));
        if let Some(busy) = session.busy() {
            add(&mut lines, busy, look.message());
        }
        let first = lines.len();
        add(&mut lines, session.message(), look.message());
        if session.message().is_empty() {
            lines.truncate(first);
        }
        if lines.len() > height {
            shorten(&mut lines, height, width);
        }
        let gap = |lines: &mut Vec<Line>| {
            if area.height > 20 {
                lines.push((String::new(), Style::new()));
            }
        };
        gap(&mut lines);
        add(&mut lines, &state(session), Style::new());
        gap(&mut lines);
        let pad = Pad::of(session, width);
        let pad_at = lines.len();
        lines.extend(pad.rows.iter().map(|row| (row.clone(), Style::new())));
        gap(&mut lines);
        if let Some(names) = checkpoints(session) {
            add(&mut lines, &names, Style::new());
        }
        Self { lines, pad, pad_at }
    }

    /// Draws as much of it as there is room for.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        for (y, (text, style)) in (area.y..area.bottom()).zip(&self.lines) {
            buffer.set_stringn(area.x, y, text, usize::from(area.width), *style);
        }
    }

    /// The value whose entry is at a place of the area.
    pub(super) fn value_at(&self, x: u16, y: u16) -> Option<u8> {
        let row = usize::from(y).checked_sub(self.pad_at)?;
        let column = usize::from(x) / self.pad.entry;
        let within = column < self.pad.per_row && row < self.pad.rows.len();
        let is_entry =
            usize::from(x) < self.pad.rows.get(row).map_or(0, |text| text.chars().count());
        (within && is_entry).then(|| (row * self.pad.per_row + column + 1) as u8)
    }
}

/// Ends lines that there is no room for by a sign that there are more.
fn shorten(lines: &mut Vec<Line>, height: usize, width: usize) {
    lines.truncate(height);
    if let Some((text, _)) = lines.last_mut() {
        let keep = width.saturating_sub(MORE.len());
        *text = text.chars().take(keep).chain(MORE.chars()).collect();
    }
}
