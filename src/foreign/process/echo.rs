//! A command that gives every line back at once: what it costs is what pipes cost.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// Gives back every line of standard input until it ends, flushed one by one as a polite solver
/// does.
///
/// # Errors
/// When the other end goes away in the middle of a line.
pub fn serve() -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        out.write_all(&line)?;
        out.flush()?;
        line.clear();
    }
    Ok(ExitCode::SUCCESS)
}
