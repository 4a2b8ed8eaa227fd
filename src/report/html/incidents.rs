//! Wrong answers, drawn with the cell at fault marked, and the puzzles that solvers died on.

use maud::{Markup, html};

use super::{grid, shown};
use crate::record::counted;
use crate::report::incidents::IncidentRow;
use crate::report::run_files::RunFiles;

/// Incidents that are drawn; the files have the others.
const SHOWN: usize = 24;

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let mut distinct: Vec<&IncidentRow> = Vec::new();
    for incident in &run.incidents {
        if !distinct.iter().any(|known| is_same(known, incident)) {
            distinct.push(incident);
        }
    }
    let more = distinct.len().saturating_sub(SHOWN) as u64;
    (!distinct.is_empty()).then(|| html! {
        p { "Bold: given by the puzzle. The cell at fault is framed, where the grid alone shows one." }
        ul.cards { @for incident in distinct.iter().take(SHOWN) { li { (card(incident)) } } }
        @if more > 0 { p.note { (counted(more, "more incident")) " in wrong.csv and crashes.csv." } }
    })
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
