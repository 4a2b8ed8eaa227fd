//! What a gate says of its solvers besides their times, and what of that fails it.

use super::Args;
use crate::cli::habits;
use crate::compare::exact::SolverFault;
use crate::compare::faults::Failed;
use crate::compare::pairing;
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

/// What fails a gate however fast the candidate is.
pub(crate) fn faults(args: &Args, series: &Series<'_>, left: &SeriesOutcome) -> Vec<Failed> {
    let at = pairing::Series { setting: series.subject.setting(), block: 0, sample: 0 };
    let mut faults = Vec::new();
    for (index, party) in series.parties.iter().enumerate() {
        let mut fail = |fault| {
            faults.push(Failed { solver: party.name.clone(), series: at.clone(), fault });
        };
        let own = left.incidents.iter().filter(|incident| incident.backend == index);
        let hung = own.filter(|incident| incident.kind == IncidentKind::Stopped).count();
        if hung > 0 {
            fail(SolverFault::Hung(hung as u64));
        }
        if args.fail_memo && left.memories.get(index).is_some_and(Memory::remembers) {
            fail(SolverFault::Remembers);
        }
    }
    faults
}
