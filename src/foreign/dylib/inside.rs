//! A library in this process: one that crashes takes the process with it, one that hangs cannot be
//! stopped, and one that keeps static state is called by one thread at a time.

use std::sync::atomic::AtomicU32;
use std::sync::{LazyLock, PoisonError};

use super::call::{Function, UNTOUCHED, returned};
use super::located::Located;
use super::probe::{ProbeFindings, probe};
use super::stdout;
use super::unique_symbols::{LoadedLibraries, Turnstile};
use crate::puzzle::{Block, Order};
use crate::solver::{
    Abilities, Answers, Backend, Clocked, Goal, Search, Solver, SolverError, Stop,
};

/// The libraries in this process.
static PROCESS: LazyLock<LoadedLibraries> = LazyLock::new(LoadedLibraries::default);

/// A function in a library that is loaded here.
pub(super) struct Inside {
    located: Located,
    function: Function,
    findings: ProbeFindings,
    /// Held over each block where the library may be in one thread at a time.
    turnstile: Option<Turnstile>,
}

impl Inside {
    /// Loads the library and finds out what it can do.
    ///
    /// # Errors
    /// When it cannot be loaded, or must not be beside one that is.
    pub(super) fn open(located: Located) -> Result<Self, SolverError> {
        let Located { path, symbol, target, symbols, .. } = &located;
        stdout::divert().map_err(|error| located.cannot_start(error.to_string()))?;
        let load = || Function::load(path, symbol, target.flags);
        let (function, turnstile) =
            PROCESS.take_in(path, symbols, load).map_err(|why| located.cannot_start(why))?;
        let turnstile = Some(turnstile).filter(|_| located.is_for_one_thread());
        Ok(Self { located, function, findings: probe(&function), turnstile })
    }
}

impl Backend for Inside {
    fn id(&self) -> &str {
        &self.located.id
    }

    fn version(&self) -> String {
        self.located.version.clone()
    }

    fn abilities(&self) -> Abilities {
        self.located.abilities(self.findings)
    }

    fn summary(&self) -> String {
        let Located { symbol, target, .. } = &self.located;
        format!("{symbol} of {}, in this process", target.path.display())
    }

    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        self.located.allows(self.findings, order, goal)?;
        Ok(Box::new(InsideSolver {
            function: self.function,
            limit: goal.limit(),
            turnstile: self.turnstile.clone(),
            at: AtomicU32::new(0),
        }))
    }
}

struct InsideSolver {
    function: Function,
    limit: u32,
    turnstile: Option<Turnstile>,
    at: AtomicU32,
}

impl Solver for InsideSolver {
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
        self.function.call_each(
            block,
            self.limit,
            solutions.into(),
            &self.at,
            |i, count, guesses| {
                let count = returned(count as u64);
                let guesses = if guesses == UNTOUCHED { 0 } else { guesses as u64 };
                outcomes.set(i, count, guesses, Search::Complete);
            },
        );
        Ok(Clocked::ByCaller)
    }
}
