//! The terminal as a picture: taken over, given back whatever happens, and handed to the shell while
//! the program is suspended.

use std::io::{self, Stdout, Write};
use std::mem::ManuallyDrop;
use std::panic;
use std::thread;

use crossterm::cursor::{Hide, Show};
use crossterm::execute;
use crossterm::style::Print;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use rustix::process::{Signal, kill_current_process_group};

use crate::board::Session;
use crate::board::picture::{self, Look};

/// Has the terminal report buttons, with places beyond column 223. Motion is left out: it is not used, and
/// would come by the thousand.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";

/// A terminal taken over; it is given back when this is dropped.
pub(super) struct Screen {
    /// Never dropped: on a terminal that is gone it would complain, and its complaint would panic.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    has_mouse: bool,
}

impl Screen {
    /// Takes the terminal over. A panic gives it back before it is reported.
    ///
    /// # Errors
    /// When it cannot be set.
    pub(super) fn enter(has_mouse: bool) -> io::Result<Self> {
        give_back_on_panic();
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let mut screen = Self { terminal: ManuallyDrop::new(terminal), has_mouse };
        screen.take()?;
        Ok(screen)
    }

    /// Takes it over again, whatever the shell has made of it meanwhile.
    ///
    /// # Errors
    /// When it cannot be set.
    pub(super) fn take(&mut self) -> io::Result<()> {
        // What is remembered as raw may not be so any more.
        disable_raw_mode()?;
        enable_raw_mode()?;
        let mouse = if self.has_mouse { MOUSE_ON } else { "" };
        execute!(io::stdout(), EnterAlternateScreen, Hide, Print(mouse))?;
        self.clear()
    }

    /// Draws a session.
    ///
    /// # Errors
    /// When the terminal cannot be written.
    pub(super) fn draw(&mut self, session: &Session, look: Look) -> io::Result<()> {
        self.terminal.draw(|frame| picture::draw(session, look, frame))?;
        Ok(())
    }

    /// Draws everything anew at the next picture.
    ///
    /// # Errors
    /// When the terminal cannot be written.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        // `Terminal::clear` would ask the terminal where its cursor is, and not each one replies.
        let area = self.area();
        self.terminal.resize(area)
    }

    /// What the picture covers.
    pub(super) fn area(&self) -> ratatui::layout::Rect {
        let size = self.terminal.size().unwrap_or_default();
        ratatui::layout::Rect::new(0, 0, size.width, size.height)
    }

    /// Gives the terminal to the shell until that continues the program. Where there is no shell to
    /// continue it, the system does not stop it, and all goes on.
    ///
    /// # Errors
    /// When the terminal cannot be set.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        kill_current_process_group(Signal::TSTP)?;
        self.take()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Sets the terminal as it was. A terminal that is gone needs nothing.
fn give_back() {
    let _ = execute!(io::stdout(), Print(MOUSE_OFF), LeaveAlternateScreen, Show);
    let _ = io::stdout().flush();
    let _ = disable_raw_mode();
}

/// What is reported of a panic is to stay on the terminal. Other threads' are reported on the board.
fn give_back_on_panic() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().name() == Some("main") {
            give_back();
            usual(info);
        }
    }));
}
