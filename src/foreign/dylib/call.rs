//! The call itself: a function of the field's C signature, over a block of puzzles.

#![allow(unsafe_code)]

use std::error::Error;
use std::ffi::c_char;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

use crate::puzzle::Block;

/// `size_t f(const char *puzzle, size_t limit, uint32_t flags, char *solution, size_t *guesses)`:
/// 81 cells in, `.` for blank; solutions found up to `limit` out, the first one's cells in
/// `solution`, choices made in `guesses`.
type SolveFn = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

/// Where the library writes no guess count, this value stays.
pub(super) const UNTOUCHED: usize = usize::MAX;

/// A count as it was returned, which the judge has to see even beyond the limit: a negative one
/// stays that as an `i32`, and one that has no room becomes the largest of those.
pub(super) fn returned(count: u64) -> u32 {
    let negative = i32::try_from(count as i64).ok().filter(|count| *count < 0);
    let fits = || u32::try_from(count).unwrap_or(i32::MAX as u32);
    negative.map_or_else(fits, |count| count as u32)
}

/// Memory that a library writes solutions to: of this process alone, or shared with another.
pub(super) struct Room<'a> {
    start: *mut u8,
    bytes: usize,
    owner: PhantomData<&'a mut [u8]>,
}

impl<'a> Room<'a> {
    /// Memory that another process may write, too.
    ///
    /// # Safety
    /// From `start`, as many bytes can be written for as long as `'a`, and Rust code holds no
    /// reference to them but atomics.
    pub(super) unsafe fn shared(start: *mut u8, bytes: usize) -> Self {
        Self { start, bytes, owner: PhantomData }
    }
}

impl<'a> From<&'a mut [u8]> for Room<'a> {
    fn from(bytes: &'a mut [u8]) -> Self {
        Self { start: bytes.as_mut_ptr(), bytes: bytes.len(), owner: PhantomData }
    }
}

/// A function in a library that stays loaded until the process ends.
#[derive(Clone, Copy)]
pub(super) struct Function {
    call: SolveFn,
    flags: u32,
}

impl Function {
    /// Loads a library, with all its references resolved, and finds the function.
    ///
    /// # Errors
    /// The loader's own message.
    pub(super) fn load(path: &Path, symbol: &str, flags: u32) -> Result<Self, String> {
        // SAFETY: the user vouches for the library by naming it: its initialisers run here, in
        // this process, with everything this process may do.
        let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) };
        let library = library.map_err(|error| format!("it cannot be loaded: {}", why(&error)))?;
        // SAFETY: the user vouches that the function has the signature; `exports` has seen that
        // it is a function.
        let call = *unsafe { library.get::<SolveFn>(symbol) }.map_err(|error| why(&error))?;
        // Never unloaded: threads and exit handlers of the library would run into a hole.
        std::mem::forget(library);
        Ok(Self { call, flags })
    }

    /// Calls the function once for each puzzle of an order-3 block.
    ///
    /// `at` holds the index of the current puzzle, so that the parent can report where it crashed.
    /// The solution of puzzle `i` goes to `solutions` at `i * stride`, its solution and guess
    /// counts to `done(i, count, guesses)`.
    ///
    /// # Panics
    /// When `solutions` is shorter than the block's strides.
    #[inline]
    pub(super) fn call_each(
        &self,
        block: &Block<'_>,
        limit: u32,
        solutions: Room<'_>,
        at: &AtomicU32,
        mut done: impl FnMut(usize, usize, usize),
    ) {
        let stride = block.order().stride();
        assert!(solutions.bytes >= block.len() * stride, "room for every solution");
        let puzzles = block.bytes().as_ptr();
        let solutions = solutions.start;
        for i in 0..block.len() {
            at.store(i as u32, Relaxed);
            let mut guesses = UNTOUCHED;
            // SAFETY: `Block` guarantees `stride` readable bytes for each of its `len` puzzles,
            // a NUL after the cells, and padding for wide loads; the assertion above guarantees
            // `stride` writable bytes for each solution. That the function stays within them,
            // and returns, is vouched for by the user who named it; isolation bounds the damage.
            let count = unsafe {
                let puzzle = puzzles.add(i * stride).cast();
                let solution = solutions.add(i * stride).cast();
                (self.call)(puzzle, limit as usize, self.flags, solution, &raw mut guesses)
            };
            done(i, count, guesses);
        }
    }
}

/// The loader's message, which the error keeps as its cause.
fn why(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_keeps_its_sign() {
        assert_eq!([0, 1, 2, 1 << 20].map(returned), [0, 1, 2, 1 << 20]);
        assert_eq!(returned(-1i64 as u64) as i32, -1);
        assert_eq!(
            returned(u64::from(u32::MAX)) as i32,
            -1,
            "an int in a function that returns one"
        );
        assert_eq!(returned(1 << 40), i32::MAX as u32);
    }
}
