//! What each action does.

use super::super::advice::Advice;
use super::super::dialog::{Dialog, List, Question};
use super::super::game::Refusal;
use super::super::keys::{Action, Direction};
use super::super::sheet::Bookkeeping;
use super::{Pen, Request, Session, Shown, Wish};
use crate::logic::{Known, Strength};

impl Session {
    /// Does what an action asks for.
    pub fn act(&mut self, action: Action) -> Option<Request> {
        match action {
            Action::Go(_) | Action::GoBox(_) | Action::GoEnd(_) | Action::First | Action::Last => {
                self.go(action);
            }
            Action::NextOpen => self.go_open(1),
            Action::OpenBefore => self.go_open(-1),
            Action::Value(value) => self.value(value),
            Action::Candidate(value) => self.toggle(value),
            Action::Erase => {
                let erased = self.game.erase(self.cursor);
                self.moved(erased);
            }
            Action::MarkAll => {
                let marked = self.game.mark_all();
                self.moved(marked);
            }
            Action::Clear => {
                let cleared = self.game.clear();
                self.moved(cleared);
            }
            Action::Undo | Action::Redo | Action::Back => self.go_back(action),
            Action::Pencil | Action::Bookkeeping | Action::Show => self.change_view(action),
            Action::Hint => self.give_hint(),
            Action::Step => self.take_step(),
            _ => return self.ask(action),
        }
        None
    }

    fn go(&mut self, action: Action) {
        let (n, side) = (self.game.order().n(), self.game.order().side());
        let (row, column) = (usize::from(self.cursor) / side, usize::from(self.cursor) % side);
        let by = if matches!(action, Action::GoBox(_)) { n } else { 1 };
        let by = if matches!(action, Action::GoEnd(_)) { side } else { by };
        let (row, column) = match action {
            Action::Go(way) | Action::GoBox(way) | Action::GoEnd(way) => match way {
                Direction::Left => (row, column.saturating_sub(by)),
                Direction::Right => (row, (column + by).min(side - 1)),
                Direction::Up => (row.saturating_sub(by), column),
                Direction::Down => ((row + by).min(side - 1), column),
            },
            Action::First => (0, 0),
            _ => (side - 1, side - 1),
        };
        self.select((row * side + column) as u16);
    }

    /// Goes to the next open cell in reading order, from the last to the first, or the other way.
    fn go_open(&mut self, way: i32) {
        let cells = self.game.order().cells() as i32;
        let from = i32::from(self.cursor);
        let others = (1..=cells).map(|by| (from + way * by).rem_euclid(cells) as u16);
        let open = others.into_iter().find(|&cell| self.game.sheet().value(cell).is_none());
        match open {
            Some(cell) => self.select(cell),
            None => self.say("every cell is filled".to_owned()),
        }
    }

    fn value(&mut self, value: u8) {
        if self.pen == Pen::Pencil {
            return self.toggle(value);
        }
        let before = self.game.history().here();
        let written = self.game.write(self.cursor, value);
        if written.is_err() || self.game.history().here() != before {
            self.moved(written);
        }
    }

    /// Strikes a candidate of the cell out, puts it back, or marks it.
    fn toggle(&mut self, value: u8) {
        let toggled = self.game.toggle(self.cursor, value);
        self.moved(toggled);
    }

    /// After a move, or where there was none: says what is to be said of it.
    pub(super) fn moved(&mut self, made: Result<(), Refusal>) {
        match made {
            Err(refusal) => return self.say(refusal.to_string()),
            Ok(()) => self.hint = None,
        }
        if self.game.sheet().is_solved() {
            let moves = self.game.history().depth();
            return self.say(format!("Solved, in {moves} moves. n is the next puzzle."));
        }
        let dead_end = self.game.sheet().dead_ends(self.game.bookkeeping()).iter().next();
        self.message = match (self.game.sheet().clashes().is_empty(), dead_end) {
            (false, _) => {
                Advice::of(&self.game, &Known::Nothing).words(Strength::Effect, self.game.names())
            }
            (true, Some(cell)) => format!("Nothing is left for {}.", self.game.names().cell(cell)),
            (true, None) => String::new(),
        };
    }

