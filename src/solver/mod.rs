//! The seam between solvers and everything else.
//!
//! A [`Backend`] is a named recipe; a [`Solver`] is one running instance of it, owned by one
//! worker. Solvers know no clock, no file and no report.

pub mod answers;
pub mod stop;
pub mod used;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use answers::{Answer, Answers, Outcomes, Search};
pub use stop::Stop;
pub use used::Used;

use crate::puzzle::{Block, Order};

/// The name of the command that gives every puzzle back and so measures the pipes of the others.
pub const PIPE: &str = "pipe";

/// What a run asks of each puzzle. In files it stands as it is shown: `unique`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Goal {
    /// One solution, or none.
    First,
    /// Whether there is exactly one solution: the search stops at the second.
    Unique,
    /// The number of solutions, up to this many.
    Count(u32),
}

impl Goal {
    /// Solutions at which a search may stop.
    pub const fn limit(self) -> u32 {
        match self {
            Self::First => 1,
            Self::Unique => 2,
            Self::Count(limit) => limit,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("first"),
            Self::Unique => f.write_str("unique"),
            Self::Count(limit) => write!(f, "count:{limit}"),
        }
    }
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("{text:?} is not a goal; write first, unique or count:N");
        match text {
            "first" => Ok(Self::First),
            "unique" => Ok(Self::Unique),
            _ => {
                let limit = text.strip_prefix("count:").ok_or_else(expected)?;
                match limit.parse() {
                    Ok(0) | Err(_) => Err(format!("{text:?}: N must be from 1 to {}", u32::MAX)),
                    Ok(limit) => Ok(Self::Count(limit)),
                }
            }
        }
    }
}

impl From<Goal> for String {
    fn from(goal: Goal) -> Self {
        goal.to_string()
    }
}

impl TryFrom<String> for Goal {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// How much a solver advances at once, and so what one clock reading can speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grain {
    /// One puzzle after the other: a block of one gives a puzzle's latency.
    Puzzle,
    /// Several puzzles of a block in step: times are a block's.
    Block,
    /// The whole sample in one go: times are the sample's.
    Whole,
}

/// When a solver hands back the cells of the first solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Solutions {
    /// Whenever it finds one.
    Always,
    /// Only for [`Goal::First`].
    AtLimitOne,
    /// Never.
    Never,
}

/// What a solver's guess count is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Guesses {
    /// Depends on puzzle, goal and version only.
    Exact,
    /// May differ between two runs over the same puzzles.
    Vary,
    /// Not counted.
    None,
}

/// Whether several solvers of one backend may run at the same time in one process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// As many as there are workers.
    Any,
    /// Only one.
    One,
}

/// What it costs to start another solver in the place of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restart {
    /// Next to nothing: some memory.
    Cheap,
    /// A process.
    Costly,
}

/// What a backend can do; the runner asks nothing else of it.
#[derive(Clone, Debug)]
pub struct Abilities {
    /// Box sizes it takes.
    pub orders: RangeInclusive<Order>,
    /// How much it advances at once.
    pub grain: Grain,
    /// Whether it decides every puzzle, given time. An incomplete solver leaves some open.
    pub complete: bool,
    /// When it returns the solution's cells.
    pub solutions: Solutions,
    /// The most solutions it can count; `u32::MAX` where there is no bound.
    pub counts_to: u32,
    /// What its guess count is worth.
    pub guesses: Guesses,
    /// Whether it looks at [`Stop`] while it searches.
    pub cancellable: bool,
    /// Whether several may run at once.
    pub threads: Threads,
    /// Whether a fresh solver for each round costs nothing.
    pub restart: Restart,
}

impl Abilities {
    /// A built-in solver of every order that can do all the seam asks for.
    pub const BUILTIN: Self = Self {
        orders: Order::TWO..=Order::SEVEN,
        grain: Grain::Puzzle,
        complete: true,
        solutions: Solutions::Always,
        counts_to: u32::MAX,
        guesses: Guesses::Exact,
        cancellable: true,
        threads: Threads::Any,
        restart: Restart::Cheap,
    };
}

/// A named recipe for solvers.
pub trait Backend: Send + Sync {
    /// The name as the user wrote it, unique in a run.
    fn id(&self) -> &str;

    /// What it was opened as, where a user gave it another name.
    fn spec(&self) -> &str {
        self.id()
    }

    /// The crate's version, or a hash of the library or program.
    fn version(&self) -> String;

    /// What its solvers can do.
    fn abilities(&self) -> Abilities;

