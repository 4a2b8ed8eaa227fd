//! A job: what the user asked for, phase after phase.

use std::time::Duration;

use crate::dataset::{Dataset, Shard};
use crate::record::Pass;
use crate::solver::{Backend, Goal};

use crate::run::judge::trust::Trust;
use crate::run::plan::select::Wanted;
use crate::run::plan::tiers::Rounds;

/// What is to be measured.
pub(crate) struct Job<'a> {
    /// Datasets, each with the name it has in this run.
    pub datasets: Vec<(String, &'a Dataset)>,
    /// Backends, in the order given.
    pub backends: Vec<&'a dyn Backend>,
    /// Whose recount of a claim is believed, and what was found before. Of the budget, recounts take
    /// a tenth at most.
    pub trust: &'a Trust,
    /// What is asked of each puzzle.
    pub goal: Goal,
    /// Kinds of measurement.
    pub passes: Vec<Pass>,
    /// Numbers of workers of the throughput pass, a phase each.
    pub threads: Vec<usize>,
    /// Numbers of workers of the latency pass, likewise; one, unless asked otherwise.
    pub latency_threads: Vec<usize>,
    /// Which backends share rounds.
    pub rounds: Rounds,
    /// Puzzles handed over at once in the throughput pass; none leaves it to the plan.
    pub block: Option<u32>,
    /// Wall time for each dataset, all backends and passes together.
    pub budget: Duration,
    /// Wall time that opening the solvers took, which counts against the budget of all datasets.
    pub opening: Duration,
    /// Limit of one puzzle.
    pub timeout: Option<Duration>,
    /// Puzzles to measure of each dataset and order; none measures all.
    pub sample: Option<u64>,
    /// Which part of these.
    pub shard: Shard,
    /// Rounds in which each backend meets every puzzle; none leaves the end to the budget.
    pub coverages: Option<u64>,
    /// Seed of orders, samples and isomorphs.
    pub seed: u64,
    /// Whether each round solves fresh isomorphs instead of the puzzles themselves.
    pub scramble: bool,
    /// Whether a turn of few puzzles goes over them again and again instead of being filled with
    /// isomorphs of them.
    pub as_given: bool,
    /// Whether each worker is bound to a core of its own.
    pub pin: bool,
    /// Whether the observer is shown puzzles one by one (latency pass).
    pub per_puzzle: bool,
    /// Built-in solvers that measure nothing beyond 9x9: where nearly every puzzle takes them to the limit, they
    /// would leave the others no time.
    pub up_to_9x9: &'static [&'static str],
}

impl<'a> Job<'a> {
    /// The throughput and then the latency pass with one worker, ten seconds a dataset, all puzzles, no
    /// limit of one.
    pub(crate) fn new(
        datasets: Vec<(String, &'a Dataset)>,
        backends: Vec<&'a dyn Backend>,
        trust: &'a Trust,
    ) -> Self {
        Self {
            datasets,
            backends,
            trust,
            goal: Goal::Unique,
            passes: vec![Pass::Throughput, Pass::Latency],
            threads: vec![1],
            latency_threads: vec![1],
            rounds: Rounds::BySpeed,
            block: None,
            budget: Duration::from_secs(10),
            opening: Duration::ZERO,
            timeout: None,
            sample: None,
            shard: Shard::WHOLE,
            coverages: None,
            seed: 0,
            scramble: false,
            as_given: false,
            pin: false,
            per_puzzle: false,
            up_to_9x9: &[],
        }
    }

    /// The longest limit of a puzzle that any backend has; nothing where one has none.
    pub(crate) fn longest_timeout(&self) -> Option<Duration> {
        let limits = self.backends.iter().map(|backend| backend.timeout().or(self.timeout));
        limits.reduce(|a, b| Some(a?.max(b?))).unwrap_or(self.timeout)
    }

    /// Which puzzles of each dataset and order are to be measured.
    pub(crate) fn wanted(&self) -> Wanted {
        Wanted { sample: self.sample, shard: self.shard }
    }

    /// A dataset's part of the time that opening the solvers took.
    pub(crate) fn opening_of_each(&self) -> Duration {
        self.opening / self.datasets.len().max(1) as u32
    }

    /// What opening the solvers has left of a dataset's budget.
    pub(crate) fn budget_left(&self) -> Duration {
        self.budget.saturating_sub(self.opening_of_each())
    }
}

pub(crate) fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
