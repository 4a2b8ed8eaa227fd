//! What processes have used of the processor and of memory, as the system accounts for it.

#![allow(unsafe_code)]

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use rustix::time::{ClockId, clock_gettime};

use crate::solver::Used;

/// What one or several processes have used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// CPU nanoseconds of all of them together.
    pub cpu_ns: u64,
    /// Most bytes that one of them had resident.
    pub peak_rss_bytes: u64,
}

impl From<libc::rusage> for Usage {
    fn from(usage: libc::rusage) -> Self {
        let ns =
            |time: libc::timeval| time.tv_sec as u64 * 1_000_000_000 + time.tv_usec as u64 * 1000;
        let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
        Self {
            cpu_ns: ns(usage.ru_utime) + ns(usage.ru_stime),
            peak_rss_bytes: usage.ru_maxrss as u64 * unit,
        }
    }
}

/// The usage of all processes that this one has started and waited for so far.
pub fn used_by_children() -> Usage {
    // SAFETY: all bytes zero is a valid `rusage`, a struct of integers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the C library fills the struct it is given and keeps no pointer; it cannot fail with
    // these arguments.
    unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage) };
    usage.into()
}

/// What the calling thread, and its process, have used so far. The thread's CPU time is looked at
/// last, so that two readings hold little else between them than the work.
#[inline]
pub fn of_this_thread() -> Used {
    let process_cpu_ns = Some(ns_of(ClockId::ProcessCPUTime));
    let (involuntary, voluntary, major_faults) = thread_counters();
    let cpu_ns = Some(ns_of(ClockId::ThreadCPUTime));
    Used { cpu_ns, process_cpu_ns, involuntary, voluntary, major_faults }
}

fn ns_of(clock: ClockId) -> u64 {
    let time = clock_gettime(clock);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Switches, involuntary and voluntary, and major faults of the calling thread.
#[cfg(target_os = "linux")]
fn thread_counters() -> (Option<u64>, Option<u64>, Option<u64>) {
    // SAFETY: as in `used_by_children`.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: as in `used_by_children`.
    unsafe { libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage) };
    (Some(usage.ru_nivcsw as u64), Some(usage.ru_nvcsw as u64), Some(usage.ru_majflt as u64))
}

#[cfg(not(target_os = "linux"))]
fn thread_counters() -> (Option<u64>, Option<u64>, Option<u64>) {
    (None, None, None) // other systems count them for the whole process only
}

/// Waits until a child has ended; says how, and what it and all that it waited for have used.
///
/// # Errors
/// When there is no such child, or another part of the program has waited for it.
pub fn wait_for(child: u32) -> io::Result<(ExitStatus, Usage)> {
    let mut status = 0;
    // SAFETY: as in `used_by_children`.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: the C library fills the two places it is given and keeps no pointer.
        let pid = unsafe { libc::wait4(child as i32, &raw mut status, 0, &raw mut usage) };
        if pid >= 0 {
            return Ok((ExitStatus::from_raw(status), usage.into()));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

/// CPU nanoseconds that a running process has used so far, all its threads together. `None` where
/// the system does not report it, or the process has been waited for.
pub fn cpu_ns(pid: u32) -> Option<u64> {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both calls fill the place they are given and keep no pointer; the second reads the
    // clock that the first has found, and fails where its process is gone.
    let known =
        unsafe { clock_of(pid, &mut clock) == 0 && libc::clock_gettime(clock, &raw mut time) == 0 };
    known.then_some(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}

#[cfg(not(target_os = "macos"))]
unsafe fn clock_of(pid: u32, clock: &mut libc::clockid_t) -> i32 {
    // SAFETY: the C library writes one clock id to the place it is given.
    unsafe { libc::clock_getcpuclockid(pid as i32, clock) }
}

#[cfg(target_os = "macos")]
unsafe fn clock_of(_: u32, _: &mut libc::clockid_t) -> i32 {
    -1 // it has no clocks of other processes
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_thread_that_sleeps_gives_its_processor_up_and_uses_none() {
        let before = of_this_thread();
        std::thread::sleep(std::time::Duration::from_millis(20));
        let used = of_this_thread().since(before);
        assert!(used.cpu_ns.is_some_and(|ns| ns < 20_000_000), "{used:?}");
        assert!(used.voluntary.is_none_or(|times| times > 0), "{used:?}");
    }

    #[test]
    fn the_work_of_another_thread_is_the_process_s_alone() {
        let before = of_this_thread();
        let spin = || while ns_of(ClockId::ThreadCPUTime) < 30_000_000 {};
        std::thread::spawn(spin).join().expect("no panic");
        let used = of_this_thread().since(before);
        assert!(used.process_cpu_ns.is_some_and(|ns| ns >= 30_000_000), "{used:?}");
        assert!(used.cpu_ns.is_some_and(|ns| ns < 30_000_000), "{used:?}");
    }

    #[test]
    fn the_clock_of_a_process_runs_while_it_works_and_stands_while_it_waits() {
        let Some(before) = cpu_ns(std::process::id()) else {
            eprintln!("this system does not report it");
            return;
        };
        while cpu_ns(std::process::id()).is_some_and(|now| now < before + 1_000_000) {
            std::hint::spin_loop();
        }
        let mut cat = Command::new("cat");
        let mut waiting = cat.stdin(Stdio::piped()).spawn().expect("cat is everywhere");
        // Once it waits for its input, its clock stands: two looks in a row agree at some time.
        let mut last = None;
        loop {
            let now = cpu_ns(waiting.id());
            if now.is_some() && now == last {
                break;
            }
            last = now;
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        drop(waiting.stdin.take());
        let (status, usage) = wait_for(waiting.id()).expect("is ours");
        assert!(status.success() && usage.peak_rss_bytes > 0, "{usage:?}");
        assert!(usage.cpu_ns + 1_000_000 >= last.expect("known above"), "{usage:?} {last:?}");
        assert_eq!(cpu_ns(waiting.id()), None, "it has been waited for");
        assert!(waiting.wait().is_err(), "by us");
    }
}
