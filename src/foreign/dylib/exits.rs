//! A library in this process must not end it as if all were well: one that calls `exit(0)` would
//! turn a failing gate green.
//!
//! What was registered for the end of the program first runs last, so this runs behind everything
//! that a library registers. It cannot see `_exit`, a signal, or another program in the place of
//! this one: only a process of the library's own holds those off.

#![allow(unsafe_code)]

use std::io::Write;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use crate::foreign::process::confine;

/// Whether the end is the program's own.
static OURS: AtomicBool = AtomicBool::new(false);

/// Exit code of what could not run, as the command line has it.
const COULD_NOT_RUN: i32 = 2;

/// Says that the program ends by itself, with an exit code that is true.
pub fn end_is_ours() {
    OURS.store(true, SeqCst);
}

/// From now on an end that is not the program's own has an exit code that says so.
pub fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the function lives as long as the program, and takes and returns nothing. Without
        // memory for it the C library refuses, and the end goes unseen.
        unsafe { libc::atexit(at_exit) };
    });
}

extern "C" fn at_exit() {
    if OURS.load(SeqCst) {
        return;
    }
    let _ = writeln!(
        std::io::stderr(),
        "error: a library called in this process has ended it, and nothing that was measured \
        counts; leave out --no-isolate, and it costs one puzzle only"
    );
    confine::leave_at_once(COULD_NOT_RUN);
}
