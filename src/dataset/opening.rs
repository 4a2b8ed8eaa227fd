//! How far the opening of a file is, for a thread that looks on.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bytes that were read, of those that there are.
#[derive(Debug, Default)]
pub struct Opening {
    read: AtomicU64,
    of: AtomicU64,
}

impl Opening {
    /// Bytes read, and bytes there are; both 0 before the first is read.
    pub fn progress(&self) -> (u64, u64) {
        let of = self.of.load(Relaxed);
        (self.read.load(Relaxed).min(of), of)
    }

    /// A file of so many bytes is about to be read.
    pub(super) fn begin(&self, bytes: usize) {
        self.read.store(0, Relaxed);
        self.of.store(bytes as u64, Relaxed);
    }

    /// So many more were read: a chunk, whose last one may be shorter.
    #[inline]
    pub(super) fn advance(&self, bytes: usize) {
        self.read.fetch_add(bytes as u64, Relaxed);
    }
}
