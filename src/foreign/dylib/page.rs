//! Memory shared with a child: the index of the puzzle in hand, the block, and its answers.
//!
//! Parent and child take turns by messages on a socket. What a dying child had answered is still here for
//! the parent. Nothing here is trusted: answers are judged like any others.
//!
//! The other process may write at any moment, whatever the protocol says: a library can have threads of its
//! own, and garble what it likes. So no reference to plain bytes of this memory exists on either side. All
//! of it is reached through atomics, whose values may be any, or by the library through a raw pointer. Relaxed
//! ones are enough: the kernel hands each message over under a lock, which orders what lies on either side.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

use memmap2::{MmapOptions, MmapRaw};

use super::call::Room;
use crate::puzzle::Order;

/// Most puzzles of a block that are handed over at once.
pub(super) const ROOM: usize = 1024;

const WORD: usize = size_of::<u64>();
const STRIDE: usize = Order::THREE.stride();
const PUZZLES: usize = 64;
const SOLUTIONS: usize = PUZZLES + ROOM * STRIDE;
const COUNTS: usize = SOLUTIONS + ROOM * STRIDE;
const GUESSES: usize = COUNTS + ROOM * WORD;
const BYTES: usize = GUESSES + ROOM * WORD;

const _: () = assert!(STRIDE.is_multiple_of(WORD) && PUZZLES.is_multiple_of(WORD));

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

    /// Copies puzzles, at an order-3 block's stride, to the page.
    ///
    /// # Panics
    /// When there are more than [`ROOM`].
    pub(super) fn write_puzzles(&self, bytes: &[u8]) {
        let (words, _) = bytes.as_chunks::<WORD>();
        let room = &self.words(PUZZLES..SOLUTIONS)[..words.len()];
        for (to, from) in room.iter().zip(words) {
            to.store(u64::from_ne_bytes(*from), Relaxed);
        }
    }

    /// Copies puzzle `i` from the page, at its stride.
    pub(super) fn read_puzzle(&self, i: usize) -> [u8; STRIDE] {
        let mut bytes = [0; STRIDE];
        read(&self.words(PUZZLES..SOLUTIONS)[i * STRIDE / WORD..], &mut bytes);
        bytes
    }

    /// Clears the answers to the first `len` puzzles.
    pub(super) fn clear(&self, len: usize) {
        let solutions = &self.words(SOLUTIONS..COUNTS)[..len * STRIDE / WORD];
        solutions.iter().for_each(|word| word.store(0, Relaxed));
        for i in 0..len {
            self.set(i, 0, 0);
        }
    }

    /// Where the library writes its solutions.
    pub(super) fn room(&self) -> Room<'_> {
        // SAFETY: the range lies inside the map, which lives as long as `self`, and this process reads it
        // through atomics only.
        unsafe { Room::shared(self.map.as_mut_ptr().add(SOLUTIONS), COUNTS - SOLUTIONS) }
    }

    /// Copies the first solutions, as many as there is room for, each at its stride.
    pub(super) fn read_solutions(&self, bytes: &mut [u8]) {
        read(self.words(SOLUTIONS..COUNTS), bytes);
    }

    /// Sets the solution and guess counts of puzzle `i`, as the library gave them.
    #[inline]
    pub(super) fn set(&self, i: usize, count: u64, guesses: u64) {
        self.words(COUNTS..GUESSES)[i].store(count, Relaxed);
        self.words(GUESSES..BYTES)[i].store(guesses, Relaxed);
    }

    /// The solution and guess counts of puzzle `i`.
    pub(super) fn get(&self, i: usize) -> (u64, u64) {
        let [counts, guesses] = [COUNTS..GUESSES, GUESSES..BYTES].map(|range| self.words(range));
        (counts[i].load(Relaxed), guesses[i].load(Relaxed))
    }

    #[inline]
    fn words(&self, range: Range<usize>) -> &[AtomicU64] {
        debug_assert!(range.start >= PUZZLES && range.end <= BYTES);
        // SAFETY: the range lies inside the map, which lives as long as `self`; its bounds are multiples of
        // eight and the map is page-aligned. Rust code reaches these bytes through these atomics only, on
        // both sides, so whatever another process or the library writes meanwhile is some value.
        unsafe {
            let start = self.map.as_mut_ptr().add(range.start).cast::<AtomicU64>();
            std::slice::from_raw_parts(start, (range.end - range.start) / WORD)
        }
    }
}

/// Copies words into whole bytes, eight each.
fn read(words: &[AtomicU64], bytes: &mut [u8]) {
    for (to, from) in bytes.as_chunks_mut::<WORD>().0.iter_mut().zip(words) {
        *to = from.load(Relaxed).to_ne_bytes();
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
        let (parent, file) = Page::create().expect("there is memory");
        let child = Page::open(&file).expect("was made above");
        parent.write_puzzles(&[1; ROOM * STRIDE]);
        parent.at().store(7, Relaxed);
        assert_eq!(child.at().load(Relaxed), 7);
        child.words(SOLUTIONS..COUNTS).iter().for_each(|word| word.store(u64::MAX, Relaxed));
        child.set(0, 3, 4);
        child.set(ROOM - 1, u64::MAX, 5);
        assert!((0..ROOM).all(|i| child.read_puzzle(i) == [1; STRIDE]));
        let mut solutions = vec![0; ROOM * STRIDE];
        parent.read_solutions(&mut solutions);
        assert!(solutions.iter().all(|&byte| byte == 255));
        assert_eq!((parent.get(0), parent.get(ROOM - 1)), ((3, 4), (u64::MAX, 5)));
        child.clear(ROOM - 1);
        parent.read_solutions(&mut solutions);
        assert_eq!(solutions.iter().position(|&byte| byte == 255), Some((ROOM - 1) * STRIDE));
        assert_eq!((parent.get(0), parent.get(ROOM - 1)), ((0, 0), (u64::MAX, 5)));
    }

    /// A library may have a thread that never stops writing; what is read then is any bytes.
    #[test]
    fn what_is_garbled_meanwhile_is_read_without_harm() {
        let (parent, file) = Page::create().expect("there is memory");
        let child = Page::open(&file).expect("was made above");
        let stop = AtomicU32::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut value = 0;
                while stop.load(Relaxed) == 0 {
                    value = !value;
                    let words = child.words(SOLUTIONS..BYTES).iter();
                    words.for_each(|word| word.store(value, Relaxed));
                }
            });
            let mut solutions = vec![0; 8 * STRIDE];
            for _ in 0..100 {
                parent.read_solutions(&mut solutions);
                assert!(solutions.iter().all(|&byte| byte == 0 || byte == 255));
                assert!([0, u64::MAX].contains(&parent.get(3).0));
            }
            stop.store(1, Relaxed);
        });
    }

    #[test]
    fn another_file_is_no_page() {
        let file = tempfile::tempfile().expect("a file");
        assert!(Page::open(&file).is_err());
    }
}
