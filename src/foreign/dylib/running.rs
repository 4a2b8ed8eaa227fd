//! One child process with a library in it, as its parent sees it.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::Stdio;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::belief::{Belief, Exchange};
use super::call::returned;
use super::host::{Hello, ORDER_BYTES, TIMES_BYTES, Times};
use super::page::Page;
use super::probe::ProbeFindings;
use crate::foreign::process::child::{Confined, Ending, with_remedy};
use crate::foreign::process::confine::{Confinement, LATE};
use crate::foreign::process::usage;
use crate::foreign::task::{HostTask, Program, SupervisorTask, Task};
use crate::puzzle::Block;
use crate::solver::{Answers, Search, Stop};

/// How long a library may take to load and to answer the probe's puzzles.
const START: Duration = Duration::from_secs(30);
/// Empty exchanges that measure the cost of a pipe.
const PIPES: usize = 8;
/// Time after which a worker that waits for its child looks at the stop signal.
const LOOK: Duration = Duration::from_millis(5);

/// A child that waits for a block, or solves one.
pub(super) struct Running {
    /// The process that looks after the child and all it starts.
    confined: Confined,
    /// The child's process id, once it is up.
    pid: u32,
    socket: UnixStream,
    page: Page,
    /// Messages sent so far.
    nth: u64,
    /// What the child has said so far of being up, and since when that is waited for.
    hello: Vec<u8>,
    since: Instant,
    memory_limit: Option<u64>,
    /// What is thought of its clock.
    belief: Belief,
}

/// Why there are no all answers to a block.
pub(super) enum Lost {
    /// The stop sign was raised; the child is dead.
    Stopped {
        /// Wall nanoseconds until then.
        wall_ns: u64,
        /// CPU nanoseconds of its process until then, where the system reports it.
        cpu_ns: Option<u64>,
    },
    /// The child died by itself.
    Died {
        /// Index of the puzzle in hand.
        at: usize,
        /// Signal or exit code, and its last words.
        why: String,
        /// Wall nanoseconds until then.
        wall_ns: u64,
    },
}

