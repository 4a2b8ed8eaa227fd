//! That another solver continues with a puzzle: said before it does, once a file.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::sweep::limited::{HAND_OVER, HandOver};

/// Whether it has been said of a file.
pub(super) struct Announcement<'a> {
    path: &'a str,
    is_made: AtomicBool,
}

impl<'a> Announcement<'a> {
    /// Not yet.
    pub(super) fn new(path: &'a str) -> Self {
        Self { path, is_made: AtomicBool::new(false) }
    }

    /// Says it, if it has not been said.
    pub(super) fn say(&self, what: &HandOver<'_>, remark: impl FnOnce(String)) {
        let HandOver { order, from, to } = what;
        if !self.is_made.swap(true, Relaxed) {
            remark(format!(
                "{}: {from} has not solved a {order} puzzle in {HAND_OVER:?}; {to} continues, here and \
                with each further puzzle that takes as long (--timeout bounds them)",
                self.path
            ));
        }
    }
}
