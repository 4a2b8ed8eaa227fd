//! Ends a search when its time is over.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::ordered::NoThread;
use crate::solver::Stop;

/// Time between two looks, and so the most that a search may last beyond its limit.
const NAP: Duration = Duration::from_millis(5);

/// One worker's stop sign, and a thread that raises it.
pub(crate) struct Watchdog {
    shared: Arc<Shared>,
    thread: Thread,
}

struct Shared {
    stop: Stop,
    /// When to stop which generation.
    due: Mutex<Option<(Instant, u64)>>,
    is_over: AtomicBool,
}

impl Watchdog {
    /// Watches searches that may also make so many guesses a puzzle.
    ///
    /// # Errors
    /// When no thread can be started.
    pub(crate) fn start(guesses: u64) -> Result<Self, NoThread> {
        let stop = Stop::after_guesses(guesses);
        let (due, is_over) = (Mutex::new(None), AtomicBool::new(false));
        let shared = Arc::new(Shared { stop, due, is_over });
        let watched = Arc::clone(&shared);
        let thread = thread::Builder::new().name("watchdog".to_owned());
        let thread = thread.spawn(move || watched.watch()).map_err(NoThread)?;
        Ok(Self { shared, thread: thread.thread().clone() })
    }

    /// Searches with a stop sign that is raised after so long.
    pub(crate) fn within<T>(&self, limit: Duration, search: impl FnOnce(&Stop) -> T) -> T {
        let generation = self.shared.stop.next();
        let due = Instant::now().checked_add(limit);
        self.shared.set(due.map(|at| (at, generation)));
        let found = search(&self.shared.stop);
        self.shared.set(None);
        found
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Relaxed);
        self.thread.unpark();
    }
}

impl Shared {
    fn set(&self, due: Option<(Instant, u64)>) {
        *self.due.lock().unwrap_or_else(PoisonError::into_inner) = due;
    }

    fn watch(&self) {
        while !self.is_over.load(Relaxed) {
            let due = *self.due.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, generation)) = due.filter(|(at, _)| *at <= Instant::now()) {
                self.stop.stop(generation); // a search begun since then has another generation
            }
            thread::park_timeout(NAP);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_stopped_when_its_time_is_over_and_the_next_is_not() {
        let watchdog = Watchdog::start(u64::MAX).unwrap();
        let waits = |stop: &Stop| {
            let begun = Instant::now();
            while !stop.is_raised() && begun.elapsed() < Duration::from_secs(60) {
                thread::yield_now();
            }
            stop.is_raised()
        };
        assert!(watchdog.within(Duration::from_millis(1), waits));
        assert!(!watchdog.within(Duration::from_secs(3600), |stop| stop.is_raised()));
        assert!(!watchdog.within(Duration::MAX, |stop| stop.is_raised()));
    }
}
