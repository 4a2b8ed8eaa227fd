//! What this program is to do when it is started again as a child of itself: the argument of the
//! hidden verb `child`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

/// The hidden verb.
pub const VERB: &str = "child";

/// A child's task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// Hold a library and call it.
    Host(HostTask),
    /// Run a user's command and look after all it starts.
    Supervisor(SupervisorTask),
    /// Run a user's command for each puzzle.
    Once(OnceTask),
    /// Give every line back.
    Echo,
}

impl Task {
    /// The command that starts the child; its streams are still to be set.
    ///
    /// # Errors
    /// When a path in the task is not Unicode.
    pub fn command(&self, program: &Path) -> io::Result<Command> {
        let mut command = Command::new(program);
        command.arg(VERB).arg(serde_json::to_string(self)?);
        Ok(command)
    }
}

/// What the child is started for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HostTask {
    /// Process id of the parent, with which the child ends: its supervisor, which sets it.
    pub parent: u32,
    /// Most bytes of data the child may have.
    pub memory_limit: Option<u64>,
    /// The library's file.
    pub path: PathBuf,
    /// The function's name.
    pub symbol: String,
    /// Passed to every call.
    pub flags: u32,
    /// Solutions at which a search may stop.
    pub limit: u32,
    /// Whether to find out what the library can do.
    pub probe: bool,
}

/// What the child that starts the processes is started for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OnceTask {
    /// Process id of the parent.
    pub parent: u32,
    /// Most bytes of data each process may have.
    pub memory_limit: Option<u64>,
    /// What to run for each puzzle.
    pub program: Program,
}

/// The program a supervisor runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Program {
    /// A command for the shell.
    Shell(String),
    /// This program, giving every line back.
    Echo,
    /// This program, with a library in it.
    Library(HostTask),
    /// This program, with other arguments.
    Again(Vec<String>),
    /// A program and its arguments.
    Command(Vec<String>),
}

/// What a supervisor is started for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SupervisorTask {
    /// Process id of the parent.
    pub parent: u32,
    /// Most bytes of data the command may have.
    pub memory_limit: Option<u64>,
    /// What to run.
    pub program: Program,
}
