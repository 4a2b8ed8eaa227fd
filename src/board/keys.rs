//! What each key does: arrows, and the ways of vi and of emacs. Upper-case letters are values of
//! larger grids, so that commands are lower-case letters and signs.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::logic::Names;

/// A way on the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// To the next cell.
    Go(Direction),
    /// To the same cell of the next box.
    GoBox(Direction),
    /// To the end of the row or column.
    GoEnd(Direction),
    /// To the first cell of all.
    First,
    /// To the last cell of all.
    Last,
    /// To the next open cell.
    NextOpen,
    /// To the open cell before.
    OpenBefore,
    /// A value's key: writes it, or with the pencil its candidate.
    Value(u8),
    /// A candidate, whatever the pen.
    Candidate(u8),
    /// Erases.
    Erase,
    /// Changes between pen and pencil.
    Pencil,
    /// Changes who keeps the candidates.
    Bookkeeping,
    /// Marks all candidates that fit.
    MarkAll,
    /// Shows the candidates or hides them.
    Show,
    /// Takes the last move back.
    Undo,
    /// Does it again.
    Redo,
    /// Takes everything back, as a move.
    Clear,
    /// Asks for the name of a checkpoint.
    Checkpoint,
    /// Shows the checkpoints.
    Checkpoints,
    /// Goes to where the player was before going to a checkpoint.
    Back,
    /// A hint, or a stronger one.
    Hint,
    /// The next step of the solution.
    Step,
    /// The next puzzle.
    Next,
    /// A harder puzzle.
    Harder,
    /// Asks for a difficulty.
    Difficulty,
    /// Asks what to open.
    Open,
    /// Saves now.
    Save,
    /// Asks for a file to save to.
    SaveAs,
    /// Asks for a command as vi has them.
    Command,
    /// Shows the keys.
    Help,
    /// Shows the message in full.
    Message,
    /// Leaves.
    Quit,
    /// Leaves as interrupted.
    Interrupt,
    /// Stops until the shell continues the program.
    Suspend,
    /// Draws everything anew.
    Redraw,
    /// Ends what is under way.
    Cancel,
}

/// Keys and what they do, as the help and the manual show them. An empty first column begins a
/// group.
pub const HELP: &[(&str, &str)] = &[
    ("", "Moving"),
    ("arrows, h j k l, C-b C-n C-p C-f", "a cell left, down, up, right"),
    ("b w, M-b M-f; { }, PgUp PgDn, M-v C-v", "a box left, right; up, down"),
    ("Home End, ^ $, C-a C-e; M-< M->", "ends of the row; first and last cell"),
    ("Tab, Shift-Tab", "next open cell, the one before"),
    ("", "Writing"),
    ("1-9, A-P", "a value; with the pencil a candidate"),
    ("Alt and a value", "a candidate: strikes it out or puts it back"),
    ("x, Space, Backspace, Delete, C-d", "erases"),
    ("m", "pen or pencil"),
    ("a", "candidates: kept by the board, or pencil marks of your own"),
    ("f", "pencil marks: fills in all candidates that fit"),
    ("v", "shows or hides candidates"),
    ("", "Back and forth"),
    ("u, C-/, C-x u; r, C-r, M-_", "undo; redo"),
    ("c, C-Space", "names a checkpoint here"),
    ("'", "goes back to a checkpoint"),
    ("`, C-x C-x", "goes to where you were before that"),
    ("z", "takes everything back (u undoes that, too)"),
    ("", "Help from logic"),
    ("i", "a hint: where; again: which technique; again: what it does"),
    ("s", "takes the next step of the solution, with its reason"),
    ("Enter", "shows the message in full"),
    ("", "Puzzles and files"),
    ("n", "the next puzzle, of the difficulty asked for"),
    ("+", "a harder puzzle"),
    ("d", "asks for a difficulty"),
    ("o, C-x C-f", "opens a file, FILE:LINE, a puzzle, or `generate`"),
    ("C-x C-s; C-x C-w, :w FILE", "saves now; saves to another file from now on"),
    ("", "Leaving"),
    ("q, :q, C-x C-c", "leaves; the game is saved"),
    ("C-z; C-l", "suspends; draws everything anew"),
    ("Esc, C-g", "ends a question, a search or a list"),
    ("?, F1", "these keys"),
];

/// What a key asks for. `prefix` remembers a C-x before it.
pub fn action(key: KeyEvent, prefix: &mut bool, names: &Names) -> Option<Action> {
    let has = |modifier| key.modifiers.contains(modifier);
    if std::mem::take(prefix) {
        return after_prefix(key.code, has(KeyModifiers::CONTROL));
    }
    match key.code {
        KeyCode::Char(c) if has(KeyModifiers::CONTROL) => control(c, prefix),
        KeyCode::Char(c) if has(KeyModifiers::ALT) => {
            value(c, names).map(Action::Candidate).or_else(|| meta(c))
        }
        KeyCode::Char(c) => value(c, names).map(Action::Value).or_else(|| plain(c)),
        code => named(code),
    }
}

/// The value that a character stands for, in the puzzle's symbols.
fn value(c: char, names: &Names) -> Option<u8> {
    (1..=names.order().side() as u8).find(|&value| names.value(value) == c)
}

