//! Time, as an argument.

use std::time::Instant;

use crate::foreign::process::usage;
use crate::solver::Used;

/// Where a worker reads the time.
pub trait Clock: Sync {
    /// Wall time in nanoseconds since some fixed moment.
    fn wall_ns(&self) -> u64;
    /// What the calling thread and its process have used so far, where the system reports it.
    fn used(&self) -> Used;
}

/// The machine's monotonic clock and the kernel's thread clock.
#[derive(Debug)]
pub struct SystemClock {
    origin: Instant,
}

impl SystemClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Clock for SystemClock {
    #[inline]
    fn wall_ns(&self) -> u64 {
        self.origin.elapsed().as_nanos() as u64
    }

    #[inline]
    fn used(&self) -> Used {
        usage::of_this_thread()
    }
}

/// What two wall reads with nothing in between say: the least a latency can be.
///
/// The median of many pairs, in nanoseconds; it is printed, never subtracted.
pub fn overhead_ns(clock: &impl Clock) -> u64 {
    let mut pairs: Vec<u64> = (0..1001)
        .map(|_| {
            let start = clock.wall_ns();
            clock.wall_ns() - start
        })
        .collect();
    pairs.sort_unstable();
    pairs[pairs.len() / 2]
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    /// Ten nanoseconds pass at every look at the wall clock, five at one at the CPU clock.
    pub(crate) struct Ticking {
        wall_ns: AtomicU64,
        cpu_ns: AtomicU64,
    }

    impl Ticking {
        pub(crate) fn new() -> Self {
            Self { wall_ns: AtomicU64::new(0), cpu_ns: AtomicU64::new(0) }
        }
    }

    impl Clock for Ticking {
        fn wall_ns(&self) -> u64 {
            self.wall_ns.fetch_add(10, Relaxed)
        }
        fn used(&self) -> Used {
            Used::cpu(Some(self.cpu_ns.fetch_add(5, Relaxed)))
        }
    }

    #[test]
    fn the_overhead_is_what_a_pair_of_reads_says() {
        assert_eq!(overhead_ns(&Ticking::new()), 10);
    }

    #[test]
    fn a_thread_that_works_spends_cpu_time() {
        let clock = SystemClock::start();
        let before = clock.used().cpu_ns.unwrap();
        let mut sum = 0u64;
        while clock.used().cpu_ns.unwrap() < before + 1_000_000 {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(clock.wall_ns() >= 1_000_000);
    }
}
