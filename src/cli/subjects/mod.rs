//! What a command line measures: datasets and solvers, each with the options that stand behind it.

mod behind;
pub(crate) mod build;
mod datasets;
mod sides;
mod solvers;
mod sources;

pub(crate) use datasets::{DatasetArgs, DatasetChoice, DatasetThresholds};
pub(crate) use sides::Sides;
pub(crate) use solvers::{PER_SOLVER, SolverArgs, SolverChoice};
