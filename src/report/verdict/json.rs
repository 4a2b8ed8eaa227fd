//! A comparison as one JSON object, for scripts. Fields are only ever added.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::words::{self, outcome};
use crate::compare::comparison::{Comparison, ComparisonRow, Means};
use crate::compare::estimate::Interval;

/// Writes a comparison.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(comparison: &Comparison, mut out: impl Write) -> io::Result<()> {
    let (outcome, line) = outcome(comparison);
    let value = json!({
        "outcome": outcome.name(),
        "reason": line,
        "measure": if comparison.means == Means::Counted { "instructions" } else { "time" },
        "threshold": comparison.threshold.to_string(),
        "rows": comparison.rows.iter().map(row).collect::<Vec<_>>(),
        "faults": comparison.faults.iter().map(words::fault).collect::<Vec<_>>(),
        "puzzles": comparison.named,
        "notes": words::notes(comparison),
    });
    serde_json::to_writer_pretty(&mut out, &value)?;
    out.write_all(b"\n")
}

fn row(row: &ComparisonRow) -> Value {
    let is_counted = row.timing.is_counted();
    let time = |ns: f64| Some(ns).filter(|_| !is_counted);
    let count = |a_puzzle: f64| Some(a_puzzle).filter(|_| is_counted);
    json!({
        "dataset": row.series.setting.dataset,
        "order": row.series.setting.order.n(),
        "goal": row.series.setting.goal.to_string(),
        "pass": row.series.setting.pass.name(),
        "threads": row.series.setting.threads,
        "baseline": row.baseline,
        "candidate": row.candidate,
        "baseline_ns": time(row.baseline_ns),
        "candidate_ns": time(row.candidate_ns),
        "time_ratio": time(0.0).map(|_| ratio(row.timing.interval)),
        "baseline_instructions": count(row.baseline_ns),
        "candidate_instructions": count(row.candidate_ns),
        "instruction_ratio": count(0.0).map(|_| ratio(row.timing.interval)),
        "puzzles": row.timing.coverage.met,
        "sample_of": row.timing.coverage.drawn_from,
        "threshold": row.timing.threshold.to_string(),
        "verdict": row.timing.verdict.name(),
        "guesses": row.exact.guesses_in_words(),
    })
}

/// Candidate's time over baseline's; ends that are not known are null.
fn ratio(interval: Interval) -> Value {
    let known = |log: f64| Some(log.exp()).filter(|ratio| ratio.is_finite());
    json!({
        "middle": known(interval.middle),
        "low": known(interval.low).filter(|_| interval.low.is_finite()),
        "high": known(interval.high),
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn a_script_finds_the_outcome_and_every_row() {
        let mut bytes = Vec::new();
        write(&sample(1.05), &mut bytes).unwrap();
        let value: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(value["outcome"], "failed");
        let row = &value["rows"][0];
        assert_eq!((&row["candidate"], &row["verdict"]), (&"lockstep".into(), &"slower".into()));
        let middle = row["time_ratio"]["middle"].as_f64().unwrap();
        assert!((middle - 1.05).abs() < 0.01, "{middle}");
        assert!(row["time_ratio"]["low"].as_f64().unwrap() <= middle);
    }
}
