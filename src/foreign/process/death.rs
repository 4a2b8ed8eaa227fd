//! How a process ended, in words.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use rustix::process::Signal;

/// How a child ended.
#[derive(Clone, Debug)]
pub struct Death {
    /// What the system says; nothing of a child that had to be killed.
    pub status: Option<ExitStatus>,
    /// What it wrote to stderr last, without white space around it.
    pub stderr_tail: String,
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            Some(status) => f.write_str(&ending(status))?,
            None => f.write_str("it had to be killed")?,
        }
        match self.stderr_tail.lines().next_back() {
            Some(line) => write!(f, ", last words: {line}"),
            None => Ok(()),
        }
    }
}

/// How a process ended, in words: its exit code, or the signal by number and name.
pub fn ending(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => match name(signal) {
            Some(name) => format!("signal {signal} ({name})"),
            None => format!("signal {signal}"),
        },
        None => format!("exit code {}", status.code().unwrap_or(0)),
    }
}

fn name(signal: i32) -> Option<&'static str> {
    let names = [
        (Signal::ILL, "SIGILL"),
        (Signal::TRAP, "SIGTRAP"),
        (Signal::ABORT, "SIGABRT"),
        (Signal::BUS, "SIGBUS"),
        (Signal::FPE, "SIGFPE"),
        (Signal::KILL, "SIGKILL"),
        (Signal::SEGV, "SIGSEGV"),
        (Signal::SYS, "SIGSYS"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::ALARM, "SIGALRM"),
        (Signal::TERM, "SIGTERM"),
        (Signal::XCPU, "SIGXCPU"),
    ];
    names.iter().find(|(known, _)| known.as_raw() == signal).map(|(_, name)| *name)
}
