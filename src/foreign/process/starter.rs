//! The one thread that starts processes.
//!
//! Linux sends a child its parent-death signal when the *thread* that started it ends, and workers
//! come and go. This thread stays until the process ends, so that the signal means what it says.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, OnceLock, PoisonError, mpsc};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// Starts a process from the long-lived thread.
///
/// # Errors
/// When the process, or the thread that was to start it, cannot be started.
pub fn spawn(mut command: Command) -> io::Result<Child> {
    let (reply, started) = mpsc::channel();
    let job: Job = Box::new(move || {
        // The receiver waits below, so the child is always taken over.
        let _ = reply.send(command.spawn());
    });
    let gone = || io::Error::other("the thread that starts processes has ended");
    jobs()?.send(job).map_err(|_| gone())?;
    started.recv().map_err(|_| gone())?
}

fn jobs() -> io::Result<mpsc::Sender<Job>> {
    static JOBS: OnceLock<Mutex<Option<mpsc::Sender<Job>>>> = OnceLock::new();
    let mut jobs = JOBS.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(jobs) = &*jobs {
        return Ok(jobs.clone());
    }
    let (sender, receiver) = mpsc::channel::<Job>();
    thread::Builder::new().name("starter".to_owned()).spawn(move || {
        for job in receiver {
            job();
        }
    })?;
    *jobs = Some(sender.clone());
    Ok(sender)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_end_leave_the_children_to_the_nursery() {
        let start = || spawn(Command::new("true")).expect("true is everywhere");
        let children: Vec<Child> =
            (0..4).map(|_| thread::spawn(start).join().expect("no panic")).collect();
        for mut child in children {
            assert!(child.wait().expect("is ours").success());
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let error = spawn(Command::new("/no/such/program")).expect_err("absent");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
