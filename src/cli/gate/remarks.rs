//! What a gate says of its solvers besides their times, and how they behaved.

use crate::cli::habits;
use crate::compare::gate::Conduct;
use crate::record::incident::IncidentKind;
use crate::run::drive::launch::series::{Series, SeriesOutcome};
use crate::run::drive::memory::Memory;
use crate::run::work::warm::StartUp;

/// Duration in nanoseconds from which a start gets a remark.
const SHOWN_NS: u64 = 50_000_000;

/// What is remarkable about a dataset's solvers.
pub(crate) fn remarks(series: &Series<'_>, left: &SeriesOutcome) -> Vec<String> {
    let mut lines = Vec::new();
    for (party, memory) in series.parties.iter().zip(&left.memories) {
        lines.extend(habits::memory(&party.name, memory));
    }
    for (party, start_up) in series.parties.iter().zip(&left.start_ups) {
        lines.extend(start(&party.name, start_up));
    }
    let place = &series.subject.dataset;
    let together = left.notes.iter().chain(&lines);
    together.map(|line| format!("{place}: {line}")).collect()
}

/// What a solver's start has cost, where that is worth a remark.
pub(in crate::cli) fn slow_start(name: &str, start_up: &StartUp) -> Option<String> {
    let (load_ns, first_ns) = (start_up.load_ns, start_up.first_ns);
    (load_ns.max(first_ns) >= SHOWN_NS).then(|| {
        let [load, first] = [load_ns, first_ns].map(|ns| ns as f64 / 1e6);
        format!(
            "{name} takes {load:.0} ms to load and {first:.0} ms for its first call, in each process; \
             no other figure includes that"
        )
    })
}

/// What is remarkable about starting a solver.
fn start(name: &str, start_up: &StartUp) -> Vec<String> {
    let mut lines: Vec<String> = slow_start(name, start_up).into_iter().collect();
    if let Some(share) = start_up.elsewhere.filter(|&share| share > 0.1) {
        let percent = 100.0 * share;
        lines.push(format!(
            "{name} uses additional threads: its process uses {percent:.0} % more CPU time than \
            the \
             thread that calls it"
        ));
    }
    lines
}

/// How each solver behaved, besides its answers and times.
pub(crate) fn conducts(series: &Series<'_>, left: &SeriesOutcome) -> Vec<Conduct> {
    let parties = series.parties.iter().enumerate();
    let conduct = parties.map(|(index, party)| {
        let own = left.incidents.iter().filter(|incident| incident.backend == index);
        let hung = own.filter(|incident| incident.kind == IncidentKind::Stopped).count();
        Conduct {
            solver: party.name.clone(),
            setting: series.subject.setting(),
            hung: hung as u64,
            remembers: left.memories.get(index).is_some_and(Memory::remembers),
        }
    });
    conduct.collect()
}
