//! What became of the puzzles: a bar a solver and dataset, with its counts.

use maud::{Markup, html};

use super::shown;
use crate::record::Outcomes;
use crate::report::columns::outcomes;
use crate::report::run_files::RunFiles;
use crate::report::summary::SummaryRow;
use crate::report::units::count;

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    (!run.rows.is_empty()).then(|| html! {
        p {
            "An answer counts only after it has been checked. Plain: right; striped: left open or stopped by \
             the limit; crossed dark: wrong, or the solver died."
        }
        div.scroll tabindex="0" role="group" aria-label="outcomes" {
            table.sortable {
                thead { tr {
                    th scope="col" { "solver" } th scope="col" { "dataset" } th scope="col" { "pass" }
                    th.right scope="col" { "puzzles" }
                    th scope="col" { "right, open, at fault" } th scope="col" { "outcomes" }
                } }
                tbody { @for row in &run.rows { tr {
                    th scope="row" { span.name { (shown(&row.solver)) } }
                    td { (shown(&row.setting.dataset)) ", " (row.setting.order) }
                    td { (row.setting.pass.name()) @if row.setting.threads > 1 { ", " (row.setting.threads) " workers" } }
                    td.right { (count(row.puzzles)) }
                    td { (bar(row)) }
                    td { (outcomes(row)) }
                } } }
            }
        }
    })
}

fn bar(row: &SummaryRow) -> Markup {
    let Outcomes { unique, multiple, none, incomplete, timed_out, crashed, wrong } = row.outcomes();
    let parts = [
        (unique + multiple + none, "k-right"),
        (incomplete + timed_out, "k-open"),
        (crashed + wrong, "k-bad"),
    ];
    html! {
        div.bar aria-hidden="true" {
            @for (number, class) in parts.iter().filter(|(number, _)| *number > 0) {
                i class=(class) style={"flex-grow:" (number)} {}
            }
        }
    }
}
