//! What went wrong in a run, puzzle by puzzle, as rows of a report.

use crate::dataset::Dataset;
use crate::record::incident::Incident;
use crate::report::incidents::IncidentRow;
use crate::run::drive::findings::{Findings, PhaseFindings};

/// All incidents of a run, in the order of its phases.
pub(crate) fn rows(findings: &Findings, datasets: &[(String, &Dataset)]) -> Vec<IncidentRow> {
    let phases = findings.phases.iter();
    phases
        .flat_map(|phase| phase.incidents.iter().map(|incident| row(phase, incident, datasets)))
        .collect()
}

fn row(phase: &PhaseFindings, incident: &Incident, datasets: &[(String, &Dataset)]) -> IncidentRow {
    let (name, dataset) = &datasets[phase.dataset];
    // Which puzzle a process of several solvers was lost on may be unknown.
    let is_known = !incident.puzzle.is_empty();
    IncidentRow {
        solver: phase.backends[incident.backend].clone(),
        dataset: name.clone(),
        order: phase.order,
        pass: phase.pass,
        kind: incident.kind,
        place: is_known.then(|| (dataset.line_of(incident.offset), incident.offset)),
        what: incident.what.clone(),
        puzzle: incident.puzzle.clone(),
        answer: incident.answer.clone(),
    }
}
