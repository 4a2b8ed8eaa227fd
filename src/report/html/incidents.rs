//! Wrong answers, drawn with the cell at fault marked, and the puzzles that solvers died on.

use maud::{Markup, html};

use super::{grid, shown};
use crate::record::counted;
use crate::report::incidents::IncidentRow;
use crate::report::run_files::RunFiles;

/// Incidents that are drawn; the files have the others.
const SHOWN: usize = 24;

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let more = run.incidents.len().saturating_sub(SHOWN) as u64;
    (!run.incidents.is_empty()).then(|| html! {
        p { "Bold: given by the puzzle. The cell at fault is framed, where the grid alone shows one." }
        ul.cards { @for incident in run.incidents.iter().take(SHOWN) { li { (card(incident)) } } }
        @if more > 0 { p.note { (counted(more, "more incident")) " in wrong.csv and crashes.csv." } }
    })
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
