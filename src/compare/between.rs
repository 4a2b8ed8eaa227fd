//! A run against an earlier one.
//!
//! Two runs are two times of day: the machine may have become faster or slower in between, by a
//! quarter within minutes on shared ones, and no interval made from one run alone can know. A
//! backend that took part in both cancels that out: old and new are each held against it, round by
//! round, and the two ratios against each other. That is done when the user names one, and when the
//! processors differ, where nothing else makes sense. Otherwise times are compared as they are, and
//! the comparison says so.

use super::clock::Clock;
use super::comparison::{Comparison, Means, Row, error_of_each, overall};
use super::estimate::{Estimate, estimate};
use super::exact::{Counts, Exact, Guessing};
use super::faults::wrong_answers;
use super::judge::judged;
use super::pairing::{
    Pair, PairingError, Round, Series, alone, by_round, pairs, series, shared, solvers,
};
use super::verdict::Threshold;
use super::within::mean_ns;
use crate::record::{Manifest, Record};
use crate::solver::Guesses;

/// A run as it was stored.
#[derive(Clone, Copy, Debug)]
pub struct Stored<'a> {
    /// What the user calls it.
    pub name: &'a str,
    /// Its rows.
    pub records: &'a [Record],
    /// What it was.
    pub manifest: &'a Manifest,
}

/// What to compare of two runs.
#[derive(Clone, Default, Debug)]
pub struct Subjects {
    /// The backend to judge; all that took part in both if not said.
    pub candidate: Option<String>,
    /// The backend that stands for the machine's speed, and did not change.
    pub reference: Option<String>,
}

