//! Work shared by threads, its results in order, in memory that does not grow with the work.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Most results a thread that may wait for their turn.
const AHEAD: usize = 8;

/// Does the work of every item on `threads` threads and hands the results to `emit`, in the order
/// of the items, on this one. `start` makes what a thread keeps from item to item.
///
/// # Errors
/// The first error of `emit`, after which no more work is begun; and when no thread can be started.
pub(crate) fn ordered<I, S, T: Send, E: From<NoThread>>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I) -> T + Sync,
    mut emit: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let gate = Gate::new(threads * AHEAD);
    let queue = Mutex::new((0..).zip(items).fuse());
    let (results, arrivals) = mpsc::channel();
    thread::scope(|scope| {
        for started in 0..threads {
            let (gate, queue, start, work, results) =
                (&gate, &queue, &start, &work, results.clone());
            let thread = thread::Builder::new().spawn_scoped(scope, move || {
                let _close = CloseOnPanic(gate);
                let mut state = start();
                while let Some((number, item)) = next(queue, gate) {
                    if results.send((number, work(&mut state, item))).is_err() {
                        break;
                    }
                }
            });
            match thread {
                Err(why) if started == 0 => return Err(NoThread(why).into()),
                Err(_) => break, // fewer threads do the same work
                Ok(_) => {}
            }
        }
        drop(results);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, result) in arrivals {
            waiting.insert(number, result);
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

/// Not even one thread can be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start a thread; allow more processes (ulimit -u) or more memory (ulimit -v, -d)")]
pub(crate) struct NoThread(#[source] pub(super) io::Error);

/// The next item with its number, once it is not too far ahead of what was emitted. Only the lock
/// of the queue is held while the item is made, which may take long: results go on being emitted.
fn next<N>(queue: &Mutex<N>, gate: &Gate) -> Option<N::Item>
where
    N: Iterator,
{
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    gate.pass().then(|| queue.next()).flatten()
}

/// Lets threads begin items, not too far ahead of what was emitted.
struct Gate {
    ahead: usize,
    counts: Mutex<Counts>,
    moved: Condvar,
}

struct Counts {
    begun: usize,
    emitted: usize,
    closed: bool,
}

impl Gate {
    fn new(ahead: usize) -> Self {
        let counts = Mutex::new(Counts { begun: 0, emitted: 0, closed: false });
        Self { ahead, counts, moved: Condvar::new() }
    }

    /// Waits until another item may be begun. Whether one may at all. The lowest item in work is
    /// never kept waiting, so that there is always one to come.
    fn pass(&self) -> bool {
        let mut counts = self.counts();
        while !counts.closed && counts.begun >= counts.emitted + self.ahead {
            counts = self.moved.wait(counts).unwrap_or_else(PoisonError::into_inner);
        }
        counts.begun += 1;
        !counts.closed
    }

    fn open_to(&self, emitted: usize) {
        self.counts().emitted = emitted;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.counts().closed = true;
        self.moved.notify_all();
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
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
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    impl From<NoThread> for () {
        fn from(_: NoThread) -> Self {}
    }

    impl From<NoThread> for &str {
        fn from(_: NoThread) -> Self {
            "no thread"
        }
    }

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
            assert_eq!(ordered(threads, 0..500, || (), slow_first, emit), Ok(()));
            assert_eq!(seen, (0..500).map(|item| item * item).collect::<Vec<_>>());
        }
        assert_eq!(ordered(3, 0..0, || (), |(), _: i32| (), |()| Err("nothing to emit")), Ok(()));
    }

    #[test]
    fn an_error_of_the_writer_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let work = |(): &mut (), item| {
            begun.fetch_add(1, Relaxed);
            item
        };
        let emit = |item| if item == 10 { Err("the reader left") } else { Ok(()) };
        assert_eq!(ordered(2, 0..1_000_000, || (), work, emit), Err("the reader left"));
        assert!(begun.into_inner() < 1000);
    }

    #[test]
    fn a_panic_in_a_thread_is_passed_on() {
        let outcome = std::panic::catch_unwind(|| {
            let work = |(): &mut (), item: i32| assert!(item != 3, "item 3");
            ordered(2, 0..1000, || (), work, |()| Ok::<_, ()>(()))
        });
        assert!(outcome.is_err());
    }
}
