//! The vector kernels: propagation rules written once, over vectors of 16-bit lanes.
//!
//! - [`simd`]: the vector type, in three widths; the only unsafe code here
//! - [`isa`]: which width this machine takes, or is made to take
//! - [`rules`]: the propagation rules, each one a formula over lanes
//! - [`mod@lockstep`]: many search nodes at once, a grid a lane

pub mod isa;
pub mod lockstep;
pub mod rules;
#[allow(unsafe_code)]
pub mod simd;

use isa::{Isa, IsaError};
use lockstep::Lockstep;

use crate::solver::spec::Options;
use crate::solver::{Backend, SolverError};

/// The kernel that a specification such as `lockstep?isa=avx2` asks for; none if it names no
/// kernel, or one without options.
///
/// # Errors
/// When there is no such option, or this machine lacks the instruction set.
pub fn with_options(spec: &str) -> Result<Option<Box<dyn Backend>>, SolverError> {
    if !spec.starts_with("lockstep?") {
        return Ok(None);
    }
    let refuse = |why: String| SolverError::Start { id: spec.to_owned(), why };
    let (_, options) = Options::split(spec, &["isa"]).map_err(refuse)?;
    let isa = match options.get("isa") {
        Some(name) => name.parse().map_err(|error: IsaError| refuse(error.to_string()))?,
        None => Isa::best(),
    };
    Ok(Some(Box::new(Lockstep::new(spec.to_owned(), isa))))
}

/// `lockstep` on the widest instruction set that this machine has.
pub fn lockstep() -> Box<dyn Backend> {
    Box::new(Lockstep::new("lockstep".to_owned(), Isa::best()))
}
