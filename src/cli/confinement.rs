//! The options by which solvers that are not built in are confined, shared by the verbs that run
//! them.

use crate::cli::value::bytes;
use crate::foreign::dylib::exits;
use crate::foreign::process::confine::Confinement;

/// Options of every verb that runs solvers.
#[derive(clap::Args, Debug, Clone)]
#[group(id = "confinement")]
pub(super) struct Args {
    /// Give each worker's shared library a process of its own, so that it can crash, hang or be
    /// killed by itself (the default)
    #[arg(long, overrides_with = "no_isolate")]
    isolate: bool,

    /// Call shared libraries in this process: no --timeout, and a library that crashes, hangs or
    /// calls _exit ends the run
    #[arg(long)]
    no_isolate: bool,

    /// Limit on the data of a solver's own process, in bytes, like 512M or 2G
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory_limit: Option<u64>,
}

impl Args {
    /// What they amount to.
    pub(super) fn confinement(&self) -> Confinement {
        let isolate = self.isolate || !self.no_isolate;
        if !isolate {
            exits::watch(); // before any library is loaded
        }
        Confinement { isolate, memory_limit: self.memory_limit, ..Confinement::default() }
    }
}
