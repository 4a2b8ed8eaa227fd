//! Which times may be held against each other: those of the same puzzles in the same round.
//!
//! A round that was interrupted between its turns is left out, and so is one in which a solver left
//! a puzzle open: the time until a limit says how long the limit is.
//!
//! Rows of older versions have the sum of a round's turns alone. Within a round one backend always
//! meets the puzzles first and pays for cold caches; the next round begins with the reversed half
//! and gives that back. So there a pair of rounds (2k, 2k + 1) is the smallest piece without a
//! bias.

use std::collections::BTreeMap;
use std::fmt;

use super::census::PairedRound;
use super::clock::Clock;
pub(crate) use super::clock::Round;
use crate::record::{Record, Setting, counted, distinct};

/// What two records must share to be comparable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Series {
    /// What was measured, and how.
    pub setting: Setting,
    /// Puzzles handed over at once.
    pub block: u32,
    /// Sample of the dataset; rounds are counted within it.
    pub sample: u32,
}

impl Series {
    /// The series a record belongs to.
    pub fn of(record: &Record) -> Self {
        Self { setting: record.setting.clone(), block: record.block, sample: record.sample }
    }

    /// Returns true if two series are about the same thing: all but the sample and the size of
    /// blocks.
    pub fn is_like(&self, other: &Self) -> bool {
        self.setting == other.setting
    }

    /// Returns true if a record belongs to it.
    pub fn holds(&self, record: &Record) -> bool {
        (&self.setting, self.block, self.sample) == (&record.setting, record.block, record.sample)
    }
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // No size of blocks and no sample: these are sized anew in every run.
        self.setting.fmt(f)
    }
}

/// The series of some records, in order of first appearance.
pub(crate) fn series(records: &[Record]) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    for record in records {
        if !all.iter().rev().any(|known| known.holds(record)) {
            all.push(Series::of(record));
        }
    }
    all
}

/// The backends of a series, in order of first appearance.
pub(crate) fn solvers<'a>(records: &'a [Record], series: &Series) -> Vec<&'a str> {
    let of_series = records.iter().filter(|record| series.holds(record));
    distinct(of_series.map(|record| &*record.solver))
}

/// The series like this one in which both backends take part: of several samples the lowest, which
/// covers most of the dataset.
pub(crate) fn shared(records: &[Record], like: &Series, a: &str, b: &str) -> Option<Series> {
    let all = series(records).into_iter().filter(|series| series.is_like(like));
    let both = all.filter(|series| {
        let there = solvers(records, series);
        there.contains(&a) && there.contains(&b)
    });
    both.min_by_key(|series| series.sample)
}

/// Launch and number of a round.
pub(crate) type RoundKey = (u32, u32);

/// Rounds in order.
pub(crate) type Rounds<'a> = BTreeMap<RoundKey, Round<'a>>;

/// Why records cannot be held against each other.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PairingError {
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
    /// Not one round in which both decided every puzzle.
    #[error(
        "{series}: {baseline} or {candidate} left puzzles open in every round, so no times can be \
         compared; raise --timeout"
    )]
    Open {
        /// Where.
        series: String,
        /// One backend.
        baseline: String,
        /// The other.
        candidate: String,
    },
    /// Not a single pair of rounds.
    #[error(
        "{series}: {} of {solvers}; a comparison needs at least one pair \
         of rounds (0 and 1, 2 and 3, ...); measure longer",
        counted(*rounds as u64, "complete round")
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

/// The rounds that both backends have, interrupted ones included.
///
/// # Errors
/// When a backend is absent, has two rows for a round, or saw other puzzles than its counterpart.
pub(crate) fn common<'a>(
    records: &'a [Record],
    series: &Series,
    baseline: &str,
    candidate: &str,
) -> Result<Rounds<'a>, PairingError> {
    let of = |solver: &str| by_round(records, series, solver);
    let (of_baseline, mut of_candidate) = (of(baseline)?, of(candidate)?);
    let mut both = BTreeMap::new();
    for (round, a) in of_baseline {
        let Some(b) = of_candidate.remove(&round) else { continue };
        if a.group != b.group || a.puzzles != b.puzzles {
            return Err(PairingError::Puzzles {
                round: round.1,
                series: series.to_string(),
                baseline: baseline.to_owned(),
                candidate: candidate.to_owned(),
            });
        }
        both.insert(round, (a, b));
    }
    Ok(both)
}