/// Why two runs cannot be compared.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BetweenError {
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
        "{solver} was handed blocks of {old} puzzles in the old run and of {new} in the new one \
         ({series}); repeat one of them with the other's --block"
    )]
    Block {
        /// The backend.
        solver: String,
        /// Block of the old run.
        old: u32,
        /// Block of the new run.
        new: u32,
        /// Where.
        series: String,
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

/// Compares a run with an earlier one.
///
/// # Errors
/// When they measured different things, or on different processors without a common backend.
pub fn between(
    old: Stored<'_>,
    new: Stored<'_>,
    subjects: &Subjects,
    threshold: Threshold,
) -> Result<Comparison, BetweenError> {
    check_datasets(old.manifest, new.manifest)?;
    let (common, missing, added) = matched(old.records, new.records);
    if common.is_empty() {
        return Err(nothing_alike(old, new));
    }
    let (means, mut notes) = means(old, new, subjects, &common)?;
    let asked: Vec<&Match> = common.iter().filter(|m| is_asked(m, subjects, &means)).collect();
    let of = |one: &&Match| asked.iter().filter(|other| other.solver == one.solver).count();
    let error = error_of_each(asked.iter().map(of).max().unwrap_or(1));
    let mut rows = Vec::new();
    let mut refused = Vec::new();
    for one in asked {
        check_blocks(one)?;
        match row(old, new, one, &means, threshold, error) {
            Ok(row) => rows.push(row),
            Err(error) => refused.push(error),
        }
    }
    if rows.is_empty() {
        return Err(refused.into_iter().next().unwrap_or(PairingError::Nothing).into());
    }
    notes.extend(refused.iter().map(|error| format!("not compared: {error}")));
    notes.extend(moved_together(&rows, &means));
    let names = solvers_of(&rows);
    let mut faults = wrong_answers(new.records, &names);
    faults.extend(rows.iter().filter_map(Row::open));
    let overall = overall(&rows, threshold, error);
    Ok(Comparison { threshold, means, rows, faults, overall, missing, new: added, notes })
}

/// A backend in a series of each run that measured the same.
struct Match {
    solver: String,
    old: Series,
    new: Series,
}

fn is_asked(one: &Match, subjects: &Subjects, means: &Means) -> bool {
    let is_reference = matches!(means, Means::Through(reference) if *reference == one.solver);
    !is_reference && subjects.candidate.as_ref().is_none_or(|name| *name == one.solver)
}

fn solvers_of(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = rows.iter().map(|row| &*row.candidate).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn check_datasets(old: &Manifest, new: &Manifest) -> Result<(), BetweenError> {
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

fn check_blocks(one: &Match) -> Result<(), BetweenError> {
    let (old, new) = (one.old.block, one.new.block);
    if old.max(new) <= old.min(new).saturating_mul(BLOCK_FACTOR) {
        return Ok(());
    }
    let (solver, series) = (one.solver.clone(), one.new.to_string());
    Err(BetweenError::Block { solver, old, new, series })
}

/// What both runs measured, what only the old one did, and what only the new one did.
fn matched(old: &[Record], new: &[Record]) -> (Vec<Match>, Vec<String>, Vec<String>) {
    let all = |records: &[Record]| -> Vec<(Series, String)> {
        let mut all: Vec<(Series, String)> = Vec::new();
        for series in series(records) {
            for solver in solvers(records, &series) {
                // A later sample is there for a slower backend's sake.
                if !all.iter().any(|(known, name)| name == solver && series.is_like(known)) {
                    all.push((series.clone(), solver.to_owned()));
                }
            }
        }
        all
    };
    let (old, mut new) = (all(old), all(new));
    let (mut common, mut missing) = (Vec::new(), Vec::new());
    for (series, solver) in old {
        let same = new.iter().position(|(other, name)| *name == solver && series.is_like(other));
        match same {
            Some(place) => {
                common.push(Match { solver, old: series, new: new.remove(place).0 });
            }
            None => missing.push(format!("{solver} on {series}")),
        }
    }
    let added = new.into_iter().map(|(series, solver)| format!("{solver} on {series}")).collect();
    (common, missing, added)
}

fn nothing_alike(old: Stored<'_>, new: Stored<'_>) -> BetweenError {
    let first = |run: Stored<'_>| match run.records.first() {
        Some(record) => format!("{}: {}", record.solver, Series::of(record)),
        None => "no rows".to_owned(),
    };
    BetweenError::Series {
        old_name: old.name.to_owned(),
        old: first(old),
        new_name: new.name.to_owned(),
        new: first(new),
    }
}

/// How the two runs are brought together, and what must be said about that.
fn means(
    old: Stored<'_>,
    new: Stored<'_>,
    subjects: &Subjects,
    common: &[Match],
) -> Result<(Means, Vec<String>), BetweenError> {
    let version = |run: Stored<'_>, solver: &str| {
        run.manifest.backend(solver).map(|backend| backend.version.clone())
    };
    let (was, is) = (&old.manifest.machine, &new.manifest.machine);
    let cpu = |cpu: &Option<String>| cpu.clone().unwrap_or_else(|| "unknown".to_owned());
    let (was_cpu, is_cpu) = (cpu(&was.cpu), cpu(&is.cpu));
    let differ = was.fingerprint != is.fingerprint;
    let reference = match &subjects.reference {
        Some(named) => {
            if !common.iter().any(|one| one.solver == *named) {
                let (solver, series) = (named.clone(), "both runs".to_owned());
                return Err(PairingError::Absent { solver, series }.into());
            }
            named.clone()
        }
        None if !differ => {
            let note = "the two runs were compared as they are: what the machine's speed did \
                        between them counts as change; a backend that took part in both and did \
                        not change can be named with --reference";
            return Ok((Means::Direct, vec![note.to_owned()]));
        }
        None => {
            let unchanged = |one: &&Match| {
                let version = |run| version(run, &one.solver);
                subjects.candidate.as_ref() != Some(&one.solver)
                    && version(old).is_some()
                    && version(old) == version(new)
                    && common.iter().any(|other| other.solver != one.solver)
            };
            let found = common.iter().find(unchanged).map(|one| one.solver.clone());
            found.ok_or(BetweenError::Processor { old: was_cpu.clone(), new: is_cpu.clone() })?
        }
    };
    let mut notes = Vec::new();
    if differ {
        notes.push(format!(
            "the processors differ ({was_cpu} and {is_cpu}): ratios are those to {reference} on \
             each, so a processor that favours one of the two shows as change"
        ));
    }
    if version(old, &reference) != version(new, &reference) {
        notes.push(format!("{reference}, the reference, is not the same version in both runs"));
    }
    Ok((Means::Through(reference), notes))
}

fn row(
    old: Stored<'_>,
    new: Stored<'_>,
    one: &Match,
    means: &Means,
    threshold: Threshold,
    error: f64,
) -> Result<Row, PairingError> {
    let solver = &one.solver;
    let of = |run: Stored<'_>, series: &Series| -> Result<Estimate, PairingError> {
        let pairs: Vec<Pair> = match means {
            Means::Through(reference) => {
                let both = shared(run.records, series, reference, solver);
                let series = both.as_ref().unwrap_or(series);
                pairs(run.records, series, Clock::Wall, reference, solver)?
            }
            Means::Paired | Means::Direct => alone(run.records, series, solver)?,
        };
        Ok(estimate(&pairs).expect("there is at least one pair"))
    };
    let ratio = of(new, &one.new)?.less(&of(old, &one.old)?);
    let (was, is) =
        (by_round(old.records, &one.old, solver)?, by_round(new.records, &one.new, solver)?);
    let guessing = [old, new].iter().all(|run| {
        let backend = run.manifest.backend(solver);
        backend.is_some_and(|backend| backend.guesses == Guesses::Exact)
    });
    let same: Vec<Round<'_>> = was
        .iter()
        .filter_map(|(round, a)| Some((*a, *is.get(round)?)))
        .filter(|(a, b)| a.group == b.group && a.puzzles == b.puzzles)
        .collect();
    // Equal seeds draw equal groups and isomorphs, if turns came out equally large.
    let are_same = guessing && !same.is_empty() && old.manifest.seed == new.manifest.seed;
    let exact = if are_same {
        Exact::over(same, Guessing::Exact)
    } else {
        let sum = |rounds: &[&Record]| rounds.iter().fold(Counts::ZERO, |sum, r| sum.plus(r));
        let (was, is): (Vec<_>, Vec<_>) =
            (was.values().copied().collect(), is.values().copied().collect());
        Exact::apart(sum(&was), sum(&is))
    };
    Ok(Row {
        series: one.new.clone(),
        baseline: format!("{solver} ({})", old.name),
        candidate: solver.clone(),
        exact,
        timing: judged(ratio, None, threshold, error),
        baseline_ns: mean_ns(was.values().copied()),
        candidate_ns: mean_ns(is.values().copied()),
    })
}

/// Several backends that all moved alike moved with the machine, more likely than each by itself.
fn moved_together(rows: &[Row], means: &Means) -> Option<String> {
    if *means != Means::Direct || solvers_of(rows).len() < 2 {
        return None;
    }
    let changes = rows.iter().map(|row| row.timing.estimate.log_ratio);
    let (low, high) = changes.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), change| {
        (low.min(change), high.max(change))
    });
    let nearest = low.abs().min(high.abs());
    (low.signum() == high.signum() && nearest > 0.02 && high - low < nearest).then(|| {
        format!(
            "all backends moved together, by {:+.1} to {:+.1} %: more likely the machine than \
             each of them",
            low.exp_m1() * 100.0,
            high.exp_m1() * 100.0
        )
    })
}

#[cfg(test)]
#[path = "between_tests.rs"]
mod tests;
