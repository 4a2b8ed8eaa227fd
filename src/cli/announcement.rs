//! That another solver continues with a puzzle: said before it does, once a file.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::sweep::limited::HandOver;

/// Whether it has been said of a file.
pub(super) struct Announcement<'a> {
    path: &'a str,
    /// What bounds the search, in words.
    bound: &'a str,
    is_made: AtomicBool,
}

impl<'a> Announcement<'a> {
    /// Not yet. `--timeout` bounds the search.
    pub(super) fn new(path: &'a str) -> Self {
        Self { path, bound: " (--timeout bounds them)", is_made: AtomicBool::new(false) }
    }

    /// Not yet. Only a number of guesses bounds the search.
    pub(super) fn without_timeout(path: &'a str) -> Self {
        Self { bound: "", ..Self::new(path) }
    }

    /// Says it, if it has not been said.
    pub(super) fn say(&self, what: &HandOver<'_>, remark: impl FnOnce(String)) {
        let (Self { path, bound, .. }, HandOver { order, from, after, to }) = (self, what);
        if !self.is_made.swap(true, Relaxed) {
            remark(format!(
                "{path}: {from} has not solved a {order} puzzle {after}; {to} continues, here and \
                with each further puzzle that takes as long{bound}"
            ));
        }
    }
}
