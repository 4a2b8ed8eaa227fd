//! The watchdog: ends the blocks that last too long, and all blocks when the time is over.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::{self, Scope};
use std::time::Duration;

use crate::foreign::process::confine;
use crate::solver::Stop;

use super::clock::Clock;
use super::phase::Phase;

/// What one worker shows the watchdog.
pub struct WatchState {
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

impl Default for WatchState {
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

impl WatchState {
    /// Lowers the stop sign for what comes before a block: only the end of the phase raises it.
    pub fn prepare(&self) {
        self.stop.next();
    }

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

    /// Has the time of the block in hand begin anew: until now nothing moved.
    fn begin_again(&self, now_ns: u64) {
        let since = self.since.load(Ordering::Acquire);
        if since != 0 {
            // It may have ended meanwhile.
            let _ =
                self.since.compare_exchange(since, now_ns + 1, Ordering::AcqRel, Ordering::Relaxed);
        }
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

/// Longest time between two looks of the watchdog.
const NAP: Duration = Duration::from_millis(20);
/// Looks at a block that cannot be stopped, after the end of its phase, before the program ends.
const LAST_LOOKS: u32 = 100;

/// Looks at all workers until `done`: stops blocks that last longer than a puzzle may, and whatever
/// is begun once the phase is over. `overdue` is given the index of a solver that is on one block
/// for too long, again and again while it does not stop.
pub(crate) fn guard(
    phase: &Phase<'_>,
    watched: &[WatchState],
    clock: &impl Clock,
    done: &AtomicBool,
    overdue: &(dyn Fn(usize) + Sync),
) {
    let limits_ns: Vec<u64> = (0..phase.backends.len()).map(|one| phase.limit_ns(one)).collect();
    let least_ns = limits_ns.iter().copied().min().unwrap_or(u64::MAX);
    let nap = Duration::from_nanos(least_ns / 20).clamp(Duration::from_micros(500), NAP);
    let (mut late_looks, mut last) = (0, phase.pauses.begin());
    while !done.load(Ordering::Acquire) {
        if phase.pauses.look(&mut last, nap) {
            watched.iter().for_each(|one| one.begin_again(clock.wall_ns()));
        }
        let now_ns = clock.wall_ns().saturating_sub(phase.pauses.ns());
        if now_ns >= phase.bounds.end_ns {
            phase.overdue.store(true, Ordering::Relaxed);
            late_looks += 1;
        }
        for one in watched {
            let backend = one.backend.load(Ordering::Relaxed);
            let limit_ns = limits_ns.get(backend).copied().unwrap_or(u64::MAX);
            if one.look(clock.wall_ns(), limit_ns) {
                overdue(one.backend.load(Ordering::Relaxed));
            }
            if phase.is_over() {
                one.stop.stop(one.stop.generation());
            }
        }
        if late_looks > LAST_LOOKS {
            end_program_if_stuck(phase, watched);
        }
    }
    phase.pauses.end();
}

/// A library in this process cannot be stopped: what is left is to end with it. Rows are written as
/// they come, so what was measured is kept.
fn end_program_if_stuck(phase: &Phase<'_>, watched: &[WatchState]) {
    let stubborn = phase.backends.iter().zip(&phase.abilities).filter(|(_, it)| !it.cancellable);
    let names: Vec<&str> = stubborn.map(|(backend, _)| backend.id()).collect();
    if names.is_empty() || watched.iter().all(|one| one.since.load(Ordering::Acquire) == 0) {
        return;
    }
    use std::io::Write;
    let _ = writeln!(
        std::io::stderr(),
        "error: {}: {} has not returned from a puzzle after twice the budget, and cannot be \
        interrupted in this process; leave out --no-isolate",
        phase.setting.dataset,
        names.join(" or "),
    );
    confine::leave_at_once(COULD_NOT_RUN);
}

/// Exit code of what could not run, as the command line has it.
const COULD_NOT_RUN: i32 = 2;

/// Starts a thread that [`guard`]s.
///
/// # Errors
/// When it cannot be started.
pub(crate) fn watchdog<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    phase: &'scope Phase<'_>,
    watched: &'scope [WatchState],
    clock: &'scope impl Clock,
    done: &'scope AtomicBool,
    overdue: &'scope (dyn Fn(usize) + Sync),
) -> io::Result<()> {
    let watch = move || guard(phase, watched, clock, done, overdue);
    thread::Builder::new().name("watchdog".to_owned()).spawn_scoped(scope, watch).map(drop)
}

/// Says that something is over when it is left, by a panic too: or its watchdog would watch on.
pub(crate) struct Over<'a>(pub &'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_under_watch_is_not_waited_for() {
        let done = AtomicBool::new(false);
        let outcome = std::panic::catch_unwind(|| {
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    while !done.load(Ordering::Acquire) {
                        std::thread::yield_now();
                    }
                });
                let _over = Over(&done);
                std::panic::resume_unwind(Box::new("under watch"));
            })
        });
        assert!(outcome.is_err());
    }

    #[test]
    fn only_a_block_that_lasts_too_long_is_stopped() {
        let watched = WatchState::default();
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
