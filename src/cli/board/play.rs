//! The loop of a board: what happens is taken to the session, and what it asks for is done.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use anyhow::anyhow;
use crossterm::event::{KeyEventKind, MouseButton, MouseEvent, MouseEventKind};

use super::events::Event;
use super::keeping::{self, Keeper};
use super::screen::Screen;
use super::source::{Opened, Opener, Source};
use super::study;
use super::wanted::{Judge, Want};
use crate::board::keys::Action;
use crate::board::picture::{self, Hit, Look};
use crate::board::{Request, Session, Wish};
use crate::cli::difficulty::Wanted;
use crate::logic::Label;
use crate::text;

/// How a board was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// As the player asked for.
    Left,
    /// By a signal, by C-c, or with the terminal.
    Interrupted,
}

/// A board in play.
pub(super) struct Play {
    pub session: Session,
    pub keeper: Keeper,
    pub opener: Opener,
    pub look: Look,
    /// How hard the next puzzles are to be.
    pub want: Want,
    source: Source,
    events: Receiver<Event>,
    to: Sender<Event>,
    /// The number of the puzzle in play: what is found out about another is dropped.
    number: u64,
    /// The number of the search that counts, and its sign to stop.
    search: (u64, Arc<AtomicBool>),
}

impl Play {
    /// A board with what was opened; `events` is the queue that `to` leads to.
    pub(super) fn new(
        opened: Opened,
        opener: Opener,
        look: Look,
        (to, events): (Sender<Event>, Receiver<Event>),
    ) -> anyhow::Result<Self> {
        let sender = to.clone();
        let keeper = Keeper::start(move |why| {
            let _ = sender.send(Event::Unsaved(why)); // not heard after the end
        })?;
        let session = Session::new(opened.saved.game.clone(), 0);
        let source = opened.source.clone();
        let search = (0, Arc::new(AtomicBool::new(false)));
        let mut play = Self {
            session,
            keeper,
            opener,
            look,
            want: Want::Any,
            source,
            events,
            to,
            number: 0,
            search,
        };
        play.open(opened);
        Ok(play)
    }

    /// Plays until the board is left.
    ///
    /// # Errors
    /// When the terminal cannot be drawn on.
    pub(super) fn run(&mut self, screen: &mut Screen) -> anyhow::Result<End> {
        loop {
            screen.draw(&self.session, self.look)?;
            self.keeper.keep(&self.session, false);
            let Ok(first) = self.events.recv() else { return Ok(End::Interrupted) };
            // What has come meanwhile is shown in one picture.
            let mut event = Some(first);
            while let Some(next) = event {
                if let Some(end) = self.take(next, screen)? {
                    return Ok(end);
                }
                event = self.events.try_recv().ok();
            }
        }
    }

    fn take(&mut self, event: Event, screen: &mut Screen) -> anyhow::Result<Option<End>> {
        match event {
            Event::Input(crossterm::event::Event::Key(key))
                if key.kind != KeyEventKind::Release =>
            {
                let request = self.session.press(key);
                return request.map_or(Ok(None), |request| self.fulfil(request, screen));
            }
            Event::Input(crossterm::event::Event::Mouse(mouse)) => {
                let request = self.click(mouse, screen);
                return request.map_or(Ok(None), |request| self.fulfil(request, screen));
            }
            Event::Input(_) | Event::Resized => {} // drawn anew, with the size that there is
            Event::Continued => screen.take()?,
            Event::Ended | Event::Gone => return Ok(Some(End::Interrupted)),
            Event::Studied(number, study) if number == self.number => self.session.studied(study),
            Event::Found(number, found) if number == self.search.0 => self.found(*found),
            Event::Studied(..) | Event::Found(..) => {}
            Event::Unsaved(Some(why)) => {
                self.session.say(format!("not saved: {}", text::line(&why)))
            }
            Event::Unsaved(None) => self.session.say("saved again".to_owned()),
        }
        Ok(None)
    }

    /// A button of the mouse: the left one selects a cell or writes a value, the right one is for
    /// candidates.
    fn click(&mut self, mouse: MouseEvent, screen: &Screen) -> Option<Request> {
        let MouseEventKind::Down(button) = mouse.kind else { return None };
        let hit = picture::hit(&self.session, screen.area(), mouse.column, mouse.row)?;
        match (button, hit) {
            (MouseButton::Right, Hit::Cell(cell, Some(value))) => {
                self.session.select(cell);
                self.session.act(Action::Candidate(value))
            }
            (_, Hit::Cell(cell, _)) => {
                self.session.select(cell);
                None
            }
            (MouseButton::Right, Hit::Value(value)) => self.session.act(Action::Candidate(value)),
            (_, Hit::Value(value)) => self.session.act(Action::Value(value)),
            (_, Hit::Item(at)) => self.session.choose_item(at),
        }
    }

