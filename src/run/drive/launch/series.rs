//! What is to be measured in launches, and what that leaves behind.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::message::{Course, LaunchSubject, Party};
use crate::dataset::Dataset;
use crate::dataset::group::Groups;
use crate::puzzle::seed::mix;
use crate::record::Record;
use crate::record::incident::Incident;
use crate::run::drive::measure::{BLOCK, room};
use crate::run::drive::memory::Memory;
use crate::run::drive::observe::Next;
use crate::run::judge::trust::Trust;
use crate::run::plan::launches;
use crate::run::plan::launches::LaunchPlan;
use crate::run::plan::select::{Wanted, select};
use crate::run::plan::tiers::{Needs, Rounds, tiers};
use crate::run::work::pauses::Paused;
use crate::run::work::phase::RunError;
use crate::run::work::warm::StartUp;
use crate::solver::{Backend, Grain};

/// What is to be measured in launches.
pub(crate) struct Series<'a> {
    /// What is measured.
    pub subject: LaunchSubject,
    /// The puzzles.
    pub dataset: &'a Dataset,
    /// The solvers by specification, baseline first.
    pub parties: Vec<Party>,
    /// The same, each with a process of its own where it is not built in: they measure where the
    /// solvers cannot be in one process.
    pub apart: Vec<&'a dyn Backend>,
    /// Why the solvers must not be in one process, if that is known before.
    pub must_be_apart: Option<String>,
    /// Puzzles handed over at once; none leaves it to the plan.
    pub block: Option<u32>,
    /// Most wall time, unless a solver does not come back.
    pub budget: Duration,
    /// When everything ends, whatever the solvers do.
    pub end: Instant,
    /// Most bytes of data of a child.
    pub memory_limit: Option<u64>,
    /// Whose recounts are believed, where the solvers are not in one process.
    pub trust: &'a Trust,
    /// This program.
    pub program: PathBuf,
    /// Raised when the user wants to stop.
    pub interrupted: &'a AtomicBool,
}

/// How far a series has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Reached {
    /// Launches so far.
    pub launches: u64,
    /// Times that every group was met.
    pub coverages: u64,
    /// Groups of the dataset.
    pub groups: u64,
    /// Share of the budget that is spent.
    pub done: f64,
}

/// What a series leaves behind, besides its records.
#[derive(Debug, Default)]
pub(crate) struct SeriesOutcome {
    /// Launches whose solvers were together in one process.
    pub together: u64,
    /// Launches whose solvers had a process each.
    pub apart: u64,
    /// Groups of the dataset.
    pub groups: u64,
    /// Puzzles that the user must hear of.
    pub incidents: Vec<Incident>,
    /// What else the user should know.
    pub notes: Vec<String>,
    /// For each solver, whether it remembers answers.
    pub memories: Vec<Memory>,
    /// How long all of it was interrupted by stops of the program or the machine.
    pub paused: Paused,
    /// For each solver, what its starts have cost: the longest.
    pub start_ups: Vec<StartUp>,
}

/// Is shown the records of each launch, when it has ended, and says when it is enough.
pub(crate) type OnLaunch<'a> = &'a mut dyn FnMut(Vec<Record>, Reached) -> io::Result<Next>;

/// What a puzzle may take beyond twice the budget where it has no limit.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

impl Series<'_> {
    /// The longest limit of a puzzle that any solver has, in nanoseconds; nothing where one has none.
    pub(super) fn longest_timeout_ns(&self) -> Option<u64> {
        let common_ns = self.subject.timeout_ns;
        let limits = self.parties.iter().map(|party| party.timeout_ns.or(common_ns));
        limits.reduce(|a, b| Some(a?.max(b?))).unwrap_or(common_ns)
    }

    /// The course of rounds in which a puzzle costs the solvers so much.
    pub(super) fn course(&self, cost_ns: &[f64], left_ns: u64) -> Result<Course, RunError> {
        let LaunchSubject { order, sample, seed, timeout_ns, .. } = self.subject;
        let selection = select(self.dataset, order, Wanted::sample(sample), seed)?;
        let abilities = self.apart.iter().map(|backend| backend.abilities());
        let grains: Vec<Grain> = abilities.map(|abilities| abilities.grain).collect();
        let needs = Needs {
            rounds: Rounds::Shared,
            cost_ns: cost_ns.to_vec(),
            grains,
            puzzles: selection.puzzles,
            of_all_shards: selection.puzzles,
            as_given: false,
            threads: 1,
            block: self.block.unwrap_or(BLOCK),
            block_fixed: self.block.is_some(),
            budget_ns: left_ns,
            room: room(order, 1),
            timeout_ns: timeout_ns.unwrap_or(u64::MAX),
        };
        let tier = tiers(&needs).remove(0);
        let groups = Groups::new(
            tier.puzzles,
            selection.puzzles,
            selection.chunks.len(),
            selection.chunk_limit,
        );
        let plan = LaunchPlan::new(&launches::Needs {
            seed: mix(seed, 0xdea1),
            groups: groups.count(),
            // Groups are of whole chunks, and most hold less than a turn has room for.
            calls: (selection.puzzles / groups.count().max(1)).clamp(1, tier.puzzles.max(1))
                * u64::from(tier.repeats * tier.isomorphs),
            candidate_ns: cost_ns.last().copied().unwrap_or(1.0),
            all_ns: cost_ns.iter().sum(),
            budget_ns: left_ns,
        });
        Ok(Course { tier, plan })
    }
}
