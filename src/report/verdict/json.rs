//! A comparison as one JSON object, for scripts and for pages that are made later. Fields are only ever
//! added.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use super::detail::Detail;
use super::ratio::Ratio;
use super::words::{self, outcome};
use crate::compare::comparison::{Comparison, ComparisonRow, Means, Overall};
use crate::compare::sequential::Look;
use crate::puzzle::Order;

/// Name of the file in the folder of a gate.
pub const FILE: &str = "verdict.json";

/// A comparison as its readers find it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Account {
    /// `passed`, `failed` or `unclear`.
    pub outcome: String,
    /// The reason in one line, with the outcome before it.
    pub reason: String,
    /// `time` or `instructions`.
    pub measure: String,
    /// The change that matters.
    pub threshold: String,
    /// One a candidate and setting.
    pub rows: Vec<AccountRow>,
    /// Geometric means of a candidate's rows, where it has several.
    #[serde(default)]
    pub means: Vec<AccountMean>,
    /// What fails a candidate however fast it is.
    pub faults: Vec<String>,
    /// Puzzles that went wrong, by name.
    pub puzzles: Vec<String>,
    /// Where the solvers differ, puzzle by puzzle.
    #[serde(default)]
    pub details: Vec<Detail>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

/// A candidate against the baseline in a setting.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "named as in records.csv")]
pub struct AccountRow {
    pub dataset: String,
    pub order: Order,
    pub goal: String,
    pub pass: String,
    pub threads: u32,
    pub baseline: String,
    pub candidate: String,
    /// Mean time of a puzzle; null where instructions were counted.
    pub baseline_ns: Option<f64>,
    pub candidate_ns: Option<f64>,
    /// Candidate's total time over the baseline's.
    pub time_ratio: Option<Ratio>,
    /// Mean instructions of a puzzle; null where times were measured.
    pub baseline_instructions: Option<f64>,
    pub candidate_instructions: Option<f64>,
    pub instruction_ratio: Option<Ratio>,
    /// Distinct puzzles that both met.
    pub puzzles: u64,
    /// Puzzles of the dataset, where a sample of it was asked for.
    pub sample_of: Option<u64>,
    pub threshold: String,
    pub verdict: String,
    /// The verdict with how much of the dataset it stands on.
    #[serde(default)]
    pub verdict_in_words: String,
    pub guesses: Option<String>,
    /// The looks that led to the verdict, where times were looked at while they were measured.
    #[serde(default)]
    pub looks: Vec<AccountLook>,
}

/// A look at what had been measured by then.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AccountLook {
    /// Launches that had ended.
    pub launches: u32,
    /// Groups that both solvers had met.
    pub groups: u64,
    /// Distinct puzzles of these.
    pub puzzles: u64,
    /// Chance that the interval of this look misses the truth.
    pub error: f64,
    /// Candidate over baseline.
    pub ratio: Ratio,
    /// The verdict, had the gate ended here.
    pub verdict: String,
}

/// A geometric mean over datasets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AccountMean {
    /// Who stands for "as before".
    pub baseline: String,
    /// Who is judged.
    pub candidate: String,
    /// What the datasets have in common.
    pub over: String,
    /// How many there are.
    pub datasets: u64,
    /// Candidate over baseline.
    pub ratio: Ratio,
    /// The verdict.
    pub verdict: String,
}

impl AccountRow {
    /// Candidate over baseline, in whichever measure.
    pub fn ratio(&self) -> Option<Ratio> {
        self.time_ratio.or(self.instruction_ratio)
    }
}

impl Account {
    /// A comparison with what is known of single puzzles.
    pub fn of(comparison: &Comparison, details: &[Detail]) -> Self {
        let (outcome, reason) = outcome(comparison);
        let is_counted = comparison.means == Means::Counted;
        Self {
            outcome: outcome.name().to_owned(),
            reason,
            measure: if is_counted { "instructions" } else { "time" }.to_owned(),
            threshold: comparison.threshold.to_string(),
            rows: comparison.rows.iter().map(row).collect(),
            means: comparison.overall.iter().map(mean).collect(),
            faults: comparison.faults.iter().map(words::fault).collect(),
            puzzles: comparison.named.clone(),
            details: details.to_vec(),
            notes: words::notes(comparison),
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut out, self)?;
        out.write_all(b"\n")
    }

    /// Reads what [`Account::write`] wrote.
    ///
    /// # Errors
    /// When it cannot be read, or is something else.
    pub fn read(input: impl Read) -> io::Result<Self> {
        Ok(serde_json::from_reader(input)?)
    }
}

fn row(row: &ComparisonRow) -> AccountRow {
    let is_counted = row.timing.is_counted();
    let time = |ns: f64| Some(ns).filter(|_| !is_counted);
    let count = |a_puzzle: f64| Some(a_puzzle).filter(|_| is_counted);
    let ratio = Ratio::from(row.timing.interval);
    AccountRow {
        dataset: row.series.setting.dataset.clone(),
        order: row.series.setting.order,
        goal: row.series.setting.goal.to_string(),
        pass: row.series.setting.pass.name().to_owned(),
        threads: row.series.setting.threads,
        baseline: row.baseline.clone(),
        candidate: row.candidate.clone(),
        baseline_ns: time(row.baseline_ns),
        candidate_ns: time(row.candidate_ns),
        time_ratio: (!is_counted).then_some(ratio),
        baseline_instructions: count(row.baseline_ns),
        candidate_instructions: count(row.candidate_ns),
        instruction_ratio: is_counted.then_some(ratio),
        puzzles: row.timing.coverage.met,
        sample_of: row.timing.coverage.drawn_from,
        threshold: row.timing.threshold.to_string(),
        verdict: row.timing.verdict.name().to_owned(),
        verdict_in_words: words::verdict(&row.timing),
        guesses: row.exact.guesses_in_words(),
        looks: row.looks.iter().map(look).collect(),
    }
}

fn look(look: &Look) -> AccountLook {
    let Look { launches, timing } = look;
    AccountLook {
        launches: *launches,
        groups: timing.estimate.groups as u64,
        puzzles: timing.coverage.met,
        error: timing.error,
        ratio: Ratio::from(timing.interval),
        verdict: words::verdict(timing),
    }
}

fn mean(mean: &Overall) -> AccountMean {
    AccountMean {
        baseline: mean.baseline.clone(),
        candidate: mean.candidate.clone(),
        over: mean.over.clone(),
        datasets: mean.rows as u64,
        ratio: Ratio::from(mean.timing.interval),
        verdict: words::verdict(&mean.timing),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::sample;
    use super::*;

    #[test]
    fn a_script_finds_the_outcome_and_every_row() {
        let account = Account::of(&sample(1.05), &[]);
        let mut bytes = Vec::new();
        account.write(&mut bytes).unwrap();
        let value: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(value["outcome"], "failed");
        let row = &value["rows"][0];
        assert_eq!((&row["candidate"], &row["verdict"]), (&"lockstep".into(), &"slower".into()));
        let middle = row["time_ratio"]["middle"].as_f64().unwrap();
        assert!((middle - 1.05).abs() < 0.01, "{middle}");
        assert!(row["time_ratio"]["low"].as_f64().unwrap() <= middle);
        assert_eq!(Account::read(&bytes[..]).unwrap(), account);
    }
}