    fn fulfil(&mut self, request: Request, screen: &mut Screen) -> anyhow::Result<Option<End>> {
        match request {
            Request::Quit => return Ok(Some(End::Left)),
            Request::Interrupt => return Ok(Some(End::Interrupted)),
            Request::Suspend => {
                self.keeper.keep(&self.session, false);
                screen.suspend()?;
            }
            Request::Redraw => screen.clear()?,
            Request::Save => {
                self.keeper.keep(&self.session, true);
                let words = match self.keeper.path() {
                    Some(path) => format!("saved in {}", text::name(path.as_os_str())),
                    None => "this game has no file; :w FILE names one".to_owned(),
                };
                self.session.say(words);
            }
            Request::SaveAs(file) => self.save_as(PathBuf::from(file)),
            Request::Another(wish) => self.another(wish),
            Request::Open(words) => self.search_for(words),
            Request::Cancel => {
                self.end_search();
                self.session.say("the search was ended".to_owned());
            }
        }
        Ok(None)
    }

    fn save_as(&mut self, file: PathBuf) {
        if let Err(error) = keeping::guard(&file) {
            return self.session.say(text::line(&format!("{error:#}")).into_owned());
        }
        self.session.say(format!("saved in {}", text::name(file.as_os_str())));
        self.keeper.keep_in(Some(file), None);
        self.keeper.keep(&self.session, true);
    }

    /// Looks for another puzzle of the source.
    fn another(&mut self, wish: Wish) {
        let current = self.session.study().and_then(|study| study.difficulty);
        let want = match wish {
            Wish::Next => self.want,
            Wish::Harder => Want::HarderThan(current.map_or(Label::Easy, |found| found.label())),
            Wish::Of(label) => {
                self.want = label.map_or(Want::Any, |label| Want::As(Wanted::Label(label)));
                self.want
            }
        };
        let (opener, source) = (self.opener.clone(), self.source.clone());
        self.look_for(want, move |judge, stop| opener.next(&source, judge, stop));
    }

    /// Opens what a player has named; the difficulty asked for earlier was that of another source.
    fn search_for(&mut self, words: String) {
        self.want = Want::Any;
        let (opener, words) = (self.opener.clone(), OsString::from(words));
        self.look_for(self.want, move |judge, stop| opener.open(&words, judge, stop));
    }

    /// Begins a search in a thread of its own; one that is under way is dropped.
    fn look_for(
        &mut self,
        want: Want,
        find: impl FnOnce(&mut Judge, &AtomicBool) -> anyhow::Result<Opened> + Send + 'static,
    ) {
        self.end_search();
        let (number, to, stop) = (self.search.0, self.to.clone(), self.search.1.clone());
        let search = move || {
            let found = catch_unwind(AssertUnwindSafe(|| find(&mut Judge::new(want), &stop)));
            let found = found.unwrap_or_else(|_| {
                Err(anyhow!("the search broke off, by a fault of this program"))
            });
            let _ = to.send(Event::Found(number, Box::new(found))); // not heard after the end
        };
        match thread::Builder::new().name("search".to_owned()).spawn(search) {
            Ok(_) => {
                let words = Judge::new(want).words();
                self.session.set_busy(Some(format!("looking for a puzzle{words}; Esc ends it")));
            }
            Err(error) => self.session.say(format!("no search can be begun: {error}")),
        }
    }

    /// Ends the search that is under way; what it finds yet is dropped.
    fn end_search(&mut self) {
        self.search.1.store(true, Relaxed);
        self.search = (self.search.0 + 1, Arc::new(AtomicBool::new(false)));
        self.session.set_busy(None);
    }

    fn found(&mut self, found: anyhow::Result<Opened>) {
        self.session.set_busy(None);
        match found {
            Ok(opened) => {
                self.keeper.keep(&self.session, false);
                self.open(opened);
            }
            Err(error) => self.session.say(text::line(&format!("{error:#}")).into_owned()),
        }
    }

    /// Puts what was opened on the board.
    fn open(&mut self, opened: Opened) {
        let Opened { saved, is_resumed, file, source, remark } = opened;
        self.keeper.keep_in(file, is_resumed.then_some(&saved.game));
        self.number += 1;
        study::begin(&saved.game, self.number, &self.to);
        self.session.open(saved.game, saved.cursor);
        self.source = source;
        if let Some(remark) = remark {
            self.session.say(text::line(&remark).into_owned());
        }
    }
}
