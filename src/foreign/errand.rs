//! What this program does when it is started again as a child of itself: the argument of the
//! hidden verb `child`, written here and read here.

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use serde::{Deserialize, Serialize};

use super::dylib::host::Host;
use super::process::echo;
use super::process::once::Once;
use super::process::supervisor::Supervisor;

/// The hidden verb.
pub const VERB: &str = "child";

/// A child's errand.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Errand {
    /// Hold a library and call it.
    Host(Host),
    /// Run a user's command and look after all it starts.
    Supervisor(Supervisor),
    /// Run a user's command for each puzzle.
    Once(Once),
    /// Give every line back.
    Echo,
}

impl Errand {
    /// The command that starts the child; its streams are still to be set.
    ///
    /// # Errors
    /// When a path in the errand is not Unicode.
    pub fn command(&self, program: &Path) -> io::Result<Command> {
        let mut command = Command::new(program);
        command.arg(VERB).arg(serde_json::to_string(self)?);
        Ok(command)
    }

    /// Runs an errand, as written by [`Errand::command`], in the child.
    ///
    /// # Errors
    /// When it was not written by this version of the program, or what it is for failed.
    pub fn run(text: &str) -> io::Result<ExitCode> {
        match serde_json::from_str(text)? {
            Self::Host(host) => host.serve().map(|()| ExitCode::SUCCESS),
            Self::Supervisor(supervisor) => supervisor.run(),
            Self::Once(once) => once.serve(),
            Self::Echo => echo::serve(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_errand_of_another_version_is_an_error() {
        assert!(Errand::run("{\"Host\":{\"parent\":1}}").is_err());
        assert!(Errand::run("").is_err());
    }
}
