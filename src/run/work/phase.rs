//! A phase: one dataset, order, goal, pass and number of workers, and the backends measured in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::dataset::{Dataset, DatasetError};
use crate::record::{Setting, counted};
use crate::solver::{Abilities, Backend, SolverError};

use super::bounds::{Bounds, Loss, Losses};
use super::pauses::Pauses;
use crate::dataset::group::Group;
use crate::dataset::group_puzzles::{GroupPuzzles, Variety};
use crate::dataset::portions::Portions;
use crate::run::judge::answers::Rules;
use crate::run::judge::found::Found;
use crate::run::judge::trust::Trust;
use crate::run::plan::tiers::Tier;

/// What stays the same over all rounds of a phase.
pub(crate) struct Phase<'a> {
    /// The puzzles.
    pub dataset: &'a Dataset,
    /// What its rows are of.
    pub setting: Setting,
    /// Backends, by the index that everything else uses.
    pub backends: Vec<&'a dyn Backend>,
    /// What each can do.
    pub abilities: Vec<Abilities>,
    /// Raised when the user wants to stop.
    pub interrupted: &'a AtomicBool,
    /// When it ends.
    pub(crate) bounds: Bounds,
    /// When the whole program stood still.
    pub(crate) pauses: Pauses,
    /// Raised at its end.
    pub(crate) overdue: AtomicBool,
    /// Time lost by each backend.
    pub(crate) losses: Vec<Losses>,
    /// Whose recount is believed.
    pub(crate) trust: &'a Trust,
    /// How many solutions the puzzles have, as found so far.
    pub(crate) found: Arc<Found>,
}

impl Phase<'_> {
    /// Number of workers.
    pub(crate) fn threads(&self) -> usize {
        self.setting.threads as usize
    }

    /// What a judge knows.
    pub(crate) fn rules(&self) -> Rules<'_> {
        Rules {
            order: self.setting.order,
            goal: self.setting.goal,
            threads: self.threads(),
            backends: &self.backends,
            abilities: &self.abilities,
            trust: self.trust,
            found: &self.found,
        }
    }

    /// Returns true if the user wants to stop.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Returns true if nothing more is to be begun: the user wants to stop, or the time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.overdue.load(Ordering::Relaxed) || self.is_interrupted()
    }

    /// How long a backend may take for a puzzle, in nanoseconds; endlessly where there is no limit.
    pub(crate) fn limit_ns(&self, backend: usize) -> u64 {
        let own = self.backends[backend].timeout();
        let own_ns = own.map(|limit| u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX));
        own_ns.or(self.bounds.puzzle_ns).unwrap_or(u64::MAX)
    }

    /// Returns true if a backend has no more turns in this phase.
    pub(crate) fn is_left_out(&self, backend: usize) -> bool {
        self.losses[backend].is_left_out()
    }

    /// Takes a block into account that a backend did not answer.
    pub(crate) fn lose(&self, backend: usize, loss: Loss) {
        let others = (0..self.backends.len()).filter(|&other| other != backend);
        let has_others = others.into_iter().any(|other| !self.is_left_out(other));
        let parts = self.backends.len() as u64 + 1;
        let fair_ns = self.bounds.budget_ns.saturating_mul(u64::from(self.setting.threads)) / parts;
        self.losses[backend].add(loss, &self.bounds, has_others.then_some(fair_ns));
    }
}

/// What a round is about.
#[derive(Clone)]
pub(crate) struct Round<'a> {
    /// The backends, and how they are handed the puzzles.
    pub tier: &'a Tier,
    /// Number of the tier.
    pub tier_index: usize,
    /// The puzzles.
    pub group: Group<'a>,
    /// How they are divided among the workers.
    pub portions: Arc<Portions>,
    /// All of them, if they are kept in memory; else every worker reads its own.
    pub group_puzzles: Option<Arc<GroupPuzzles>>,
    /// Number of the round within the tier.
    pub number: u64,
    /// Whether every launch measures its group.
    pub is_anchor: bool,
    /// What is made of the puzzles before they are solved.
    pub variety: Variety,
    /// Groups of the tier: so many rounds meet every puzzle once.
    pub groups: u64,
}

impl Round<'_> {
    /// Returns true if every puzzle of the tier has been met as often as any other after this
    /// round.
    pub(crate) fn ends_coverage(&self) -> bool {
        (self.number + 1).is_multiple_of(self.groups)
    }
}

impl RunError {
    /// A thread that cannot be started.
    pub(crate) fn no_thread(threads: usize, why: impl ToString) -> Self {
        let why = why.to_string();
        let remedy = "allow more processes (ulimit -u) or memory (ulimit -v, -d), or ask for fewer --threads";
        Self::Workers { threads, why: format!("{why}; {remedy}") }
    }
}

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    /// The file went away or shrank.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A backend cannot be used.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The rows cannot be written.
    #[error("cannot write what was measured")]
    Write(#[from] std::io::Error),
    /// The thread pool cannot be built.
    #[error("cannot start {}: {why}", counted(*threads as u64, "worker"))]
    Workers {
        /// Workers asked for.
        threads: usize,
        /// What stands in the way.
        why: String,
    },
    /// What was asked for cannot be done together.
    #[error("{0}")]
    Request(String),
}
