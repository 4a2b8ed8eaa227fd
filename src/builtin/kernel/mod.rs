//! The vector kernels: propagation rules written once, over vectors of 16-bit lanes.
//!
//! - [`simd`]: the vector type, in three widths; the only unsafe code here
//! - [`isa`]: which width this machine takes, or is made to take
//! - [`rules`]: the propagation rules, each one a formula over lanes
//! - [`mod@lockstep`]: many search nodes at once, a grid a lane
//! - [`mod@vector`]: one search node at a time, a grid across the lanes

#![allow(clippy::needless_range_loop, reason = "an index is a place, in several arrays at once")]

pub mod isa;
pub mod lockstep;
pub mod rules;
#[allow(unsafe_code)]
pub mod simd;
pub mod vector;

use isa::{Isa, IsaError};
use lockstep::Lockstep;
use vector::Vector;

use crate::solver::{Backend, SolverError};

/// A kernel by its id on an instruction set.
type Kernel = fn(String, Isa) -> Box<dyn Backend>;

/// The kernels and their names.
const KERNELS: [(&str, Kernel); 2] = [
    ("lockstep", |id, isa| Box::new(Lockstep::new(id, isa))),
    ("vector", |id, isa| Box::new(Vector::new(id, isa))),
];

/// Returns true if a kernel has this name.
pub fn is_kernel(name: &str) -> bool {
    KERNELS.iter().any(|kernel| kernel.0 == name)
}

/// A kernel on the instruction set of that name, or on the widest that this machine has; `id` is the
/// whole specification.
///
/// # Errors
/// When no kernel has this name, or this machine lacks the instruction set.
pub fn on(name: &str, id: &str, isa: Option<&str>) -> Result<Box<dyn Backend>, SolverError> {
    let refuse = |why: String| SolverError::Start { id: id.to_owned(), why };
    let isa = match isa {
        Some(isa) => isa.parse().map_err(|error: IsaError| refuse(error.to_string()))?,
        None => Isa::best(),
    };
    let kernel = KERNELS.iter().find(|kernel| kernel.0 == name);
    let (_, kernel) = kernel.ok_or_else(|| refuse(format!("no kernel is called {name}")))?;
    Ok(kernel(id.to_owned(), isa))
}

/// `lockstep` on the widest instruction set that this machine has.
pub fn lockstep() -> Box<dyn Backend> {
    Box::new(Lockstep::new("lockstep".to_owned(), Isa::best()))
}

/// `vector` on the widest instruction set that this machine has.
pub fn vector() -> Box<dyn Backend> {
    Box::new(Vector::new("vector".to_owned(), Isa::best()))
}