impl Running {
    /// Starts a child, which then loads the library by itself.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub(super) fn start(confinement: &Confinement, host: HostTask) -> Result<Self, String> {
        Self::spawn(confinement, host)
            .map_err(|error| format!("no child process: {}", with_remedy(error)))
    }

    /// Waits until the child has loaded the library, and says what it found out about it; nothing
    /// once the stop sign is raised.
    ///
    /// # Errors
    /// What went wrong, in words; also where it is not up `by` then.
    pub(super) fn up(
        &mut self,
        stop: &Stop,
        by: Option<Instant>,
    ) -> Result<Option<Option<ProbeFindings>>, String> {
        self.confined.hurry(by);
        match self.hello(stop, by) {
            Ok(None) => Ok(None),
            Ok(Some(Hello::Ready { pid, findings })) => {
                self.pid = pid;
                self.belief = self.calibrated();
                Ok(Some(findings))
            }
            Ok(Some(Hello::Failed(why))) => Err(why),
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                let waited = self.since.elapsed();
                let why = if waited < START { format!(", {LATE}") } else { String::new() };
                Err(format!("the library was not ready within {:.1} s{why}", waited.as_secs_f64()))
            }
            Err(_) => {
                let death = self.confined.end_of(stop);
                let limit = self.memory_limit.map_or(String::new(), |bytes| {
                    format!(" (under a memory limit of {} MiB)", bytes >> 20)
                });
                Err(format!("its process ended while it was loaded and probed{limit}: {death}"))
            }
        }
    }

    fn spawn(confinement: &Confinement, host: HostTask) -> io::Result<Self> {
        let (page, file) = Page::create()?;
        let (socket, other_end) = UnixStream::pair()?;
        socket.set_read_timeout(Some(LOOK))?;
        let memory_limit = host.memory_limit;
        let parent = std::process::id();
        let looked_after =
            SupervisorTask { parent, memory_limit: None, program: Program::Library(host) };
        let mut command = Task::Supervisor(looked_after).command(&confinement.program)?;
        command.envs(confinement.variables());
        command.stdin(file).stdout(Stdio::from(OwnedFd::from(other_end)));
        let confined = Confined::start(command, Ending::Supervisor)?;
        let (hello, since, belief) = (Vec::new(), Instant::now(), Belief::new(&[]));
        Ok(Self { confined, pid: 0, socket, page, nth: 0, belief, hello, since, memory_limit })
    }

    fn hello(&mut self, stop: &Stop, by: Option<Instant>) -> io::Result<Option<Hello>> {
        while self.hello.last() != Some(&b'\n') {
            let mut byte = [0];
            match self.socket.read(&mut byte) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(_) => self.hello.push(byte[0]),
                Err(error) if is_timeout(&error) => {
                    if stop.is_raised() {
                        return Ok(None);
                    }
                    let is_late = by.is_some_and(|by| Instant::now() >= by);
                    if is_late || self.since.elapsed() >= START {
                        return Err(ErrorKind::TimedOut.into());
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Some(serde_json::from_slice(&self.hello)?))
    }

    /// What exchanges about nothing cost. A child that died meanwhile is noticed at its first
    /// block.
    fn calibrated(&mut self) -> Belief {
        let pipes: Vec<Exchange> = (0..PIPES).map_while(|_| self.empty_exchange()).collect();
        Belief::new(&pipes)
    }

    fn empty_exchange(&mut self) -> Option<Exchange> {
        let cpu_start = usage::cpu_ns(self.pid);
        let start = Instant::now();
        self.ask(0).and_then(|()| self.wait(&Stop::never())).ok()?;
        let wall_ns = start.elapsed().as_nanos() as u64;
        Some(Exchange { wall_ns, cpu_ns: self.cpu_ns_since(cpu_start), puzzles: 0 })
    }

    /// The child's CPU time since then, by the system's account.
    fn cpu_ns_since(&self, start: Option<u64>) -> Option<u64> {
        let now = usage::cpu_ns(self.pid);
        now.zip(start).map(|(now, start)| now.saturating_sub(start))
    }

    /// What the child claimed of its own time that cannot be, once it was found out.
    pub(super) fn lie(&self) -> Option<&str> {
        self.belief.lie()
    }

    /// Has the child solve a block of at most [`ROOM`](super::page::ROOM) puzzles; their answers
    /// go to `answers` from index `from`, as many as there are.
    ///
    /// # Errors
    /// When the child was stopped or died: it is dead then, and `answers` has what it had decided.
    pub(super) fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        from: usize,
        answers: &mut Answers,
    ) -> Result<Times, Lost> {
        let bytes = block.len() * block.order().stride();
        self.page.write_puzzles(&block.bytes()[..bytes]);
        self.page.at().store(0, Relaxed);
        let cpu_start = usage::cpu_ns(self.pid);
        let start = Instant::now();
        let reply = self.ask(block.len()).and_then(|()| self.wait(stop));
        let wall_ns = start.elapsed().as_nanos() as u64;
        match reply {
            Ok(Some(times)) => {
                let (cpu_ns, puzzles) = (self.cpu_ns_since(cpu_start), block.len() as u64);
                self.collect(block.len(), from, answers);
                Ok(self.belief.weigh(Exchange { wall_ns, cpu_ns, puzzles }, times))
            }
            Ok(None) => {
                let cpu_ns = self.cpu_ns_since(cpu_start);
                self.confined.kill();
                self.collect(self.at(block.len()), from, answers);
                Err(Lost::Stopped { wall_ns, cpu_ns })
            }
            Err(error) => {
                let death = self.confined.end_of(stop);
                let at = self.at(block.len());
                self.collect(at, from, answers);
                if death.status.is_none() && stop.is_raised() {
                    return Err(Lost::Stopped { wall_ns, cpu_ns: None }); // how it ended is not known
                }
                let why = match error.kind() {
                    ErrorKind::InvalidData => format!("{error}; {death}"),
                    _ => death.to_string(),
                };
                Err(Lost::Died { at: at.min(block.len() - 1), why, wall_ns })
            }
        }
    }

    /// Most memory the child has had resident, in bytes.
    pub(super) fn peak_rss_bytes(&self) -> Option<u64> {
        self.confined.peak_rss_bytes()
    }

    fn ask(&mut self, len: usize) -> io::Result<()> {
        self.nth += 1;
        let mut order = [0; ORDER_BYTES];
        order[..8].copy_from_slice(&self.nth.to_ne_bytes());
        order[8..].copy_from_slice(&(len as u64).to_ne_bytes());
        self.socket.write_all(&order)
    }

    /// The child's reply, or nothing once the stop sign is raised.
    fn wait(&mut self, stop: &Stop) -> io::Result<Option<Times>> {
        let mut bytes = [0; TIMES_BYTES];
        let mut have = 0;
        while have < TIMES_BYTES {
            match self.socket.read(&mut bytes[have..]) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(len) => have += len,
                Err(error) if is_timeout(&error) => {
                    if stop.is_raised() {
                        return Ok(None);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        let times = Times::from_bytes(bytes);
        if times.nth != self.nth {
            let why = format!("its process answered message {}, not {}", times.nth, self.nth);
            return Err(io::Error::new(ErrorKind::InvalidData, why));
        }
        Ok(Some(times))
    }

    fn at(&self, len: usize) -> usize {
        (self.page.at().load(Relaxed) as usize).min(len)
    }

    /// Copies the first `len` answers from the page.
    fn collect(&mut self, len: usize, from: usize, answers: &mut Answers) {
        let stride = answers.order().stride();
        self.page.read_solutions(&mut answers.solutions_mut()[from * stride..][..len * stride]);
        for i in 0..len {
            let (count, guesses) = self.page.get(i);
            let count = returned(count);
            answers.set(from + i, count, guesses, Search::Complete);
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
