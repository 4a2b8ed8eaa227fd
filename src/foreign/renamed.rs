//! A backend under another name: a run needs that to have the same one take part twice.

use crate::puzzle::Order;
use crate::solver::{Abilities, Backend, Goal, Solver, SolverError};

/// A backend with an id of the caller's.
pub struct Renamed {
    id: String,
    inner: Box<dyn Backend>,
}

impl Renamed {
    /// Calls `inner` by the name `id`.
    pub fn new(id: String, inner: Box<dyn Backend>) -> Self {
        Self { id, inner }
    }
}

impl Backend for Renamed {
    fn id(&self) -> &str {
        &self.id
    }
    fn version(&self) -> String {
        self.inner.version()
    }
    fn abilities(&self) -> Abilities {
        self.inner.abilities()
    }
    fn summary(&self) -> String {
        self.inner.summary()
    }
    fn runs(&self, algorithm: &str, block: usize) -> bool {
        self.inner.runs(algorithm, block)
    }
    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        self.inner.start(order, goal)
    }
}
