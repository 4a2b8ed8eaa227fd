//! Forms of a comparison: words, table, and what CI servers read.

pub mod bmf;
pub mod changes;
pub mod detail;
pub mod gha;
pub mod github;
pub mod gobench;
pub mod hyperfine;
pub mod json;
pub mod junit;
pub mod ratio;
pub mod ratios;
pub mod table;
pub mod words;

use crate::compare::comparison::ComparisonRow;
use crate::text::word;

/// A row's name for tools that keep a history: stable from run to run, without blanks or commas.
fn name(row: &ComparisonRow) -> String {
    let series = &row.series;
    let parts = [
        series.setting.dataset.clone(),
        format!("order={}", series.setting.order.n()),
        format!("goal={}", series.setting.goal),
        format!("pass={}", series.setting.pass.name()),
        format!("solver={}", row.candidate),
    ];
    parts.map(|part| word(&part)).join("/")
}

/// A gate of `lockstep`, whose time is `factor` times that of `mrv`, on a quiet machine.
#[cfg(test)]
fn sample(factor: f64) -> crate::compare::comparison::Comparison {
    use crate::compare::simulate::{QUIET, run};
    let backends = [("mrv", 1.0), ("lockstep", factor)];
    let names = crate::compare::within::Names {
        baseline: Some("mrv".to_owned()),
        candidate: Some("lockstep".to_owned()),
    };
    let manifest = crate::record::manifest_sample();
    let threshold = "1%".parse().unwrap();
    let records = run(QUIET, &backends, 200, 3);
    crate::compare::within::within(&records, Some(&manifest), &names, threshold).unwrap()
}
