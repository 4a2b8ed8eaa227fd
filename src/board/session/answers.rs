//! What the answers to questions and the choices from lists do.

use super::super::dialog::{Dialog, List, Question, difficulty};
use super::super::keys::Action;
use super::{Request, Session, Wish};

impl Session {
    /// Takes the answer to a question. An empty one is none, but for a checkpoint a number.
    pub(super) fn answer(&mut self, question: Question, text: &str) -> Option<Request> {
        match question {
            Question::Checkpoint => {
                let name = if text.is_empty() { self.game.free_name() } else { text.to_owned() };
                self.game.add_checkpoint(&name);
                self.say(format!("checkpoint {name}; ' goes back to it"));
                None
            }
            _ if text.is_empty() => None,
            Question::Open => Some(Request::Open(text.to_owned())),
            Question::SaveAs => Some(Request::SaveAs(text.to_owned())),
            Question::Command => self.command(text),
        }
    }

    /// Takes a choice from a list.
    pub(super) fn choose(&mut self, list: List, at: usize) -> Option<Request> {
        match list {
            List::Checkpoints => {
                let name = self.game.checkpoints().get(at)?.name.clone();
                if self.game.return_to(at) {
                    self.moved(Ok(()));
                    self.say(format!("back at checkpoint {name}; ` goes to where you were"));
                }
                None
            }
            List::Difficulties => Some(Request::Another(Wish::Of(difficulty(at)))),
        }
    }

    /// The few commands of vi's that make sense here.
    fn command(&mut self, text: &str) -> Option<Request> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (word, rest.trim()) {
            ("q" | "q!" | "wq" | "x", "") => Some(Request::Quit),
            ("w", "") => Some(Request::Save),
            ("w", file) => Some(Request::SaveAs(file.to_owned())),
            ("e", what) if !what.is_empty() => Some(Request::Open(what.to_owned())),
            ("u", "") => self.act(Action::Undo),
            ("n", "") => self.act(Action::Next),
            ("h" | "help", "") => {
                self.dialog = Some(Dialog::Help(0));
                None
            }
            _ => {
                self.say(format!(":{text} is not known; there are :q :w :wq :e :n :u :help"));
                None
            }
        }
    }
}
