//! Instructions instead of times: two solvers, or two runs of one, by what valgrind has counted.
//!
//! A solver that does the same each time has the same count each time, to a handful in a hundred
//! million. Each is counted more than once, and what its counts differ by is all the error there
//! is: of a solver that is not deterministic it is not small, and the verdict then says "unclear".

use super::estimate::Estimate;
use super::pairing::{PairingError, Series, by_round};
use super::runs::{InRun, between};
use crate::record::Record;

/// Returns true if a run holds counts of instructions and nothing else.
pub(crate) fn are_counts(records: &[Record]) -> bool {
    !records.is_empty() && records.iter().all(|record| record.setting.pass.counts_instructions())
}

/// Two counts against each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ratio {
    /// Candidate over baseline, or new over old.
    pub estimate: Estimate,
    /// Instructions a puzzle of the baseline.
    pub baseline: f64,
    /// Instructions a puzzle of the candidate.
    pub candidate: f64,
}

/// The counts of a candidate by those of a baseline.
///
/// # Errors
/// When one of them has no count.
pub(crate) fn ratio(
    records: &[Record],
    series: &Series,
    [baseline, candidate]: [&str; 2],
) -> Result<Ratio, PairingError> {
    Ok(of(&each(records, series, baseline)?, &each(records, series, candidate)?))
}

/// The counts of a solver in new runs by those in old ones.
///
/// # Errors
/// When a run has no count of it.
pub(crate) fn across(old: &[InRun<'_>], new: &[InRun<'_>]) -> Result<Ratio, PairingError> {
    let all = |runs: &[InRun<'_>]| -> Result<Vec<f64>, PairingError> {
        let of = runs.iter().map(|run| each(run.records, &run.series, &run.solver));
        Ok(of.collect::<Result<Vec<_>, _>>()?.concat())
    };
    Ok(of(&all(old)?, &all(new)?))
}

fn of(old: &[f64], new: &[f64]) -> Ratio {
    let logs = |all: &[f64]| all.iter().map(|count| count.ln()).collect::<Vec<_>>();
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len().max(1) as f64;
    let estimate = Estimate { groups: 1, ..between(&logs(old), &logs(new)) };
    Ratio { estimate, baseline: mean(old), candidate: mean(new) }
}

/// Instructions a puzzle of each count.
fn each(records: &[Record], series: &Series, solver: &str) -> Result<Vec<f64>, PairingError> {
    let rounds = by_round(records, series, solver)?;
    let each = rounds.values().map(|record| {
        // A difference of nothing would not be a number.
        let instructions = record.instructions.filter(|&instructions| instructions > 0)?;
        Some(instructions as f64 / record.puzzles.max(1) as f64)
    });
    each.collect::<Option<Vec<f64>>>().ok_or_else(|| PairingError::Absent {
        solver: format!("the count of {solver}"),
        series: series.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::comparison::{Comparison, Means};
    use crate::compare::simulate::record;
    use crate::compare::verdict::Verdict;
    use crate::compare::within::{Names, within};
    use crate::record::{Pass, Setting, manifest_sample};

    fn counted(solver: &str, round: u32, instructions: u64) -> Record {
        let like = record(solver, round, 0);
        Record {
            setting: Setting { pass: Pass::Instructions, ..like.setting },
            instructions: Some(instructions),
            group: 0,
            launch: 0,
            turns: 1,
            cpu_ns: None,
            each_turn: [None; 2],
            ..like
        }
    }

    fn compared(baseline: [u64; 2], candidate: [u64; 2]) -> Comparison {
        let mut records = Vec::new();
        for (solver, counts) in [("a", baseline), ("b", candidate)] {
            records.extend((0..2).map(|round| counted(solver, round, counts[round as usize])));
        }
        assert!(are_counts(&records));
        let names = Names { baseline: Some("a".to_owned()), candidate: None };
        within(&records, Some(&manifest_sample()), &names, "0.01%".parse().unwrap()).unwrap()
    }

    fn verdict(baseline: [u64; 2], candidate: [u64; 2]) -> Verdict {
        let comparison = compared(baseline, candidate);
        assert_eq!(comparison.means, Means::Counted);
        comparison.rows[0].timing.verdict
    }

    #[test]
    fn counts_are_exact_where_they_repeat() {
        let base = [472_334_752, 472_334_746];
        assert_eq!(verdict(base, [472_334_760, 472_334_741]), Verdict::Same);
        assert_eq!(verdict(base, [477_058_100, 477_058_099]), Verdict::Slower, "1 % more");
        assert_eq!(verdict(base, [472_429_200, 472_429_210]), Verdict::Slower, "0.02 % more");
        assert_eq!(verdict(base, [400_000_000, 400_000_010]), Verdict::Faster);
        let row = &compared(base, base).rows[0];
        assert!((row.baseline_ns - 472_334.749).abs() < 0.001, "1,000 puzzles: {row:?}");
    }

    #[test]
    fn counts_that_vary_decide_nothing_below_what_they_vary_by() {
        let base = [472_000_000, 473_000_000];
        assert_eq!(verdict(base, [472_500_000, 473_500_000]), Verdict::Unclear);
        assert_eq!(verdict(base, base), Verdict::Unclear, "the same only by chance");
        assert_eq!(verdict(base, [520_000_000, 521_000_000]), Verdict::Slower);
    }

    #[test]
    fn a_solver_without_a_count_is_no_ratio_of_nothing() {
        let mut records: Vec<Record> = (0..2).map(|round| counted("a", round, 7)).collect();
        records.extend((0..2).map(|round| counted("b", round, 0)));
        let names = Names::default();
        let error = within(&records, None, &names, "0.01%".parse().unwrap()).unwrap_err();
        assert!(error.to_string().contains("the count of b"), "{error}");
    }
}
