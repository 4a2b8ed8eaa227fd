//! A child's standard input and output, written and read at the same time, so that neither side
//! ever waits for the other with a full pipe.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::child::Confined;
use crate::solver::Stop;

/// Time after which a wait looks at the stop signal.
const LOOK: Duration = Duration::from_millis(5);
/// Bytes read at once.
const CHUNK: usize = 64 << 10;

/// Our ends of a child's pipes.
pub(super) struct Pipes {
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// What ends the child's lines: a newline, or a carriage return alone.
    line_end: u8,
}

/// When an exchange is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// So many lines have come back; the input stays open.
    Lines(usize),
    /// The output has ended; the input is closed behind its last byte.
    End,
}

/// Why an exchange was given up.
#[derive(Debug)]
pub(super) enum Broken {
    /// The stop sign was raised.
    Stopped,
    /// Time ran out.
    Late,
    /// The child closed its output too early.
    Closed,
    /// The child printed more than it was asked for.
    Flood,
    /// The system failed us.
    Failed(io::Error),
}

/// Limits of an exchange.
pub struct Bounds<'a> {
    /// When it is over.
    pub until: Until,
    /// Most bytes that may come back.
    pub most: usize,
    /// Ends it early.
    pub stop: &'a Stop,
    /// Ends it at that time.
    pub deadline: Option<Instant>,
}

impl Pipes {
    /// Takes the pipes of a child that was started with both.
    ///
    /// # Errors
    /// When it was not, or the system refuses.
    pub(super) fn of(child: &mut Confined) -> io::Result<Self> {
        let missing = || io::Error::other("the child was started without pipes");
        let stdin = child.take_stdin().ok_or_else(missing)?;
        let stdout = child.take_stdout().ok_or_else(missing)?;
        rustix::io::ioctl_fionbio(&stdin, true)?;
        rustix::io::ioctl_fionbio(&stdout, true)?;
        Ok(Self { stdin: Some(stdin), stdout, line_end: b'\n' })
    }

    /// Closes the child's input.
    pub(super) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Writes `input` and appends what comes back to `output`.
    ///
    /// # Errors
    /// When the bounds were reached before the exchange was over; `output` has what came until
    /// then.
    pub(super) fn exchange(
        &mut self,
        mut input: &[u8],
        output: &mut Vec<u8>,
        bounds: &Bounds<'_>,
    ) -> Result<(), Broken> {
        let begin = output.len();
        let mut lines = 0;
        // Anything that came unasked would be taken for the answers to come.
        if !self.read(output)? {
            return Err(Broken::Closed);
        }
        if self.line_end == b'\r' && output[begin..] == *b"\n" {
            self.line_end = b'\n'; // only its second half was late
            output.truncate(begin);
        }
        if output.len() > begin && bounds.until != Until::End {
            return Err(Broken::Flood);
        }
        loop {
            if input.is_empty() && bounds.until == Until::End {
                self.close_input();
            }
            let idle = !self.wait(!input.is_empty())?;
            if idle || bounds.deadline.is_some() {
                bounds.check()?;
            }
            self.write(&mut input)?;
            let seen = output.len();
            let open = self.read(output)?;
            lines += memchr::memchr_iter(self.line_end, &output[seen..]).count();
            match bounds.until {
                Until::Lines(wanted) if idle && is_returned(&output[begin..], wanted) => {
                    self.line_end = b'\r';
                    return Ok(());
                }
                Until::Lines(wanted) if lines >= wanted => {
                    let clean = lines == wanted && output.last() == Some(&self.line_end);
                    return if clean { Ok(()) } else { Err(Broken::Flood) };
                }
                Until::End if !open => return Ok(()),
                _ if output.len() - begin > bounds.most => return Err(Broken::Flood),
                _ if !open => return Err(Broken::Closed),
                _ => {}
            }
        }
    }

