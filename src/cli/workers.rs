//! The threads that read, hash and check files, shared by all verbs.

use std::sync::OnceLock;

use anyhow::bail;

/// Starts them, one a processor, or one at all where the system allows no more.
///
/// # Errors
/// When not even one can be started.
pub fn start() -> anyhow::Result<()> {
    static FAILED: OnceLock<Option<String>> = OnceLock::new();
    let failed = FAILED.get_or_init(|| {
        let start = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        start(0).or_else(|_| start(1)).err().map(|error| error.to_string())
    });
    if let Some(why) = failed {
        bail!(
            "cannot start a thread: {why}; allow more processes (ulimit -u) or memory (ulimit -v)"
        );
    }
    Ok(())
}
