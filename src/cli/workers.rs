//! The threads that read, hash and check files, shared by all verbs.

use std::sync::{OnceLock, RwLock};
use std::thread;

use anyhow::bail;

/// Starts them, one a processor, or as many as the system allows.
///
/// # Errors
/// When not even one can be started.
pub(super) fn start() -> anyhow::Result<()> {
    static FAILED: OnceLock<Option<String>> = OnceLock::new();
    let failed = FAILED.get_or_init(|| {
        let wanted = thread::available_parallelism().map_or(1, usize::from);
        // 0 leaves their number to the pool, which has an environment variable for it.
        let threads = Some(startable(wanted)).filter(|&threads| threads < wanted);
        let threads = threads.map_or(0, |threads| threads.max(1));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        pool.err().map(|error| error.to_string())
    });
    if let Some(why) = failed {
        bail!(
            "cannot start a thread: {why}; allow more processes (ulimit -u) or memory (ulimit -v, -d)"
        );
    }
    Ok(())
}

/// How many threads the system lets run side by side, up to those wanted. The pool cannot be asked:
/// it begins once, and after a failure never.
fn startable(wanted: usize) -> usize {
    let end = RwLock::new(());
    let not_yet = end.write();
    thread::scope(|scope| {
        let wait = || drop(end.read());
        let start = |_: &usize| thread::Builder::new().spawn_scoped(scope, wait).is_ok();
        let started = (0..wanted).take_while(start).count();
        drop(not_yet);
        started
    })
}
