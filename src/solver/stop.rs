//! How a running search is asked to end.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A worker's stop sign: a generation that a watchdog can stop, and a guess limit.
///
/// Each block begins a new generation, so that a watchdog which comes too late stops nothing but
/// the block it meant.
#[derive(Debug)]
pub struct Stop {
    current: AtomicU64,
    stopped: AtomicU64,
    guess_limit: u64,
}

impl Stop {
    /// A signal that has not been raised, without a guess limit.
    pub const fn never() -> Self {
        Self::after_guesses(u64::MAX)
    }

    /// A sign that ends a search at `guess_limit` guesses a puzzle.
    pub const fn after_guesses(guess_limit: u64) -> Self {
        Self { current: AtomicU64::new(1), stopped: AtomicU64::new(0), guess_limit }
    }

    /// Begins the next block and returns its generation. Only the worker calls this.
    pub fn next(&self) -> u64 {
        self.current.fetch_add(1, Relaxed) + 1
    }

    /// The generation of the block in hand.
    pub fn generation(&self) -> u64 {
        self.current.load(Relaxed)
    }

    /// Stops the block of that generation, if it is still the one in hand.
    pub fn stop(&self, generation: u64) {
        self.stopped.fetch_max(generation, Relaxed);
    }

    /// Returns true if the block in hand is to end.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.stopped.load(Relaxed) >= self.current.load(Relaxed)
    }

    /// Returns true if a search that made this many guesses on its puzzle is to end.
    #[inline]
    pub fn ends(&self, guesses: u64) -> bool {
        guesses >= self.guess_limit || self.is_raised()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_watchdog_does_not_stop_the_next_block() {
        let stop = Stop::never();
        let first = stop.next();
        assert!(!stop.is_raised());
        stop.stop(first);
        assert!(stop.is_raised());
        stop.next();
        assert!(!stop.is_raised());
        stop.stop(first);
        assert!(!stop.is_raised());
    }

    #[test]
    fn the_guess_limit_ends_a_search() {
        let stop = Stop::after_guesses(10);
        assert!(!stop.ends(9));
        assert!(stop.ends(10));
        assert!(!Stop::never().ends(u64::MAX - 1));
    }
}
