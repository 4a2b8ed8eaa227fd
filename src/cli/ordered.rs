//! Work shared by threads, its results in order, in memory that does not grow with the work.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Results that may wait for their turn, for each thread.
const AHEAD: usize = 16;

/// Does the work of items `0..items` on `threads` threads and hands every result to `emit`, in
/// order, on this one. `start` makes what a thread keeps from item to item.
///
/// # Errors
/// The first error of `emit`, after which no more work is begun.
pub fn ordered<S, T: Send, E>(
    threads: usize,
    items: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    mut emit: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let gate = Gate::new(threads * AHEAD);
    let (results, arrivals) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, items.max(1)) {
            let (gate, start, work, results) = (&gate, &start, &work, results.clone());
            scope.spawn(move || {
                let _close = CloseOnPanic(gate);
                let mut state = start();
                while let Some(item) = gate.claim(items) {
                    if results.send((item, work(&mut state, item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(results);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (item, result) in arrivals {
            waiting.insert(item, result);
            while let Some(result) = waiting.remove(&next) {
                if let Err(error) = emit(result) {
                    gate.close();
                    return Err(error);
                }
                next += 1;
            }
            gate.open_to(next);
        }
        Ok(())
    })
}

/// Lets threads claim items, not too far ahead of what was emitted.
struct Gate {
    ahead: usize,
    claimed: AtomicUsize,
    emitted: Mutex<usize>,
    moved: Condvar,
}

const CLOSED: usize = usize::MAX;

impl Gate {
    fn new(ahead: usize) -> Self {
        let (claimed, emitted) = (AtomicUsize::new(0), Mutex::new(0));
        Self { ahead, claimed, emitted, moved: Condvar::new() }
    }

    fn claim(&self, items: usize) -> Option<usize> {
        let item = self.claimed.fetch_add(1, Relaxed);
        if item >= items {
            return None;
        }
        let mut emitted = self.emitted();
        // The lowest item in work never waits, so that there is always one to come.
        while *emitted != CLOSED && item >= *emitted + self.ahead {
            emitted = self.moved.wait(emitted).unwrap_or_else(PoisonError::into_inner);
        }
        (*emitted != CLOSED).then_some(item)
    }

    fn open_to(&self, emitted: usize) {
        let mut current = self.emitted();
        if *current != CLOSED {
            *current = emitted;
        }
        self.moved.notify_all();
    }

    fn close(&self) {
        *self.emitted() = CLOSED;
        self.moved.notify_all();
    }

    fn emitted(&self) -> MutexGuard<'_, usize> {
        self.emitted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Without it, threads would wait for ever for the result of one that panicked.
struct CloseOnPanic<'a>(&'a Gate);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let mut seen = Vec::new();
            let slow_first = |_: &mut (), item: usize| {
                if item.is_multiple_of(5) {
                    thread::yield_now();
                }
                item * item
            };
            let emit = |square| {
                seen.push(square);
                Ok::<_, ()>(())
            };
            assert_eq!(ordered(threads, 500, || (), slow_first, emit), Ok(()));
            assert_eq!(seen, (0..500).map(|item| item * item).collect::<Vec<_>>());
        }
        assert_eq!(ordered(3, 0, || (), |(), _| (), |()| Err("nothing to emit")), Ok(()));
    }

    #[test]
    fn an_error_of_the_writer_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let work = |(): &mut (), item| {
            begun.fetch_add(1, Relaxed);
            item
        };
        let emit = |item| if item == 10 { Err("the reader left") } else { Ok(()) };
        assert_eq!(ordered(2, 1_000_000, || (), work, emit), Err("the reader left"));
        assert!(begun.into_inner() < 1000);
    }

    #[test]
    fn a_panic_in_a_thread_is_passed_on() {
        let outcome = std::panic::catch_unwind(|| {
            let work = |(): &mut (), item| assert!(item != 3, "item 3");
            ordered(2, 1000, || (), work, |()| Ok::<_, ()>(()))
        });
        assert!(outcome.is_err());
    }
}
