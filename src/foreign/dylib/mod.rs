//! Solvers in shared libraries, by the field's C signature; order 3 only.
//!
//! - `target`, `exports`, `located`: which function of which file, found without running any of it
//! - `call`: the call itself
//! - `probe`: what the library can do, found out by asking it
//! - `inside`: called in this process: fast to reach, and trusted; `unique_symbols`: who may not be there
//!   together
//! - [`stdout`]: where such a library's own output goes
//! - [`exits`]: its ending the program is not taken for ours
//! - `isolated`, `running`, `page`, `host`: called in a child process, from one end to the other

mod belief;
mod call;
pub mod exits;
mod exports;
pub mod host;
mod inside;
mod isolated;
mod located;
mod page;
mod probe;
mod running;
pub mod stdout;
mod target;
mod unique_symbols;

use super::process::confine::Confinement;
use crate::solver::{Backend, SolverError};
use located::Located;

/// The backend of a library: `target` is `PATH[#FUNCTION][?OPTIONS]`, `id` the whole specification
/// as the user wrote it.
///
/// # Errors
/// When the library or the function cannot be used; the error says what to do.
pub fn open(
    id: &str,
    target: &str,
    confinement: &Confinement,
) -> Result<Box<dyn Backend>, SolverError> {
    let located = Located::find(id, target)?;
    Ok(if confinement.isolate {
        Box::new(isolated::Isolated::open(located, confinement.clone())?)
    } else {
        Box::new(inside::Inside::open(located)?)
    })
}
