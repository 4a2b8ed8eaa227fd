//! Workers that take one step at a time, all together.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a worker keeps its core while it waits for the next step, offering it to others all the
/// time. Steps follow each other within some microseconds as a rule, and waking a sleeper takes
/// longer than that.
const PATIENCE: Duration = Duration::from_micros(200);

/// Passes steps from one conductor to the workers.
///
/// Workers keep their state on their own stack, so that it need not be `Send`; the conductor only
/// passes steps, and a step is over when the last worker is through.
pub(crate) struct Crew<S> {
    workers: usize,
    state: Mutex<CrewState<S>>,
    /// The state's number, to be read without its lock.
    number: AtomicU64,
    /// A step was put up.
    begun: Condvar,
    /// The last worker is through with it.
    ended: Condvar,
}

/// The messages between the conductor and the workers.
struct CrewState<S> {
    /// Counts the steps put up.
    number: u64,
    /// The step to take; none to leave.
    step: Option<S>,
    /// Workers that are not through with it.
    busy: usize,
    panic: Option<Box<dyn Any + Send>>,
}

impl<S: Clone + Send> Crew<S> {
    /// A crew of so many workers.
    pub(crate) fn new(workers: usize) -> Self {
        Self {
            workers,
            state: Mutex::new(CrewState { number: 0, step: None, busy: 0, panic: None }),
            number: AtomicU64::new(0),
            begun: Condvar::new(),
            ended: Condvar::new(),
        }
    }

    /// Runs workers on every thread of the pool and `conduct` on the caller's, until `conduct` is
    /// through. `start` makes a worker's state once, by its number; `act` takes a step with it;
    /// `finish` gives what is left of it in the end.
    ///
    /// # Errors
    /// When the thread that waits for the workers cannot be started.
    ///
    /// # Panics
    /// When a worker panicked: with the worker's own panic.
    pub(crate) fn run<W, R: Send, T>(
        &self,
        pool: &rayon::ThreadPool,
        start: impl Fn(usize) -> W + Sync,
        act: impl Fn(&mut W, S) + Sync,
        finish: impl Fn(W) -> R + Sync,
        conduct: impl FnOnce(&Self) -> T,
    ) -> io::Result<(T, Vec<R>)> {
        std::thread::scope(|scope| {
            let workers = std::thread::Builder::new().spawn_scoped(scope, || {
                pool.broadcast(|context| {
                    let mut state = start(context.index());
                    self.follow(|step| act(&mut state, step));
                    finish(state)
                })
            })?;
            let outcome = catch_unwind(AssertUnwindSafe(|| conduct(self)));
            self.give_raw(None);
            let left = workers.join().unwrap_or_else(|panic| resume_unwind(panic));
            match outcome {
                Ok(outcome) => Ok((outcome, left)),
                Err(panic) => resume_unwind(panic),
            }
        })
    }

    /// Has every worker take a step, and waits for the last.
    pub(crate) fn give(&self, step: S) {
        if let Some(panic) = self.give_raw(Some(step)) {
            resume_unwind(panic);
        }
    }

    fn give_raw(&self, step: Option<S>) -> Option<Box<dyn Any + Send>> {
        let mut state = self.lock();
        state.number += 1;
        state.step = step;
        state.busy = self.workers;
        self.number.store(state.number, Ordering::Release);
        self.begun.notify_all();
        let through = self.ended.wait_while(state, |state| state.busy > 0);
        through.unwrap_or_else(PoisonError::into_inner).panic.take()
    }

    fn lock(&self) -> MutexGuard<'_, CrewState<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The step after the one of that number.
    fn next_step(&self, last: u64) -> Option<S> {
        let since = Instant::now();
        while self.number.load(Ordering::Acquire) == last && since.elapsed() < PATIENCE {
            std::thread::yield_now(); // the conductor may be waiting for this core
        }
        let begun = self.begun.wait_while(self.lock(), |state| state.number == last);
        begun.unwrap_or_else(PoisonError::into_inner).step.clone()
    }

    /// A worker that left early would keep the others waiting for ever, so a panic is kept for the
    /// conductor and the worker stays.
    fn follow(&self, mut act: impl FnMut(S)) {
        for last in 0.. {
            let step = self.next_step(last);
            let is_over = step.is_none();
            let outcome = step.map_or(Ok(()), |step| {
                // what the panic may have left half done is not looked at: the run ends
                catch_unwind(AssertUnwindSafe(|| act(step)))
            });
            let mut state = self.lock();
            if let Err(panic) = outcome {
                state.panic = Some(panic);
            }
            state.busy -= 1;
            if state.busy == 0 {
                self.ended.notify_one();
            }
            drop(state);
            if is_over {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use super::*;

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn every_worker_takes_every_step_before_the_next_is_given() {
        let sum = AtomicUsize::new(0);
        let crew = Crew::new(3);
        let (seen, left) = crew
            .run(
                &pool(3),
                |worker| (worker, 0),
                |state: &mut (usize, usize), step: usize| {
                    state.1 += step;
                    sum.fetch_add(step, SeqCst);
                },
                |state| state,
                |crew| {
                    let after = |step| {
                        crew.give(step);
                        sum.load(SeqCst)
                    };
                    [after(1), after(10), after(100)]
                },
            )
            .unwrap();
        assert_eq!(seen, [3, 33, 333]);
        assert_eq!(left, [(0, 111), (1, 111), (2, 111)]);
    }

    #[test]
    fn a_worker_s_panic_ends_the_run_instead_of_hanging_it() {
        let crew = Crew::new(2);
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            crew.run(
                &pool(2),
                |worker| worker,
                |&mut worker, (): ()| assert_ne!(worker, 1, "worker one"),
                |_| (),
                |crew| crew.give(()),
            )
        }));
        assert!(outcome.is_err());
    }
}
