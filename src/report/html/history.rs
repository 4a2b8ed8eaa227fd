//! The page of several runs: a line a run with its revision and its ratio to the reference, machine by
//! machine.

use maud::{Markup, html};

use super::chart::marks::Style;
use super::intervals::{Group, Line, drawn};
use super::{Section, THRESHOLD, document, shown, table};
use crate::record::counted;
use crate::report::findings::{Answers, answers};
use crate::report::history::{OnMachine, SolverHistory, history, reference};
use crate::report::run_files::RunFiles;
use crate::report::table::{Align, Table};

/// The page of several runs, compared through a solver that took part in all of them.
pub(crate) fn page_of_runs(runs: &[RunFiles], named: Option<&str>) -> String {
    let reference = reference(runs, named);
    let threshold = THRESHOLD.parse().expect("a percentage");
    let machines = match &reference {
        Some(reference) => history(runs, reference, threshold),
        None => Vec::new(),
    };
    let heading = format!("History of {}", counted(runs.len() as u64, "run"));
    let sections = [
        Section::new("found", "What was found", Some(found(runs, reference.as_deref(), &machines))),
        Section::new("history", "Ratios to the reference, run by run", ratios(runs, &machines)),
        Section::new("runs", "Runs", Some(table::plain(&lines(runs), "runs and their machines"))),
    ];
    document(&heading, &[], &sections.into_iter().flatten().collect::<Vec<_>>())
}

fn found(runs: &[RunFiles], reference: Option<&str>, machines: &[OnMachine<'_>]) -> Markup {
    html! {
        ul.found {
            @if let Some(reference) = reference {
                li { (counted(runs.len() as u64, "run")) " on "
                    (counted(machines.len() as u64, "kind of machine").replace("machines", "machine"))
                    ", compared through " strong { (shown(reference)) } "." }
            } @else {
                li.bad { "No solver took part in all runs in the same version; name one with --reference." }
            }
            @for run in runs { @for one in answers(&run.rows) {
                @if let Answers::Open(text) | Answers::Faulty(text) = &one {
                    li { span.bad[matches!(one, Answers::Faulty(_))] { (shown(text)) } " "
                        span.range { "(" (shown(&run.manifest.run)) ")" } }
                }
            } }
        }
        p.note {
            "Times of different machines, or of one machine at different times, say little about each other; \
             the ratio to a solver measured in the same rounds does. Machines are kept apart, since a processor \
             may favour one solver over another."
        }
    }
}

fn ratios(runs: &[RunFiles], machines: &[OnMachine<'_>]) -> Option<Markup> {
    let all: Vec<(&OnMachine<'_>, Markup)> =
        machines.iter().filter_map(|one| Some((one, of_machine(runs, one)?))).collect();
    (!all.is_empty()).then(|| html! {
        p { "Time of a puzzle as a ratio to the reference's in the same rounds, with its 95 % interval." }
        @for (machine, picture) in &all {
            h3 { (shown(&machine.cpu)) " " span.note { "(" (shown(&machine.machine)) ", "
                (counted(machine.runs.len() as u64, "run")) ")" } }
            (picture)
        }
    })
}

fn of_machine(runs: &[RunFiles], machine: &OnMachine<'_>) -> Option<Markup> {
    let style = |solver: &str| Style::of(runs.first().map_or(0, |run| run.number_of(solver)));
    let group = |one: &SolverHistory<'_>| Group {
        heading: html! { (shown(&one.solver)) span.note { "; " (shown(&one.setting.to_string())) } },
        lines: one
            .lines
            .iter()
            .map(|(run, timing)| Line::of(name(run), timing, style(&one.solver)))
            .collect(),
    };
    drawn("run", &machine.series.iter().map(group).collect::<Vec<_>>())
}

fn name(run: &RunFiles) -> String {
    let revision = run.manifest.program.revision.as_deref().unwrap_or("unknown");
    let short: String = revision.chars().take(10).collect();
    format!("{}, revision {short}", run.manifest.started)
}

fn lines(runs: &[RunFiles]) -> Table {
    let headings =
        ["run", "started", "host", "processor", "machine", "revision", "datasets", "solvers"];
    let line = |run: &RunFiles| {
        let manifest = &run.manifest;
        let names = manifest.datasets.iter().map(|dataset| dataset.name.as_str());
        let solvers = manifest.backends.iter().map(|backend| backend.id.as_str());
        vec![
            manifest.run.clone(),
            manifest.started.to_string(),
            manifest.machine.host.clone(),
            manifest.machine.cpu.clone().unwrap_or_default(),
            crate::record::Identity::of(manifest).machine,
            manifest.program.revision.clone().unwrap_or_default(),
            names.collect::<Vec<_>>().join(", "),
            solvers.collect::<Vec<_>>().join(", "),
        ]
    };
    Table::of(headings.map(|heading| (heading, Align::Left)), runs.iter().map(line).collect())
}
