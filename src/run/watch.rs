//! The watchdog: ends the blocks that last too long.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::solver::Stop;

use super::clock::Clock;

/// What one worker shows the watchdog.
pub struct Watched {
    /// The worker's stop sign.
    pub stop: Stop,
    generation: AtomicU64,
    /// Wall time at which the block in hand began, plus one; 0 between blocks.
    since: AtomicU64,
    /// What a block may last where that is more than the limit.
    allowed_ns: AtomicU64,
    /// Index of the solver that is at work.
    backend: AtomicUsize,
}

impl Default for Watched {
    fn default() -> Self {
        Self {
            stop: Stop::never(),
            generation: AtomicU64::new(0),
            since: AtomicU64::new(0),
            allowed_ns: AtomicU64::new(0),
            backend: AtomicUsize::new(0),
        }
    }
}

impl Watched {
    /// Begins a block. Not timed: called before the clock is read.
    pub fn begin(&self, now_ns: u64) {
        // Between blocks `since` is 0, so the watchdog can only pair the new generation with 0 or
        // with the new start, never with the last block's start.
        self.generation.store(self.stop.next(), Ordering::Release);
        self.since.store(now_ns + 1, Ordering::Release);
    }

    /// Says whose turn it is.
    pub fn turn_of(&self, backend: usize) {
        self.backend.store(backend, Ordering::Relaxed);
    }

    /// Lets blocks last so long where that is more than the limit; 0 leaves the limit alone.
    pub fn allow(&self, ns: u64) {
        self.allowed_ns.store(ns, Ordering::Relaxed);
    }

    /// Ends the block in hand.
    pub fn end(&self) {
        self.since.store(0, Ordering::Release);
    }

    /// Stops the block in hand if it has lasted longer than `limit_ns`, and says whether it did.
    fn look(&self, now_ns: u64, limit_ns: u64) -> bool {
        let limit_ns = limit_ns.max(self.allowed_ns.load(Ordering::Relaxed));
        let generation = self.generation.load(Ordering::Acquire);
        let since = self.since.load(Ordering::Acquire);
        if since != 0
            && now_ns.saturating_sub(since - 1) >= limit_ns
            && self.generation.load(Ordering::Acquire) == generation
        {
            self.stop.stop(generation);
            return true;
        }
        false
    }
}

/// Looks at all workers until `done`, and stops blocks that last longer than `limit_ns`; `overdue` is
/// given the index of the solver, again and again while it does not stop.
pub fn guard(
    watched: &[Watched],
    clock: &impl Clock,
    limit_ns: u64,
    done: &AtomicBool,
    overdue: &(dyn Fn(usize) + Sync),
) {
    let nap = Duration::from_nanos((limit_ns / 20).clamp(500_000, 20_000_000));
    while !done.load(Ordering::Acquire) {
        for one in watched {
            if one.look(clock.wall_ns(), limit_ns) {
                overdue(one.backend.load(Ordering::Relaxed));
            }
        }
        std::thread::sleep(nap);
    }
}

/// Says that something is over when it is left, by a panic too: or its watchdog would watch on.
pub(super) struct Over<'a>(pub &'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::super::clock::SystemClock;
    use super::*;

    #[test]
    fn a_panic_under_watch_is_not_waited_for() {
        let done = AtomicBool::new(false);
        let outcome = std::panic::catch_unwind(|| {
            std::thread::scope(|scope| {
                scope.spawn(|| guard(&[], &SystemClock::start(), 1_000_000, &done, &|_| ()));
                let _over = Over(&done);
                std::panic::resume_unwind(Box::new("under watch"));
            })
        });
        assert!(outcome.is_err());
    }

    #[test]
    fn only_a_block_that_lasts_too_long_is_stopped() {
        let watched = Watched::default();
        watched.look(1_000, 100);
        assert!(!watched.stop.is_raised());
        watched.begin(1_000);
        watched.look(1_099, 100);
        assert!(!watched.stop.is_raised());
        watched.look(1_100, 100);
        assert!(watched.stop.is_raised());
        watched.end();
        watched.begin(2_000);
        assert!(!watched.stop.is_raised());
        watched.end();
        watched.look(9_000, 100);
        assert!(!watched.stop.is_raised());
    }
}
