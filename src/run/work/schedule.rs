//! What a phase is to do.

use crate::run::plan::launches::LaunchGroup;
use crate::run::plan::select::Selection;
use crate::run::plan::tiers::Tier;

/// How a phase is to be run.
pub(crate) struct Schedule<'a> {
    pub tiers: Vec<Tier>,
    pub selection: &'a Selection,
    pub budget_ns: u64,
    /// Times that each tier meets every puzzle; none leaves the end to the budget.
    pub coverages: Option<u64>,
    /// Whether rounds are of use only while all backends take part.
    pub shared: bool,
    pub seed: u64,
    pub scramble: bool,
    /// Whether all puzzles fit into the workers' memory, and are read once.
    pub keeps: bool,
    pub per_puzzle: bool,
    /// Which groups to measure, where that is said; else all, again and again.
    pub launch: Option<LaunchRounds<'a>>,
    /// Is given the index of a solver that has been on one block for too long.
    pub overdue: &'a (dyn Fn(usize) + Sync),
}

/// The groups of a launch, of the one tier there is.
pub(crate) struct LaunchRounds<'a> {
    /// Number of the launch, from 1.
    pub nth: u32,
    /// Number of the first round.
    pub first_round: u64,
    /// A group a round.
    pub rounds: &'a [LaunchGroup],
}
