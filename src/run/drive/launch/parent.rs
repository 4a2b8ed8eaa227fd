//! The parent's side of a launch: the child is started, heard, and ended.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::process::{ChildStdout, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::message::{LaunchSetup, Message};
use crate::foreign::process::child::{Confined, Ending};
use crate::foreign::task::{self, Program, SupervisorTask};
use crate::solver::Stop;

/// The hidden verb by which the child is started.
pub(crate) const VERB: &str = "launch";

/// Time after which a wait looks at whether it is interrupted.
const LOOK: Duration = Duration::from_millis(20);

/// A child of ours that runs a launch.
pub(crate) struct Child {
    confined: Confined,
    stdout: ChildStdout,
    /// What has come and was not yet a line.
    heard: Vec<u8>,
}

/// What is heard of a child.
pub(crate) enum Heard {
    /// A message.
    Message(Message),
    /// It has ended, and how.
    Ended(String),
    /// Nothing, for longer than was allowed.
    Silence,
    /// The user wants to stop.
    Interrupted,
}

impl Child {
    /// Starts a child whose standard input is the dataset's file.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start(program: &Path, setup: &LaunchSetup, dataset: File) -> io::Result<Self> {
        // Solvers run in it, which may leave processes behind.
        let (parent, text) = (std::process::id(), serde_json::to_string(setup)?);
        let again = Program::Again(vec![VERB.to_owned(), text]);
        let looked_after = SupervisorTask { parent, memory_limit: None, program: again };
        let mut command = task::Task::Supervisor(looked_after).command(program)?;
        command.stdin(dataset).stdout(Stdio::piped());
        let mut confined = Confined::start(command, Ending::Supervisor)?;
        let stdout = confined.take_stdout().ok_or_else(|| io::Error::other("no pipe"))?;
        rustix::io::ioctl_fionbio(&stdout, true)?;
        Ok(Self { confined, stdout, heard: Vec::new() })
    }

    /// The next message, or why there is none.
    ///
    /// # Errors
    /// When the system fails, or the child says what no child of this version says.
    pub(crate) fn hear(
        &mut self,
        patience: Duration,
        interrupted: &AtomicBool,
    ) -> io::Result<Heard> {
        let begun = Instant::now();
        self.confined.hurry(begun.checked_add(patience));
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.heard) {
                let line: Vec<u8> = self.heard.drain(..=end).collect();
                return Ok(Heard::Message(serde_json::from_slice(&line)?));
            }
            if interrupted.load(Relaxed) {
                return Ok(Heard::Interrupted);
            }
            if begun.elapsed() > patience {
                return Ok(Heard::Silence);
            }
            if !self.read()? {
                return Ok(Heard::Ended(self.confined.end_of(&Stop::never()).to_string()));
            }
        }
    }

    /// Waits a little for more, and says whether any may come.
    fn read(&mut self) -> io::Result<bool> {
        let patience = Timespec { tv_sec: 0, tv_nsec: LOOK.subsec_nanos().into() };
        match poll(&mut [PollFd::new(&self.stdout, PollFlags::IN)], Some(&patience)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut buffer = [0; 16 << 10];
        match self.stdout.read(&mut buffer) {
            Ok(0) => Ok(false),
            Ok(len) => {
                self.heard.extend_from_slice(&buffer[..len]);
                Ok(true)
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                Ok(true)
            }
            Err(error) => Err(error),
        }
    }

    /// Ends the child.
    pub(crate) fn kill(&mut self) {
        self.confined.kill();
    }
}
