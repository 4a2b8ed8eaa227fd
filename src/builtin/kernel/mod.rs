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

use crate::foreign::spec::Options;
use crate::solver::{Backend, SolverError};

/// A kernel by its id on an instruction set.
type Kernel = fn(String, Isa) -> Box<dyn Backend>;

/// The kernels and their names.
const KERNELS: [(&str, Kernel); 2] = [
    ("lockstep", |id, isa| Box::new(Lockstep::new(id, isa))),
    ("vector", |id, isa| Box::new(Vector::new(id, isa))),
];

/// The kernel that a specification such as `lockstep?isa=avx2` asks for; none if it names no
/// kernel, or one without options.
///
/// # Errors
/// When there is no such option, or this machine lacks the instruction set.
pub fn with_options(spec: &str) -> Result<Option<Box<dyn Backend>>, SolverError> {
    let Some((name, _)) = spec.split_once('?') else { return Ok(None) };
    let Some((_, kernel)) = KERNELS.iter().find(|kernel| kernel.0 == name) else {
        return Ok(None);
    };
    let refuse = |why: String| SolverError::Start { id: spec.to_owned(), why };
    let (_, options) = Options::split(spec, &["isa"]).map_err(refuse)?;
    let isa = match options.get("isa") {
        Some(name) => name.parse().map_err(|error: IsaError| refuse(error.to_string()))?,
        None => Isa::best(),
    };
    Ok(Some(kernel(spec.to_owned(), isa)))
}

/// `lockstep` on the widest instruction set that this machine has.
pub fn lockstep() -> Box<dyn Backend> {
    Box::new(Lockstep::new("lockstep".to_owned(), Isa::best()))
}

/// `vector` on the widest instruction set that this machine has.
pub fn vector() -> Box<dyn Backend> {
    Box::new(Vector::new("vector".to_owned(), Isa::best()))
}
