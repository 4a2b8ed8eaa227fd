//! A child process, from its start to its burial: nothing of it outlives the value here.
//!
//! It leads a process group of its own, so that a Ctrl-C in the terminal does not reach it and a
//! kill reaches everything it started. What it writes to stderr is read at all times, and the end
//! of it kept.

use std::cell::Cell;
use std::fmt;
use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
};

use super::{memory, nursery};

/// Bytes of stderr kept.
const LAST_WORDS: usize = 2000;
/// How long a supervisor is given to clear up behind its command.
const GRACE: Duration = Duration::from_millis(60);

/// How a child is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The whole process group is killed.
    Kill,
    /// The child, our own supervisor, is told to kill what it looks after; killed if it does not.
    Supervisor,
}

/// A child process that is killed and waited for when dropped.
pub struct Confined {
    process: Child,
    ending: Ending,
    stderr: Stderr,
    peak_rss_bytes: Cell<Option<u64>>,
    death: Option<ExitStatus>,
}

/// How a child ended.
#[derive(Clone, Debug)]
pub struct Death {
    status: ExitStatus,
    last_words: String,
}

impl Confined {
    /// Starts a command in a process group of its own, with stderr read by a thread.
    ///
    /// # Errors
    /// When the command or the thread cannot be started.
    pub fn start(mut command: Command, ending: Ending) -> io::Result<Self> {
        command.process_group(0).stderr(Stdio::piped());
        let mut process = nursery::spawn(command)?;
        let stderr = process.stderr.take().expect("piped above");
        let mut confined = Self {
            process,
            ending,
            stderr: Stderr::default(),
            peak_rss_bytes: Cell::new(None),
            death: None,
        };
        confined.stderr.drain(stderr)?;
        Ok(confined)
    }

    /// The child's end of its standard input, if that was piped and not yet taken.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.process.stdin.take()
    }

    /// The child's end of its standard output, if that was piped and not yet taken.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.process.stdout.take()
    }

    /// Most memory resident at any time, in bytes, as far as the system tells.
    pub fn peak_rss_bytes(&self) -> Option<u64> {
        if self.death.is_none() {
            let now = match self.ending {
                Ending::Kill => memory::peak_rss_bytes(self.process.id()),
                Ending::Supervisor => memory::peak_rss_bytes_below(self.process.id()),
            };
            self.peak_rss_bytes.set(self.peak_rss_bytes.get().max(now));
        }
        self.peak_rss_bytes.get()
    }

    /// Ends the child and everything it started.
    pub fn kill(&mut self) -> Death {
        self.peak_rss_bytes();
        if self.death.is_none() && self.ending == Ending::Supervisor {
            let _ = kill_process(self.pid(), Signal::TERM); // it may just have ended
            self.wait_at_most(GRACE);
        }
        self.bury()
    }

    /// Gives a child that has closed its pipes a moment to end by itself, then ends it.
    pub fn end_of(&mut self) -> Death {
        self.wait_at_most(GRACE);
        self.kill()
    }

    /// Kills what is left of the group before the child is waited for: until then its process id
    /// belongs to it, and the group's to nobody else.
    fn bury(&mut self) -> Death {
        let status = match self.death {
            Some(status) => status,
            None => {
                let _ = kill_process_group(self.pid(), Signal::KILL); // nobody may be left
                let status = self.process.wait().unwrap_or_else(|_| ExitStatus::from_raw(0));
                self.death = Some(status);
                status
            }
        };
        Death { status, last_words: self.stderr.last_words() }
    }

    /// Waits until the child has ended, leaving it to be buried, or for so long.
    fn wait_at_most(&self, patience: Duration) {
        let start = Instant::now();
        while !self.has_ended() {
            if start.elapsed() >= patience {
                return;
            }
            thread::sleep(Duration::from_micros(500));
        }
    }

    /// Whether the child has ended; it stays to be waited for.
    fn has_ended(&self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        self.death.is_some() || !matches!(waitid(WaitId::Pid(self.pid()), look), Ok(None))
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.process)
    }
}

impl Drop for Confined {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Death {
    /// Whether the child ended by itself with exit code 0.
    pub fn is_clean(&self) -> bool {
        self.status.success()
    }

    /// What the child wrote to stderr last, without white space around it.
    pub fn last_words(&self) -> &str {
        &self.last_words
    }
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ending(self.status))?;
        match self.last_words.lines().next_back() {
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

/// Reads a child's stderr to its end, so that it never blocks on it.
#[derive(Default)]
struct Stderr {
    tail: Arc<Mutex<Vec<u8>>>,
    ended: Option<mpsc::Receiver<()>>,
}

impl Stderr {
    fn drain(&mut self, mut stderr: ChildStderr) -> io::Result<()> {
        let tail = self.tail.clone();
        let (end, ended) = mpsc::channel();
        self.ended = Some(ended);
        thread::Builder::new().name("stderr".to_owned()).stack_size(64 << 10).spawn(move || {
            let _end = end;
            let mut buffer = [0; 4096];
            while let Ok(len @ 1..) = stderr.read(&mut buffer) {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(&buffer[..len]);
                let excess = tail.len().saturating_sub(LAST_WORDS);
                tail.drain(..excess);
            }
        })?;
        Ok(())
    }

    /// What was written last, once the child is dead and its end of the pipe closed; a pipe that
    /// somebody still holds open is not waited for.
    fn last_words(&self) -> String {
        if let Some(ended) = &self.ended {
            let _ = ended.recv_timeout(GRACE); // disconnected: read to the end
        }
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&tail).trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Confined {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::null());
        Confined::start(command, Ending::Kill).expect("a shell is everywhere")
    }

    #[test]
    fn a_death_names_its_signal_or_exit_code_and_the_last_words() {
        assert_eq!(
            shell("echo one >&2; echo two >&2; exit 3").end_of().to_string(),
            "exit code 3, last words: two"
        );
        assert_eq!(shell("kill -SEGV $$").end_of().to_string(), "signal 11 (SIGSEGV)");
        assert!(shell("exit 0").end_of().is_clean());
    }

    #[test]
    fn a_gigabyte_on_stderr_neither_blocks_nor_stays() {
        let mut child = shell("yes | head -c 20000000 >&2; echo end >&2");
        while !child.has_ended() {
            thread::sleep(Duration::from_millis(1));
        }
        let death = child.end_of();
        assert!(death.is_clean() && death.last_words().ends_with("end"), "{death}");
        assert!(death.last_words().len() <= LAST_WORDS);
    }

    #[test]
    fn a_kill_ends_the_group_and_leaves_no_zombie() {
        let mut child = shell("sleep 1000 & sleep 1000");
        let pid = child.process.id();
        assert_eq!(child.kill().to_string(), "signal 9 (SIGKILL)");
        assert_eq!(child.kill().to_string(), "signal 9 (SIGKILL)", "twice is no harm");
        let pid = Pid::from_raw(pid as i32).expect("not zero");
        assert!(rustix::process::test_kill_process(pid).is_err(), "is gone, and waited for");
    }
}
