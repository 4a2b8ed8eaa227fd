//! A game as text: the puzzle on a line that every reader of puzzles takes, and all that was entered
//! in comments, which they skip.
//!
//! A move is a comment with its number, the place it begins at, and what it leaves in cells: a value
//! (`r1c2=5`, `r1c2=.` for none), candidates struck out (`r1c2~13`) or marks (`r1c2:13`), in
//! canonical symbols.

use std::fmt::Write;

use super::game::Game;
use super::sheet::{Bookkeeping, Change, Writing};
use crate::logic::{CellName, Names, bits};
use crate::puzzle::Order;

/// How a saved game begins.
pub const HEAD: &str = "# sudoku-bench board";
/// The version of the form that is written and read.
const VERSION: &str = "1";

/// Why a saved game cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct SavedError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub what: String,
}

/// A game and the cell at which its player was.
pub struct Saved {
    /// The game, at the place where it was left.
    pub game: Game,
    /// The cell, numbered row by row from 0.
    pub cursor: u16,
}

/// Returns true if a text begins like a saved game.
pub fn is_saved(text: &[u8]) -> bool {
    text.starts_with(HEAD.as_bytes())
}

/// Writes a game.
pub fn write(game: &Game, cursor: u16) -> String {
    let (order, history) = (game.order(), game.history());
    let mut text =
        format!("{HEAD} {VERSION}: `sudoku-bench board FILE` goes on with this puzzle\n");
    text.push_str(&String::from_utf8_lossy(game.puzzle()));
    let symbols: String = (1..=order.side() as u8).map(|value| game.names().value(value)).collect();
    let bookkeeping = match game.bookkeeping() {
        Bookkeeping::Automatic => "automatic",
        Bookkeeping::Own => "own",
    };
    let mut line = |line: std::fmt::Arguments<'_>| {
        let _ = write!(text, "\n# {line}"); // writing to a String cannot fail
    };
    line(format_args!("source {}", game.source()));
    line(format_args!("symbols {symbols}"));
    line(format_args!("candidates {bookkeeping}"));
    line(format_args!("cursor {}", CellName::new(order, cursor)));
    for (number, made) in (1..).zip(history.moves()) {
        let changes: String = made.changes.iter().map(|change| shown(order, change)).collect();
        line(format_args!("move {number} {}{changes}", made.parent));
        // Redo leads to the newest move by itself.
    }
    let places = 0..=history.moves().len();
    let newest = |place: usize| history.moves().iter().rposition(|made| made.parent == place);
    for place in places.filter(|&place| history.next(place) != newest(place).map(|at| at + 1)) {
        line(format_args!("redo {place} {}", history.next(place).unwrap_or(0)));
    }
    for checkpoint in game.checkpoints() {
        line(format_args!("checkpoint {} {}", checkpoint.place, checkpoint.name));
    }
    if let Some(left) = game.left() {
        line(format_args!("left {left}"));
    }
    line(format_args!("here {}\n", history.here()));
    text
}

fn shown(order: Order, change: &Change) -> String {
    let sign = match change.writing {
        Writing::Value => '=',
        Writing::Struck => '~',
        Writing::Marks => ':',
    };
    let values: String = match change.writing {
        Writing::Value if change.to != 0 => char::from(Order::symbol(change.to as u8)).into(),
        Writing::Value => String::new(),
        _ => bits(change.to).map(|bit| char::from(Order::symbol(bit + 1))).collect(),
    };
    let values = if values.is_empty() { "." } else { &values };
    format!(" {}{sign}{values}", CellName::new(order, change.cell))
}

