//! A file as memory. Knows no puzzles.
//!
//! A mapped file that another program shortens turns reads into SIGBUS. Two guards:
//! [`Map::shrunk`], to be asked before each chunk, and a signal handler that names the remedy and
//! exits with 2, for what happens between the question and the read.
#![allow(unsafe_code)]

use std::fs::{File, Metadata};
use std::io;
use std::os::raw::{c_int, c_void};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::time::SystemTime;

use memmap2::{Mmap, MmapOptions};

const MESSAGE: &[u8] = b"error: a dataset shrank while it was being read (or its disk failed); \
do not write to a dataset during a run, run again\n";

/// A regular, non-empty file, readable as a slice for as long as no program shortens it.
pub(super) struct Map {
    map: Mmap,
    file: File,
    stamp: Stamp,
    region: &'static Region,
}

impl Map {
    /// Maps a file of at least one byte.
    ///
    /// # Errors
    /// When the system cannot map it.
    pub(super) fn new(file: File) -> io::Result<Self> {
        // SAFETY: the slice is read only. That no program shortens or rewrites the file cannot be
        // had from the system; a shortened one ends in the handler below, and rewritten bytes are
        // parsed from scratch at each read, by code that trusts none of them.
        let map = unsafe { Mmap::map(&file) };
        // Network and user-space file systems may refuse to share pages and still map copies.
        // SAFETY: as above.
        let map = map.or_else(|_| unsafe { MmapOptions::new().map_copy_read_only(&file) })?;
        let stamp = Stamp { len: map.len() as u64, ..Stamp::of(&file.metadata()?) };
        let region = Region::watch(&map);
        Ok(Self { map, file, stamp, region })
    }

    /// The file's bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// The file itself.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// The file's length now, if that is less than what is mapped.
    ///
    /// # Errors
    /// When the system cannot say.
    pub(super) fn shrunk(&self) -> io::Result<Option<u64>> {
        let now = self.file.metadata()?.len();
        Ok((now < self.map.len() as u64).then_some(now))
    }

    /// The file's length now.
    ///
    /// # Errors
    /// When the system cannot say.
    pub(super) fn len_now(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Whether the file's length or time of change is no longer what it was when it was mapped.
    ///
    /// # Errors
    /// When the system cannot say.
    pub(super) fn has_changed(&self) -> io::Result<bool> {
        Ok(Stamp::of(&self.file.metadata()?) != self.stamp)
    }

    /// Returns true if a path no longer names this file.
    pub(super) fn is_replaced(&self, path: &Path) -> bool {
        let identity = |stamp: Stamp| (stamp.device, stamp.inode);
        let now = std::fs::metadata(path).map(|now| Stamp::of(&now));
        !now.is_ok_and(|now| identity(now) == identity(self.stamp))
    }
}

/// What the system said of a file when it was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    device: u64,
    inode: u64,
}

impl Stamp {
    /// What it says now.
    pub(super) fn of(file: &Metadata) -> Self {
        let modified = file.modified().ok();
        Self { len: file.len(), modified, device: file.dev(), inode: file.ino() }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        self.region.len.store(0, Ordering::Release);
    }
}

/// Addresses of one map, in a list that is only ever extended: the handler may walk it at any time.
struct Region {
    start: usize,
    len: AtomicUsize,
    next: *const Region,
}

// SAFETY: `next` is written before the region is published and points to a leaked, immutable one.
unsafe impl Sync for Region {}

static REGIONS: AtomicPtr<Region> = AtomicPtr::new(ptr::null_mut());

impl Region {
    /// Publishes a map's addresses and installs the handler. The few bytes are never freed.
    fn watch(map: &[u8]) -> &'static Region {
        install();
        let region = Box::leak(Box::new(Region {
            start: map.as_ptr() as usize,
            len: AtomicUsize::new(map.len()),
            next: ptr::null(),
        }));
        let mut head = REGIONS.load(Ordering::Acquire);
        loop {
            region.next = head;
            let new = ptr::from_mut(region);
            match REGIONS.compare_exchange_weak(head, new, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return region,
                Err(other) => head = other,
            }
        }
    }

    fn holds(address: usize) -> bool {
        let mut at = REGIONS.load(Ordering::Acquire).cast_const();
        // SAFETY: regions are leaked, so every pointer in the list stays valid.
        while let Some(region) = unsafe { at.as_ref() } {
            let len = region.len.load(Ordering::Acquire);
            // A map's last page is mapped whole.
            if address.wrapping_sub(region.start) < len.next_multiple_of(4096) {
                return true;
            }
            at = region.next;
        }
        false
    }
}

fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: an all-zero sigaction is a valid one; the handler has the signature that
        // SA_SIGINFO asks for and is async-signal-safe.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_sigbus as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&mut action.sa_mask);
            libc::sigaction(libc::SIGBUS, &action, ptr::null_mut());
        }
    });
}

extern "C" fn on_sigbus(_: c_int, info: *mut libc::siginfo_t, _: *mut c_void) {
    // SAFETY: the kernel passes a valid siginfo; write, _exit and signal are async-signal-safe.
    unsafe {
        if Region::holds((*info).si_addr() as usize) {
            libc::write(2, MESSAGE.as_ptr().cast(), MESSAGE.len());
            libc::_exit(2);
        }
        // Another part's fault: let it happen again, with the system's own answer.
        libc::signal(libc::SIGBUS, libc::SIG_DFL);
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    const CHILD: &str = "SUDOKU_BENCH_TEST_READS_PAST_THE_END";

    #[test]
    fn reading_past_the_end_of_a_shortened_file_names_the_remedy_and_exits_with_2() {
        if std::env::var_os(CHILD).is_some() {
            let file = tempfile::tempfile().unwrap();
            file.set_len(1 << 20).unwrap();
            let map = Map::new(file.try_clone().unwrap()).unwrap();
            file.set_len(0).unwrap();
            assert_eq!(map.shrunk().unwrap(), Some(0));
            std::hint::black_box(map.bytes()[1 << 19]);
            unreachable!("the byte is no longer there");
        }
        let test = std::thread::current().name().unwrap().to_owned();
        let child = Command::new(std::env::current_exe().unwrap())
            .args([&test[..], "--exact", "--nocapture"])
            .env(CHILD, "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&child.stderr);
        assert_eq!(child.status.code(), Some(2), "{said}");
        assert!(said.contains("do not write to a dataset during a run"), "{said}");
    }

    #[test]
    fn regions_are_known_as_long_as_their_map_lives() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(5000).unwrap();
        let map = Map::new(file).unwrap();
        let start = map.bytes().as_ptr() as usize;
        assert!(Region::holds(start) && Region::holds(start + 4999));
        assert!(!Region::holds(start + 8192) && !Region::holds(0));
        let region = map.region;
        drop(map);
        assert_eq!(region.len.load(Ordering::Acquire), 0);
    }
}
