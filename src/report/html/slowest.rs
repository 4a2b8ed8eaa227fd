//! The puzzles that each solver took longest over.

use maud::{Markup, html};

use super::{grid, shown};
use crate::report::run_files::RunFiles;
use crate::report::slowest::Slow;
use crate::report::units::{count, time};

/// Puzzles shown of each solver and dataset; the file has the others.
const SHOWN: usize = 3;

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let mut slowest: Vec<&Slow> = Vec::new();
    for slow in &run.slowest {
        let is_like = |one: &&&Slow| (&one.solver, &one.setting) == (&slow.solver, &slow.setting);
        if slowest.iter().filter(is_like).count() < SHOWN {
            slowest.push(slow);
        }
    }
    (!slowest.is_empty()).then(|| html! {
        p {
            "The " (SHOWN) " slowest of each solver and dataset, measured again alone: where the second time \
             is much shorter, the machine was busy, not the solver. slowest.csv has more of them. The line's \
             number shows the puzzle."
        }
        div.scroll tabindex="0" role="group" aria-label="slowest puzzles" {
            table.sortable {
                thead { tr {
                    th scope="col" { "solver" } th scope="col" { "dataset" } th scope="col" { "puzzle" }
                    th.right scope="col" { "in the run" } th.right scope="col" { "again alone" }
                    th.right scope="col" { "guesses" }
                } }
                tbody { @for slow in slowest { tr {
                    th scope="row" { (shown(&slow.solver)) }
                    td { (shown(&slow.setting.dataset)) ", " (slow.setting.order) }
                    td { (grid::peek(&format!("line {}", slow.line), slow.setting.order, &slow.puzzle)) }
                    td.right { (time(slow.first_ns as f64)) }
                    td.right { (slow.again_ns.map(|ns| time(ns as f64)).unwrap_or_default()) }
                    td.right { (slow.guesses.map(count).unwrap_or_default()) }
                } } }
            }
        }
    })
}
