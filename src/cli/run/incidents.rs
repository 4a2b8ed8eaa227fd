//! What went wrong in a run, puzzle by puzzle, as rows of a report.

use crate::dataset::{Dataset, Lines};
use crate::record::incident::Incident;
use crate::report::incidents::IncidentRow;
use crate::run::drive::findings::{Findings, PhaseFindings};

/// All incidents of a run, in the order of its phases. Newlines of the datasets are counted for them, so
/// they are asked for once.
pub(crate) fn rows(findings: &Findings, datasets: &[(String, &Dataset)]) -> Vec<IncidentRow> {
    let mut lines: Vec<Lines<'_>> = datasets.iter().map(|(_, dataset)| dataset.lines()).collect();
    let mut rows = Vec::new();
    for phase in &findings.phases {
        let lines = &mut lines[phase.dataset];
        rows.extend(phase.incidents.iter().map(|incident| row(phase, incident, lines)));
    }
    rows
}

fn row(phase: &PhaseFindings, incident: &Incident, lines: &mut Lines<'_>) -> IncidentRow {
    // Which puzzle a process of several solvers was lost on may be unknown.
    let is_known = !incident.puzzle.is_empty();
    IncidentRow {
        solver: phase.backends[incident.backend].clone(),
        setting: phase.setting.clone(),
        kind: incident.kind,
        place: is_known.then(|| (lines.of(incident.offset), incident.offset)),
        what: incident.what.clone(),
        puzzle: incident.puzzle.clone(),
        answer: incident.answer.clone(),
    }
}
