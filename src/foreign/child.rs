//! What this program does when it is started again as a child of itself.

use std::io;
use std::process::ExitCode;

use super::process::echo;
use super::task::Task;

/// Does a task, as written by [`Task::command`], in the child.
///
/// # Errors
/// When it was not written by this version of the program, or what it is for failed.
pub fn run(text: &str) -> io::Result<ExitCode> {
    match serde_json::from_str(text)? {
        Task::Host(task) => task.serve().map(|()| ExitCode::SUCCESS),
        Task::Supervisor(task) => task.run(),
        Task::Once(task) => task.serve(),
        Task::Echo => echo::serve(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_of_another_version_is_an_error() {
        assert!(run("{\"Host\":{\"parent\":1}}").is_err());
        assert!(run("").is_err());
    }
}
