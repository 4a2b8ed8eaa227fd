//! A user's command under its supervisor, and a conversation with it.

use std::io;
use std::process::Stdio;
use std::time::Instant;

use super::child::{Confined, Ending};
use super::confine::Confinement;
use super::death::Death;
use super::pipes::{Bounds, Broken, Pipes};
use crate::foreign::task::Task;
use crate::solver::{Goal, Stop};

/// A command that is running.
pub struct Talk {
    child: Confined,
    pipes: Pipes,
    /// When the last exchange was over, before any child was waited for.
    over: Instant,
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
    /// Starts a task of ours with pipes to it. `goal` goes to the command as SUDOKU_LIMIT, the
    /// number of solutions at which it may stop.
    ///
    /// # Errors
    /// When the process cannot be started.
    pub fn start(confinement: &Confinement, task: &Task, goal: Goal) -> io::Result<Self> {
        let mut command = task.command(&confinement.program)?;
        command.envs(confinement.variables());
        command.env("SUDOKU_LIMIT", goal.limit().to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = Confined::start(command, Ending::Supervisor)?;
        let pipes = Pipes::of(&mut child)?;
        Ok(Self { child, pipes, over: Instant::now() })
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
        let exchanged = self.pipes.exchange(input, output, bounds);
        self.over = Instant::now();
        exchanged.map_err(|broken| match broken {
            Broken::Late => Ended::Late,
            Broken::Stopped => {
                self.child.kill();
                Ended::Stopped
            }
            Broken::Closed => {
                Ended::Faulty(format!("its output ended: {}", self.child.end_of(bounds.stop)))
            }
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

    /// What the command has written to stderr since this was last asked for.
    pub fn stderr_tail(&self) -> String {
        self.child.stderr_tail()
    }

    /// Nanoseconds from `start` to the end of the last exchange.
    pub fn ns_since(&self, start: Instant) -> u64 {
        self.over.saturating_duration_since(start).as_nanos() as u64
    }

    /// Lets the child be waited for no longer than until then, once it has closed its pipes.
    pub fn hurry(&mut self, end_by: Option<Instant>) {
        self.child.hurry(end_by);
    }

    /// Closes the child's input.
    pub fn close_input(&mut self) {
        self.pipes.close_input();
    }

    /// Ends the child and says how it ended; one that is about to end by itself is given the time,
    /// unless the stop sign is raised.
    pub fn end(&mut self, stop: &Stop) -> Death {
        self.child.end_of(stop)
    }

    /// CPU nanoseconds of the command and its supervisor, once both have ended by themselves.
    pub fn cpu_ns(&self) -> Option<u64> {
        self.child.cpu_ns()
    }

    /// Most memory that one of the command's processes has had resident, in bytes.
    pub fn peak_rss_bytes(&self) -> Option<u64> {
        self.child.peak_rss_bytes()
    }
}
