//! What happens to a board, as one queue: keys, the mouse, signals, and what other threads have found.

use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crossterm::event;
use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGWINCH};
use signal_hook::iterator::Signals;

use super::source::Opened;
use crate::board::Study;

/// Something that happens.
pub(super) enum Event {
    /// A key or a button.
    Input(event::Event),
    /// The terminal has another size.
    Resized,
    /// The program was stopped and goes on.
    Continued,
    /// A signal asks the program to end.
    Ended,
    /// The terminal is gone.
    Gone,
    /// What was found out about the puzzle with this number.
    Studied(u64, Study),
    /// The search with this number is over.
    Found(u64, Box<anyhow::Result<Opened>>),
    /// The game could not be saved, for this reason; `None` where it is saved again.
    Unsaved(Option<String>),
}

/// Time to the next look where the terminal has something that is not whole yet.
const LOOK: Duration = Duration::from_millis(10);

/// The reader of keys, for one thread at a time.
static READER: Mutex<()> = Mutex::new(());

/// Begins to listen to the terminal and to signals.
///
/// # Errors
/// When signals cannot be caught, or no thread can be started.
pub(super) fn listen(to: &Sender<Event>) -> io::Result<()> {
    // The reader of keys has to hear of a new size before the thread below does.
    event::poll(Duration::ZERO)?;
    let mut signals = Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGWINCH])?;
    let sender = to.clone();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let event = match signal {
                // A key that the reader found at the same time as a new size would wait for the next.
                SIGWINCH => hand_on(&sender).map_or(Event::Gone, |_| Event::Resized),
                SIGCONT => Event::Continued,
                _ => Event::Ended,
            };
            if sender.send(event).is_err() {
                return;
            }
        }
    })?;
    let sender = to.clone();
    let keys = thread::Builder::new().name("keys".to_owned());
    keys.spawn(move || {
        while wait_for_input().is_ok() {
            match hand_on(&sender) {
                Ok(0) => thread::sleep(LOOK),
                Ok(_) => {}
                Err(_) => break,
            }
        }
        let _ = sender.send(Event::Gone); // not heard once the board is left
    })?;
    Ok(())
}

/// Waits until the terminal has something. The reader of keys would look for ever for more on a terminal
/// that is gone, so that it is only asked where one is there.
fn wait_for_input() -> io::Result<()> {
    let stdin = rustix::stdio::stdin();
    let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
    while let Err(error) = poll(&mut watched, None) {
        if error != rustix::io::Errno::INTR {
            return Err(error.into());
        }
    }
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    match watched[0].revents().intersects(gone) {
        true => Err(io::ErrorKind::UnexpectedEof.into()),
        false => Ok(()),
    }
}

/// Hands on all keys and buttons that are whole, and returns how many.
fn hand_on(to: &Sender<Event>) -> io::Result<usize> {
    let _reader = READER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut count = 0;
    while event::poll(Duration::ZERO)? {
        let _ = to.send(Event::Input(event::read()?)); // not heard once the board is left
        count += 1;
    }
    Ok(count)
}
