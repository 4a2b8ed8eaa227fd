//! Questions and lists that lie over the board and take its keys.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::logic::Label;

/// What lies over the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dialog {
    /// The keys, from this line on.
    Help(usize),
    /// The message in full.
    Message,
    /// A question that is answered by a line of text.
    Question(Question, String),
    /// A list of which one is chosen.
    List(List, usize),
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The name of a checkpoint.
    Checkpoint,
    /// What to open.
    Open,
    /// The file to save to.
    SaveAs,
    /// A command as vi has them.
    Command,
}

impl Question {
    /// What stands before the answer.
    pub fn words(self) -> &'static str {
        match self {
            Self::Checkpoint => "Name of the checkpoint (Enter: a number): ",
            Self::Open => "Open (FILE, FILE:LINE, a puzzle, or generate 2 to 5): ",
            Self::SaveAs => "Save to: ",
            Self::Command => ":",
        }
    }
}

/// What is chosen from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    /// The checkpoints.
    Checkpoints,
    /// Difficulties: any, then every label.
    Difficulties,
}

/// The difficulty at a place of the list; `None` for any.
pub fn difficulty(at: usize) -> Option<Label> {
    at.checked_sub(1).and_then(|at| Label::ALL.get(at).copied())
}

/// What a key does to a dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It stays.
    Open,
    /// It is closed without an answer.
    Closed,
    /// It is closed with an answer to a question.
    Answered(Question, String),
    /// It is closed with a choice from a list.
    Chosen(List, usize),
}

/// Most characters of an answer.
const LONGEST: usize = 4096;

impl Dialog {
    /// Takes a key; `items` is the length of the list.
    pub(super) fn press(&mut self, key: KeyEvent, items: usize) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Esc || (control && matches!(key.code, KeyCode::Char('g' | 'c'))) {
            return Outcome::Closed;
        }
        match self {
            Self::Message => Outcome::Closed,
            Self::Help(from) => scroll(from, key),
            Self::Question(question, text) => answer(*question, text, key),
            Self::List(list, at) => choose(*list, at, key, items),
        }
    }
}

/// The way that a key goes in a list: -1 up, 1 down.
fn way(key: KeyEvent) -> i8 {
    match key.code {
        KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab | KeyCode::Char('p') => -1,
        KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab | KeyCode::Char('n') => 1,
        _ => 0,
    }
}

fn scroll(from: &mut usize, key: KeyEvent) -> Outcome {
    match (way(key), key.code) {
        (-1, _) => *from = from.saturating_sub(1),
        (1, _) => *from = (*from + 1).min(super::keys::HELP.len() - 1),
        (_, KeyCode::PageUp) => *from = from.saturating_sub(10),
        (_, KeyCode::PageDown | KeyCode::Char(' ')) => {
            *from = (*from + 10).min(super::keys::HELP.len() - 1);
        }
        _ => return Outcome::Closed,
    }
    Outcome::Open
}

fn answer(question: Question, text: &mut String, key: KeyEvent) -> Outcome {
    let held = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    match key.code {
        KeyCode::Enter => return Outcome::Answered(question, std::mem::take(text)),
        KeyCode::Backspace | KeyCode::Char('h') if held || key.code == KeyCode::Backspace => {
            text.pop();
        }
        KeyCode::Char('u') if held => text.clear(),
        KeyCode::Char(c) if !held && !c.is_control() && text.len() < LONGEST => text.push(c),
        _ => {}
    }
    Outcome::Open
}

fn choose(list: List, at: &mut usize, key: KeyEvent, items: usize) -> Outcome {
    match (way(key), key.code) {
        (-1, _) => *at = at.saturating_sub(1),
        (1, _) => *at = (*at + 1).min(items.saturating_sub(1)),
        (_, KeyCode::Enter) => return Outcome::Chosen(list, *at),
        (_, KeyCode::Char(c)) => {
            let number = c.to_digit(10).and_then(|number| (number as usize).checked_sub(1));
            if let Some(number) = number.filter(|&number| number < items) {
                return Outcome::Chosen(list, number);
            }
        }
        _ => {}
    }
    Outcome::Open
}
