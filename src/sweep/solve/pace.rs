//! How large the chunks are that workers take: large enough that taking them costs nothing, small
//! enough that answers come soon and every worker has its share.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// The first chunks, in bytes.
const FIRST: usize = 8 << 10;
/// The largest, about 3,200 puzzles of order 3: no more than a core's second cache holds, together
/// with the answers.
const LARGEST: usize = 256 << 10;
/// A chunk that took less makes the next ones larger.
const SHORT: Duration = Duration::from_millis(10);
/// A chunk that took more makes the next ones smaller.
const LONG: Duration = Duration::from_millis(50);

/// The size of the next chunk. Shared by all workers.
pub(crate) struct Pace(AtomicUsize);

impl Pace {
    /// Before anything is known.
    pub(crate) fn new() -> Self {
        Self(AtomicUsize::new(FIRST))
    }

    /// Bytes of the next chunk; a chunk has at least one line.
    pub(crate) fn bytes(&self) -> usize {
        self.0.load(Relaxed)
    }

    /// Takes note of the time that a chunk of so many bytes took.
    pub(crate) fn note(&self, bytes: usize, took: Duration) {
        self.0.store(next(bytes, took), Relaxed); // a lost update is made up for by the next chunk
    }
}

fn next(bytes: usize, took: Duration) -> usize {
    let next = if took < SHORT {
        bytes * 2
    } else if took > LONG {
        bytes / 2
    } else {
        bytes
    };
    next.clamp(1, LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size after many chunks that take so long a byte.
    fn settled(a_byte: Duration) -> usize {
        (0..100).fold(FIRST, |bytes, _| next(bytes, a_byte * bytes as u32))
    }

    #[test]
    fn fast_solvers_get_large_pieces_and_slow_ones_a_line() {
        assert_eq!(settled(Duration::from_nanos(4)), LARGEST);
        assert_eq!(settled(Duration::from_millis(100)), 1);
        let between = settled(Duration::from_micros(1));
        assert!((SHORT..=LONG).contains(&(Duration::from_micros(1) * between as u32)));
    }
}
