//! What a comparison found: the content that every form of report shows.

use super::clock::Deciding;
use super::estimate::{Estimate, mean};
use super::exact::Exact;
use super::faults::Failed;
use super::judge::{Coverage, Timing, judged};
use super::pairing::Series;
use super::sequential::Look;
use super::verdict::{Threshold, Verdict};
use crate::record::Setting;

/// Chance that any interval of a comparison misses the truth.
pub(crate) const ERROR: f64 = 0.05;

/// How two times were brought together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Means {
    /// Round by round, in one run.
    Paired,
    /// Two runs, each by itself: what the machine's speed did between them counts as change.
    Direct,
    /// By the instructions that valgrind has counted.
    Counted,
    /// Two runs, through this backend that took part in both: ratio of ratios.
    Through(String),
}

/// One candidate on one series.
#[derive(Clone, PartialEq, Debug)]
pub struct ComparisonRow {
    /// Where.
    pub series: Series,
    /// What stands for "as before".
    pub baseline: String,
    /// What is judged.
    pub candidate: String,
    /// Answers and guesses.
    pub exact: Exact,
    /// Times.
    pub timing: Timing,
    /// The looks that led to the verdict, where times were looked at while they were measured.
    pub looks: Vec<Look>,
    /// Mean time of the baseline for a puzzle, in nanoseconds, on the clock that decided; where
    /// instructions were counted, these.
    pub baseline_ns: f64,
    /// Mean time of the candidate for a puzzle, likewise: over the baseline's it is the change.
    pub candidate_ns: f64,
    /// ln of the ratio of PAR-2 scores, total times in which a puzzle that timed out counts with
    /// twice the limit; `None` where none did or the limit is not known.
    pub par2: Option<f64>,
}

impl ComparisonRow {
    /// Puzzles that the candidate no longer answers, if there are any.
    pub fn open(&self) -> Option<Failed> {
        let (solver, series) = (self.candidate.clone(), self.series.clone());
        self.exact.fault().map(|fault| Failed { solver, series, fault })
    }
}

/// A candidate over several datasets: the geometric mean of its ratios.
#[derive(Clone, PartialEq, Debug)]
pub struct Overall {
    /// What stands for "as before".
    pub baseline: String,
    /// What is judged.
    pub candidate: String,
    /// What the rows have in common, in words.
    pub over: String,
    /// Rows that went in.
    pub rows: usize,
    /// The mean.
    pub timing: Timing,
}

/// What a comparison found.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The change that matters.
    pub threshold: Threshold,
    /// How times were brought together.
    pub means: Means,
    /// One a candidate and series.
    pub rows: Vec<ComparisonRow>,
    /// Answers that fail the candidate, however fast they came.
    pub faults: Vec<Failed>,
    /// One a candidate, where it has several datasets.
    pub overall: Vec<Overall>,
    /// Rows of the old run that the new one lacks.
    pub missing: Vec<String>,
    /// Rows of the new run that the old one lacks.
    pub new: Vec<String>,
    /// Puzzles at fault, by name: solver, dataset, line and what happened.
    pub named: Vec<String>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

impl Comparison {
    /// The worst verdict on times: slower, then unclear, then same, then faster.
    pub fn verdict(&self) -> Verdict {
        let all = self.rows.iter().map(|row| row.timing.verdict);
        let all = all.chain(self.overall.iter().map(|overall| overall.timing.verdict));
        all.max_by_key(|verdict| match verdict {
            Verdict::Faster => 0,
            Verdict::Same => 1,
            Verdict::Unclear => 2,
            Verdict::Slower => 3,
        })
        .unwrap_or(Verdict::Unclear)
    }

    /// Returns true if any verdict on a dataset is another than "same".
    pub(crate) fn differs(&self, dataset: &str) -> bool {
        let rows = self.rows.iter().filter(|row| row.series.setting.dataset == dataset);
        rows.clone().any(|row| row.timing.verdict != Verdict::Same)
    }
}

/// The chance of error that each row may have: rows, and their mean if there are several, share
/// [`ERROR`] evenly.
pub(crate) fn error_of_each(rows: usize) -> f64 {
    ERROR / (rows + usize::from(rows > 1)).max(1) as f64
}

/// The geometric means of a candidate's rows: over those that differ in nothing but the dataset.
///
/// A mean stands on what its rows stand on: it has the error that their looks left, and where
/// puzzles are missing in one of them it is only so far. It cannot fail by itself where each of its
/// rows is unclear.
pub(crate) fn overall(rows: &[ComparisonRow], threshold: Threshold) -> Vec<Overall> {
    let mut means: Vec<Overall> = Vec::new();
    let mut seen: Vec<&ComparisonRow> = Vec::new();
    for row in rows {
        if seen.iter().any(|known| is_alike(known, row)) {
            continue;
        }
        seen.push(row);
        let alike: Vec<&ComparisonRow> = rows.iter().filter(|other| is_alike(other, row)).collect();
        let Some(timing) = mean_timing(&alike, threshold).filter(|_| alike.len() > 1) else {
            continue;
        };
        let Setting { order, goal, pass, threads, .. } = row.series.setting;
        means.push(Overall {
            baseline: row.baseline.clone(),
            candidate: row.candidate.clone(),
            over: format!("{order}, {goal}, {}, threads {threads}", pass.name()),
            rows: alike.len(),
            timing,
        });
    }
    means
}

