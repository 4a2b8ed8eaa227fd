//! One process a puzzle, for programs that read one, print something and end.
//!
//! The processes are started by a child of ours that stays, so that starting one does not mean
//! copying this process, and that nothing they leave behind outlives it.

use std::io::{self, BufRead, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitCode, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::command::UserCommand;
use super::death::Death;
use super::grid;
use super::lines::trivial;
use super::output::{Excerpt, Output};
use super::pipes::{Bounds, Until};
use super::printed::{self, Printed};
use super::recipe::Input;
use super::script;
use super::supervisor::{self, clear_away, look_after_all};
use super::talk::{Ended, Talk};
use super::usage::{Usage, used_by_children};
use crate::foreign::task::OnceTask;
use crate::puzzle::{Block, Order};
use crate::solver::{Answers, Clocked, Goal, Ready, Search, Solver, SolverError, Stop, Used};

/// Bytes of a report at most: a grid of 2401 cells, or excerpts whose bytes take up to six each.
const REPORT: usize = 16 << 10;

/// Exit codes of a shell that does not find a program, and of one that cannot run it.
const NOT_FOUND: i32 = 127;
const MAY_NOT_RUN: i32 = 126;

/// A program that has run for this long has been found by the shell; or for a quarter of the time
/// for opening, which is half of the budget, if that is less.
const FOUND: Duration = Duration::from_secs(5);

/// How long that child may take to start.
const UP: Duration = Duration::from_secs(60);

/// A puzzle for a process.
#[derive(Debug, Serialize, Deserialize)]
struct Question {
    /// As the program reads it.
    input: String,
    /// Canonical cells.
    cells: String,
}

/// How one process fared.
#[derive(Debug, Serialize, Deserialize)]
struct Report {
    /// From before its start until it had ended and its output too.
    wall_ns: u64,
    cpu_ns: u64,
    peak_rss_bytes: u64,
    /// As the system packs it.
    status: i32,
    printed: Printed,
    excerpt: Excerpt,
}

impl OnceTask {
    /// Runs a process for every line of JSON text on standard input, and reports on each. An empty
    /// line is given back: the parent sends it to learn that the child is ready.
    ///
    /// # Errors
    /// When the parent has ended, or a process cannot be started.
    pub fn serve(&self) -> io::Result<ExitCode> {
        look_after_all(self.parent)?;
        for line in io::stdin().lock().lines() {
            let line = line?;
            let mut report = Vec::new();
            if !line.is_empty() {
                let question: Question = serde_json::from_str(&line)?;
                serde_json::to_writer(&mut report, &self.run(&question)?)?;
            }
            report.push(b'\n');
            let mut out = io::stdout().lock();
            out.write_all(&report)?;
            out.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn run(&self, question: &Question) -> io::Result<Report> {
        let puzzle = question.cells.as_bytes();
        let order = Order::from_cells(puzzle.len()).ok_or(io::ErrorKind::InvalidData)?;
        let mut command = self.program.command(self.memory_limit)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let before = used_by_children();
        let start = Instant::now();
        let mut process = supervisor::spawn(&mut command)?;
        if let Some(mut stdin) = process.stdin.take() {
            let _ = stdin.write_all(question.input.as_bytes()); // it need not read it
        }
        let output = process.stdout.take().map_or_else(|| Ok(Output::default()), Output::of)?;
        let status = supervisor::wait_for(&mut process)?;
        let wall_ns = start.elapsed().as_nanos() as u64;
        let Usage { cpu_ns, peak_rss_bytes } = used_by_children();
        clear_away();
        Ok(Report {
            wall_ns,
            cpu_ns: cpu_ns - before.cpu_ns,
            peak_rss_bytes,
            status: status.into_raw(),
            printed: printed::read(&output.kept(), puzzle, order),
            excerpt: output.excerpt(),
        })
    }
}

/// A solver that is a new process for each puzzle.
pub struct OnceSolver {
    shared: Arc<UserCommand>,
    order: Order,
    goal: Goal,
    talk: Option<Talk>,
}

impl OnceSolver {
    /// A solver whose processes begin with the first block.
    pub fn new(shared: Arc<UserCommand>, order: Order, goal: Goal) -> Self {
        Self { shared, order, goal, talk: None }
    }

    /// The child that starts the processes, seen to be up: no puzzle pays for its start.
    fn talk(&mut self, stop: &Stop) -> Result<Option<&mut Talk>, SolverError> {
        if self.talk.is_none() {
            let mut talk = self.shared.start(self.goal)?;
            let deadline = Some(Instant::now() + UP);
            let bounds = Bounds { until: Until::Lines(1), most: 1, stop, deadline };
            match talk.exchange(b"\n", &mut Vec::new(), &bounds) {
                Ok(()) => {}
                Err(Ended::Faulty(why)) => return Err(self.shared.cannot_start(why)),
                Err(Ended::Stopped) => return Ok(None),
                Err(Ended::Late) => {
                    let why = format!("its supervisor had not started after {} s", UP.as_secs());
                    return Err(self.shared.cannot_start(why));
                }
            }
            self.talk = Some(talk);
        }
        Ok(self.talk.as_mut())
    }

    fn ask(&mut self, cells: &[u8], stop: &Stop) -> Result<Result<Report, Ended>, SolverError> {
        let request = request(self.shared.recipe.input, cells, self.order);
        let bounds = Bounds { until: Until::Lines(1), most: REPORT, stop, deadline: None };
        let mut reply = Vec::new();
        let Some(talk) = self.talk(stop)? else { return Ok(Err(Ended::Stopped)) };
        let asked = talk.exchange(&request, &mut reply, &bounds);
        if asked.is_err() {
            self.talk = None;
        }
        Ok(asked.and_then(|()| {
            serde_json::from_slice(&reply).map_err(|error| Ended::Faulty(error.to_string()))
        }))
    }
}

/// Has the command run once, on a trivial puzzle, to see that the shell finds it. What it prints
/// does not matter yet, nor that it may take long.
///
/// # Errors
/// When there is no such program, or it may not be run.
pub fn ensure_it_runs(shared: &UserCommand) -> Result<(), SolverError> {
    let order = *shared.recipe.orders.start();
    let mut talk = shared.start(Goal::First)?;
    let request = request(shared.recipe.input, &trivial(order), order);
    let open_by = shared.confinement.open_by;
    let left = open_by.map(|by| by.saturating_duration_since(Instant::now()));
    let deadline = Some(Instant::now() + left.map_or(FOUND, |left| FOUND.min(left / 4)));
    talk.hurry(deadline);
    let bounds = Bounds { until: Until::Lines(1), most: REPORT, stop: &Stop::never(), deadline };
    let mut reply = Vec::new();
    match talk.exchange(&request, &mut reply, &bounds) {
        Err(Ended::Faulty(why)) => return Err(shared.cannot_start(why)),
        Err(Ended::Stopped | Ended::Late) => return Ok(()),
        Ok(()) => {}
    }
    let Ok(report) = serde_json::from_slice::<Report>(&reply) else { return Ok(()) };
    let status = ExitStatus::from_raw(report.status);
    if !matches!(status.code(), Some(NOT_FOUND | MAY_NOT_RUN)) {
        return Ok(());
    }
    let why = Death { status: Some(status), stderr_tail: talk.stderr_tail() }.to_string();
    Err(shared.cannot_start(script::with_remedy(&shared.recipe.command, why)))
}

/// A puzzle, as the child that starts the processes takes it.
fn request(input: Input, cells: &[u8], order: Order) -> Vec<u8> {
    let input = match input {
        Input::Numbers => grid::numbers(cells, order),
        Input::Line => format!("{}\n", String::from_utf8_lossy(cells)),
    };
    let cells = String::from_utf8_lossy(cells).into_owned();
    let mut request = serde_json::to_vec(&Question { input, cells }).expect("two strings");
    request.push(b'\n');
    request
}

impl Solver for OnceSolver {
    fn prepare(&mut self, stop: &Stop) -> Result<Ready, SolverError> {
        Ok(if self.talk(stop)?.is_some() { Ready::Up } else { Ready::Stopped })
    }

    fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        let (mut ns, mut cpu_ns) = (0, Some(0));
        for (i, cells) in block.iter().enumerate() {
            let start = Instant::now();
            match self.ask(cells, stop)? {
                Ok(report) => {
                    ns += report.wall_ns;
                    cpu_ns = cpu_ns.map(|sum| sum + report.cpu_ns);
                    self.shared.note_peak(Some(report.peak_rss_bytes));
                    self.take(&report, i, ns, answers)?;
                }
                Err(Ended::Faulty(why)) => {
                    let ns = ns + start.elapsed().as_nanos() as u64;
                    return Err(self.shared.crashed(i, why, ns));
                }
                Err(Ended::Stopped | Ended::Late) => {
                    ns += start.elapsed().as_nanos() as u64;
                    cpu_ns = None; // that process has not been waited for
                    (i..block.len()).for_each(|i| answers.set(i, 0, 0, Search::Incomplete));
                    break;
                }
            }
        }
        Ok(Clocked::BySolver { ns, used: Used::cpu(cpu_ns) })
    }

    fn peak_rss_bytes(&self) -> Option<u64> {
        self.shared.peak()
    }
}

impl OnceSolver {
    /// Answers with what a process printed. One that ended well without a grid claimed nothing.
    fn take(
        &self,
        report: &Report,
        i: usize,
        ns: u64,
        answers: &mut Answers,
    ) -> Result<(), SolverError> {
        let status = ExitStatus::from_raw(report.status);
        match &report.printed {
            Printed::Grid(cells) => {
                answers.solution_mut(i).copy_from_slice(cells.as_bytes());
                answers.set(i, 1, 0, Search::Complete);
            }
            // Many a program says so with its exit code, too.
            Printed::NoSolution if status.code().is_some() => {
                answers.set(i, 0, 0, Search::Complete);
            }
            Printed::GaveUp if status.success() => answers.set(i, 0, 0, Search::Incomplete),
            _ => {
                let stderr_tail = self.talk.as_ref().map(Talk::stderr_tail).unwrap_or_default();
                let death = Death { status: Some(status), stderr_tail };
                let why = format!("no grid in its output ({death}); {}", report.excerpt);
                return Err(match status.success() {
                    true => self.shared.no_answer(i, why, ns),
                    false => self.shared.crashed(i, why, ns),
                });
            }
        }
        Ok(())
    }
}
