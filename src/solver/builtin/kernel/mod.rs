//! The vector kernels: propagation rules written once, over vectors of 16-bit lanes.
//!
//! - [`simd`]: the vector type, in three widths; the only unsafe code here
//! - [`isa`]: which width this machine takes, or is made to take
//! - [`rules`]: the propagation rules, each one a formula over lanes

pub mod isa;
pub mod rules;
#[allow(unsafe_code)]
pub mod simd;
