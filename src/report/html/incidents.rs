//! Wrong answers, drawn with the cell at fault marked, and the puzzles that solvers died on.

use maud::{Markup, html};

use super::{grid, shown};
use crate::puzzle::Order;
use crate::record::counted;
use crate::report::incidents::IncidentRow;
use crate::report::run_files::RunFiles;

/// Incidents that are drawn; the files have the others.
const SHOWN: usize = 24;
/// The same of each solver, where there are more.
const SHOWN_OF_EACH: usize = 6;

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let mut distinct: Vec<&IncidentRow> = Vec::new();
    for incident in &run.incidents {
        if !distinct.iter().any(|known| is_same(known, incident)) {
            distinct.push(incident);
        }
    }
    let drawn = spread(&distinct);
    let more = (distinct.len() - drawn.len()) as u64;
    (!distinct.is_empty()).then(|| html! {
        p { "Bold: given by the puzzle. The cell at fault is framed, where the grid alone shows one." }
        ul.cards { @for incident in &drawn { li.wide[incident.setting.order > Order::THREE] { (card(incident)) } } }
        @if more > 0 { p.note { (counted(more, "more incident")) " in wrong.csv and crashes.csv." } }
    })
}

/// The first of each solver, so that one that always fails hides no other.
fn spread<'a>(all: &[&'a IncidentRow]) -> Vec<&'a IncidentRow> {
    if all.len() <= SHOWN {
        return all.to_vec();
    }
    let mut chosen: Vec<&IncidentRow> = Vec::new();
    for &one in all {
        if chosen.iter().filter(|known| known.solver == one.solver).count() < SHOWN_OF_EACH {
            chosen.push(one);
        }
    }
    chosen.truncate(SHOWN);
    chosen
}

/// Returns true if the same happened to a solver on the same puzzle, in whatever pass.
fn is_same(a: &IncidentRow, b: &IncidentRow) -> bool {
    let key = |one: &IncidentRow| (one.kind, one.place, one.setting.order);
    key(a) == key(b) && (&a.solver, &a.setting.dataset) == (&b.solver, &b.setting.dataset)
}

fn card(incident: &IncidentRow) -> Markup {
    let IncidentRow { solver, setting, kind, place, what, puzzle, answer } = incident;
    html! {
        strong { (shown(solver)) } ": " span.bad { (kind.name()) } br;
        span.note {
            (shown(&setting.dataset)) @if let Some((line, _)) = place { ", line " (line) } ", " (setting.pass.name())
        }
        @if !puzzle.is_empty() { (grid::drawn(setting.order, puzzle, answer)) }
        span.note { (shown(what)) }
    }
}
