//! Which processors this program may use, and a thread bound to one of them.

use std::{io, thread};

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Logical processors the calling thread may use, in ascending order.
#[cfg(target_os = "linux")]
pub(crate) fn allowed() -> Vec<usize> {
    match sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect(),
        Err(_) => counted(),
    }
}

/// Logical processors the calling thread may use, in ascending order.
#[cfg(not(target_os = "linux"))]
pub(crate) fn allowed() -> Vec<usize> {
    counted()
}

fn counted() -> Vec<usize> {
    (0..thread::available_parallelism().map_or(1, usize::from)).collect()
}

/// Binds the calling thread to one processor. Other systems than Linux leave it where it is.
///
/// # Errors
/// When the thread may not use that processor.
#[cfg(target_os = "linux")]
pub(crate) fn bind(processor: usize) -> io::Result<()> {
    let mut set = CpuSet::new();
    set.set(processor);
    Ok(sched_setaffinity(None, &set)?)
}

/// Binds the calling thread to one processor. Other systems than Linux leave it where it is.
///
/// # Errors
/// None here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn bind(_: usize) -> io::Result<()> {
    Ok(())
}
