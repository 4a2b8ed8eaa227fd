//! What a comparison found: the content that every form of report shows.

use super::estimate::{Estimate, mean};
use super::exact::Exact;
use super::faults::Failed;
use super::judge::{Timing, judged};
use super::pairing::Series;
use super::verdict::{Threshold, Verdict};

/// Chance that any interval of a comparison misses the truth.
pub const ERROR: f64 = 0.05;

/// How two times were brought together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Means {
    /// Round by round, in one run.
    Paired,
    /// Two runs, each by itself: what the machine's speed did between them counts as change.
    Direct,
    /// Two runs, through this backend that took part in both: ratio of ratios.
    Through(String),
}

/// One candidate on one series.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
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
    /// Mean time of the baseline for a puzzle, in nanoseconds, as measured.
    pub baseline_ns: f64,
    /// Mean time of the candidate for a puzzle, likewise.
    pub candidate_ns: f64,
}

impl Row {
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
    pub rows: Vec<Row>,
    /// Answers that fail the candidate, however fast they came.
    pub faults: Vec<Failed>,
    /// One a candidate, where it has several datasets.
    pub overall: Vec<Overall>,
    /// Rows of the old run that the new one lacks.
    pub missing: Vec<String>,
    /// Rows of the new run that the old one lacks.
    pub new: Vec<String>,
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
}

/// The chance of error that each row may have: rows, and their mean if there are several, share
/// [`ERROR`] evenly.
pub fn error_of_each(rows: usize) -> f64 {
    ERROR / (rows + usize::from(rows > 1)).max(1) as f64
}

/// The geometric means of a candidate's rows: over those that differ in nothing but the dataset.
pub fn overall(rows: &[Row], threshold: Threshold, error: f64) -> Vec<Overall> {
    let mut means: Vec<Overall> = Vec::new();
    let mut seen: Vec<&Row> = Vec::new();
    for row in rows {
        if seen.iter().any(|known| is_alike(known, row)) {
            continue;
        }
        seen.push(row);
        let alike: Vec<Estimate> = rows
            .iter()
            .filter(|other| is_alike(other, row))
            .map(|other| other.timing.estimate)
            .collect();
        let Some(estimate) = mean(&alike).filter(|_| alike.len() > 1) else { continue };
        let Series { order, goal, pass, threads, .. } = row.series;
        means.push(Overall {
            baseline: row.baseline.clone(),
            candidate: row.candidate.clone(),
            over: format!("{order}, {goal}, {}, threads {threads}", pass.name()),
            rows: alike.len(),
            timing: judged(estimate, None, threshold, error),
        });
    }
    means
}

fn is_alike(a: &Row, b: &Row) -> bool {
    let of = |row: &Row| {
        let Series { order, goal, pass, threads, .. } = row.series;
        (order, goal, pass, threads)
    };
    a.candidate == b.candidate && of(a) == of(b)
}
