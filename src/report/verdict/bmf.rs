//! Bencher Metric Format: JSON that `bencher run --adapter json` reads.
//!
//! `latency` is Bencher's own measure, nanoseconds, here of a puzzle, and `instructions` stands for it
//! where these were counted; `ratio` is the candidate's
//! time over the baseline's, with its interval as lower and upper value.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::name;
use crate::compare::comparison::Comparison;

/// Writes a comparison, one benchmark a row.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(comparison: &Comparison, mut out: impl Write) -> io::Result<()> {
    let mut benchmarks = Map::new();
    // A row without times has nothing to be kept.
    for row in comparison.rows.iter().filter(|row| row.timing.is_timed()) {
        let interval = row.timing.interval;
        let mut ratio = Map::new();
        ratio.insert("value".to_owned(), json!(interval.middle.exp()));
        for (field, end) in [("lower_value", interval.low), ("upper_value", interval.high)] {
            if end.is_finite() {
                ratio.insert(field.to_owned(), json!(end.exp()));
            }
        }
        let name_of = if row.timing.is_counted() { "instructions" } else { "latency" };
        let measures =
            json!({ name_of: { "value": row.candidate_ns }, "ratio": Value::Object(ratio) });
        benchmarks.insert(shortened(name(row)), measures);
    }
    serde_json::to_writer_pretty(&mut out, &benchmarks)?;
    out.write_all(b"\n")
}

/// Bencher takes names of up to 1024 bytes; a longer one ends in its hash, so that names stay apart.
fn shortened(mut name: String) -> String {
    const MOST: usize = 1024;
    if name.len() > MOST {
        let hash = blake3::hash(name.as_bytes()).to_hex();
        let end = (0..=MOST - 17).rev().find(|&at| name.is_char_boundary(at)).unwrap_or(0);
        name.truncate(end);
        name.extend(["~", &hash[..16]]);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn fields_are_bencher_s_own_and_the_interval_holds_the_value() {
        let mut bytes = Vec::new();
        write(&sample(1.05), &mut bytes).unwrap();
        let value: Value = serde_json::from_slice(&bytes).unwrap();
        let (name, measures) = value.as_object().unwrap().iter().next().unwrap();
        assert_eq!(name, "17-clue/order=3/goal=first/pass=throughput/solver=lockstep");
        assert!(measures["latency"]["value"].as_f64().unwrap() > 1000.0);
        let of = |field: &str| measures["ratio"][field].as_f64().unwrap();
        assert!((of("value") - 1.05).abs() < 0.01);
        assert!(of("lower_value") < of("value") && of("value") < of("upper_value"));
        assert_eq!(measures["ratio"].as_object().unwrap().len(), 3);
    }
}
