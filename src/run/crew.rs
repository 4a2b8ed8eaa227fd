//! Workers that take one step at a time, all together.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Barrier, Mutex, PoisonError};

use super::share::Place;

/// Passes steps from one conductor to the workers.
///
/// Workers keep their state on their own stack, so that it need not be `Send`; the conductor only
/// passes steps, and a step is over when the last worker is through.
pub struct Crew<S> {
    step: Mutex<Option<S>>,
    begin: Barrier,
    end: Barrier,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl<S: Clone + Send> Crew<S> {
    /// A crew of so many workers.
    pub fn new(workers: usize) -> Self {
        Self {
            step: Mutex::new(None),
            begin: Barrier::new(workers + 1),
            end: Barrier::new(workers + 1),
            panic: Mutex::new(None),
        }
    }

    /// Runs `work` on every thread of the pool and `conduct` on the caller's, until `conduct` is
    /// through. `work` makes a worker's state once, and gives what is left of it in the end; the
    /// state takes the steps.
    ///
    /// # Panics
    /// When a worker panicked: with the worker's own panic.
    pub fn run<W, R: Send, T>(
        &self,
        pool: &rayon::ThreadPool,
        start: impl Fn(Place) -> W + Sync,
        act: impl Fn(&mut W, S) + Sync,
        finish: impl Fn(W) -> R + Sync,
        conduct: impl FnOnce(&Self) -> T,
    ) -> (T, Vec<R>) {
        std::thread::scope(|scope| {
            let workers = scope.spawn(|| {
                pool.broadcast(|context| {
                    let place = Place { worker: context.index(), workers: context.num_threads() };
                    let mut state = start(place);
                    self.follow(|step| act(&mut state, step));
                    finish(state)
                })
            });
            let outcome = catch_unwind(AssertUnwindSafe(|| conduct(self)));
            self.give_raw(None);
            let left = workers.join().unwrap_or_else(|panic| resume_unwind(panic));
            match outcome {
                Ok(outcome) => (outcome, left),
                Err(panic) => resume_unwind(panic),
            }
        })
    }

    /// Has every worker take a step, and waits for the last.
    pub fn give(&self, step: S) {
        self.give_raw(Some(step));
        let panic = self.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }

    fn give_raw(&self, step: Option<S>) {
        *self.step.lock().unwrap_or_else(PoisonError::into_inner) = step;
        self.begin.wait();
        self.end.wait();
    }

    /// A worker that left early would keep the others waiting for ever, so a panic is kept for the
    /// conductor and the worker stays.
    fn follow(&self, mut act: impl FnMut(S)) {
        loop {
            self.begin.wait();
            let step = self.step.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let last = step.is_none();
            if let Some(step) = step
                && let Err(panic) = catch_unwind(AssertUnwindSafe(|| act(step)))
            {
                *self.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
            }
            self.end.wait();
            if last {
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
        let (seen, left) = crew.run(
            &pool(3),
            |place| (place.worker, 0),
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
        );
        assert_eq!(seen, [3, 33, 333]);
        assert_eq!(left, [(0, 111), (1, 111), (2, 111)]);
    }

    #[test]
    fn a_worker_s_panic_ends_the_run_instead_of_hanging_it() {
        let crew = Crew::new(2);
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            crew.run(
                &pool(2),
                |place| place.worker,
                |&mut worker, (): ()| assert_ne!(worker, 1, "worker one"),
                |_| (),
                |crew| crew.give(()),
            )
        }));
        assert!(outcome.is_err());
    }
}
