//! The puzzles that each solver took longest over.

use maud::{Markup, html};

use super::{grid, shown};
use crate::puzzle::Order;
use crate::record::distinct;
use crate::report::run_files::RunFiles;
use crate::report::slowest::Slow;
use crate::report::units::{count, time};

/// Puzzles shown of each solver and dataset; the file has the others.
const SHOWN: usize = 3;
/// Puzzles drawn of each dataset: those that most solvers are slowest on.
const DRAWN: usize = 3;
/// The same of all datasets together: a page stays small however many it has.
const DRAWN_OF_ALL: usize = 24;

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
        (cards(&slowest))
        div.scroll tabindex="0" role="group" aria-label="slowest puzzles" {
            table.sortable {
                thead { tr {
                    th scope="col" { "solver" } th scope="col" { "dataset" } th scope="col" { "puzzle" }
                    th.right scope="col" { "in the run" } th.right scope="col" { "again alone" }
                    th.right scope="col" { "guesses" }
                } }
                tbody { @for slow in slowest { tr {
                    th scope="row" { span.name { (shown(&slow.solver)) } }
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

/// A puzzle with those who were slowest on it.
struct Drawn<'a> {
    puzzle: &'a Slow,
    solvers: Vec<&'a Slow>,
}

/// Of each dataset and size the puzzles that most solvers are slowest on, in the order of the datasets.
fn drawn<'a>(slowest: &[&'a Slow]) -> Vec<Drawn<'a>> {
    let place = |one: &Slow| (one.setting.dataset.clone(), one.setting.order);
    let mut all: Vec<Drawn<'a>> = Vec::new();
    for &slow in slowest {
        let is_same = |known: &Drawn<'_>| {
            known.puzzle.offset == slow.offset && place(known.puzzle) == place(slow)
        };
        match all.iter_mut().find(|known| is_same(known)) {
            Some(known) => known.solvers.push(slow),
            None => all.push(Drawn { puzzle: slow, solvers: vec![slow] }),
        }
    }
    let places = distinct(all.iter().map(|one| place(one.puzzle)));
    let mut chosen = Vec::new();
    for here in &places {
        let (mut of_place, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|one| place(one.puzzle) == *here);
        of_place.sort_by_key(|one| std::cmp::Reverse(one.solvers.len()));
        chosen.extend(of_place.into_iter().take(DRAWN));
        all = others;
    }
    chosen.truncate(DRAWN_OF_ALL);
    chosen
}

fn cards(slowest: &[&Slow]) -> Markup {
    html! {
        ul.cards { @for Drawn { puzzle, solvers } in drawn(slowest) { li.wide[puzzle.setting.order > Order::THREE] {
            strong { (shown(&puzzle.setting.dataset)) ", line " (puzzle.line) }
            (grid::drawn(puzzle.setting.order, &puzzle.puzzle, ""))
            span.note { @for (i, slow) in solvers.iter().enumerate() {
                @if i > 0 { ", " }
                (shown(&slow.solver)) " " (time(slow.again_ns.unwrap_or(slow.first_ns) as f64))
            } }
        } } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Setting, setting_sample};

    #[test]
    fn the_puzzles_that_most_solvers_are_slowest_on_are_drawn() {
        let slow = |solver: &str, dataset: &str, offset| Slow {
            solver: solver.to_owned(),
            setting: Setting { dataset: dataset.to_owned(), ..setting_sample() },
            line: offset + 1,
            offset,
            first_ns: 5,
            again_ns: Some(4),
            guesses: None,
            puzzle: "1".repeat(81),
        };
        let all: Vec<Slow> = (0..5)
            .map(|offset| slow("a", "x", offset))
            .chain([slow("b", "x", 4), slow("b", "y", 4), slow("c", "x", 4)])
            .collect();
        let found = drawn(&all.iter().collect::<Vec<_>>());
        let found: Vec<_> = found
            .iter()
            .map(|one| (&*one.puzzle.setting.dataset, one.puzzle.offset, one.solvers.len()))
            .collect();
        assert_eq!(found, [("x", 4, 3), ("x", 0, 1), ("x", 1, 1), ("y", 4, 1)]);
    }
}
