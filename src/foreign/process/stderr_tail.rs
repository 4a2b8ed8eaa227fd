//! What a child writes to stderr: read at all times, so that it never blocks on it, and the end of
//! it kept.

use std::io::{self, ErrorKind, Read};
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};

/// Bytes kept.
pub(super) const KEPT: usize = 2000;
/// Most bytes read for the last words: more than a pipe holds, so that the reading ends even where
/// a process that the child left behind goes on writing.
const AT_MOST: usize = 4 << 20;

/// The reader of one child's stderr.
pub(super) struct StderrTail(Arc<Mutex<Tail>>);

struct Tail {
    stderr: ChildStderr,
    bytes: Vec<u8>,
}

impl StderrTail {
    /// Reads from now on until the last who can write to it has ended.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn listen(stderr: ChildStderr) -> io::Result<Self> {
        rustix::io::ioctl_fionbio(&stderr, true)?;
        let waited_on = rustix::io::fcntl_dupfd_cloexec(&stderr, 3)?;
        let tail = Arc::new(Mutex::new(Tail { stderr, bytes: Vec::new() }));
        let listener = tail.clone();
        thread::Builder::new().name("stderr".to_owned()).stack_size(64 << 10).spawn(move || {
            let more = || {
                let _ = poll(&mut [PollFd::new(&waited_on, PollFlags::IN)], None); // or EINTR
                listener.lock().unwrap_or_else(PoisonError::into_inner).read()
            };
            while more() != StderrRead::Ended {}
        })?;
        Ok(Self(tail))
    }

    /// What was written last, without white space around it. Once the child is dead that is all:
    /// what it wrote is in the pipe then, and is read here if the thread has not come to it.
    pub(super) fn so_far(&self) -> String {
        text(&self.read_all())
    }

    /// What was written last since this was asked before, as [`StderrTail::so_far`] gives it.
    pub(super) fn take(&self) -> String {
        let mut tail = self.read_all();
        let words = text(&tail);
        tail.bytes.clear();
        words
    }

    fn read_all(&self) -> MutexGuard<'_, Tail> {
        let mut tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut read = 0;
        while let StderrRead::Bytes(len) = tail.read() {
            read += len;
            if read > AT_MOST {
                break;
            }
        }
        tail
    }
}

fn text(tail: &Tail) -> String {
    String::from_utf8_lossy(&tail.bytes).trim().to_owned()
}

/// What a look into the pipe found.
#[derive(PartialEq, Eq)]
enum StderrRead {
    Bytes(usize),
    Nothing,
    Ended,
}

impl Tail {
    fn read(&mut self) -> StderrRead {
        let mut buffer = [0; 16 << 10];
        match self.stderr.read(&mut buffer) {
            Ok(0) => StderrRead::Ended,
            Ok(len) => {
                self.bytes.extend_from_slice(&buffer[..len]);
                let excess = self.bytes.len().saturating_sub(KEPT);
                self.bytes.drain(..excess);
                StderrRead::Bytes(len)
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                StderrRead::Nothing
            }
            Err(_) => StderrRead::Ended,
        }
    }
}
