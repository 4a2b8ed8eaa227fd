//! Which times may be held against each other: those of the same puzzles in the same round, two
//! rounds at a time.
//!
//! Within a round one backend always meets the puzzles first and pays for cold caches; the next
//! round begins with the reversed half and gives that back. So a pair of rounds (2k, 2k + 1) is
//! the smallest piece without a bias of place, and the unit everything here counts in. A round
//! whose partner is missing, or that was interrupted between its turns, is left out.

use std::collections::BTreeMap;
use std::fmt;

use super::clock::Clock;
use crate::puzzle::Order;
use crate::record::{Pass, Record};
use crate::solver::Goal;

/// What two records must share to be comparable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Series {
    /// Dataset, by the name the run gave it.
    pub dataset: String,
    /// Order of the puzzles.
    pub order: Order,
    /// What was asked of each puzzle.
    pub goal: Goal,
    /// Kind of measurement.
    pub pass: Pass,
    /// Workers.
    pub threads: u32,
    /// Puzzles handed over at once.
    pub block: u32,
    /// Sample of the dataset; rounds are counted within it.
    pub sample: u32,
}

impl Series {
    /// The series a record belongs to.
    pub fn of(record: &Record) -> Self {
        Self {
            dataset: record.dataset.clone(),
            order: record.order,
            goal: record.goal,
            pass: record.pass,
            threads: record.threads,
            block: record.block,
            sample: record.sample,
        }
    }

    /// Whether two series are about the same thing: all but the sample and the size of blocks.
    pub fn is_like(&self, other: &Self) -> bool {
        Self { sample: 0, block: 0, ..self.clone() }
            == Self { sample: 0, block: 0, ..other.clone() }
    }

    /// Whether a record belongs to it.
    pub fn holds(&self, record: &Record) -> bool {
        self.dataset == record.dataset
            && self.order == record.order
            && self.goal == record.goal
            && self.pass == record.pass
            && self.threads == record.threads
            && self.block == record.block
            && self.sample == record.sample
    }
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dataset, order, goal, pass, threads, block, sample } = self;
        write!(f, "{dataset}, {order}, {goal}, {}, ", pass.name())?;
        let plural = if *threads == 1 { "" } else { "s" };
        write!(f, "{threads} thread{plural}, blocks of {block}")?;
        if *sample > 0 { write!(f, ", sample {sample}") } else { Ok(()) }
    }
}

/// The series of some records, in order of first appearance.
pub fn series(records: &[Record]) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    for record in records {
        if !all.iter().rev().any(|known| known.holds(record)) {
            all.push(Series::of(record));
        }
    }
    all
}

/// The backends of a series, in order of first appearance.
pub fn solvers<'a>(records: &'a [Record], series: &Series) -> Vec<&'a str> {
    let mut all: Vec<&str> = Vec::new();
    for record in records.iter().filter(|record| series.holds(record)) {
        if !all.contains(&record.solver.as_str()) {
            all.push(&record.solver);
        }
    }
    all
}

/// The series like this one in which both backends take part: of several samples the lowest, which
/// covers most of the dataset.
pub fn shared(records: &[Record], like: &Series, a: &str, b: &str) -> Option<Series> {
    let all = series(records).into_iter().filter(|series| series.is_like(like));
    let both = all.filter(|series| {
        let there = solvers(records, series);
        there.contains(&a) && there.contains(&b)
    });
    both.min_by_key(|series| series.sample)
}

/// Two times over the same work, in nanoseconds, both above zero.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// The baseline's.
    pub baseline_ns: f64,
    /// The candidate's.
    pub candidate_ns: f64,
}

impl Pair {
    /// ln of candidate over baseline: above zero where the candidate took longer.
    pub fn log_ratio(&self) -> f64 {
        (self.candidate_ns / self.baseline_ns).ln()
    }
}

/// Two records of one round, baseline first.
pub type Round<'a> = (&'a Record, &'a Record);

/// Why records cannot be held against each other.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// No two backends share a round.
    #[error("there is nothing to compare: no two backends have rounds in common")]
    Nothing,
    /// A backend has no row in the series.
    #[error("{solver} has no rounds in {series}")]
    Absent {
        /// The backend.
        solver: String,
        /// Where it was looked for.
        series: String,
    },
    /// A backend has two rows for one round.
    #[error("{solver} has two rows for round {round} of {series}; were two runs joined in a file?")]
    Twice {
        /// The backend.
        solver: String,
        /// The round.
        round: u32,
        /// Where.
        series: String,
    },
    /// Two backends saw different puzzles in one round.
    #[error("round {round} of {series}: {baseline} and {candidate} saw different puzzles")]
    Puzzles {
        /// The round.
        round: u32,
        /// Where.
        series: String,
        /// One backend.
        baseline: String,
        /// The other.
        candidate: String,
    },
    /// A time of zero, of which no ratio can be made.
    #[error(
        "{solver} took 0 ns in round {round} of {series}: no ratio can be made of that; measure \
         more puzzles a turn"
    )]
    Zero {
        /// The backend.
        solver: String,
        /// The round.
        round: u32,
        /// Where.
        series: String,
    },
    /// Not a single pair of rounds.
    #[error(
        "{series}: {rounds} complete round(s) of {solvers}; a comparison needs at least one pair \
         of rounds (0 and 1, 2 and 3, ...); measure longer"
    )]
    TooFew {
        /// Complete rounds.
        rounds: usize,
        /// Where.
        series: String,
        /// Whose.
        solvers: String,
    },
}

