//! Ctrl-C: the first asks the run to end after the blocks in hand, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Exit code of a run that was interrupted, as shells give it for SIGINT.
pub const INTERRUPTED_BY_USER: u8 = 130;

/// Begins to listen, and returns the sign that is raised by the first Ctrl-C (or SIGTERM, SIGHUP).
///
/// # Errors
/// When the system does not allow it.
pub fn listen() -> anyhow::Result<&'static AtomicBool> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            super::end();
            std::process::exit(INTERRUPTED_BY_USER.into());
        }
        eprintln!("interrupted: writing what was measured; again to leave at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(&INTERRUPTED)
}
