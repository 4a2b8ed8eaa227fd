//! The machine, the program, and the command that repeats the run.

use maud::{Markup, html};

use super::shown;
use crate::report::facts::{self, command};
use crate::report::run_files::RunFiles;

/// How a run measures.
const RUN: &str = "Solvers take turns over the same puzzles, in balanced rounds; only the call of the solver \
    lies inside the clock, and every answer is judged outside of it. Throughput is large blocks on all workers, \
    latency one puzzle at a time on one. Intervals are 95 % and hold for all rows of a solver together.";
/// How a gate does.
const GATE: &str = "Both solvers take turns over the same puzzles, in balanced rounds on one worker; launch \
    after launch in fresh processes that hold both, until the verdict is clear or the budget is spent. Only the \
    call of the solver lies inside the clock, and every answer is judged outside of it. Slower and faster mean \
    that the whole interval lies beyond the threshold, same that it lies within.";

pub(super) fn section(run: &RunFiles) -> Markup {
    of(run, RUN)
}

pub(super) fn of_gate(run: &RunFiles) -> Markup {
    let is_counted = run.records.iter().any(|record| record.instructions.is_some());
    let counted = "Instructions that both solvers execute over the same puzzles, counted under valgrind in fresh \
        processes, start-up left out; every answer is judged.";
    of(run, if is_counted { counted } else { GATE })
}

fn of(run: &RunFiles, how: &str) -> Markup {
    let manifest = &run.manifest;
    html! {
        h3 { "The command that repeats it" }
        pre.command tabindex="0" { code { (shown(&command(manifest))) } }
        h3 { "Method" }
        p { (how) }
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
