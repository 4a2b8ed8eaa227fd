//! Opening solvers: what stands before the measurement, side by side, and within the budget.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Acquire, Ordering::Release};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;

use super::COULD_NOT_RUN;
use super::subjects::SolverChoice;
use crate::foreign::process::confine;
use crate::foreign::process::confine::Confinement;
use crate::foreign::renamed::Renamed;
use crate::foreign::spec;
use crate::solver::{Backend, SolverError};

/// Share of the budget above which the opening of solvers gets a remark.
const SHOWN: f64 = 0.05;

/// Solvers that are ready to be measured.
pub(super) struct Opened {
    /// In the order of their specifications.
    pub backends: Vec<Box<dyn Backend>>,
    /// Wall time it took.
    pub took: Duration,
}

/// Opens solvers within twice the budget and a puzzle's limit: side by side, but one after the
/// other where libraries are loaded into this process.
///
/// # Errors
/// The first that occurs: the other solvers are not waited for.
pub(super) fn open(
    wanted: &[SolverChoice],
    confinement: &Confinement,
    budget: Duration,
    timeout: Duration,
) -> anyhow::Result<Opened> {
    let begun = Instant::now();
    let limit = budget.saturating_mul(2).saturating_add(timeout);
    // A time that is too far away for the clock is none.
    let confinement = Confinement { open_by: begun.checked_add(limit), ..confinement.clone() };
    let each: Vec<Confined<'_>> = wanted.iter().map(|one| confined(one, &confinement)).collect();
    if let Some(one) = each.iter().find(|one| !one.confinement.isolate && one.has_its_own()) {
        bail!(
            "{}: with --no-isolate its library is in this process, so it can have no environment or \
             memory limit of its own; leave one of them out",
            one.choice.name()
        );
    }
    let backends = match confinement.isolate {
        true => side_by_side(&each)?,
        false => in_this_process(&each, limit)?,
    };
    Ok(Opened { backends, took: begun.elapsed() })
}

/// A solver and what its processes are put under.
#[derive(Clone)]
struct Confined<'a> {
    choice: &'a SolverChoice,
    confinement: Confinement,
}

fn confined<'a>(choice: &'a SolverChoice, common: &Confinement) -> Confined<'a> {
    let confinement = Confinement {
        memory_limit: choice.memory_limit.or(common.memory_limit),
        environment: choice.environment.clone(),
        ..common.clone()
    };
    Confined { choice, confinement }
}

impl Confined<'_> {
    fn has_its_own(&self) -> bool {
        let is_library = self.choice.spec.contains("dylib:");
        is_library && (!self.choice.environment.is_empty() || self.choice.memory_limit.is_some())
    }

    fn open(&self) -> Result<Box<dyn Backend>, SolverError> {
        let SolverChoice { spec, label, timeout, .. } = self.choice;
        let backend = spec::parse_confined(spec, &self.confinement)?;
        if label.is_none() && timeout.is_none() {
            return Ok(backend);
        }
        let renamed = Renamed::new(self.choice.name().to_owned(), backend);
        Ok(Box::new(renamed.limited(*timeout)))
    }
}

/// What is to be said of the time that opening took.
pub(super) fn remarkable(took: Duration, budget: Duration) -> Option<String> {
    (took > budget.mul_f64(SHOWN)).then(|| {
        let (took, budget) = (took.as_secs_f64(), budget.as_secs_f64());
        format!("opening the solvers took {took:.1} s of the budget of {budget:.1} s")
    })
}

type Tried = (usize, Result<Box<dyn Backend>, SolverError>);

fn side_by_side(solvers: &[Confined<'_>]) -> Result<Vec<Box<dyn Backend>>, SolverError> {
    let (sender, outcomes) = mpsc::channel::<Tried>();
    for (nth, solver) in solvers.iter().enumerate() {
        let (choice, confinement) = (solver.choice.clone(), solver.confinement.clone());
        let of_thread = sender.clone();
        let begun = thread::Builder::new().name("opening".to_owned()).spawn(move || {
            // There is no receiver after the first error.
            let _ = of_thread.send((nth, Confined { choice: &choice, confinement }.open()));
        });
        if begun.is_err() {
            // Without another thread it takes its turn in this one.
            let _ = sender.send((nth, solver.open()));
        }
    }
    drop(sender);
    let mut backends: Vec<Option<Box<dyn Backend>>> = solvers.iter().map(|_| None).collect();
    for (nth, outcome) in outcomes {
        backends[nth] = Some(outcome?);
    }
    Ok(backends.into_iter().flatten().collect())
}

/// A library that is loaded here cannot be stopped: what is left is to end with it.
fn in_this_process(
    solvers: &[Confined<'_>],
    limit: Duration,
) -> Result<Vec<Box<dyn Backend>>, SolverError> {
    let guard = Arc::new(Guard::default());
    let other = guard.clone();
    // Without a guard a library that hangs is ended by the user.
    if thread::Builder::new().name("guard".to_owned()).spawn(move || other.watch(limit)).is_ok() {
        guard.wait_until_ready();
    }
    let backends = solvers.iter().map(Confined::open).collect();
    guard.is_done.store(true, Release);
    backends
}

/// Ends the program where a library does not come up.
///
/// While a library is loaded, the loader's lock is held, and a thread that uses something of its
/// own for the first time waits for that lock. So the guard has used all that it uses before it is
/// ready.
#[derive(Default)]
struct Guard {
    is_ready: AtomicBool,
    is_done: AtomicBool,
}

/// Time between two looks of the guard.
const LOOK: Duration = Duration::from_millis(10);

impl Guard {
    fn watch(&self, limit: Duration) {
        let begun = Instant::now();
        let words = format!(
            "error: a library was not ready after {:.1} s, {}, or leave out --no-isolate: then the \
             library is named\n",
            limit.as_secs_f64(),
            confine::LATE
        );
        let _ = io::stderr().lock().flush();
        while !self.is_done.load(Acquire) {
            thread::sleep(LOOK);
            self.is_ready.store(true, Release);
            if begun.elapsed() > limit && !self.is_done.load(Acquire) {
                let _ = io::stderr().lock().write_all(words.as_bytes());
                confine::leave_at_once(COULD_NOT_RUN.into());
            }
        }
    }

    fn wait_until_ready(&self) {
        while !self.is_ready.load(Acquire) {
            thread::sleep(Duration::from_micros(100));
        }
    }
}