    fn go_back(&mut self, action: Action) {
        let (done, word) = match action {
            Action::Undo => (self.game.undo(), "there is nothing to undo"),
            Action::Redo => (self.game.redo(), "there is nothing to redo"),
            _ => (self.game.return_to_left(), "you have not gone to a checkpoint yet"),
        };
        match done {
            true => self.moved(Ok(())),
            false => self.say(word.to_owned()),
        }
    }

    fn change_view(&mut self, action: Action) {
        match action {
            Action::Pencil => {
                self.pen = if self.pen == Pen::Ink { Pen::Pencil } else { Pen::Ink };
            }
            Action::Show => self.shows_candidates = !self.shows_candidates,
            _ => {
                let (other, words) = match self.game.bookkeeping() {
                    Bookkeeping::Own => (Bookkeeping::Automatic, "the board keeps the candidates"),
                    Bookkeeping::Automatic => {
                        (Bookkeeping::Own, "pencil marks of your own; f fills in all that fit")
                    }
                };
                self.game.set_bookkeeping(other);
                self.hint = None;
                self.say(words.to_owned());
            }
        }
    }

    /// The advice at this place, and what solvers have found out.
    fn advice(&self) -> Advice {
        let nothing = Known::Nothing;
        Advice::of(&self.game, self.study.as_ref().map_or(&nothing, |study| &study.known))
    }

    fn give_hint(&mut self) {
        let shown = match self.hint.take() {
            Some(Shown { advice, strength }) => {
                let stronger = match strength {
                    Strength::Where => Strength::Technique,
                    Strength::Technique | Strength::Effect => Strength::Effect,
                };
                Shown { advice, strength: stronger }
            }
            None => Shown { advice: self.advice(), strength: Strength::Where },
        };
        let mut words = shown.advice.words(shown.strength, self.game.names());
        if self.study.is_none() {
            words.push_str(" (The solution is not known yet: a wrong value would not be noticed.)");
        }
        self.say(words);
        self.hint = Some(shown);
    }

    /// Takes the next step of the solution, or says what stands in its way.
    fn take_step(&mut self) {
        let advice = match self.hint.take() {
            Some(shown) => shown.advice,
            None => self.advice(),
        };
        if let Advice::Step(step) = &advice {
            let names = self.game.names().clone();
            self.game.take(step);
            if let Some(&cell) = advice.changed().first() {
                self.select(cell);
            }
            let (sentence, effect) = (step.sentence(&names), step.effect_text(&names));
            let end = if self.game.sheet().is_solved() { " Solved." } else { "" };
            self.say(format!("{}: {sentence}: {effect}.{end}", step.technique.name()));
        } else {
            let words = advice.words(Strength::Effect, self.game.names());
            self.say(words);
        }
        self.hint = Some(Shown { advice, strength: Strength::Effect })
            .filter(|shown| !matches!(shown.advice, Advice::Step(_)));
    }

    /// Actions that ask the player, or the caller, for something.
    fn ask(&mut self, action: Action) -> Option<Request> {
        let question = |question| Some(Dialog::Question(question, String::new()));
        self.dialog = match action {
            Action::Checkpoint => question(Question::Checkpoint),
            Action::Checkpoints if self.game.checkpoints().is_empty() => {
                self.say("there is no checkpoint; c makes one".to_owned());
                None
            }
            Action::Checkpoints => {
                Some(Dialog::List(List::Checkpoints, self.game.checkpoints().len() - 1))
            }
            Action::Difficulty => Some(Dialog::List(List::Difficulties, 0)),
            Action::Open => question(Question::Open),
            Action::SaveAs => question(Question::SaveAs),
            Action::Command => question(Question::Command),
            Action::Help => Some(Dialog::Help(0)),
            Action::Message if !self.message.is_empty() => Some(Dialog::Message),
            _ => None,
        };
        match action {
            Action::Next => Some(Request::Another(Wish::Next)),
            Action::Harder => Some(Request::Another(Wish::Harder)),
            Action::Save => Some(Request::Save),
            Action::Quit => Some(Request::Quit),
            Action::Interrupt => Some(Request::Interrupt),
            Action::Suspend => Some(Request::Suspend),
            Action::Redraw => Some(Request::Redraw),
            Action::Cancel => {
                self.hint = None;
                self.message.clear();
                self.busy.is_some().then_some(Request::Cancel)
            }
            _ => None,
        }
    }
}
