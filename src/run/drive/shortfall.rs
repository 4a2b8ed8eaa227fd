//! What the user should know of solvers that fell short of a phase: answered nothing, had no turn,
//! or were left out.

use crate::record::{Outcomes, counted};

use crate::run::work::pauses::Paused;
use crate::run::work::phase::Phase;

/// A sentence for each backend that fell short. `outcomes` is what became of each one's puzzles.
pub(crate) fn shortfalls(phase: &Phase<'_>, outcomes: &[Outcomes]) -> Vec<String> {
    (0..phase.backends.len()).filter_map(|one| shortfall(phase, one, outcomes)).collect()
}

/// What happened to rounds in which the program stood still: one sentence for all of them.
pub(crate) fn paused(paused: Paused) -> Option<String> {
    let Paused { times, ns } = paused;
    (times > 0).then(|| {
        format!(
            "the program or the machine was stopped and continued {}, {:.1} s in all: the rounds \
            in progress were repeated",
            counted(times, "time"),
            ns as f64 / 1e9
        )
    })
}

fn shortfall(phase: &Phase<'_>, backend: usize, outcomes: &[Outcomes]) -> Option<String> {
    let (id, outcomes) = (phase.backends[backend].id(), &outcomes[backend]);
    let place = format!("on {}, {} pass", phase.setting.dataset, phase.setting.pass.name());
    let (times, lost_ns) = phase.losses[backend].so_far();
    let workers_s = lost_ns as f64 / 1e9 / phase.threads() as f64;
    let answered = outcomes.unique + outcomes.multiple + outcomes.none + outcomes.wrong;
    if answered == 0 && phase.abilities[backend].complete && !phase.is_interrupted() {
        let why = match (times, outcomes.total()) {
            (0, 0) => "time ran out before its first answer".to_owned(),
            _ => format!(
                "{} timed out, {} crashed, {} left open; {workers_s:.1} s were lost",
                outcomes.timed_out, outcomes.crashed, outcomes.incomplete
            ),
        };
        return Some(format!("{id} answered nothing {place}: {why}"));
    }
    phase.losses[backend].is_left_out_early().then(|| {
        format!(
            "{id} failed to return too often {place}: after {} and {workers_s:.1} s it was \
             left out of the remaining rounds",
            counted(times, "time")
        )
    })
}
