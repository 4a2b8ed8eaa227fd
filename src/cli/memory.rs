//! Memory that the system refuses: an error with its remedy, where the standard library aborts or
//! panics.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Arguments;
use std::io::Write;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::COULD_NOT_RUN;
use crate::foreign::process::confine;

/// Whether this process is one whose errors a user reads.
static IS_FOR_USERS: AtomicBool = AtomicBool::new(false);

/// The system's allocator, except that what it refuses ends a process whose errors a user reads with
/// [`COULD_NOT_RUN`] and the remedy. The death of a solver's process is for its parent to report.
pub struct Memory;

/// Panics of the standard library that mean nothing but that the system gives no more: one at the
/// start of a thread, the other where a library starts a thread without a way to fail.
const REFUSALS: [&str; 2] = ["failed to allocate an alternative stack", "failed to spawn thread"];

/// From now on memory and threads that are refused are an error for a user to read.
pub(super) fn report_refusals() {
    IS_FOR_USERS.store(true, Relaxed);
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let (fixed, formatted) = (info.payload().downcast_ref(), info.payload().downcast_ref());
        let text = fixed.copied().or(formatted.map(String::as_str)).unwrap_or_default();
        if REFUSALS.iter().any(|refusal| text.contains(refusal)) {
            refuse(format_args!("memory for another thread"));
        }
        usual(info);
    }));
}

/// Returns a pointer that was granted.
#[inline]
fn granted(pointer: *mut u8, bytes: usize) -> *mut u8 {
    if pointer.is_null() && IS_FOR_USERS.load(Relaxed) {
        refuse(format_args!("{bytes} more bytes of memory"));
    }
    pointer
}

#[cold]
fn refuse(what: Arguments<'_>) -> ! {
    // Neither the formatting nor standard error, which has no buffer, asks for memory.
    let _ = writeln!(
        std::io::stderr(),
        "error: the system refuses {what}; allow more (ulimit -v, -d, -u), or ask for fewer --threads \
         or a smaller --sample"
    );
    confine::leave_at_once(COULD_NOT_RUN.into())
}

// SAFETY: every call goes to the system's allocator with what the caller guarantees, and its answer
// is returned as it is, or the process ends.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller guarantees a layout that is not empty.
        granted(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller guarantees a layout that is not empty.
        granted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller guarantees a pointer of this allocator, which is the system's, its
        // layout, and a size that is not zero.
        granted(unsafe { System.realloc(pointer, layout, size) }, size)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller guarantees a pointer of this allocator, which is the system's, and its
        // layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}
