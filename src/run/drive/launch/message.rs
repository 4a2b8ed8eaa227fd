//! What the parent of a launch and its child write to each other, a line of JSON each.

use serde::{Deserialize, Serialize};

use crate::dataset::Handed;
use crate::puzzle::Order;
use crate::record::incident::Incident;
use crate::record::{Pass, Record, Setting};
use crate::run::drive::memory::Memory;
use crate::run::judge::trust::Recounts;
use crate::run::plan::launches::LaunchPlan;
use crate::run::plan::tiers::Tier;
use crate::run::work::pauses::Paused;
use crate::run::work::warm::StartUp;
use crate::solver::Goal;

/// A solver of a launch.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Party {
    /// Its name in the records.
    pub name: String,
    /// What it is.
    pub spec: String,
    /// Its own limit of one puzzle, in nanoseconds.
    pub timeout_ns: Option<u64>,
}

/// What a launch is about, the same for all launches of a dataset and order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LaunchSubject {
    /// Name of the dataset in the records.
    pub dataset: String,
    /// Order of the puzzles.
    pub order: Order,
    /// What is asked of each.
    pub goal: Goal,
    /// Seed of every draw.
    pub seed: u64,
    /// Puzzles to measure; none measures all.
    pub sample: Option<u64>,
    /// Whether each round solves fresh isomorphs.
    pub scramble: bool,
    /// Whether the worker stays on one core.
    pub pin: bool,
    /// Limit of one puzzle, in nanoseconds.
    pub timeout_ns: Option<u64>,
}

impl LaunchSubject {
    /// What its records are of: a launch has one worker, and times blocks.
    pub(crate) fn setting(&self) -> Setting {
        let Self { dataset, order, goal, .. } = self;
        let (dataset, pass) = (dataset.clone(), Pass::Throughput);
        Setting { dataset, order: *order, goal: *goal, pass, threads: 1 }
    }
}

/// How the rounds of all launches are made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Course {
    /// Size of the groups and how they are handed over.
    pub tier: Tier,
    /// Which launch measures which.
    pub plan: LaunchPlan,
}

/// Which launch it is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Start {
    /// Number of the launch, from 0.
    pub nth: u64,
    /// Round of the launch to begin with, where those before it have been measured.
    pub from: u64,
    /// Number of the launch's first round among those of all launches.
    pub first_round: u64,
    /// Wall time, in nanoseconds.
    pub budget_ns: u64,
}

/// What a child is started for: one argument.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LaunchSetup {
    /// Most bytes of data the child may have.
    pub memory_limit: Option<u64>,
    /// The solvers, in the order in which records name them.
    pub parties: Vec<Party>,
    /// The dataset, whose bytes are standard input.
    pub dataset: Handed,
    /// What to measure.
    pub subject: LaunchSubject,
    /// Wall time after which its parent ends it, in nanoseconds.
    pub end_in_ns: u64,
    /// What earlier launches have left for recounts.
    pub recounts: Recounts,
    /// What to do.
    pub task: LaunchTask,
}

/// What a few puzzles show of each solver before anything is measured.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Calibration {
    /// What a puzzle costs, in nanoseconds.
    pub cost_ns: Vec<f64>,
    /// Whether it remembers answers.
    pub memories: Vec<Memory>,
}

/// What a launch is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum LaunchTask {
    /// Find out what a puzzle costs each solver.
    Calibrate,
    /// Measure rounds.
    Measure(Course, Start),
}

/// What a child says.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// A solver begins to be loaded.
    Loading {
        /// Index of the solver.
        backend: usize,
    },
    /// All are loaded.
    Loaded,
    /// All solvers are loaded and warm.
    Ready(Vec<StartUp>),
    /// They cannot be, together, and why.
    Refused(String),
    /// What a few puzzles show of each solver.
    Calibrated(Calibration),
    /// A round has ended.
    Round(Vec<Record>),
    /// A solver that cannot be stopped has been on one block for longer than a puzzle may take.
    Overdue {
        /// Index of the solver.
        backend: usize,
    },
    /// The launch is over; what it leaves for recounts goes to the next one.
    End(Vec<Incident>, Recounts, Paused),
    /// It cannot go on, and why.
    Failed(String),
}