/// The rounds that both backends have, by number, interrupted ones included.
///
/// # Errors
/// When a backend is absent, has two rows for a round, or saw other puzzles than its counterpart.
pub fn common<'a>(
    records: &'a [Record],
    series: &Series,
    baseline: &str,
    candidate: &str,
) -> Result<BTreeMap<u32, Round<'a>>, PairingError> {
    let of = |solver: &str| by_round(records, series, solver);
    let (of_baseline, mut of_candidate) = (of(baseline)?, of(candidate)?);
    let mut both = BTreeMap::new();
    for (round, a) in of_baseline {
        let Some(b) = of_candidate.remove(&round) else { continue };
        if a.group != b.group || a.puzzles != b.puzzles {
            return Err(PairingError::Puzzles {
                round,
                series: series.to_string(),
                baseline: baseline.to_owned(),
                candidate: candidate.to_owned(),
            });
        }
        both.insert(round, (a, b));
    }
    Ok(both)
}

/// A backend's rounds in a series, by number.
///
/// # Errors
/// When there are none, or two rows for one round.
pub fn by_round<'a>(
    records: &'a [Record],
    series: &Series,
    solver: &str,
) -> Result<BTreeMap<u32, &'a Record>, PairingError> {
    let mut found = BTreeMap::new();
    for record in records.iter().filter(|r| r.solver == solver && series.holds(r)) {
        if found.insert(record.round, record).is_some() {
            return Err(PairingError::Twice {
                solver: solver.to_owned(),
                round: record.round,
                series: series.to_string(),
            });
        }
    }
    if found.is_empty() {
        let (solver, series) = (solver.to_owned(), series.to_string());
        return Err(PairingError::Absent { solver, series });
    }
    Ok(found)
}

/// Whether a record measured anything, and to the end. A group cut from a small chunk may hold no
/// puzzle.
fn is_whole(record: &Record) -> bool {
    record.turns == 2 && record.puzzles > 0
}

/// The complete rounds that both backends have.
///
/// # Errors
/// As [`common`].
pub fn complete<'a>(
    records: &'a [Record],
    series: &Series,
    baseline: &str,
    candidate: &str,
) -> Result<BTreeMap<u32, Round<'a>>, PairingError> {
    let mut rounds = common(records, series, baseline, candidate)?;
    rounds.retain(|_, (a, b)| is_whole(a) && is_whole(b));
    Ok(rounds)
}

/// The times of two backends by a clock, one pair for every two rounds.
///
/// # Errors
/// As [`common`]; and when a time is zero or no two rounds belong together.
pub fn pairs(
    records: &[Record],
    series: &Series,
    clock: Clock,
    baseline: &str,
    candidate: &str,
) -> Result<Vec<Pair>, PairingError> {
    let rounds = complete(records, series, baseline, candidate)?;
    for (&round, &(a, b)) in &rounds {
        if let Some(zero) = [a, b].into_iter().find(|record| clock.ns(record) == 0) {
            let (solver, series) = (zero.solver.clone(), series.to_string());
            return Err(PairingError::Zero { solver, round, series });
        }
    }
    let sum = |a: &Record, b: &Record| clock.ns(a) as f64 + clock.ns(b) as f64;
    let pairs: Vec<Pair> = two_by_two(&rounds)
        .map(|(even, odd)| Pair {
            baseline_ns: sum(even.0, odd.0),
            candidate_ns: sum(even.1, odd.1),
        })
        .collect();
    if pairs.is_empty() {
        let (rounds, series) = (rounds.len(), series.to_string());
        let solvers = format!("both {baseline} and {candidate}");
        return Err(PairingError::TooFew { rounds, series, solvers });
    }
    Ok(pairs)
}

/// One backend's times beside the number of its solves, one pair for every two rounds: its ratio
/// is the time of a solve in nanoseconds.
///
/// # Errors
/// As [`pairs`].
pub fn alone(records: &[Record], series: &Series, solver: &str) -> Result<Vec<Pair>, PairingError> {
    let mut rounds = by_round(records, series, solver)?;
    rounds.retain(|_, record| is_whole(record));
    if let Some((&round, _)) = rounds.iter().find(|(_, record)| record.wall_ns == 0) {
        let (solver, series) = (solver.to_owned(), series.to_string());
        return Err(PairingError::Zero { solver, round, series });
    }
    let pairs: Vec<Pair> = two_by_two(&rounds)
        .map(|(even, odd)| Pair {
            baseline_ns: even.solves() as f64 + odd.solves() as f64,
            candidate_ns: even.wall_ns as f64 + odd.wall_ns as f64,
        })
        .collect();
    if pairs.is_empty() {
        let (rounds, series) = (rounds.len(), series.to_string());
        return Err(PairingError::TooFew { rounds, series, solvers: solver.to_owned() });
    }
    Ok(pairs)
}

/// Rounds 0 and 1, 2 and 3, and so on, as far as both are there.
fn two_by_two<T>(rounds: &BTreeMap<u32, T>) -> impl Iterator<Item = (&T, &T)> {
    let even = rounds.iter().filter(|(round, _)| *round % 2 == 0);
    even.filter_map(|(round, even)| Some((even, rounds.get(&(round + 1))?)))
}

#[cfg(test)]
#[path = "pairing_tests.rs"]
mod tests;
