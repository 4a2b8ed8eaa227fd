//! A child process, from its start to its reaper: nothing of it outlives the value here for long.
//!
//! It leads a process group of its own, so that a Ctrl-C in the terminal does not reach it and a
//! kill reaches everything it started.

use std::cell::Cell;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
};

use super::death::Death;
use super::stderr_tail::StderrTail;
use super::usage::{self, Usage};
use super::{memory, starter};
use crate::solver::Stop;

/// How long a kill waits for what it has killed; a thread of its own waits on.
const PROMPT: Duration = Duration::from_millis(40);
/// How long a child that has closed its pipes may take to end by itself: much longer than any does,
/// so that a busy machine does not take its exit code from it.
const MOMENT: Duration = Duration::from_secs(5);
/// How long a supervisor may take to clear up behind its command before it is killed itself.
const CLEARING: Duration = Duration::from_secs(60);

/// How a child is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The whole process group is killed.
    Kill,
    /// The child, our own supervisor, is asked to kill what it looks after; killed if it does not.
    Supervisor,
}

/// A child process that is killed and waited for when dropped.
pub struct Confined {
    process: Child,
    ending: Ending,
    stderr: Option<StderrTail>,
    peak_rss_bytes: Cell<Option<u64>>,
    state: State,
    /// When it is to have ended, where that is sooner than others would have to.
    end_by: Option<Instant>,
}

/// How far a child has come.
enum State {
    /// It has not been asked to end, and may have ended.
    Running,
    /// It has been waited for, after it had ended by itself.
    Ended(ExitStatus, Usage),
    /// It has been killed; if it has not been waited for, a thread does that.
    Killed,
}

/// Adds what to do where the system starts no more processes or threads, or opens no more or larger
/// files.
pub fn with_remedy(error: io::Error) -> io::Error {
    let remedy = match error.raw_os_error() {
        Some(libc::EAGAIN | libc::ENOMEM) => {
            "allow more processes (ulimit -u) or memory (ulimit -v, -d)"
        }
        Some(libc::EMFILE | libc::ENFILE) => MORE_FILES,
        // Memory that is shared with the process counts as a file.
        Some(libc::EFBIG) => "allow larger files (ulimit -f)",
        _ => return error,
    };
    io::Error::new(error.kind(), format!("{error}; {remedy}"))
}

/// What to do where the system opens no more files.
pub const MORE_FILES: &str = "allow more open files (ulimit -n)";

impl Confined {
    /// Starts a command in a process group of its own, with stderr read by a thread.
    ///
    /// # Errors
    /// When the command or the thread cannot be started.
    pub fn start(command: Command, ending: Ending) -> io::Result<Self> {
        Self::begin(command, ending).map_err(with_remedy)
    }

    fn begin(mut command: Command, ending: Ending) -> io::Result<Self> {
        command.process_group(0).stderr(Stdio::piped());
        let process = starter::spawn(command)?;
        let (peak_rss_bytes, state) = (Cell::new(None), State::Running);
        let mut confined =
            Self { process, ending, stderr: None, peak_rss_bytes, state, end_by: None };
        let stderr = confined.process.stderr.take().expect("piped above");
        confined.stderr = Some(StderrTail::listen(stderr)?);
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

    /// The process id. It stays the child's own until the child has been waited for.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Most memory resident at any time, in bytes, where the system reports it.
    pub fn peak_rss_bytes(&self) -> Option<u64> {
        if matches!(self.state, State::Running) {
            let now = match self.ending {
                Ending::Kill => memory::peak_rss_bytes(self.id()),
                Ending::Supervisor => memory::peak_rss_bytes_below(self.id()),
            };
            self.peak_rss_bytes.set(self.peak_rss_bytes.get().max(now));
        }
        self.peak_rss_bytes.get()
    }

    /// CPU nanoseconds of the child and all it waited for, once it has ended by itself.
    pub fn cpu_ns(&self) -> Option<u64> {
        match self.state {
            State::Ended(_, usage) => Some(usage.cpu_ns),
            State::Running | State::Killed => None,
        }
    }

    /// Ends the child and everything it started, at once: what is not gone after a moment, because
    /// the machine is busy, is waited for by a thread of its own.
    pub fn kill(&mut self) {
        if !matches!(self.state, State::Running) {
            return;
        }
        self.peak_rss_bytes();
        self.state = State::Killed;
        let (pid, ending) = (self.pid(), self.ending);
        tell_to_end(pid, ending);
        if !ends_within(pid, PROMPT, &Stop::never()) {
            let reaper = thread::Builder::new().name("reaper".to_owned());
            if reaper.spawn(move || reap(pid, ending)).is_ok() {
                return;
            }
        }
        reap(pid, ending);
    }

    /// Lets it be waited for no longer than until then.
    pub fn hurry(&mut self, end_by: Option<Instant>) {
        self.end_by = end_by;
    }

    /// Gives a child that has closed its pipes time to end by itself, unless a stop sign is raised,
    /// and then ends it.
    pub fn end_of(&mut self, stop: &Stop) -> Death {
        let left = self.end_by.map(|by| by.saturating_duration_since(Instant::now()));
        let moment = left.map_or(MOMENT, |left| left.min(MOMENT));
        if matches!(self.state, State::Running) && ends_within(self.pid(), moment, stop) {
            self.peak_rss_bytes();
            self.state = match reap(self.pid(), self.ending) {
                Some((status, usage)) => State::Ended(status, usage),
                None => State::Killed,
            };
        }
        self.kill();
        let status = match self.state {
            State::Ended(status, _) => Some(status),
            State::Running | State::Killed => None,
        };
        let stderr_tail = self.stderr.as_ref().map(StderrTail::so_far).unwrap_or_default();
        Death { status, stderr_tail }
    }

    /// Waits so long at most for the child to end by itself, and returns true if it has.
    pub fn ends_within(&self, patience: Duration) -> bool {
        !matches!(self.state, State::Running) || ends_within(self.pid(), patience, &Stop::never())
    }

    /// What it wrote to stderr last, since this was asked before.
    pub fn stderr_tail(&self) -> String {
        self.stderr.as_ref().map(StderrTail::take).unwrap_or_default()
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.process)
    }
}

