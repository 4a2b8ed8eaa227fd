//! Where two solvers of a run differ, by the difficulty of the puzzles: from the file of
//! `run --per-puzzle`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, ensure};

use super::labels::Labels;
use crate::compare::comparison::{Comparison, ComparisonRow};
use crate::compare::puzzles::PuzzleTimes;
use crate::record::Manifest;
use crate::report::read_per_puzzle::{self, PuzzleLine};
use crate::report::verdict::detail::Detail;

/// A detail for each dataset, order, goal and pair of solvers that the file has puzzles of.
///
/// # Errors
/// When the file cannot be read, or has no puzzle that both solvers of a pair answered.
pub(super) fn details(
    comparison: &Comparison,
    manifest: &Manifest,
    folder: &Path,
    file: &Path,
) -> anyhow::Result<Vec<Detail>> {
    let name = || format!("cannot read {}", file.display());
    let lines = read_per_puzzle::open(file)
        .with_context(|| format!("{}; it has to be what run --per-puzzle wrote", name()))?;
    let mut labels = Labels::open(folder, manifest);
    let (mut details, mut seen) = (Vec::new(), BTreeSet::new());
    for row in &comparison.rows {
        let setting = &row.series.setting;
        let goal = setting.goal.to_string();
        let key = (&setting.dataset, setting.order, goal.clone(), &row.baseline, &row.candidate);
        if !seen.insert(key) {
            continue;
        }
        let mut times = pairs(&lines, row, &goal);
        if times.is_empty() {
            continue;
        }
        labels.label(&setting.dataset, setting.order, &mut times)?;
        details.push(Detail::of(setting, [&row.baseline, &row.candidate], &times));
    }
    ensure!(
        !details.is_empty(),
        "{}: no puzzle of these datasets that baseline and candidate both answered",
        file.display()
    );
    labels.keep();
    Ok(details)
}

/// The puzzles that both solvers of a row answered, with their lines in place of offsets. The
/// baseline's median stands for its second measurement.
fn pairs(lines: &[PuzzleLine], row: &ComparisonRow, goal: &str) -> Vec<PuzzleTimes> {
    let setting = &row.series.setting;
    let of = |solver: &str| -> BTreeMap<u64, &PuzzleLine> {
        let own = lines.iter().filter(|line| {
            line.solver == solver
                && line.dataset == setting.dataset
                && line.order == setting.order
                && line.goal == goal
                && matches!(&*line.outcome, "unique" | "multiple" | "none")
        });
        own.map(|line| (line.line, line)).collect()
    };
    let (baseline, candidate) = (of(&row.baseline), of(&row.candidate));
    let both = baseline.iter().filter_map(|(line, one)| Some((one, candidate.get(line)?)));
    both.map(|(baseline, candidate)| PuzzleTimes {
        offset: baseline.line,
        givens: baseline.givens,
        guesses: baseline.guesses.unwrap_or(0),
        label: None,
        baseline_ns: baseline.min_ns,
        candidate_ns: candidate.min_ns,
        control_ns: baseline.median_ns,
    })
    .collect()
}
