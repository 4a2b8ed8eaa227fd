//! Keys from text, for tests.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::session::{Request, Session};

/// The key of a word: `C-r`, `M-v`, `Left`, `j`.
pub(super) fn key(word: &str) -> KeyEvent {
    let (word, modifiers) = match word.split_at_checked(2) {
        Some(("C-", rest)) if !rest.is_empty() => (rest, KeyModifiers::CONTROL),
        Some(("M-", rest)) if !rest.is_empty() => (rest, KeyModifiers::ALT),
        _ => (word, KeyModifiers::NONE),
    };
    let code = match word {
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PgUp" => KeyCode::PageUp,
        "PgDn" => KeyCode::PageDown,
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        "F1" => KeyCode::F(1),
        "Space" => KeyCode::Char(' '),
        _ => KeyCode::Char(word.chars().next().expect("a key")),
    };
    KeyEvent::new(code, modifiers)
}

/// Presses the keys of some words; returns the last request.
pub(super) fn press(session: &mut Session, words: &str) -> Option<Request> {
    words.split_whitespace().fold(None, |_, word| session.press(key(word)))
}
