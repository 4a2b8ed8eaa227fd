//! `wrong.csv` and `crashes.csv`: the puzzles that something went wrong on, by name.

use std::io::{self, Write};

use crate::dataset::Dataset;
use crate::record::Identity;
use crate::record::incident::{Incident, IncidentKind};
use crate::report::Folder;
use crate::report::folder::FolderError;
use crate::run::drive::findings::{Findings, PhaseFindings};

const HEADER: [&str; 13] = [
    "solver", "dataset", "order", "pass", "kind", "line", "offset", "what", "puzzle", "answer",
    "run", "host", "machine",
];

/// Writes `wrong.csv` (wrong and disputed answers, faults of the datasets) and `crashes.csv`, each
/// only where there is something to tell. Returns why for each that cannot be written.
pub(crate) fn write(
    folder: &Folder,
    findings: &Findings,
    datasets: &[(String, &Dataset)],
    identity: &Identity,
) -> Vec<FolderError> {
    let mut lost = Vec::new();
    for (name, crashes) in [("wrong.csv", false), ("crashes.csv", true)] {
        let incidents: Vec<(&PhaseFindings, &Incident)> = findings
            .phases
            .iter()
            .flat_map(|phase| phase.incidents.iter().map(move |incident| (phase, incident)))
            .filter(|(_, incident)| is_of_crashes(incident.kind) == crashes)
            .collect();
        if !incidents.is_empty() {
            lost.extend(folder.write(name, |out| rows(out, &incidents, datasets, identity)).err());
        }
    }
    lost
}

/// Whether it is a death, a hang or nothing at all rather than an answer.
fn is_of_crashes(kind: IncidentKind) -> bool {
    matches!(kind, IncidentKind::Crashed | IncidentKind::NoAnswer | IncidentKind::Stopped)
}

fn rows(
    out: impl Write,
    incidents: &[(&PhaseFindings, &Incident)],
    datasets: &[(String, &Dataset)],
    identity: &Identity,
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(HEADER)?;
    let [run, host, machine] = identity.fields();
    for (phase, incident) in incidents {
        let (name, dataset) = &datasets[phase.dataset];
        let is_known = !incident.puzzle.is_empty();
        let known = |number: u64| if is_known { number.to_string() } else { String::new() };
        csv.write_record([
            &phase.backends[incident.backend],
            name,
            &phase.order.n().to_string(),
            phase.pass.name(),
            kind(incident.kind),
            &known(dataset.line_of(incident.offset)),
            &known(incident.offset),
            &incident.what,
            &incident.puzzle,
            &incident.answer,
            run,
            host,
            machine,
        ])?;
    }
    csv.flush()
}

fn kind(kind: IncidentKind) -> &'static str {
    match kind {
        IncidentKind::Wrong => "wrong",
        IncidentKind::Crashed => "crashed",
        IncidentKind::NoAnswer => "no answer",
        IncidentKind::Disputed => "disputed",
        IncidentKind::Dataset => "dataset",
        IncidentKind::Stopped => "stopped once",
        IncidentKind::Clock => "clock",
    }
}

/// The first few of them with their puzzles and answers, for a person who has to act on them.
pub(crate) fn named(findings: &Findings, datasets: &[(String, &Dataset)]) -> Vec<String> {
    let all = findings.phases.iter().flat_map(|phase| phase.incidents.iter());
    let lines = told(findings, datasets).into_iter();
    let shown = lines.clone().zip(all).map(|(line, incident)| {
        let puzzle = match incident.puzzle.is_empty() {
            true => String::new(),
            false => format!("; puzzle {}", incident.puzzle),
        };
        let answer = match incident.answer.is_empty() {
            true => String::new(),
            false => format!(", answer {}", incident.answer),
        };
        format!("{line}{puzzle}{answer}")
    });
    let shown: Vec<String> = shown.take(TOLD).collect();
    let rest = lines.skip(shown.len());
    shown.iter().cloned().chain(rest).collect()
}

/// Lines that are told.
const TOLD: usize = 5;

/// The first few of them as lines for a person.
pub(crate) fn told(findings: &Findings, datasets: &[(String, &Dataset)]) -> Vec<String> {
    let all = findings.phases.iter().flat_map(|p| p.incidents.iter().map(move |i| (p, i)));
    let all: Vec<_> = all.collect();
    let mut lines: Vec<String> = all
        .iter()
        .take(TOLD)
        .map(|(phase, incident)| {
            let (name, dataset) = &datasets[phase.dataset];
            if incident.kind == IncidentKind::Clock {
                let who = &phase.backends[incident.backend];
                return format!("{who}: {name}, {}: {}", phase.pass.name(), incident.what);
            }
            let who = match incident.kind {
                IncidentKind::Dataset => "dataset",
                _ => &phase.backends[incident.backend],
            };
            // Which puzzle a process of several solvers was lost on may be unknown.
            let line = match incident.puzzle.is_empty() {
                true => String::new(),
                false => format!(", line {}", dataset.line_of(incident.offset)),
            };
            format!("{who}: {name}{line}: {}", incident.what)
        })
        .collect();
    if all.len() > TOLD {
        lines.push(format!("{} more in wrong.csv and crashes.csv", all.len() - TOLD));
    }
    lines
}
