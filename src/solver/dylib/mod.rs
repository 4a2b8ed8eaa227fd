//! Solvers in shared libraries, called in this process: fast to reach, and trusted.
//!
//! Order 3 only. A library that crashes takes the process with it, one that hangs cannot be
//! stopped, and one that keeps static state is called by one thread at a time.

mod call;
mod exports;
mod probe;
mod target;

use std::fs;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};

use call::{Function, UNTOUCHED};
use probe::Findings;
pub use target::Target;

use crate::puzzle::{Block, Order};
use crate::solver::{
    Abilities, Answers, Backend, Clocked, Goal, Grain, Search, Solver, SolverError, Stop, Threads,
};

/// A function in a shared library.
pub struct Dylib {
    id: String,
    version: String,
    target: Target,
    symbol: String,
    function: Function,
    findings: Findings,
    /// Held over each block where the library may be in one thread at a time.
    turnstile: Option<Arc<Mutex<()>>>,
}

impl Dylib {
    /// Loads the library named by `target` (`PATH[#FUNCTION][?OPTIONS]`) and finds out what it
    /// can do; `id` is the whole specification as the user wrote it.
    ///
    /// # Errors
    /// When the target is misspelt, the file missing, no library, or one for another machine, or
    /// the function missing: each says what to do.
    pub fn open(id: &str, target: &str) -> Result<Self, SolverError> {
        let fail = |why: String| SolverError::Start { id: id.to_owned(), why };
        let target = Target::parse(target).map_err(fail)?;
        // Absolute, so that the loader takes this file and does not search its own path.
        let path = fs::canonicalize(&target.path)
            .map_err(|error| fail(format!("{}: {error}", target.path.display())))?;
        let bytes =
            fs::read(&path).map_err(|error| fail(format!("{}: {error}", target.path.display())))?;
        let functions = exports::functions(&bytes).map_err(fail)?;
        let symbol = exports::choose(&functions, target.symbol.as_deref()).map_err(fail)?;
        let function = Function::load(&path, &symbol, target.flags).map_err(fail)?;
        Ok(Self {
            id: id.to_owned(),
            version: format!("blake3:{}", &blake3::hash(&bytes).to_hex()[..16]),
            symbol,
            function,
            findings: probe::probe(&function),
            turnstile: (target.threads == Threads::One).then(Arc::default),
            target,
        })
    }
}

impl Backend for Dylib {
    fn id(&self) -> &str {
        &self.id
    }

    fn version(&self) -> String {
        self.version.clone()
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            orders: Order::THREE..=Order::THREE,
            grain: Grain::Puzzle,
            complete: true,
            solutions: self.findings.solutions,
            counts_to: self.findings.counts_to,
            guesses: self.target.guesses.unwrap_or(self.findings.guesses),
            cancellable: false,
            threads: self.target.threads,
        }
    }

    fn summary(&self) -> String {
        format!("{} of {}, in this process", self.symbol, self.target.path.display())
    }

    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        if order != Order::THREE {
            return Err(SolverError::Order { id: self.id.clone(), order });
        }
        let counts_to = self.findings.counts_to;
        if goal.limit() > counts_to {
            let why = format!("it stops counting at {counts_to}");
            return Err(SolverError::Goal { id: self.id.clone(), goal, why });
        }
        Ok(Box::new(DylibSolver {
            function: self.function,
            limit: goal.limit(),
            turnstile: self.turnstile.clone(),
            at: AtomicU32::new(0),
        }))
    }
}

struct DylibSolver {
    function: Function,
    limit: u32,
    turnstile: Option<Arc<Mutex<()>>>,
    at: AtomicU32,
}

impl Solver for DylibSolver {
    fn solve(
        &mut self,
        block: &Block<'_>,
        _: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        let _turn = self
            .turnstile
            .as_ref()
            .map(|turnstile| turnstile.lock().unwrap_or_else(PoisonError::into_inner));
        let (solutions, mut outcomes) = answers.split_mut();
        self.function.call_each(block, self.limit, solutions, &self.at, |i, count, guesses| {
            // A count beyond the limit is passed on as it is: the judge has to see it.
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            let guesses = if guesses == UNTOUCHED { 0 } else { guesses as u64 };
            outcomes.set(i, count, guesses, Search::Complete);
        });
        Ok(Clocked::ByCaller)
    }
}