fn mean_timing(rows: &[&ComparisonRow], threshold: Threshold) -> Option<Timing> {
    let estimates: Vec<Estimate> = rows.iter().map(|row| row.timing.estimate).collect();
    let error = rows.iter().map(|row| row.timing.error).fold(f64::INFINITY, f64::min);
    let mut timing = judged(mean(&estimates)?, threshold, error);
    let sum = |of: fn(&Coverage) -> u64| rows.iter().map(|row| of(&row.timing.coverage)).sum();
    let is_sample = rows.iter().any(|row| row.timing.coverage.drawn_from.is_some());
    timing.deciding = match rows.iter().all(|row| row.timing.is_counted()) {
        true => Deciding::Instructions,
        false => Deciding::Cpu,
    };
    timing.coverage = Coverage {
        met: sum(|c| c.met),
        of: sum(|c| c.of),
        drawn_from: is_sample.then(|| sum(|c| c.drawn_from.unwrap_or(c.of))),
        open: sum(|c| c.open),
    };
    let is_part = rows.iter().any(|row| row.timing.so_far.is_some());
    if is_part && matches!(timing.verdict, Verdict::Same | Verdict::Faster) {
        timing.so_far = Some(timing.verdict);
        timing.verdict = Verdict::Unclear;
    }
    let are_unclear = rows.iter().all(|row| row.timing.verdict == Verdict::Unclear);
    if are_unclear && timing.verdict == Verdict::Slower {
        timing.verdict = Verdict::Unclear;
    }
    Some(timing)
}

fn is_alike(a: &ComparisonRow, b: &ComparisonRow) -> bool {
    let of = |row: &ComparisonRow| {
        let Setting { order, goal, pass, threads, .. } = row.series.setting;
        (order, goal, pass, threads)
    };
    a.candidate == b.candidate && of(a) == of(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::estimate::Variance;
    use crate::compare::exact::Counts;
    use crate::compare::pairing::Series;
    use crate::compare::simulate::record;

    /// A row with this change and standard error, in percent, of a dataset of that name.
    fn row(dataset: &str, change: f64, std_error: f64) -> ComparisonRow {
        let turns = Variance { variance: (std_error / 100.0).powi(2), dof: 1e5 };
        let log_ratio = (change / 100.0).ln_1p();
        let estimate =
            Estimate { log_ratio, turns, launches: Variance::NONE, third: 0.0, groups: 100 };
        let mut series = Series::of(&record("b", 0, 1));
        series.setting.dataset = dataset.to_owned();
        ComparisonRow {
            series,
            baseline: "a".to_owned(),
            candidate: "b".to_owned(),
            exact: Exact::apart(Counts::ZERO, Counts::ZERO),
            timing: judged(estimate, "1%".parse().unwrap(), 0.05),
            looks: Vec::new(),
            baseline_ns: 1.0,
            candidate_ns: 1.0,
            par2: None,
        }
    }

    fn mean_of(rows: &[ComparisonRow]) -> Timing {
        overall(rows, "1%".parse().unwrap())[0].timing
    }

    #[test]
    fn a_mean_is_not_slower_where_every_row_is_unclear() {
        let unclear = [row("x", 2.0, 0.6), row("y", 2.0, 0.6), row("z", 2.0, 0.6)];
        assert!(unclear.iter().all(|row| row.timing.verdict == Verdict::Unclear));
        let mean = mean_of(&unclear);
        assert!(mean.interval.low > 0.01, "by itself it would be: {mean:?}");
        assert_eq!(mean.verdict, Verdict::Unclear);
        let one_is = [row("x", 4.0, 0.6), row("y", 2.0, 0.6)];
        assert_eq!(mean_of(&one_is).verdict, Verdict::Slower);
    }

    #[test]
    fn a_mean_has_the_error_and_the_gaps_of_its_rows() {
        let mut rows = [row("x", 0.0, 0.1), row("y", 0.0, 0.1)];
        assert_eq!(mean_of(&rows).verdict, Verdict::Same);
        rows[1].timing.error = 0.001;
        assert_eq!(mean_of(&rows).error, 0.001);
        rows[0].timing.coverage = Coverage { met: 10, of: 100, ..Coverage::NONE };
        (rows[0].timing.verdict, rows[0].timing.so_far) = (Verdict::Unclear, Some(Verdict::Same));
        let mean = mean_of(&rows);
        assert_eq!((mean.verdict, mean.so_far), (Verdict::Unclear, Some(Verdict::Same)));
        assert_eq!(mean.coverage.met, 10);
        assert_eq!(mean.deciding, Deciding::Cpu);
    }
}
