//! A library found and looked at, but not loaded: none of its code has run yet.

use std::fs;
use std::path::PathBuf;

use super::exports;
use super::probe::ProbeFindings;
use super::target::Target;
use super::unique_symbols::UniqueSymbols;
use crate::puzzle::Order;
use crate::solver::{Abilities, Goal, Grain, Restart, SolverError, Threads};

/// A function in a library file.
#[derive(Clone, Debug)]
pub(super) struct Located {
    /// The whole specification as the user wrote it.
    pub id: String,
    /// Hash of the file.
    pub version: String,
    /// What the user wrote, taken apart.
    pub target: Target,
    /// The file, by an absolute path: the loader takes it and does not search its own places.
    pub path: PathBuf,
    /// The function's name.
    pub symbol: String,
    /// What must not be in one process with it.
    pub symbols: UniqueSymbols,
}

impl Located {
    /// Finds the function that `target` (`PATH[#FUNCTION][?OPTIONS]`) names.
    ///
    /// # Errors
    /// When the target is misspelt, the file missing, no library, or one for another machine, or
    /// the function missing: each says what to do.
    pub(super) fn find(id: &str, target: &str) -> Result<Self, SolverError> {
        let fail = |why: String| SolverError::Start { id: id.to_owned(), why };
        let target = Target::parse(target).map_err(fail)?;
        let read = || -> std::io::Result<(PathBuf, Vec<u8>)> {
            let path = fs::canonicalize(&target.path)?;
            if !path.is_file() {
                return Err(std::io::Error::other(
                    "it is not a regular file; name the library's file",
                ));
            }
            let bytes = fs::read(&path)?;
            Ok((path, bytes))
        };
        let (path, bytes) =
            read().map_err(|error| fail(format!("{}: {error}", target.path.display())))?;
        let functions = exports::functions(&bytes).map_err(fail)?;
        let symbol = exports::choose(&functions, target.symbol.as_deref()).map_err(fail)?;
        let version = format!("blake3:{}", &blake3::hash(&bytes).to_hex()[..16]);
        let symbols = UniqueSymbols::of(&bytes);
        Ok(Self { id: id.to_owned(), version, target, path, symbol, symbols })
    }

    /// What the probe found, and the user vouches for, as abilities of a solver in this process.
    pub(super) fn abilities(&self, findings: ProbeFindings) -> Abilities {
        Abilities {
            orders: Order::THREE..=Order::THREE,
            grain: Grain::Puzzle,
            complete: true,
            solutions: findings.solutions,
            counts_to: findings.counts_to,
            guesses: self.target.guesses.unwrap_or(findings.guesses),
            cancellable: false,
            threads: self.target.threads,
            restart: Restart::Cheap,
        }
    }

    /// Whether order and goal are within reach.
    ///
    /// # Errors
    /// When they are not.
    pub(super) fn allows(
        &self,
        findings: ProbeFindings,
        order: Order,
        goal: Goal,
    ) -> Result<(), SolverError> {
        let id = self.id.clone();
        if order != Order::THREE {
            return Err(SolverError::Order { id, order });
        }
        if goal.limit() > findings.counts_to {
            let why = format!("it stops counting at {}", findings.counts_to);
            return Err(SolverError::Goal { id, goal, why });
        }
        Ok(())
    }

    /// An error about this library.
    pub(super) fn cannot_start(&self, why: String) -> SolverError {
        SolverError::Start { id: self.id.clone(), why }
    }

    /// Returns true if the library may be in one thread at a time only.
    pub(super) fn is_for_one_thread(&self) -> bool {
        self.target.threads == Threads::One
    }
}
