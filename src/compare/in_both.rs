//! What two runs met and answered: puzzles, outcomes and guesses.

use super::differences::same_isomorphs;
use super::exact::{Counts, Exact, Guessing};
use super::pairing::{PairingError, Round, Series, by_round};
use super::runs::InRun;
use crate::record::Record;
use crate::solver::Guesses;

/// Puzzles of a run that a series met.
pub(super) fn puzzles_met(run: &InRun<'_>, series: &Series) -> u64 {
    let mut groups: Vec<(u64, u64)> = run
        .records
        .iter()
        .filter(|record| record.solver == run.solver && series.holds(record))
        .map(|record| (record.group, record.puzzles))
        .collect();
    groups.sort_unstable();
    groups.dedup_by_key(|(group, _)| *group);
    groups.iter().map(|(_, puzzles)| puzzles).sum()
}

/// Answers and guesses of the first run of each side: exactly where the puzzles were the same.
pub(super) fn exact(old: &[InRun<'_>], new: &[InRun<'_>]) -> Result<Exact, PairingError> {
    let (old, new) = (&old[0], &new[0]);
    let was = by_round(old.records, &old.series, &old.solver)?;
    let is = by_round(new.records, &new.series, &new.solver)?;
    let is_exact = |run: &InRun<'_>| {
        run.manifest.backend(&run.solver).is_some_and(|b| b.guesses == Guesses::Exact)
    };
    let same: Vec<Round<'_>> = was
        .iter()
        .filter_map(|(round, a)| Some((*a, *is.get(round)?)))
        .filter(|(a, b)| a.group == b.group && a.puzzles == b.puzzles)
        .collect();
    // Equal seeds draw equal groups, if turns came out equally large.
    let are_same = is_exact(old)
        && is_exact(new)
        && !same.is_empty()
        && old.manifest.seed == new.manifest.seed
        && same_isomorphs(old.manifest, new.manifest);
    if are_same {
        return Ok(Exact::over(same, Guessing::Exact));
    }
    let sum = |rounds: Vec<&Record>| rounds.iter().fold(Counts::ZERO, |sum, r| sum.plus(r));
    Ok(Exact::apart(sum(was.into_values().collect()), sum(is.into_values().collect())))
}
