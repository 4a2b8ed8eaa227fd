//! The machine, the program, and the command that repeats the run.

use maud::{Markup, html};

use super::shown;
use crate::report::facts::{self, command};
use crate::report::run_files::RunFiles;

pub(super) fn section(run: &RunFiles) -> Markup {
    let manifest = &run.manifest;
    html! {
        h3 { "The command that repeats it" }
        pre.command tabindex="0" { code { (shown(&command(manifest))) } }
        h3 { "Method" }
        p {
            "Solvers take turns over the same puzzles, in balanced rounds; only the call of the solver lies \
             inside the clock, and every answer is judged outside of it. Throughput is large blocks on all \
             workers, latency one puzzle at a time on one. Intervals are 95 % and hold for all rows of a solver \
             together."
        }
        (list("Run", &facts::run(manifest)))
        (list("Machine", &facts::machine(&manifest.machine)))
        (list("Solvers", &facts::solvers(manifest)))
    }
}

fn list(heading: &str, items: &[String]) -> Markup {
    html! {
        h3 { (heading) }
        ul { @for fact in items { li { (shown(fact)) } } }
    }
}
