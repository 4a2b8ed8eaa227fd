//! Memory shared with a child: the index of the puzzle in hand, the block, and its answers.
//!
//! Parent and child take turns, told by messages on a socket. What a dying child had answered is
//! still here for the parent. Nothing here is trusted: answers are judged like any others.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::atomic::AtomicU32;

use memmap2::{MmapOptions, MmapRaw};

use crate::puzzle::Order;

/// Most puzzles of a block that are handed over at once.
pub(super) const ROOM: usize = 1024;

const STRIDE: usize = Order::THREE.stride();
const PUZZLES: usize = 64;
const SOLUTIONS: usize = PUZZLES + ROOM * STRIDE;
const COUNTS: usize = SOLUTIONS + ROOM * STRIDE;
const GUESSES: usize = COUNTS + ROOM * size_of::<u64>();
const BYTES: usize = GUESSES + ROOM * size_of::<u64>();

/// One side's view of the shared memory.
pub(super) struct Page {
    map: MmapRaw,
}

impl Page {
    /// Fresh shared memory, and the file by which a child maps it too. The memory is gone with the
    /// last of its users; it never has a name.
    ///
    /// # Errors
    /// When the system has no memory left.
    pub(super) fn create() -> io::Result<(Self, File)> {
        let file = anonymous_file()?;
        file.set_len(BYTES as u64)?;
        Ok((Self::open(&file)?, file))
    }

    /// Maps what [`Page::create`] made.
    ///
    /// # Errors
    /// When the file is not that of a page, or cannot be mapped.
    pub(super) fn open(file: &File) -> io::Result<Self> {
        if file.metadata()?.len() != BYTES as u64 {
            return Err(io::Error::other("the shared memory has another size than expected"));
        }
        Ok(Self { map: MmapOptions::new().len(BYTES).map_raw(file)? })
    }

    /// The index of the puzzle in hand, written by the child, read by the parent at any time.
    pub(super) fn at(&self) -> &AtomicU32 {
        // SAFETY: the map is page-aligned and longer than four bytes, lives as long as `self`, and
        // these four bytes are reached through this atomic only, on both sides.
        unsafe { AtomicU32::from_ptr(self.map.as_mut_ptr().cast()) }
    }

    /// The puzzles, at an order-3 block's stride.
    pub(super) fn puzzles(&mut self) -> &mut [u8] {
        self.bytes(PUZZLES..SOLUTIONS)
    }

    /// The solutions, at the same stride, the answers' other numbers, and [`Page::at`].
    pub(super) fn answers(&mut self) -> (&mut [u8], Numbers<'_>, &AtomicU32) {
        // SAFETY: as in `at`; the slices below begin behind these four bytes.
        let at = unsafe { AtomicU32::from_ptr(self.map.as_mut_ptr().cast()) };
        let (solutions, numbers) = self.bytes(SOLUTIONS..BYTES).split_at_mut(COUNTS - SOLUTIONS);
        let (counts, guesses) = numbers.split_at_mut(GUESSES - COUNTS);
        (solutions, Numbers { counts, guesses }, at)
    }

    fn bytes(&mut self, range: Range<usize>) -> &mut [u8] {
        debug_assert!(range.start >= PUZZLES && range.end <= BYTES);
        // SAFETY: the range lies inside the map, beyond the atomic, and `&mut self` keeps this
        // process from a second slice. That the other process keeps its hands off is the protocol
        // of whoever holds the page (`isolated` and `host` take turns by their socket); a library
        // that writes here from a thread of its own can garble bytes, of which none is trusted.
        unsafe {
            std::slice::from_raw_parts_mut(
                self.map.as_mut_ptr().add(range.start),
                range.end - range.start,
            )
        }
    }
}

/// Solution and guess counts as the library gave them.
pub(super) struct Numbers<'a> {
    counts: &'a mut [u8],
    guesses: &'a mut [u8],
}

impl Numbers<'_> {
    /// Sets both counts of puzzle `i`.
    #[inline]
    pub(super) fn set(&mut self, i: usize, count: u64, guesses: u64) {
        self.counts[8 * i..][..8].copy_from_slice(&count.to_ne_bytes());
        self.guesses[8 * i..][..8].copy_from_slice(&guesses.to_ne_bytes());
    }

    /// Both counts of puzzle `i`.
    pub(super) fn get(&self, i: usize) -> (u64, u64) {
        let number = |bytes: &[u8]| {
            let mut number = [0; 8];
            number.copy_from_slice(&bytes[8 * i..][..8]);
            u64::from_ne_bytes(number)
        };
        (number(self.counts), number(self.guesses))
    }
}

#[cfg(target_os = "linux")]
fn anonymous_file() -> io::Result<File> {
    use rustix::fs::{MemfdFlags, memfd_create};
    Ok(memfd_create("sudoku-bench", MemfdFlags::CLOEXEC)?.into())
}

#[cfg(not(target_os = "linux"))]
fn anonymous_file() -> io::Result<File> {
    tempfile::tempfile()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn both_sides_see_the_same_and_nothing_overlaps() {
        let (mut parent, file) = Page::create().expect("there is memory");
        let mut child = Page::open(&file).expect("was made above");
        parent.puzzles().fill(1);
        parent.at().store(7, Relaxed);
        let (solutions, mut numbers, at) = child.answers();
        assert_eq!(at.load(Relaxed), 7);
        solutions.fill(2);
        numbers.set(0, 3, 4);
        numbers.set(ROOM - 1, u64::MAX, 5);
        assert!(child.puzzles().iter().all(|&byte| byte == 1));
        let (solutions, numbers, _) = parent.answers();
        assert!(solutions.iter().all(|&byte| byte == 2));
        assert_eq!((numbers.get(0), numbers.get(ROOM - 1)), ((3, 4), (u64::MAX, 5)));
    }

    #[test]
    fn another_file_is_no_page() {
        let file = tempfile::tempfile().expect("a file");
        assert!(Page::open(&file).is_err());
    }
}
