//! Libraries in this process print to our standard output. What they print goes to standard error,
//! so that a table or JSON on standard output is ours alone.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Our own standard output, once a library may print to that of the process.
static OURS: Mutex<Option<OwnedFd>> = Mutex::new(None);

unsafe extern "C" {
    fn fflush(stream: *mut c_void) -> c_int;
}

/// From now on standard output leads to standard error, except while [`ours`] is held. Called before
/// a library is loaded: its constructors may print.
///
/// # Errors
/// When the system refuses.
pub fn divert() -> io::Result<()> {
    let mut ours = held();
    if ours.is_none() {
        io::stdout().flush()?;
        *ours = Some(rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?);
        rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
    }
    Ok(())
}

/// Standard output while we write to it ourselves; nothing where no library is in this process.
pub struct Ours {
    is_diverted: bool,
}

/// Takes standard output back, for as long as the value lives. No library may be called meanwhile.
///
/// # Errors
/// When the system refuses.
pub fn ours() -> io::Result<Ours> {
    let ours = held();
    if let Some(ours) = &*ours {
        flush_theirs();
        rustix::stdio::dup2_stdout(ours)?;
    }
    Ok(Ours { is_diverted: ours.is_some() })
}

impl Drop for Ours {
    fn drop(&mut self) {
        if self.is_diverted {
            let _ = io::stdout().flush(); // the writer has seen errors of its own
            let _ = rustix::stdio::dup2_stdout(rustix::stdio::stderr());
        }
    }
}

fn held() -> MutexGuard<'static, Option<OwnedFd>> {
    OURS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes out what libraries have printed into C's buffers, while it still goes to standard error.
fn flush_theirs() {
    // SAFETY: C guarantees that a null pointer stands for all open output streams.
    unsafe { fflush(std::ptr::null_mut()) };
}
