//! Puzzles solved within a time: a curve that ends low has a solver that left puzzles unsolved.

use maud::{Markup, html};

use super::chart::curves::{CurveFigure, FIGURES, Marked, SolverCurve};
use super::chart::frame::Axis;
use super::chart::marks::Style;
use super::chart::scale::Scale;
use super::shown;
use crate::record::{Setting, distinct};
use crate::report::run_files::RunFiles;
use crate::report::solved_within::{SolvedWithin, solved_within};
use crate::report::table::{Align, Table};
use crate::report::units::{count, time};

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let all = solved_within(&run.puzzles);
    let settings = distinct(all.iter().map(|one| one.setting));
    (!settings.is_empty()).then(|| html! {
        p {
            "The share of the sampled puzzles that were solved rightly within a time, one puzzle at a time. A \
             curve that stays below 100 % left puzzles unsolved or answered them wrongly."
        }
        @for setting in settings {
            (figure(run, setting, all.iter().filter(|one| one.setting == setting).collect()))
        }
    })
}

fn figure(run: &RunFiles, setting: &Setting, curves: Vec<&SolvedWithin<'_>>) -> Markup {
    let times = curves.iter().flat_map(|one| one.points.iter().map(|point| point.0));
    let Some(x) = Scale::log(times) else { return html! {} };
    let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
    let x_axis = Axis { title: "time of a puzzle".to_owned(), ticks: x.times() };
    let y_axis = Axis {
        title: "puzzles solved within the time".to_owned(),
        ticks: shares.iter().map(|share| (*share, format!("{} %", share * 100.0))).collect(),
    };
    let drawn = curves.iter().map(|one| SolverCurve {
        solver: one.solver,
        style: Style::of(run.number_of(one.solver)),
        points: one.points.iter().map(|(ns, share)| (x.at(*ns), *share)).collect(),
    });
    CurveFigure {
        heading: html! { (shown(&setting.dataset)) ", " (setting.order) },
        label: format!("Puzzles solved within a time on {}; figures below", setting.dataset),
        curves: drawn.collect(),
        marked: Marked::Last,
        summary: FIGURES,
        table: (figures(&curves), "puzzles solved"),
        x: x_axis,
        y: y_axis,
    }
    .drawn()
}

fn figures(curves: &[&SolvedWithin<'_>]) -> Table {
    let columns = [
        ("solver", Align::Left),
        ("sampled puzzles", Align::Right),
        ("solved", Align::Right),
        ("slowest of these", Align::Right),
    ];
    let line = |one: &&SolvedWithin<'_>| {
        vec![
            one.solver.to_owned(),
            count(one.met as u64),
            count(one.answered as u64),
            one.points.last().map(|(ns, _)| time(*ns)).unwrap_or_default(),
        ]
    };
    Table::of(columns, curves.iter().map(line).collect())
}
