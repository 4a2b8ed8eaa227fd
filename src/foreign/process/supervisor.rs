//! The process between us and a user's command or library: this program, started again.
//!
//! It looks after everything that those start, also what leaves the process group, and clears it
//! away when the command ends, when it is asked to, and when the process that started it ends.

#![allow(unsafe_code)]

use std::fs;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, wait};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::confine;
use super::memory;
use crate::foreign::task::{HostTask, Program, SupervisorTask, Task};

/// How long the killing of a process that does not die is repeated before it is left to the system:
/// far longer than it takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// Held while the command is started: an end that came at that moment would find nothing to clear.
static STARTING: Mutex<()> = Mutex::new(());

impl Program {
    /// The command, in a process group of its own, under the limits, and tied to this process.
    pub fn command(&self, memory_limit: Option<u64>) -> io::Result<Command> {
        let (parent, program) = (std::process::id(), confine::Confinement::default().program);
        let mut command = match self {
            Self::Shell(text) => {
                let mut shell = Command::new("sh");
                shell.arg("-c").arg(text);
                shell
            }
            Self::Echo => Task::Echo.command(&program)?,
            Self::Again(arguments) => {
                let mut again = Command::new(&program);
                again.args(arguments);
                again
            }
            Self::Command(words) => {
                let (program, arguments) =
                    words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
                let mut command = Command::new(program);
                command.args(arguments);
                command
            }
            Self::Library(host) => {
                Task::Host(HostTask { parent, ..host.clone() }).command(&program)?
            }
        };
        let prepare = move || {
            confine::die_with(parent)?;
            confine::limit(memory_limit)
        };
        // SAFETY: `prepare` runs between fork and exec and makes system calls only; it allocates
        // in no case but the one that ends the child.
        unsafe { command.pre_exec(prepare) };
        command.process_group(0);
        Ok(command)
    }
}

impl SupervisorTask {
    /// Runs the command on this process's own streams and ends as it ended.
    ///
    /// # Errors
    /// When the parent has ended already or the command cannot be started.
    pub fn run(&self) -> io::Result<ExitCode> {
        look_after_all(self.parent)?;
        let mut child = spawn(&mut self.program.command(self.memory_limit)?)?;
        // Only the command may hold the pipes, or their closing would go unnoticed.
        let null = fs::OpenOptions::new().read(true).write(true).open("/dev/null")?;
        rustix::stdio::dup2_stdin(&null)?;
        rustix::stdio::dup2_stdout(&null)?;
        let status = wait_for(&mut child)?;
        clear_away();
        Ok(end_as(status))
    }
}

/// Makes this process the one that inherits whatever its descendants leave behind, and clear
/// everything away when it is asked to end or its parent ends.
///
/// # Errors
/// When the parent has ended already, or the system refuses.
pub fn look_after_all(parent: u32) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(getpid()))?;
    confine::limit(None)?;
    confine::die_of_faults();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::Builder::new().name("signals".to_owned()).stack_size(128 << 10).spawn(move || {
        signals.wait();
        let _no_start = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        clear_away();
        confine::leave_at_once(1);
    })?;
    confine::be_told_of_the_end_of(parent)
}

/// Starts a command where [`look_after_all`] was called.
///
/// # Errors
/// When it cannot be started.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    command.spawn()
}

/// Waits for a command that [`spawn`] has started.
///
/// # Errors
/// When this process is asked to end, in which case the child may already be reaped. All
/// descendants have been killed when this returns.
pub fn wait_for(child: &mut Child) -> io::Result<ExitStatus> {
    child.wait().inspect_err(|_| clear_away())
}

/// Kills every descendant, whatever group it is in, and waits for all of them.
pub fn clear_away() {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        for pid in descendants().into_iter().filter_map(|pid| Pid::from_raw(pid as i32)) {
            let _ = kill_process_group(pid, Signal::KILL); // it may lead none
            let _ = kill_process(pid, Signal::KILL); // it may be over
        }
        // The list may lack processes that started while it was read; only the kernel's "no
        // children" is final.
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(_) => return,
            }
        }
        thread::sleep(Duration::from_micros(200));
    }
}

/// The children of every thread of this process. Those below them come up when they die.
fn descendants() -> Vec<u32> {
    let Ok(threads) = fs::read_dir("/proc/self/task") else { return Vec::new() };
    let names = threads.filter_map(|thread| thread.ok()?.file_name().into_string().ok());
    let threads = names.filter_map(|name| name.parse().ok());
    threads.flat_map(|thread| memory::children_of_thread(std::process::id(), thread)).collect()
}

/// Ends this process as another one ended.
fn end_as(status: ExitStatus) -> ExitCode {
    if let Some(signal) = status.signal().and_then(Signal::from_named_raw) {
        let _ = kill_process(getpid(), signal);
    }
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX))
}
