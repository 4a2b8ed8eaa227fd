//! What was found, in sentences: the first thing on the page.

use maud::{Markup, html};

use super::{Compared, THRESHOLD, shown};
use crate::report::findings::{self, Answers, fastest};
use crate::report::units::count;

pub(super) fn section(compared: &Compared<'_>) -> Markup {
    let run = compared.run;
    let threshold = THRESHOLD.parse().expect("a percentage");
    let found = fastest(&run.records, &run.manifest, &run.rows, threshold);
    let puzzles = |name: &str, order| {
        run.manifest.dataset(name).map_or(0, |dataset| dataset.puzzles_of(order))
    };
    html! {
        ul.found {
            @for one in &found { li {
                "On " strong { (shown(&one.setting.dataset)) } ", " (shown(&one.words())) ". "
                span.range {
                    "(" (one.range()) "; " (one.setting.pass.name()) ", "
                    (count(puzzles(&one.setting.dataset, one.setting.order))) " puzzles of " (one.setting.order)
                    @if one.setting.threads > 1 { ", " (one.setting.threads) " workers" } ")"
                }
            } }
            @for one in &findings::answers(&run.rows) { li { (answers(one)) } }
            @if run.manifest.interrupted {
                li.bad { "The run was interrupted: only what was measured until then counts." }
            }
        }
        @if let Err(error) = &compared.comparison {
            p.note { "Solvers are not compared: " (shown(&error.to_string())) "." }
        }
    }
}

fn answers(answers: &Answers) -> Markup {
    match answers {
        Answers::Right(text) | Answers::Open(text) => html! { (shown(text)) },
        Answers::Faulty(text) => html! { span.bad { (shown(text)) } },
    }
}