/// Reads a game.
///
/// # Errors
/// Names the first line that cannot be read.
pub fn read(text: &str) -> Result<Saved, SavedError> {
    let mut lines = (1..).zip(text.lines());
    let error = |line: usize, what: &str| SavedError { line, what: what.to_owned() };
    let (_, head) = lines.next().ok_or_else(|| error(1, "the file is empty"))?;
    let version = head.strip_prefix(HEAD).unwrap_or_default().trim_start();
    if !version.starts_with(&format!("{VERSION}:")) {
        return Err(error(
            1,
            "a saved game of another version; open it with the version that wrote it",
        ));
    }
    let (_, puzzle) = lines.next().ok_or_else(|| error(2, "the puzzle is missing"))?;
    let order = Order::from_cells(puzzle.len()).filter(|&order| order <= Order::FIVE);
    let is_cell = |order: Order, byte: u8| byte == b'.' || order.value(byte).is_some();
    let order = order
        .filter(|&order| puzzle.bytes().all(|byte| is_cell(order, byte)))
        .ok_or_else(|| error(2, "a puzzle of 16, 81, 256 or 625 cells is expected"))?;
    let game = Game::new(Names::canonical(order), puzzle.as_bytes().to_vec(), String::new());
    let mut reader = Reader { saved: Saved { game, cursor: 0 }, order };
    for (number, line) in lines {
        if let Some(line) = line.strip_prefix("# ") {
            reader.take(line).ok_or_else(|| {
                error(
                    number,
                    &format!("cannot be understood: {line}; take the line out to go on without it"),
                )
            })?;
        }
    }
    Ok(reader.saved)
}

struct Reader {
    saved: Saved,
    order: Order,
}

impl Reader {
    /// Takes a line. `None` where it cannot be understood.
    fn take(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        let game = &mut self.saved.game;
        let place = |text: &str| {
            text.parse().ok().filter(|&place: &usize| place <= game.history().moves().len())
        };
        match word {
            "source" => game.set_source(rest.to_owned()),
            "symbols" => {
                let symbols: Vec<char> = rest.chars().collect();
                let side = self.order.side();
                game.set_names(
                    (symbols.len() == side).then(|| Names::with_symbols(self.order, symbols))?,
                );
            }
            "candidates" => game.set_bookkeeping(match rest {
                "automatic" => Bookkeeping::Automatic,
                "own" => Bookkeeping::Own,
                _ => return None,
            }),
            "cursor" => self.saved.cursor = cell(self.order, rest)?,
            "move" => self.make(rest)?,
            "redo" => {
                let (from, to) = rest.split_once(' ')?;
                let (from, to) = (place(from)?, place(to)?);
                game.history_mut().set_next(from, to);
            }
            "checkpoint" => {
                let (at, name) = rest.split_once(' ')?;
                let at = place(at)?;
                game.set_checkpoint(name.to_owned(), at);
            }
            "left" => {
                let left = place(rest)?;
                game.set_left(Some(left));
            }
            "here" => {
                let here = place(rest)?;
                let left = game.left();
                game.go_to(here);
                game.set_left(left);
            }
            _ => {} // what a later version may add
        }
        Some(())
    }

    fn make(&mut self, text: &str) -> Option<()> {
        let mut words = text.split(' ');
        let number: usize = words.next()?.parse().ok()?;
        let parent: usize = words.next()?.parse().ok()?;
        let game = &mut self.saved.game;
        let moves = game.history().moves().len();
        if number != moves + 1 || parent > moves {
            return None;
        }
        if parent != game.history().here() {
            game.go_to(parent);
            game.set_left(None);
        }
        let mut changes: Vec<Change> = Vec::new();
        for word in words {
            changes.push(change(self.order, game, word)?);
        }
        game.make(changes);
        // A move that changes nothing is not made.
        (game.history().moves().len() == number).then_some(())
    }
}

fn change(order: Order, game: &Game, word: &str) -> Option<Change> {
    let at = word.find(['=', '~', ':'])?;
    let writing = match word.as_bytes()[at] {
        b'=' => Writing::Value,
        b'~' => Writing::Struck,
        _ => Writing::Marks,
    };
    let cell = cell(order, &word[..at])?;
    let values: Vec<u8> = match &word[at + 1..] {
        "." => Vec::new(),
        values => values.bytes().map(|symbol| order.value(symbol)).collect::<Option<_>>()?,
    };
    let to = match (writing, values.as_slice()) {
        (Writing::Value, []) => 0,
        (Writing::Value, [value]) => u32::from(*value),
        (Writing::Value, _) => return None,
        (_, values) => values.iter().fold(0, |set, value| set | 1 << (value - 1)),
    };
    let from = game.sheet().written(cell, writing);
    (!game.sheet().is_given(cell)).then_some(Change { cell, writing, from, to })
}

/// The cell of a name such as `r4c7`.
fn cell(order: Order, name: &str) -> Option<u16> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    let side = order.side() as u16;
    let number =
        |text: &str| text.parse().ok().filter(|&number: &u16| (1..=side).contains(&number));
    Some((number(row)? - 1) * side + number(column)? - 1)
}

#[cfg(test)]
mod tests;
