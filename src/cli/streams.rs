//! Standard output and standard error. What cannot be said on standard error is dropped; what
//! cannot be written to standard output is an error, except that its reader may leave early.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::COULD_NOT_RUN;
use crate::foreign::dylib::stdout::ours;
use crate::text;

/// Whether standard output was closed when the program was started (`>&-`).
static CLOSED: AtomicBool = AtomicBool::new(false);
/// Whether the reader of standard output has left.
static READER_LEFT: AtomicBool = AtomicBool::new(false);

/// The runtime opens /dev/null in place of a closed stream before `main`, and results would vanish
/// in it without an error.
#[ctor::ctor(unsafe)]
fn look_at_standard_output() {
    let is_open = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_ok();
    CLOSED.store(!is_open, Ordering::Relaxed);
}

/// Says something on standard error, on one line.
pub(super) fn remark(text: impl Display) {
    let text = text.to_string();
    let _ = writeln!(io::stderr().lock(), "{}", text::line(&text));
}

/// Standard output, for what is written as it comes.
pub(super) fn stdout() -> Standard {
    Standard(io::stdout().lock())
}

/// Locked standard output; fails where it was closed from the beginning.
pub(super) struct Standard(io::StdoutLock<'static>);

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if CLOSED.load(Ordering::Relaxed) {
            return Err(rustix::io::Errno::BADF.into());
        }
        noticing_the_reader(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        noticing_the_reader(self.0.flush())
    }
}

fn noticing_the_reader<T>(done: io::Result<T>) -> io::Result<T> {
    if done.as_ref().is_err_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        READER_LEFT.store(true, Ordering::Relaxed);
    }
    done
}

/// Returns true if the reader of standard output has left before its end.
pub(super) fn reader_left() -> bool {
    READER_LEFT.load(Ordering::Relaxed)
}

/// Returns true if a path names standard output: `-`, or what standard output is itself, like
/// /dev/stdout.
pub(super) fn is_stdout(path: &Path) -> bool {
    if path == Path::new("-") {
        return true;
    }
    let (Ok(named), Ok(own)) = (rustix::fs::stat(path), rustix::fs::fstat(rustix::stdio::stdout()))
    else {
        return false;
    };
    (named.st_dev, named.st_ino) == (own.st_dev, own.st_ino)
}

/// Prints a result that is settled, and gives its exit code: `code`, unless that is success and
/// nothing of the result arrived. Everything else that belongs to the result is written before.
pub(super) fn print(text: &str, code: u8) -> u8 {
    print_with(code, |out| Ok(out.write_all(text.as_bytes())?))
}

/// The same for a result too long to be held: `write` writes it.
pub(super) fn print_with(code: u8, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> u8 {
    let mut out = Noting { out: stdout(), failed: false };
    let printed = ours().map_err(anyhow::Error::new).and_then(|_ours| {
        let mut buffer = io::BufWriter::with_capacity(1 << 16, &mut out);
        write(&mut buffer)?;
        Ok(buffer.flush()?)
    });
    match printed {
        Err(error) if out.failed && !reader_left() => {
            unwritten(&error.context("cannot write to standard output"), code)
        }
        Err(error) if !out.failed => unwritten(&error, code),
        _ => code,
    }
}

/// Standard output that knows whether it has failed.
struct Noting {
    out: Standard,
    failed: bool,
}

impl Noting {
    fn note<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        self.failed |= done.as_ref().is_err_and(|error| error.kind() != ErrorKind::Interrupted);
        done
    }
}

impl Write for Noting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.out.write(bytes);
        self.note(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.out.flush();
        self.note(done)
    }
}

/// Reports that a part of the result could not be written, and gives the exit code: `code`, unless
/// that is success.
pub(super) fn unwritten(error: &anyhow::Error, code: u8) -> u8 {
    remark(format_args!("error: {error:#}"));
    if code == 0 { COULD_NOT_RUN } else { code }
}
