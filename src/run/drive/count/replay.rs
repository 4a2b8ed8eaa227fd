//! A backend that gives the answers which a solver gave elsewhere, so that they are judged like any.

use std::collections::HashMap;
use std::sync::Arc;

use super::child::copy;
use super::sample::Sample;
use crate::puzzle::{Block, Order};
use crate::solver::{
    Abilities, Answers, Backend, Clocked, Goal, Restart, Search, Solver, SolverError, Stop, Threads,
};

/// A backend's answers to a sample.
pub(crate) struct Replay<'a> {
    inner: &'a dyn Backend,
    known: Arc<Known>,
}

struct Known {
    places: HashMap<Vec<u8>, usize>,
    answers: Answers,
}

impl<'a> Replay<'a> {
    /// The answers that `inner` gave to a sample, those that warmed it up first.
    pub(crate) fn new(inner: &'a dyn Backend, sample: &Sample, answers: Answers) -> Self {
        let puzzles = sample.first(usize::MAX);
        let places = puzzles.iter().enumerate().map(|(i, cells)| (cells.to_vec(), i)).collect();
        Self { inner, known: Arc::new(Known { places, answers }) }
    }
}

impl Backend for Replay<'_> {
    fn id(&self) -> &str {
        self.inner.id()
    }
    fn version(&self) -> String {
        self.inner.version()
    }
    fn abilities(&self) -> Abilities {
        let (threads, restart) = (Threads::Any, Restart::Cheap);
        let order = self.known.answers.order();
        let orders = order..=order;
        Abilities { orders, cancellable: true, threads, restart, ..self.inner.abilities() }
    }
    fn summary(&self) -> String {
        self.inner.summary()
    }
    fn runs(&self, algorithm: &str, block: usize) -> bool {
        self.inner.runs(algorithm, block)
    }
    fn start(&self, _: Order, _: Goal) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(ReplaySolver(Arc::clone(&self.known))))
    }
}

struct ReplaySolver(Arc<Known>);

impl Solver for ReplaySolver {
    fn solve(
        &mut self,
        block: &Block<'_>,
        _: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        for (i, cells) in block.iter().enumerate() {
            match self.0.places.get(cells) {
                Some(&at) => copy(&self.0.answers.get(at), i, answers),
                None => answers.set(i, 0, 0, Search::Incomplete),
            }
        }
        Ok(Clocked::ByCaller)
    }
}