fn named(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Left => Action::Go(Direction::Left),
        KeyCode::Right => Action::Go(Direction::Right),
        KeyCode::Up => Action::Go(Direction::Up),
        KeyCode::Down => Action::Go(Direction::Down),
        KeyCode::Home => Action::GoEnd(Direction::Left),
        KeyCode::End => Action::GoEnd(Direction::Right),
        KeyCode::PageUp => Action::GoBox(Direction::Up),
        KeyCode::PageDown => Action::GoBox(Direction::Down),
        KeyCode::Tab => Action::NextOpen,
        KeyCode::BackTab => Action::OpenBefore,
        KeyCode::Backspace | KeyCode::Delete => Action::Erase,
        KeyCode::Enter => Action::Message,
        KeyCode::Esc => Action::Cancel,
        KeyCode::F(1) => Action::Help,
        _ => return None,
    })
}

fn plain(c: char) -> Option<Action> {
    Some(match c {
        'h' => Action::Go(Direction::Left),
        'l' => Action::Go(Direction::Right),
        'k' => Action::Go(Direction::Up),
        'j' => Action::Go(Direction::Down),
        'b' => Action::GoBox(Direction::Left),
        'w' => Action::GoBox(Direction::Right),
        '{' => Action::GoBox(Direction::Up),
        '}' => Action::GoBox(Direction::Down),
        '^' => Action::GoEnd(Direction::Left),
        '$' => Action::GoEnd(Direction::Right),
        'x' | ' ' | '.' | '0' => Action::Erase,
        'm' => Action::Pencil,
        'a' => Action::Bookkeeping,
        'f' => Action::MarkAll,
        'v' => Action::Show,
        'u' => Action::Undo,
        'r' => Action::Redo,
        'z' => Action::Clear,
        'c' => Action::Checkpoint,
        '\'' => Action::Checkpoints,
        '`' => Action::Back,
        'i' => Action::Hint,
        's' => Action::Step,
        'n' => Action::Next,
        '+' => Action::Harder,
        'd' => Action::Difficulty,
        'o' => Action::Open,
        ':' => Action::Command,
        '?' => Action::Help,
        'q' => Action::Quit,
        _ => return None,
    })
}

/// Control and a character; a terminal sends C-/ and C-_ as C-7, and C-Space also as C-@.
fn control(c: char, prefix: &mut bool) -> Option<Action> {
    Some(match c {
        'b' => Action::Go(Direction::Left),
        'f' => Action::Go(Direction::Right),
        'p' => Action::Go(Direction::Up),
        'n' => Action::Go(Direction::Down),
        'a' => Action::GoEnd(Direction::Left),
        'e' => Action::GoEnd(Direction::Right),
        'v' => Action::GoBox(Direction::Down),
        'd' | 'h' => Action::Erase,
        '/' | '_' | '7' => Action::Undo,
        'r' => Action::Redo,
        ' ' | '@' => Action::Checkpoint,
        'c' => Action::Interrupt,
        'z' => Action::Suspend,
        'l' => Action::Redraw,
        'g' => Action::Cancel,
        'x' => {
            *prefix = true;
            return None;
        }
        _ => return None,
    })
}

fn meta(c: char) -> Option<Action> {
    Some(match c {
        'b' => Action::GoBox(Direction::Left),
        'f' => Action::GoBox(Direction::Right),
        'v' => Action::GoBox(Direction::Up),
        '<' => Action::First,
        '>' => Action::Last,
        '_' => Action::Redo,
        _ => return None,
    })
}

fn after_prefix(code: KeyCode, control: bool) -> Option<Action> {
    let KeyCode::Char(c) = code else { return None };
    Some(match (control, c) {
        (false, 'u') => Action::Undo,
        (true, 'c') => Action::Quit,
        (true, 'f') => Action::Open,
        (true, 's') => Action::Save,
        (true, 'w') => Action::SaveAs,
        (true, 'x') => Action::Back,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Order;

    fn of(keys: &[(KeyModifiers, char)]) -> Option<Action> {
        let names = Names::canonical(Order::FIVE);
        let mut prefix = false;
        keys.iter().fold(None, |_, &(modifiers, c)| {
            action(KeyEvent::new(KeyCode::Char(c), modifiers), &mut prefix, &names)
        })
    }

    #[test]
    fn three_ways_lead_down() {
        let down = Some(Action::Go(Direction::Down));
        assert_eq!(of(&[(KeyModifiers::NONE, 'j')]), down);
        assert_eq!(of(&[(KeyModifiers::CONTROL, 'n')]), down);
        assert_eq!(named(KeyCode::Down), down);
    }

    #[test]
    fn capital_letters_are_values_of_large_grids() {
        assert_eq!(of(&[(KeyModifiers::SHIFT, 'P')]), Some(Action::Value(25)));
        assert_eq!(of(&[(KeyModifiers::ALT, '9')]), Some(Action::Candidate(9)));
        assert_eq!(of(&[(KeyModifiers::SHIFT, 'Q')]), None);
    }

    #[test]
    fn a_prefix_counts_for_one_key() {
        let prefix = (KeyModifiers::CONTROL, 'x');
        assert_eq!(of(&[prefix, (KeyModifiers::CONTROL, 'c')]), Some(Action::Quit));
        assert_eq!(of(&[prefix, (KeyModifiers::NONE, 'u')]), Some(Action::Undo));
        assert_eq!(of(&[prefix, (KeyModifiers::NONE, 'h')]), None);
        let after = [prefix, (KeyModifiers::NONE, 'h'), (KeyModifiers::CONTROL, 'c')];
        assert_eq!(of(&after), Some(Action::Interrupt));
    }
}
