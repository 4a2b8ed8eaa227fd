//! Moments in which the whole program stood still: stopped and continued (Ctrl-Z and `fg`, SIGSTOP,
//! a frozen control group), or on a machine that was suspended.
//!
//! The watchdog looks at the time every few milliseconds. A gap between two looks that it spent
//! neither asleep nor in the queue for a processor, as the system accounts for it, is a pause; so
//! is a moment by which the clock that counts suspension got ahead of the one that does not.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The shortest pause that is distinguished from an ordinary delay.
const LEAST: Duration = Duration::from_millis(150);

/// What a turn lasts at least for a pause to have been in it.
pub(crate) const LEAST_NS: u64 = LEAST.as_nanos() as u64;

/// Pauses seen so far. One thread looks; any may ask.
#[derive(Debug, Default)]
pub(crate) struct Pauses {
    count: AtomicU64,
    ns: AtomicU64,
    /// Looks begun, to be known as over by the next.
    looks: AtomicU64,
    is_watched: AtomicBool,
    watcher: Mutex<Option<Thread>>,
}

/// Pauses and how long they were together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Paused {
    /// How many.
    pub times: u64,
    /// Wall time, in nanoseconds.
    pub ns: u64,
}

impl Paused {
    /// Both together.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self { times: self.times + other.times, ns: self.ns + other.ns }
    }
}

/// What the looking thread remembers from look to look.
pub(crate) struct Look {
    wall: Duration,
    suspended: Duration,
    queued: Option<Duration>,
}

impl Pauses {
    /// The first look of the thread that will look from now on.
    pub(crate) fn begin(&self) -> Look {
        *self.watcher.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current());
        self.is_watched.store(true, SeqCst);
        Look::now()
    }

    /// The observer has stopped.
    pub(crate) fn end(&self) {
        self.is_watched.store(false, SeqCst);
    }

    /// Sleeps for at most `nap`, looks, and returns true if there was a pause meanwhile.
    pub(crate) fn look(&self, last: &mut Look, nap: Duration) -> bool {
        self.looks.fetch_add(1, SeqCst);
        thread::park_timeout(nap);
        let now = Look::now();
        let paused = now.paused_since(last, nap);
        *last = now;
        if paused >= LEAST {
            self.ns.fetch_add(paused.as_nanos() as u64, SeqCst);
            self.count.fetch_add(1, SeqCst);
        }
        paused >= LEAST
    }

    /// Pauses so far, those included that ended just now.
    pub(crate) fn so_far(&self) -> u64 {
        // The look in hand may have read its clocks already; the one after it has not.
        let enough = self.looks.load(SeqCst) + 2;
        while self.is_watched.load(SeqCst) && self.looks.load(SeqCst) < enough {
            if let Some(watcher) = &*self.watcher.lock().unwrap_or_else(PoisonError::into_inner) {
                watcher.unpark();
            }
            thread::sleep(Duration::from_micros(50));
        }
        self.seen()
    }

    /// Pauses that were seen so far.
    pub(crate) fn seen(&self) -> u64 {
        self.count.load(SeqCst)
    }

    /// All pauses together.
    pub(crate) fn ns(&self) -> u64 {
        self.ns.load(SeqCst)
    }

    /// What was seen so far.
    pub(crate) fn all(&self) -> Paused {
        Paused { times: self.seen(), ns: self.ns() }
    }
}

impl Look {
    fn now() -> Self {
        let (wall, boot) = clocks();
        Self { wall, suspended: boot.saturating_sub(wall), queued: queued() }
    }

    /// How long everything stood still between two looks that had a nap between them.
    fn paused_since(&self, last: &Self, nap: Duration) -> Duration {
        let suspended = self.suspended.saturating_sub(last.suspended);
        let (Some(queued), Some(before)) = (self.queued, last.queued) else { return suspended };
        let gap = self.wall.saturating_sub(last.wall);
        let unexplained = gap.saturating_sub(nap).saturating_sub(queued.saturating_sub(before));
        suspended.max(unexplained)
    }
}

/// Time since some moment, without and with the time that the machine was suspended.
#[cfg(target_os = "linux")]
fn clocks() -> (Duration, Duration) {
    use rustix::time::{ClockId, clock_gettime};
    let read = |clock| {
        let time = clock_gettime(clock);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    };
    (read(ClockId::Monotonic), read(ClockId::Boottime))
}

#[cfg(not(target_os = "linux"))]
fn clocks() -> (Duration, Duration) {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::Monotonic);
    let wall = Duration::new(time.tv_sec as u64, time.tv_nsec as u32);
    (wall, wall)
}

/// How long the calling thread has waited for a processor so far, where the system accounts for it.
fn queued() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let ns = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(ns))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(wall_ms: u64, suspended_ms: u64, queued_ms: Option<u64>) -> Look {
        let ms = Duration::from_millis;
        Look { wall: ms(wall_ms), suspended: ms(suspended_ms), queued: queued_ms.map(ms) }
    }

    #[test]
    fn a_gap_is_a_pause_unless_it_was_spent_asleep_or_in_the_queue() {
        let nap = Duration::from_millis(20);
        let since = |now: Look| now.paused_since(&at(0, 0, Some(0)), nap).as_millis();
        assert_eq!(since(at(1000, 0, Some(0))), 980, "stopped");
        assert_eq!(since(at(1000, 0, Some(980))), 0, "a busy machine");
        assert_eq!(since(at(5, 3000, Some(0))), 3000, "suspended");
        assert_eq!(since(at(1000, 0, None)), 0, "nothing is known");
        assert_eq!(since(at(5, 0, Some(0))), 0, "woken early");
    }

    #[test]
    fn whoever_asks_waits_for_a_look_that_is_later() {
        let pauses = Pauses::default();
        assert_eq!(pauses.so_far(), 0, "no observer, so none is waited for");
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut last = pauses.begin();
                last.suspended = Duration::ZERO;
                while !is_over.load(SeqCst) {
                    pauses.look(&mut last, Duration::from_secs(600));
                }
                pauses.end();
            });
            while !pauses.is_watched.load(SeqCst) {
                thread::yield_now();
            }
            let looks = pauses.looks.load(SeqCst);
            pauses.so_far();
            assert!(pauses.looks.load(SeqCst) >= looks + 2);
            is_over.store(true, SeqCst);
            pauses.so_far(); // wakes it up
        });
    }
}
