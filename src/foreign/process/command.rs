//! What the solvers of one command have in common.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::child::with_remedy;
use super::confine::Confinement;
use super::recipe::{CommandSpec, Mode};
use super::talk::Talk;
use crate::foreign::task::{OnceTask, Program, SupervisorTask, Task};
use crate::solver::{Clocked, Goal, SolverError, Used};

/// What the solvers of a command have in common.
pub struct UserCommand {
    /// The specification as the user wrote it.
    pub id: String,
    /// What to run, and how to talk to it.
    pub recipe: CommandSpec,
    pub(super) program: Program,
    pub(super) confinement: Confinement,
    /// Most resident memory of any child so far.
    pub(super) peak_rss_bytes: AtomicU64,
}

impl UserCommand {
    /// Starts the command's process for a worker.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(&self, goal: Goal) -> Result<Talk, SolverError> {
        let (parent, memory_limit) = (std::process::id(), self.confinement.memory_limit);
        let program = self.program.clone();
        let task = match self.recipe.mode {
            Mode::Once => Task::Once(OnceTask { parent, memory_limit, program }),
            Mode::Lines | Mode::Batch => {
                Task::Supervisor(SupervisorTask { parent, memory_limit, program })
            }
        };
        Talk::start(&self.confinement, &task, goal)
            .map_err(|error| self.cannot_start(format!("no child process: {}", with_remedy(error))))
    }

    /// An error about this command.
    pub fn cannot_start(&self, why: String) -> SolverError {
        SolverError::Start { id: self.id.clone(), why }
    }

    /// A crash on a puzzle, `ns` after the block's first puzzle.
    pub fn crashed(&self, index: usize, why: String, ns: u64) -> SolverError {
        let clocked = Box::new(Clocked::BySolver { ns, used: Used::UNKNOWN });
        SolverError::Crashed { id: self.id.clone(), index, why, clocked }
    }

    /// The error about a puzzle to which the command, which is well, printed no answer, `ns` after
    /// the block's first puzzle.
    pub fn no_answer(&self, index: usize, why: String, ns: u64) -> SolverError {
        let clocked = Box::new(Clocked::BySolver { ns, used: Used::UNKNOWN });
        SolverError::NoAnswer { id: self.id.clone(), index, why, clocked }
    }

    /// Takes a child's memory into account.
    pub fn note_peak(&self, bytes: Option<u64>) {
        self.peak_rss_bytes.fetch_max(bytes.unwrap_or(0), Relaxed);
    }

    /// Most memory of any child so far, in bytes.
    pub fn peak(&self) -> Option<u64> {
        Some(self.peak_rss_bytes.load(Relaxed)).filter(|&bytes| bytes > 0)
    }
}
