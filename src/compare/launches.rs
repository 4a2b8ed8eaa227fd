//! What each launch of a gate measured by itself: launches that differ by more than their errors show a
//! machine that changed, or solvers that depend on where they lie in memory.

use std::collections::BTreeMap;

use super::census::census;
use super::clock::Deciding;
use super::comparison::ERROR;
use super::estimate::Interval;
use super::pairing::{PairingError, Rounds, Series, answered, turns};
use crate::record::{Record, distinct};

/// The ratio of two solvers within one launch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LaunchRatio {
    /// Which launch, from 1.
    pub launch: u32,
    /// Rounds of it that both answered.
    pub rounds: u64,
    /// Groups that these met.
    pub groups: u64,
    /// ln of the candidate's total over the baseline's in these rounds. Its error is that of the
    /// turns alone: other launches met other groups.
    pub interval: Interval,
}

/// The launches of a series in order; none where a single process measured everything, or nothing can
/// be paired by its turns.
///
/// # Errors
/// When the records cannot be held against each other.
pub(crate) fn by_launch(
    records: &[Record],
    series: &Series,
    [baseline, candidate]: [&str; 2],
) -> Result<Vec<LaunchRatio>, PairingError> {
    let rounds = answered(records, series, baseline, candidate)?;
    let clock = Deciding::of(rounds.values().copied()).clock();
    let mut launches: BTreeMap<u32, Rounds<'_>> = BTreeMap::new();
    for (key, round) in rounds.into_iter().filter(|((launch, _), _)| *launch > 0) {
        launches.entry(key.0).or_default().insert(key, round);
    }
    let mut ratios = Vec::new();
    for (launch, rounds) in launches {
        let Some(paired) = turns(&rounds, clock)? else { continue };
        let Some(estimate) = census(&paired, 1.0) else { continue };
        ratios.push(LaunchRatio {
            launch,
            rounds: rounds.len() as u64,
            groups: distinct(paired.iter().map(|round| round.group)).len() as u64,
            interval: estimate.interval(ERROR),
        });
    }
    Ok(ratios)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::{QUIET, run};

    #[test]
    fn each_launch_has_its_own_ratio_and_a_run_in_one_process_has_none() {
        let mut records = run(QUIET, &[("a", 1.0), ("b", 2.0)], 100, 1);
        let series = Series::of(&records[0]);
        let names = ["a", "b"];
        assert_eq!(by_launch(&records, &series, names).unwrap().len(), 8);
        for record in &mut records {
            record.launch = 0;
        }
        assert_eq!(by_launch(&records, &series, names), Ok(Vec::new()));
        for record in &mut records {
            record.launch = if record.round < 60 { 1 } else { 2 };
        }
        let found = by_launch(&records, &series, names).unwrap();
        let rounds: Vec<_> = found.iter().map(|one| (one.launch, one.rounds)).collect();
        assert_eq!(rounds, [(1, 60), (2, 40)]);
        for one in found {
            let Interval { low, middle, high } = one.interval;
            assert!((middle.exp() - 2.0).abs() < 0.02, "{middle}");
            assert!(low < middle && middle < high);
        }
    }
}