/// A backend's rounds in a series.
///
/// # Errors
/// When there are none, or two rows for one round.
pub(crate) fn by_round<'a>(
    records: &'a [Record],
    series: &Series,
    solver: &str,
) -> Result<BTreeMap<RoundKey, &'a Record>, PairingError> {
    let mut found = BTreeMap::new();
    for record in records.iter().filter(|r| r.solver == solver && series.holds(r)) {
        if found.insert((record.launch, record.round), record).is_some() {
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

/// Returns true if all turns of a round were done, over at least one puzzle.
fn is_whole(record: &Record) -> bool {
    record.turns == 2 && record.solves() > 0
}

/// Returns true if every puzzle was decided.
fn is_answered(record: &Record) -> bool {
    let outcomes = &record.outcomes;
    outcomes.timed_out + outcomes.crashed + outcomes.incomplete == 0
}

/// The complete rounds that both backends have, and in which both decided every puzzle.
///
/// # Errors
/// As [`common`]; and when there is none.
pub(crate) fn answered<'a>(
    records: &'a [Record],
    series: &Series,
    baseline: &str,
    candidate: &str,
) -> Result<Rounds<'a>, PairingError> {
    let mut rounds = common(records, series, baseline, candidate)?;
    rounds.retain(|_, (a, b)| is_whole(a) && is_whole(b));
    let (complete, series) = (rounds.len(), series.to_string());
    rounds.retain(|_, (a, b)| is_answered(a) && is_answered(b));
    if rounds.is_empty() && complete > 0 {
        let (baseline, candidate) = (baseline.to_owned(), candidate.to_owned());
        return Err(PairingError::Open { series, baseline, candidate });
    }
    if rounds.len() < 2 {
        let solvers = format!("both {baseline} and {candidate}");
        return Err(PairingError::TooFew { rounds: complete, series, solvers });
    }
    Ok(rounds)
}

/// The turns of some rounds on a clock, each for going once over its group; `None` where they are
/// not all known by themselves.
///
/// # Errors
/// When both turns of a backend took no time.
pub(crate) fn turns(
    rounds: &Rounds<'_>,
    clock: Clock,
) -> Result<Option<Vec<PairedRound>>, PairingError> {
    let mut paired = Vec::with_capacity(rounds.len());
    for (a, b) in rounds.values() {
        let Some((of_a, of_b)) = clock.turns_ns(a).zip(clock.turns_ns(b)) else { return Ok(None) };
        for (record, turns) in [(a, of_a), (b, of_b)] {
            if turns == [0; 2] {
                return Err(zero(record));
            }
        }
        let once = |turns: [u64; 2], record: &Record| {
            turns.map(|ns| ns as f64 / f64::from(record.repeats) / f64::from(record.isomorphs))
        };
        paired.push(PairedRound {
            group: a.group,
            launch: a.launch,
            baseline: once(of_a, a),
            candidate: once(of_b, b),
        });
    }
    Ok(Some(paired))
}

fn zero(record: &Record) -> PairingError {
    let (solver, series) = (record.solver.clone(), Series::of(record).to_string());
    PairingError::Zero { solver, round: record.round, series }
}

/// The sums of some rounds on a clock, one pair for every two rounds, baseline first.
///
/// # Errors
/// When a time is zero or no two rounds belong together.
pub(crate) fn sums(rounds: &Rounds<'_>, clock: Clock) -> Result<Vec<(f64, f64)>, PairingError> {
    let times = rounds.values().flat_map(|(a, b)| [*a, *b]);
    if let Some(record) = times.into_iter().find(|record| clock.ns(record) == 0) {
        return Err(zero(record));
    }
    let sum = |a: &Record, b: &Record| clock.ns(a) as f64 + clock.ns(b) as f64;
    let pairs: Vec<(f64, f64)> =
        two_by_two(rounds).map(|(even, odd)| (sum(even.0, odd.0), sum(even.1, odd.1))).collect();
    match rounds.values().next() {
        Some((a, b)) if pairs.is_empty() => Err(PairingError::TooFew {
            rounds: rounds.len(),
            series: Series::of(a).to_string(),
            solvers: format!("both {} and {}", a.solver, b.solver),
        }),
        _ => Ok(pairs),
    }
}

/// One backend's solves and nanoseconds on a clock, one pair for every two complete rounds.
///
/// # Errors
/// As [`by_round`]; and when a time is zero or no two rounds belong together.
pub(crate) fn alone(
    records: &[Record],
    series: &Series,
    clock: Clock,
    solver: &str,
) -> Result<Vec<(u64, u64)>, PairingError> {
    let mut rounds = by_round(records, series, solver)?;
    rounds.retain(|_, record| is_whole(record));
    if let Some(record) = rounds.values().find(|record| clock.ns(record) == 0) {
        return Err(zero(record));
    }
    let pairs: Vec<(u64, u64)> = two_by_two(&rounds)
        .map(|(even, odd)| (even.solves() + odd.solves(), clock.ns(even) + clock.ns(odd)))
        .collect();
    if pairs.is_empty() {
        let (rounds, series) = (rounds.len(), series.to_string());
        return Err(PairingError::TooFew { rounds, series, solvers: solver.to_owned() });
    }
    Ok(pairs)
}

/// Rounds 0 and 1, 2 and 3, and so on of each launch, where both are there.
fn two_by_two<T>(rounds: &BTreeMap<RoundKey, T>) -> impl Iterator<Item = (&T, &T)> {
    let even = rounds.iter().filter(|((_, round), _)| round % 2 == 0);
    even.filter_map(|((launch, round), even)| Some((even, rounds.get(&(*launch, round + 1))?)))
}

#[cfg(test)]
mod tests;
