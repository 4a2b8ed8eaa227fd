//! A user's command under its supervisor, and a conversation with it.

use std::io;
use std::path::Path;
use std::process::Stdio;

use super::child::{Confined, Ending};
use super::pipes::{Bounds, Broken, Pipes};
use crate::solver::Goal;
use crate::solver::errand::Errand;

/// A command that is running.
pub struct Talk {
    child: Confined,
    pipes: Pipes,
}

/// Why a conversation ended before its time.
#[derive(Debug)]
pub enum Ended {
    /// The stop sign was raised.
    Stopped,
    /// The child was too slow to answer.
    Late,
    /// The child, or what it said, was at fault: in words.
    Faulty(String),
}

impl Talk {
    /// Starts an errand of ours with pipes to it. `goal` goes to the command as SUDOKU_LIMIT, the
    /// number of solutions at which it may stop.
    ///
    /// # Errors
    /// When the process cannot be started.
    pub fn start(program: &Path, errand: &Errand, goal: Goal) -> io::Result<Self> {
        let mut command = errand.command(program)?;
        command.env("SUDOKU_LIMIT", goal.limit().to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = Confined::start(command, Ending::Supervisor)?;
        let pipes = Pipes::of(&mut child)?;
        Ok(Self { child, pipes })
    }

    /// Says `input` and hears `output`, which keeps what came even when the rest did not.
    ///
    /// # Errors
    /// When the exchange did not come to its end. A child that was late still runs; otherwise it
    /// is dead.
    pub fn exchange(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        bounds: &Bounds<'_>,
    ) -> Result<(), Ended> {
        self.pipes.exchange(input, output, bounds).map_err(|broken| match broken {
            Broken::Late => Ended::Late,
            Broken::Stopped => {
                self.child.kill();
                Ended::Stopped
            }
            Broken::Closed => Ended::Faulty(format!("its output ended: {}", self.child.end_of())),
            Broken::Flood => {
                self.child.kill();
                Ended::Faulty("it printed more than one reply a puzzle".to_owned())
            }
            Broken::Failed(error) => {
                self.child.kill();
                Ended::Faulty(error.to_string())
            }
        })
    }

    /// Closes the child's input.
    pub fn close_input(&mut self) {
        self.pipes.close_input();
    }

    /// Ends the child and says how it ended; a moment is given to one that is about to.
    pub fn end(&mut self) -> super::child::Death {
        self.child.end_of()
    }

    /// Most memory that one of the command's processes has had resident, in bytes.
    pub fn peak_rss_bytes(&self) -> Option<u64> {
        self.child.peak_rss_bytes()
    }
}
