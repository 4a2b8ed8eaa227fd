//! Whether runs may be held against each other at all, and why not.

use super::pairing::{PairingError, Series};
use crate::record::{Manifest, Record};

/// A run as it was stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored<'a> {
    /// What the user calls it.
    pub name: &'a str,
    /// Its rows.
    pub records: &'a [Record],
    /// What it was.
    pub manifest: &'a Manifest,
}

/// Why two runs cannot be compared.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BetweenError {
    /// The same name, but not the same puzzles.
    #[error(
        "dataset {dataset} is not the same file in both runs: BLAKE3 {old} in the old one, {new} \
         in the new one; run both over one file"
    )]
    Dataset {
        /// Its name.
        dataset: String,
        /// Hash of the old one, shortened.
        old: String,
        /// Hash of the new one, shortened.
        new: String,
    },
    /// Nothing was measured in the same way.
    #[error(
        "nothing was measured in the same way in both runs: {old_name} has {old}; {new_name} has \
         {new}; repeat one of them with the other's dataset, --goal, pass and --threads"
    )]
    Series {
        /// Name of the old run.
        old_name: String,
        /// A series of it.
        old: String,
        /// Name of the new run.
        new_name: String,
        /// A series of it.
        new: String,
    },
    /// Blocks of very different size are different work for a cache and for a vector unit.
    #[error(
        "{solver} was handed blocks of {least} puzzles in one run and of {most} in another ({series}), \
         more than twice as many; repeat one of them with the other's --block"
    )]
    Block {
        /// The backend.
        solver: String,
        /// The smallest block of all runs.
        least: u32,
        /// The largest.
        most: u32,
        /// Where.
        series: String,
    },
    /// Counts on different puzzles.
    #[error(
        "the instructions were counted on {} puzzles drawn by the seed {} in the old run and on {} \
         drawn by {} in the new one; repeat one of them with the other's --sample and --seed",
        old.1, old.0, new.1, new.0
    )]
    Sample {
        /// Seed and puzzles of the old run.
        old: (u64, u64),
        /// Likewise of the new one.
        new: (u64, u64),
    },
    /// A merged run has no one speed.
    #[error(
        "{name} is merged from runs on several kinds of machine, which have no speed in common;          compare the runs of its shards by themselves, or the solvers within it"
    )]
    Machines {
        /// The run.
        name: String,
    },
    /// Different processors and nothing to bridge them.
    #[error(
        "the processors differ ({old} and {new}) and no other backend took part in both runs in \
         the same version: measure one such backend in both, and name it with --reference"
    )]
    Processor {
        /// Processor of the old run.
        old: String,
        /// Processor of the new run.
        new: String,
    },
    /// Rows that cannot be held against each other.
    #[error(transparent)]
    Pairing(#[from] PairingError),
}

/// Blocks up to this many times larger count as the same: automatic sizes follow the machine.
const BLOCK_FACTOR: u32 = 2;

/// Refuses datasets of one name that are not one file.
pub(super) fn check_datasets(old: &Manifest, new: &Manifest) -> Result<(), BetweenError> {
    for was in &old.datasets {
        let Some(is) = new.dataset(&was.name) else { continue };
        if was.blake3 != is.blake3 {
            let short = |hash: &str| hash.chars().take(12).collect();
            let (old, new) = (short(&was.blake3), short(&is.blake3));
            return Err(BetweenError::Dataset { dataset: was.name.clone(), old, new });
        }
    }
    Ok(())
}

/// Counts are of one sample, or they say nothing of each other.
pub(super) fn check_samples(all: &[Stored<'_>]) -> Result<(), BetweenError> {
    let of = |run: &Stored<'_>| {
        let puzzles = run.records.iter().map(|record| record.puzzles).max().unwrap_or(0);
        (run.manifest.seed, puzzles)
    };
    let old = of(&all[0]);
    match all[1..].iter().map(of).find(|new| *new != old) {
        Some(new) => Err(BetweenError::Sample { old, new }),
        None => Ok(()),
    }
}

/// Refuses blocks of very different size.
pub(super) fn check_blocks(
    solver: &str,
    old: &[Series],
    new: &[Series],
) -> Result<(), BetweenError> {
    let blocks = || old.iter().chain(new).map(|series| series.block);
    let (least, most) = (blocks().min().unwrap_or(0), blocks().max().unwrap_or(0));
    if most <= least.saturating_mul(BLOCK_FACTOR) {
        return Ok(());
    }
    let (solver, series) = (solver.to_owned(), new[0].to_string());
    Err(BetweenError::Block { solver, least, most, series })
}
