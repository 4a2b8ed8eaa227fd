//! What every process we start does to itself before it does anything for us.

#![allow(unsafe_code)]

use std::io;
use std::time::Instant;

use rustix::process::{Resource, Rlimit, setrlimit};

/// Limits that a solver's process is put under, and by which program it is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confinement {
    /// Whether solvers in shared libraries get a process of their own.
    pub isolate: bool,
    /// Most bytes of data (heap and private memory) a solver's process may have.
    pub memory_limit: Option<u64>,
    /// Variables for a solver's processes, beside those of this one.
    pub environment: Vec<(String, String)>,
    /// This program: it starts again as the child that holds the solver.
    pub program: std::path::PathBuf,
    /// When a solver is to have answered the questions that are asked before anything is timed,
    /// where that is sooner than its own patience.
    pub open_by: Option<Instant>,
}

impl Default for Confinement {
    fn default() -> Self {
        let (environment, program) = (Vec::new(), this_program());
        Self { isolate: true, memory_limit: None, environment, program, open_by: None }
    }
}

impl Confinement {
    /// The variables, as a command takes them.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.environment.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// What to do where a solver is not open in time.
pub const LATE: &str =
    "which is all that --budget leaves for opening solvers; allow a longer --budget";

/// On Linux a name that holds even when the file is replaced while we run.
fn this_program() -> std::path::PathBuf {
    let proc = std::path::Path::new("/proc/self/exe");
    match std::env::current_exe() {
        Ok(path) if !proc.exists() => path,
        _ => proc.to_owned(),
    }
}

/// Makes the calling thread's process end when the one that started it does, by a signal that
/// nothing in it can catch.
///
/// # Errors
/// When `parent` has ended already, or the system refuses.
pub fn die_with(parent: u32) -> io::Result<()> {
    follow(parent, rustix::process::Signal::KILL)
}

/// As [`die_with`], but by a signal that can be acted on.
///
/// # Errors
/// When `parent` has ended already, or the system refuses.
pub fn be_told_of_the_end_of(parent: u32) -> io::Result<()> {
    follow(parent, rustix::process::Signal::TERM)
}

#[cfg(target_os = "linux")]
fn follow(parent: u32, signal: rustix::process::Signal) -> io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(signal))?;
    // It may have ended before the signal was asked for.
    if rustix::process::getppid().is_none_or(|pid| pid.as_raw_pid() as u32 != parent) {
        return Err(io::Error::other("the process that started this one has ended"));
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn follow(_: u32, _: rustix::process::Signal) -> io::Result<()> {
    Ok(()) // the end of the pipes has to do
}

/// Puts the calling process under the memory limit, and forbids it to leave core files behind.
///
/// # Errors
/// When the system refuses.
pub fn limit(memory: Option<u64>) -> io::Result<()> {
    let at_most = |bytes| Rlimit { current: Some(bytes), maximum: Some(bytes) };
    setrlimit(Resource::Core, at_most(0))?;
    if let Some(bytes) = memory {
        setrlimit(Resource::Data, at_most(bytes))?;
    }
    Ok(())
}

/// Ends this process without running anything that was registered for its end: code of others,
/// which may be what does not come back.
pub fn leave_at_once(code: i32) -> ! {
    // SAFETY: the C library ends the process; nothing is left that could be unsound.
    unsafe { libc::_exit(code) }
}

/// Gives SIGSEGV and SIGBUS back their plain meaning, death: the Rust runtime catches them to
/// report stack overflows, and would let a library that raises one go on.
pub fn die_of_faults() {
    for signal in [libc::SIGSEGV, libc::SIGBUS] {
        // SAFETY: setting the default action installs no code of ours; the C library guarantees
        // that `signal` takes these two.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}
