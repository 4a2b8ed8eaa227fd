//! The child's side of isolation: this program, started again, with the library in it.
//!
//! It takes a message with the number of puzzles on the page, solves them between its own two
//! looks at the clock, and answers with the times. Copying and clearing lie outside the clock.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use rustix::fd::{AsFd, OwnedFd};
use serde::{Deserialize, Serialize};

use super::call::{Function, UNTOUCHED};
use super::page::Page;
use super::probe::{ProbeFindings, probe};
use crate::foreign::process::confine;
use crate::foreign::process::usage::of_this_thread;
use crate::foreign::task::HostTask;
use crate::puzzle::{Order, Puzzles};
use crate::solver::Used;

/// The child's first message, one line of JSON.
#[derive(Debug, Serialize, Deserialize)]
pub enum Hello {
    /// The library is loaded.
    Ready {
        /// The child's process id.
        pid: u32,
        /// What the library can do, if that was asked.
        findings: Option<ProbeFindings>,
    },
    /// It cannot be used, and why.
    Failed(String),
}

/// The child's answer to a block, beside what is on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// Number of the message that this answers.
    pub nth: u64,
    /// Wall nanoseconds from the first puzzle to the last.
    pub wall_ns: u64,
    /// What the solving thread used.
    pub used: Used,
}

/// Bytes of a message to the child: its number and the number of puzzles.
pub const ORDER_BYTES: usize = 16;
/// Bytes of an answer.
pub const TIMES_BYTES: usize = 56;
/// Stands for what the system does not report.
const UNKNOWN: u64 = u64::MAX;

impl Times {
    /// As it goes over the socket.
    pub fn to_bytes(self) -> [u8; TIMES_BYTES] {
        let mut bytes = [0; TIMES_BYTES];
        let Used { cpu_ns, process_cpu_ns, involuntary, voluntary, major_faults } = self.used;
        let used = [cpu_ns, process_cpu_ns, involuntary, voluntary, major_faults];
        let words = [self.nth, self.wall_ns].into_iter();
        let words = words.chain(used.map(|value| value.unwrap_or(UNKNOWN)));
        for (field, value) in bytes.chunks_mut(8).zip(words) {
            field.copy_from_slice(&value.to_ne_bytes());
        }
        bytes
    }

    /// As it comes out of the socket.
    pub fn from_bytes(bytes: [u8; TIMES_BYTES]) -> Self {
        let known = |i| Some(word(&bytes, i)).filter(|&value| value != UNKNOWN);
        let used = Used {
            cpu_ns: known(2),
            process_cpu_ns: known(3),
            involuntary: known(4),
            voluntary: known(5),
            major_faults: known(6),
        };
        Self { nth: word(&bytes, 0), wall_ns: word(&bytes, 1), used }
    }
}

/// The `i`th eight bytes as a number.
fn word(bytes: &[u8], i: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[8 * i..][..8]);
    u64::from_ne_bytes(word)
}

impl HostTask {
    /// Serves blocks until the parent closes the socket.
    ///
    /// Standard input is the page's file and standard output the socket; the library sees neither.
    ///
    /// # Errors
    /// When the parent has ended, or is not the program that speaks this protocol.
    pub fn serve(&self) -> io::Result<()> {
        confine::die_with(self.parent)?;
        confine::limit(self.memory_limit)?;
        confine::die_of_faults();
        let (page, mut socket) = take_over_standard_streams()?;
        let function = match Function::load(&self.path, &self.symbol, self.flags) {
            Ok(function) => function,
            Err(why) => return say(&mut socket, &Hello::Failed(why)),
        };
        let findings = self.probe.then(|| probe(&function));
        say(&mut socket, &Hello::Ready { pid: std::process::id(), findings })?;
        let mut puzzles = Puzzles::with_capacity(Order::THREE, super::page::ROOM);
        let mut order = [0; ORDER_BYTES];
        while read_or_end(&mut socket, &mut order)? {
            let (nth, len) = (word(&order, 0), word(&order, 1) as usize);
            let times = self.solve(function, &page, &mut puzzles, nth, len);
            socket.write_all(&times.to_bytes())?;
        }
        Ok(())
    }

    fn solve(
        &self,
        function: Function,
        page: &Page,
        puzzles: &mut Puzzles,
        nth: u64,
        len: usize,
    ) -> Times {
        // Copying brings the cells into this processor's cache, clearing the answers' memory too:
        // the clock must not see what lies between two processes.
        puzzles.clear();
        for i in 0..len {
            puzzles.push(&page.read_puzzle(i)[..Order::THREE.cells()]);
        }
        page.clear(len);
        let block = puzzles.block();
        let before = of_this_thread();
        let start = Instant::now();
        function.call_each(&block, self.limit, page.room(), page.at(), |i, count, guesses| {
            let guesses = if guesses == UNTOUCHED { 0 } else { guesses };
            page.set(i, count as u64, guesses as u64);
        });
        let wall_ns = start.elapsed().as_nanos() as u64;
        let used = of_this_thread().since(before);
        page.at().store(len as u32, Relaxed);
        Times { nth, wall_ns, used }
    }
}

/// Takes page and socket out of the standard streams and leaves the library harmless ones: nothing
/// to read, and prints go where stderr goes.
fn take_over_standard_streams() -> io::Result<(Page, UnixStream)> {
    let apart = |stream: rustix::fd::BorrowedFd<'_>| -> io::Result<OwnedFd> {
        Ok(rustix::io::fcntl_dupfd_cloexec(stream, 3)?)
    };
    let page = File::from(apart(io::stdin().as_fd())?);
    let socket = UnixStream::from(apart(io::stdout().as_fd())?);
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok((Page::open(&page)?, socket))
}

fn say(socket: &mut UnixStream, hello: &Hello) -> io::Result<()> {
    let mut line = serde_json::to_vec(hello)?;
    line.push(b'\n');
    socket.write_all(&line)
}

/// Fills the buffer; `false` when the parent has closed its end.
fn read_or_end(socket: &mut UnixStream, buffer: &mut [u8]) -> io::Result<bool> {
    match socket.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_survive_the_socket() {
        let used = Used { cpu_ns: Some(3), voluntary: Some(0), ..Used::UNKNOWN };
        let times = Times { nth: 1, wall_ns: u64::MAX, used };
        assert_eq!(Times::from_bytes(times.to_bytes()), times);
    }
}
