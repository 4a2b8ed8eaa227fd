//! A process under valgrind, from start to end.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::tool::{self, Valgrind};
use crate::foreign::process::child::{Confined, Ending};
use crate::foreign::task::{Program, SupervisorTask, Task};
use crate::solver::{Goal, Stop};

/// Time after which a wait looks at whether it is interrupted.
const LOOK: Duration = Duration::from_millis(20);
/// Valgrind's own data beside the program's: so many times as much are allowed.
const OVERHEAD: u64 = 4;

/// What is the same for all processes of a count.
pub(crate) struct Runner<'a> {
    /// What counts.
    pub tool: &'a Valgrind,
    /// This program.
    pub program: PathBuf,
    /// Most bytes of data of a solver's process.
    pub memory_limit: Option<u64>,
    /// What is asked of each puzzle.
    pub goal: Goal,
    /// Wall time that one process may take.
    pub patience: Duration,
    /// Raised when the user wants to stop.
    pub interrupted: &'a AtomicBool,
}

/// What a process has done.
#[derive(Debug)]
pub(crate) struct Done {
    /// Instructions that it and all that it started have executed.
    pub instructions: u64,
    /// What it printed.
    pub output: Vec<u8>,
    /// How it ended.
    pub ending: String,
}

/// Why there is no count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// The process died, and how.
    Died(String),
    /// Its replies were none, and why.
    NoAnswer(String),
    /// It executed an instruction that valgrind does not know: these bytes.
    Unknown(String),
    /// It took too long.
    Late(Duration),
    /// It cannot be counted, and why.
    Refused(String),
    /// The user wants to stop.
    Interrupted,
}

impl Runner<'_> {
    /// Runs a program with its arguments, with `input` as standard input.
    ///
    /// Both streams are files: how much a program finds in a pipe at once depends on the machine.
    ///
    /// # Errors
    /// When the system refuses a process or a file.
    pub(crate) fn run(&self, target: &[String], input: &[u8]) -> io::Result<Result<Done, Failure>> {
        let dir = tempfile::tempdir()?;
        let (reads, writes) = (dir.path().join("input"), dir.path().join("output"));
        fs::write(&reads, input)?;
        let counts = dir.path().join("valgrind");
        fs::create_dir(&counts)?;
        let task = Task::Supervisor(SupervisorTask {
            parent: std::process::id(),
            memory_limit: self.memory_limit.map(|bytes| bytes.saturating_mul(OVERHEAD)),
            program: Program::Command(self.tool.command(&counts, target)),
        });
        let mut command = task.command(&self.program)?;
        command.stdin(File::open(&reads)?).stdout(File::create(&writes)?);
        command.env("SUDOKU_LIMIT", self.goal.limit().to_string());
        if std::env::var_os("PYTHONHASHSEED").is_none() {
            command.env("PYTHONHASHSEED", "0"); // sets in another order each time take other steps
        }
        let mut child = Confined::start(command, Ending::Supervisor)?;
        let begun = Instant::now();
        while !child.ends_within(LOOK) {
            if self.interrupted.load(Relaxed) {
                return Ok(Err(Failure::Interrupted));
            }
            if begun.elapsed() > self.patience {
                return Ok(Err(Failure::Late(self.patience)));
            }
        }
        let death = child.end_of(&Stop::never());
        let counted = tool::counted(&counts)?;
        let has_exited = death.status.is_some_and(|status| status.code().is_some());
        if let Some(instructions) = counted.filter(|_| has_exited) {
            let (output, ending) = (fs::read(&writes)?, death.to_string());
            return Ok(Ok(Done { instructions, output, ending }));
        }
        Ok(Err(match tool::unknown_instruction(&counts)? {
            Some(bytes) => Failure::Unknown(bytes),
            None if has_exited => {
                Failure::Refused(format!("{} has left no count: {death}", self.tool.version))
            }
            None => Failure::Died(death.to_string()),
        }))
    }
}