    /// The limit of one puzzle that the user set for this backend alone.
    fn timeout(&self) -> Option<Duration> {
        None
    }

    /// One line for `sudoku-bench solvers`.
    fn summary(&self) -> String;

    /// Returns true if answers to blocks of `block` puzzles or more may come from the built-in
    /// algorithm of that name: a recount by it would only repeat them.
    fn runs(&self, _algorithm: &str, _block: usize) -> bool {
        false
    }

    /// Starts a solver for one worker.
    ///
    /// # Errors
    /// When the order or goal is beyond the backend's abilities, or it cannot be started.
    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError>;
}

/// A running solver, one worker's own; it may keep scratch memory between calls.
pub trait Solver {
    /// Brings up whatever the next block needs and a crash or a kill has taken away, so that the
    /// block's time and timeout are its own. Not timed, called before each block.
    ///
    /// Gives up when the stop sign is raised; another call goes on.
    ///
    /// # Errors
    /// When it cannot be brought up.
    fn prepare(&mut self, _stop: &Stop) -> Result<Ready, SolverError> {
        Ok(Ready::Up)
    }

    /// Solves every puzzle of the block and writes the answer of puzzle `i` to `answers` at `i`.
    ///
    /// `answers` comes cleared and at least as long as the block. The solver looks at `stop` about
    /// once a guess and, when it is raised or the guess limit is reached, answers with
    /// [`Search::Incomplete`]: a limit is never reported as "no solution". Guesses depend on
    /// puzzle, goal and version only, so nothing learnt from one block changes the next.
    ///
    /// A solver that cannot look up while it searches, but lives in a process of its own, has that
    /// process killed instead; every answer it had not given by then is incomplete.
    ///
    /// # Errors
    /// When the solver itself failed; a puzzle without a solution is an answer, not an error. After
    /// [`SolverError::Crashed`] and [`SolverError::NoAnswer`] the answers before its index stand
    /// where the backend's grain is [`Grain::Puzzle`].
    fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError>;

    /// What a solver that times itself has claimed of its time that cannot be, in words; its claims
    /// are not used then. `None` while it is believed.
    fn lie(&self) -> Option<String> {
        None
    }

    /// Most memory a solver that lives in a process of its own has had resident, in bytes.
    /// `None` for one that shares this process.
    fn peak_rss_bytes(&self) -> Option<u64> {
        None
    }
}

/// Whether a solver can take a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ready {
    /// It can.
    Up,
    /// The stop sign was raised before it could.
    Stopped,
}

/// Who timed a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clocked {
    /// The caller's two clock reads stand.
    ByCaller,
    /// The solver timed itself, without what lies between it and the caller.
    BySolver {
        /// Wall nanoseconds from the first puzzle to the last.
        ns: u64,
        /// What the solver used of the machine over the same stretch.
        used: Used,
    },
}

/// Why a solver could not be named, started or used.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// No backend has this name.
    #[error("no solver is called {name:?}; {hint}")]
    Unknown {
        /// The name as given.
        name: String,
        /// What to write instead.
        hint: String,
    },
    /// The backend does not take this order.
    #[error("{id} does not solve {order} puzzles")]
    Order {
        /// The backend.
        id: String,
        /// The order asked for.
        order: Order,
    },
    /// The backend cannot reach this goal.
    #[error("{id} cannot reach the goal {goal}: {why}")]
    Goal {
        /// The backend.
        id: String,
        /// The goal asked for.
        goal: Goal,
        /// What stands in the way.
        why: String,
    },
    /// The backend could not be brought up.
    #[error("cannot start {id}: {why}")]
    Start {
        /// The backend.
        id: String,
        /// What went wrong, and what to do.
        why: String,
    },
    /// What the solver printed for a puzzle holds no answer, right or wrong.
    #[error("{id} gave no answer to puzzle {index} of its block: {why}")]
    NoAnswer {
        /// The backend.
        id: String,
        /// Index of the puzzle in the block.
        index: usize,
        /// What was printed instead.
        why: String,
        /// Who timed the block until then.
        clocked: Box<Clocked>,
    },
    /// The solver died on a puzzle.
    #[error("{id} crashed on puzzle {index} of its block: {why}")]
    Crashed {
        /// The backend.
        id: String,
        /// Index of the puzzle in the block.
        index: usize,
        /// Signal, exit code or panic message.
        why: String,
        /// Who timed the block until then.
        clocked: Box<Clocked>,
    },
}
