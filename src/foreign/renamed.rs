//! A backend under another name, as the user asks for it, or as a run needs it to have the same one
//! take part twice; and with a time limit of its own.

use std::time::Duration;

use crate::puzzle::Order;
use crate::solver::{Abilities, Backend, Goal, Solver, SolverError};

/// A backend with an id of the caller's.
pub struct Renamed {
    id: String,
    inner: Box<dyn Backend>,
    timeout: Option<Duration>,
}

impl Renamed {
    /// Calls `inner` by the name `id`.
    pub fn new(id: String, inner: Box<dyn Backend>) -> Self {
        Self { id, timeout: inner.timeout(), inner }
    }

    /// Gives it its own limit of one puzzle, where there is one.
    #[must_use]
    pub fn limited(self, timeout: Option<Duration>) -> Self {
        Self { timeout: timeout.or(self.timeout), ..self }
    }
}

impl Backend for Renamed {
    fn id(&self) -> &str {
        &self.id
    }
    fn spec(&self) -> &str {
        self.inner.spec()
    }
    fn version(&self) -> String {
        self.inner.version()
    }
    fn abilities(&self) -> Abilities {
        self.inner.abilities()
    }
    fn timeout(&self) -> Option<Duration> {
        self.timeout
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