    /// Waits until there is something to do, and says whether there is.
    fn wait(&self, writing: bool) -> Result<bool, Broken> {
        let patience = Timespec { tv_sec: 0, tv_nsec: LOOK.subsec_nanos().into() };
        let mut fds = vec![PollFd::from_borrowed_fd(self.stdout.as_fd(), PollFlags::IN)];
        if let Some(stdin) = self.stdin.as_ref().filter(|_| writing) {
            fds.push(PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::OUT));
        }
        match poll(&mut fds, Some(&patience)) {
            Ok(ready) => Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(Broken::Failed(error.into())),
        }
    }

    /// Writes what fits. A child that has closed its input may still answer.
    fn write(&mut self, input: &mut &[u8]) -> Result<(), Broken> {
        let Some(stdin) = self.stdin.as_mut().filter(|_| !input.is_empty()) else {
            *input = &[];
            return Ok(());
        };
        match stdin.write(input) {
            Ok(len) => *input = &input[len..],
            Err(error) if error.kind() == ErrorKind::BrokenPipe => *input = &[],
            Err(error) if is_transient(&error) => {}
            Err(error) => return Err(Broken::Failed(error)),
        }
        Ok(())
    }

    /// Reads what is there, and says whether more may come.
    fn read(&mut self, output: &mut Vec<u8>) -> Result<bool, Broken> {
        let len = output.len();
        output.resize(len + CHUNK, 0);
        let result = self.stdout.read(&mut output[len..]);
        output.truncate(len + *result.as_ref().unwrap_or(&0));
        match result {
            Ok(read) => Ok(read > 0),
            Err(error) if is_transient(&error) => Ok(true),
            Err(error) => Err(Broken::Failed(error)),
        }
    }
}

impl Bounds<'_> {
    fn check(&self) -> Result<(), Broken> {
        if self.stop.is_raised() {
            return Err(Broken::Stopped);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Broken::Late),
            _ => Ok(()),
        }
    }
}

/// Returns true if so many lines have come whose ends are carriage returns alone.
fn is_returned(output: &[u8], wanted: usize) -> bool {
    output.last() == Some(&b'\r')
        && !output.contains(&b'\n')
        && memchr::memchr_iter(b'\r', output).count() == wanted
}

fn is_transient(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::super::child::Ending;
    use super::*;

    fn talk(script: &str, input: &[u8], until: Until) -> (Result<(), Broken>, Vec<u8>) {
        talk_at_most(None, script, input, until)
    }

    fn talk_at_most(
        patience: Option<Duration>,
        script: &str,
        input: &[u8],
        until: Until,
    ) -> (Result<(), Broken>, Vec<u8>) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = Confined::start(command, Ending::Kill).expect("a shell is everywhere");
        let mut pipes = Pipes::of(&mut child).expect("both piped");
        let deadline = patience.map(|patience| Instant::now() + patience);
        let mut output = Vec::new();
        let bounds = Bounds { until, most: 10_000_000, stop: &Stop::never(), deadline };
        (pipes.exchange(input, &mut output, &bounds), output)
    }

    #[test]
    fn megabytes_go_both_ways_without_a_deadlock() {
        let input = b"0123456789abcde\n".repeat(250_000);
        let (result, output) = talk("cat", &input, Until::Lines(250_000));
        assert!(result.is_ok() && output == input, "{result:?}");
        let (result, output) = talk("cat", &input, Until::End);
        assert!(result.is_ok() && output == input, "{result:?}");
    }

    #[test]
    fn each_way_to_break_an_exchange_has_its_name() {
        let broken = |script: &str, until| {
            talk(&format!("read x; {script}"), b"x\n", until).0.expect_err(script)
        };
        assert!(matches!(broken("printf 'a\\nb\\n'; sleep 1000", Until::Lines(1)), Broken::Flood));
        assert!(matches!(broken("printf half", Until::Lines(1)), Broken::Closed));
        assert!(matches!(broken("exit 1", Until::Lines(1)), Broken::Closed));
        assert!(matches!(broken("yes | tr -d '\\n'", Until::Lines(1)), Broken::Flood));
        let patience = Some(Duration::from_millis(100));
        let (late, _) =
            talk_at_most(patience, "read x; printf half; sleep 1000", b"x\n", Until::Lines(1));
        assert!(matches!(late, Err(Broken::Late)), "{late:?}");
    }

    #[test]
    fn what_comes_unasked_is_no_answer() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo unasked; cat"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = Confined::start(command, Ending::Kill).expect("a shell is everywhere");
        let mut pipes = Pipes::of(&mut child).expect("both piped");
        while !pipes.wait(false).expect("polls") {}
        let (stop, mut output) = (Stop::never(), Vec::new());
        let bounds = Bounds { until: Until::Lines(1), most: 100, stop: &stop, deadline: None };
        let result = pipes.exchange(b"x\n", &mut output, &bounds);
        assert!(matches!(result, Err(Broken::Flood)), "{result:?}");
        assert_eq!(output, b"unasked\n");
    }
}
