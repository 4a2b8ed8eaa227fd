//! JSON for the GitHub action `benchmark-action/github-action-benchmark`, tool
//! `customSmallerIsBetter`: both the time of a puzzle and the ratio are better when smaller, so one
//! file can hold them.

use std::io::{self, Write};

use serde::Serialize;

use super::{name, words};
use crate::compare::comparison::Comparison;

#[derive(Serialize)]
struct ReportFile {
    name: String,
    unit: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
    extra: String,
}

/// Writes a comparison, two entries a row.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(comparison: &Comparison, mut out: impl Write) -> io::Result<()> {
    let mut entries = Vec::new();
    // A row without times has nothing to be kept.
    for row in comparison.rows.iter().filter(|row| row.timing.is_timed()) {
        let interval = row.timing.interval;
        let unit = if row.timing.is_counted() { "instructions/puzzle" } else { "ns/puzzle" };
        let half = (interval.high.exp() - interval.low.exp()) / 2.0;
        entries.push(ReportFile {
            name: name(row),
            unit,
            value: row.candidate_ns,
            range: None,
            extra: format!("{}: {:.1} {unit}", row.baseline, row.baseline_ns),
        });
        entries.push(ReportFile {
            name: format!("{}/against={}", name(row), row.baseline),
            unit: "ratio",
            value: interval.middle.exp(),
            range: half.is_finite().then(|| format!("± {half:.4}")),
            extra: words::sentence(row),
        });
    }
    serde_json::to_writer_pretty(&mut out, &entries)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn every_entry_has_the_fields_that_the_action_asks_for() {
        let mut bytes = Vec::new();
        write(&sample(1.05), &mut bytes).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        let entries = value.as_array().unwrap();
        assert_eq!(entries.len(), 2);
        for entry in entries {
            // What its own check asks for: name and unit as text, value as a number.
            assert!(entry["name"].is_string() && entry["unit"].is_string(), "{entry}");
            assert!(entry["value"].is_number() && entry["extra"].is_string(), "{entry}");
        }
        assert!(entries[1]["range"].as_str().unwrap().starts_with("± 0.00"));
    }
}
