//! What a player has in front of them: a game, the cell they are at, and what lies over the board. A
//! pure model: keys go in, and what cannot be done here comes out as a [`Request`].

mod acts;
mod answers;

use crossterm::event::KeyEvent;

use super::advice::Advice;
use super::dialog::{Dialog, List, Outcome};
use super::game::Game;
use super::keys;
use crate::logic::{Difficulty, Known, Label, Strength};

/// What is found out about a puzzle while it is played already.
#[derive(Clone, Debug)]
pub struct Study {
    /// What solvers have found out.
    pub known: Known,
    /// How hard it is, of a puzzle with one solution.
    pub difficulty: Option<Difficulty>,
    /// Its number of solutions, where that is not one.
    pub remark: Option<String>,
}

/// Which puzzle is to come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// The next one, of the difficulty that was asked for.
    Next,
    /// The next one that is harder than this.
    Harder,
    /// The next one of a difficulty, now and from then on; `None` for any.
    Of(Option<Label>),
}

/// What a session cannot do itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// To leave.
    Quit,
    /// To leave as interrupted.
    Interrupt,
    /// To stop until the shell continues the program.
    Suspend,
    /// To draw everything anew.
    Redraw,
    /// To save now.
    Save,
    /// To save to a file, now and from then on.
    SaveAs(String),
    /// To look for another puzzle.
    Another(Wish),
    /// To open what a user has named.
    Open(String),
    /// To end the search that is under way.
    Cancel,
}

/// What a value's key writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pen {
    /// Values.
    Ink,
    /// Candidates.
    Pencil,
}

/// A hint that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// What it is about.
    pub advice: Advice,
    /// How much it gives away.
    pub strength: Strength,
}

/// A game in play.
#[derive(Clone, Debug)]
pub struct Session {
    game: Game,
    cursor: u16,
    pen: Pen,
    shows_candidates: bool,
    dialog: Option<Dialog>,
    message: String,
    hint: Option<Shown>,
    study: Option<Study>,
    /// What is under way elsewhere, in words.
    busy: Option<String>,
    /// Whether C-x was the key before.
    prefix: bool,
}

impl Session {
    /// Begins with a game, at a cell.
    pub fn new(game: Game, cursor: u16) -> Self {
        let cursor = cursor.min(game.order().cells() as u16 - 1);
        Self {
            game,
            cursor,
            pen: Pen::Ink,
            shows_candidates: true,
            dialog: None,
            message: String::new(),
            hint: None,
            study: None,
            busy: None,
            prefix: false,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The cell that keys write to.
    pub fn cursor(&self) -> u16 {
        self.cursor
    }

    /// What a value's key writes.
    pub fn pen(&self) -> Pen {
        self.pen
    }

    /// Whether candidates are to be drawn.
    pub fn shows_candidates(&self) -> bool {
        self.shows_candidates
    }

    /// What lies over the board.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// What was last said.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The hint that is shown.
    pub fn hint(&self) -> Option<&Shown> {
        self.hint.as_ref()
    }

    /// What was found out about the puzzle.
    pub fn study(&self) -> Option<&Study> {
        self.study.as_ref()
    }

    /// What is under way elsewhere.
    pub fn busy(&self) -> Option<&str> {
        self.busy.as_deref()
    }

    /// Goes on with another game.
    pub fn open(&mut self, game: Game, cursor: u16) {
        let (pen, shows_candidates) = (self.pen, self.shows_candidates);
        *self = Self { pen, shows_candidates, ..Self::new(game, cursor) };
    }

    /// Takes what was found out about the puzzle.
    pub fn studied(&mut self, study: Study) {
        if let Some(remark) = &study.remark {
            self.message.clone_from(remark);
        }
        // A hint that was given without it may be another now.
        self.hint = self.hint.take().filter(|_| self.study.is_some());
        self.study = Some(study);
    }

    /// Says something.
    pub fn say(&mut self, message: String) {
        self.message = message;
    }

    /// What is under way elsewhere from now on.
    pub fn set_busy(&mut self, busy: Option<String>) {
        self.busy = busy;
    }

    /// The entries of the list that lies over the board.
    pub fn items(&self) -> Vec<String> {
        match self.dialog {
            Some(Dialog::List(List::Checkpoints, _)) => {
                let depth = |place| {
                    if place == 0 { "the beginning".to_owned() } else { format!("move {place}") }
                };
                let checkpoints = self.game.checkpoints().iter();
                checkpoints
                    .map(|found| format!("{} ({})", found.name, depth(found.place)))
                    .collect()
            }
            Some(Dialog::List(List::Difficulties, _)) => {
                let labels = Label::ALL.map(|label| label.name().to_owned());
                std::iter::once("any".to_owned()).chain(labels).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyEvent) -> Option<Request> {
        let items = self.items().len();
        if let Some(dialog) = &mut self.dialog {
            let outcome = dialog.press(key, items);
            return self.after(outcome);
        }
        let action = keys::action(key, &mut self.prefix, self.game.names());
        action.and_then(|action| self.act(action))
    }

    /// Takes what became of the dialog.
    fn after(&mut self, outcome: Outcome) -> Option<Request> {
        match outcome {
            Outcome::Open => None,
            Outcome::Closed => {
                self.dialog = None;
                None
            }
            Outcome::Answered(question, text) => {
                self.dialog = None;
                self.answer(question, text.trim())
            }
            Outcome::Chosen(list, at) => {
                self.dialog = None;
                self.choose(list, at)
            }
        }
    }

    /// Chooses an entry of the list that lies over the board, as a click does.
    pub fn choose_item(&mut self, at: usize) -> Option<Request> {
        match self.dialog {
            Some(Dialog::List(list, _)) if at < self.items().len() => {
                self.after(Outcome::Chosen(list, at))
            }
            _ => None,
        }
    }

    /// Goes to a cell.
    pub fn select(&mut self, cell: u16) {
        self.cursor = cell.min(self.game.order().cells() as u16 - 1);
    }
}

#[cfg(test)]
mod tests;
