//! The child of a launch: loads every solver, warms them up, measures, and writes down what it
//! finds as it comes.

use std::fs::File;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::fd::{AsFd, BorrowedFd};

use super::message::{LaunchSetup, LaunchTask, Message, Party};
use super::perform::Launch;
use crate::builtin;
use crate::dataset::Dataset;
use crate::foreign::process::confine;
use crate::foreign::process::confine::Confinement;
use crate::foreign::renamed::Renamed;
use crate::foreign::spec;
use crate::puzzle::seed::mix;
use crate::run::drive::observe::{Next, Observer, RoundReport};
use crate::run::judge::trust::Trust;
use crate::run::work::phase::RunError;
use crate::run::work::turn::quiet_solver_panics;
use crate::run::work::warm::StartUp;
use crate::solver::{Backend, SolverError};

/// Runs a launch, as its parent wrote it.
///
/// # Errors
/// When it was not written by this version of the program. Its supervisor has tied it to itself.
pub(crate) fn serve(text: &str) -> io::Result<ExitCode> {
    let setup: LaunchSetup = serde_json::from_str(text)?;
    confine::limit(setup.memory_limit)?;
    confine::die_of_faults();
    let (file, sender) = take_over_standard_streams()?;
    quiet_solver_panics();
    let loaded = match load(&setup, &sender) {
        Ok(loaded) => loaded,
        Err(error) => {
            sender.say(&Message::Refused(error.to_string()))?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    let dataset = Dataset::take_over(file, setup.dataset.clone())?;
    let outcome = work(&setup, &dataset, &loaded, &sender);
    sender.say(&match outcome {
        Ok(last) => last,
        Err(error) => Message::Failed(with_causes(&error)),
    })?;
    // The libraries' own exit handlers are nothing that a launch waits for.
    Ok(ExitCode::SUCCESS)
}

fn work(
    setup: &LaunchSetup,
    dataset: &Dataset,
    loaded: &Loaded,
    sender: &Sender,
) -> Result<Message, RunError> {
    let overdue = |backend: usize| {
        if loaded.backends.get(backend).is_some_and(|one| !one.abilities().cancellable) {
            // The parent ends this process; where the message cannot be sent, the parent has ended.
            let _ = sender.say(&Message::Overdue { backend });
        }
    };
    let trust = Trust::new(builtin::trusted()).continuing(setup.recounts.clone());
    let launch = Launch {
        subject: &setup.subject,
        dataset,
        backends: loaded.backends.iter().map(|backend| &**backend).collect(),
        trust: &trust,
        interrupted: &AtomicBool::new(false),
        overdue: &overdue,
        end_in_ns: setup.end_in_ns,
    };
    match &setup.task {
        LaunchTask::Calibrate => Ok(Message::Calibrated(launch.calibrate()?)),
        LaunchTask::Measure(course, start) => {
            let mut observer =
                SendingObserver { sender, load_ns: &loaded.load_ns, is_wrong: false };
            let found = launch.measure(course, *start, &mut observer)?;
            Ok(Message::End(found.incidents, trust.recounts(), found.paused))
        }
    }
}

/// The solvers of a launch, by the index that records use.
struct Loaded {
    backends: Vec<Box<dyn Backend>>,
    /// Wall time that loading each took.
    load_ns: Vec<u64>,
}

/// Loads the solvers in an order that is drawn: what is loaded first has other addresses.
fn load(setup: &LaunchSetup, sender: &Sender) -> Result<Loaded, SolverError> {
    let nth = match &setup.task {
        LaunchTask::Calibrate => u64::MAX,
        LaunchTask::Measure(_, start) => start.nth,
    };
    let mut order: Vec<usize> = (0..setup.parties.len()).collect();
    if mix(setup.subject.seed, nth) % 2 == 1 {
        order.reverse();
    }
    let confinement = Confinement { isolate: false, ..Confinement::default() };
    let mut loaded: Vec<Option<(Box<dyn Backend>, u64)>> =
        setup.parties.iter().map(|_| None).collect();
    for at in order {
        let Party { name, spec, timeout_ns } = &setup.parties[at];
        // Where the message cannot be sent, the parent has ended, and this process ends with it.
        let _ = sender.say(&Message::Loading { backend: at });
        let begun = Instant::now();
        let backend = spec::parse_confined(spec, &confinement)?;
        let backend: Box<dyn Backend> = match backend.id() == name && timeout_ns.is_none() {
            true => backend,
            false => {
                let timeout = timeout_ns.map(Duration::from_nanos);
                Box::new(Renamed::new(name.clone(), backend).limited(timeout))
            }
        };
        loaded[at] = Some((backend, begun.elapsed().as_nanos() as u64));
    }
    let _ = sender.say(&Message::Loaded);
    let (backends, load_ns) = loaded.into_iter().flatten().unzip();
    Ok(Loaded { backends, load_ns })
}

/// Where the child speaks to its parent.
struct Sender(Mutex<File>);

impl Sender {
    fn say(&self, message: &Message) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write_all(&line)
    }
}

/// Passes on what a launch finds.
struct SendingObserver<'a> {
    sender: &'a Sender,
    load_ns: &'a [u64],
    /// Whether a wrong answer was seen.
    is_wrong: bool,
}

impl Observer for SendingObserver<'_> {
    fn started(&mut self, start_ups: &[StartUp]) -> io::Result<()> {
        let with_load = start_ups.iter().zip(self.load_ns);
        let all = with_load.map(|(one, ns)| StartUp { load_ns: one.load_ns + ns, ..*one });
        self.sender.say(&Message::Ready(all.collect()))
    }

    fn round(&mut self, report: &RoundReport, _: f64) -> io::Result<Next> {
        self.sender.say(&Message::Round(report.records.clone()))?;
        // One wrong answer decides, however long it goes on; but a comparison needs a pair of
        // rounds.
        self.is_wrong |= report.records.iter().any(|r| r.outcomes.wrong > 0 || r.disputed > 0);
        let is_pair = report.records.first().is_some_and(|record| record.round % 2 == 1);
        Ok(if self.is_wrong && is_pair { Next::Enough } else { Next::Continue })
    }
}

/// Takes the dataset and the pipe out of the standard streams and leaves the libraries harmless
/// ones: nothing to read, and prints go where stderr goes.
fn take_over_standard_streams() -> io::Result<(File, Sender)> {
    let apart = |stream: BorrowedFd<'_>| -> io::Result<File> {
        Ok(File::from(rustix::io::fcntl_dupfd_cloexec(stream, 3)?))
    };
    let file = apart(io::stdin().as_fd())?;
    let sender = Sender(Mutex::new(apart(io::stdout().as_fd())?));
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok((file, sender))
}

fn with_causes(error: &RunError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(one) = cause {
        text = format!("{text}: {one}");
        cause = one.source();
    }
    text
}