impl Drop for Confined {
    fn drop(&mut self) {
        if matches!(self.state, State::Running) {
            tell_to_end(self.pid(), self.ending);
            reap(self.pid(), self.ending);
        }
    }
}

fn tell_to_end(pid: Pid, ending: Ending) {
    // It may just have ended, and is then still to be waited for.
    let _ = match ending {
        Ending::Kill => kill_process_group(pid, Signal::KILL),
        Ending::Supervisor => kill_process(pid, Signal::TERM),
    };
}

/// Kills what is left of the group and waits for the child, once it has ended or been asked to. The
/// kill comes first: until the child is waited for, its process id belongs to it, and the group's
/// to no other.
fn reap(pid: Pid, ending: Ending) -> Option<(ExitStatus, Usage)> {
    if ending == Ending::Supervisor {
        ends_within(pid, CLEARING, &Stop::never());
    }
    let _ = kill_process_group(pid, Signal::KILL); // no process may be left
    usage::wait_for(pid.as_raw_pid() as u32).ok()
}

/// Waits until the child has ended, leaving it to be buried; `false` if it has not when the
/// patience is over or the stop sign raised.
fn ends_within(pid: Pid, patience: Duration, stop: &Stop) -> bool {
    let start = Instant::now();
    while !has_ended(pid) {
        if start.elapsed() >= patience || stop.is_raised() {
            return false;
        }
        thread::sleep(Duration::from_micros(500));
    }
    true
}

/// Returns true if a child has ended; it stays to be waited for.
fn has_ended(pid: Pid) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(waitid(WaitId::Pid(pid), look), Ok(None))
}

#[cfg(test)]
mod tests {
    use super::super::stderr_tail::KEPT;
    use super::*;

    fn shell(script: &str) -> Confined {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::null());
        Confined::start(command, Ending::Kill).expect("a shell is everywhere")
    }

    fn end(script: &str) -> Death {
        shell(script).end_of(&Stop::never())
    }

    #[test]
    fn a_death_names_its_signal_or_exit_code_and_the_last_words() {
        let death = end("echo one >&2; echo two >&2; exit 3");
        assert_eq!(death.to_string(), "exit code 3, last words: two");
        assert_eq!(end("kill -SEGV $$").to_string(), "signal 11 (SIGSEGV)");
        assert_eq!(end("exit 0").to_string(), "exit code 0");
    }

    #[test]
    fn a_child_that_ends_by_itself_is_known_with_what_it_used() {
        let mut child = shell("i=0; while [ $i -lt 1000 ]; do i=$((i + 1)); done");
        assert_eq!(child.cpu_ns(), None, "not yet");
        child.end_of(&Stop::never());
        assert!(child.cpu_ns().is_some_and(|ns| ns > 0));
    }

    #[test]
    fn twenty_megabytes_on_stderr_neither_block_nor_stay() {
        let mut child = shell("yes | head -c 20000000 >&2; echo end >&2");
        while !has_ended(child.pid()) {
            thread::sleep(Duration::from_millis(1));
        }
        let death = child.end_of(&Stop::never());
        let words = death.stderr_tail;
        assert!(death.status.is_some_and(|it| it.success()) && words.ends_with("end"), "{words}");
        assert!(words.len() <= KEPT);
    }

    #[test]
    fn a_kill_ends_the_group_and_leaves_no_zombie() {
        let mut child = shell("sleep 1000 & sleep 1000");
        let pid = child.pid();
        child.kill();
        child.kill(); // twice does no harm
        assert_eq!(child.end_of(&Stop::never()).to_string(), "it had to be killed");
        while rustix::process::test_kill_process(pid).is_ok() {
            thread::sleep(Duration::from_millis(1)); // a busy machine takes longer than a kill waits
        }
    }

    #[test]
    fn a_raised_stop_sign_ends_the_wait_for_a_child_that_does_not_end() {
        let stop = Stop::never();
        stop.stop(stop.generation());
        let death = shell("sleep 1000").end_of(&stop);
        assert_eq!(death.to_string(), "it had to be killed");
    }
}
