//! Rounds over time: a machine that was disturbed shows as a bump in all curves.

use maud::{Markup, html};

use super::chart::curves::{CurveFigure, FIGURES, Marked, SolverCurve};
use super::chart::frame::Axis;
use super::chart::marks::Style;
use super::chart::scale::Scale;
use super::shown;
use crate::record::{Setting, distinct};
use crate::report::rounds::{OverRounds, Part, over_rounds};
use crate::report::run_files::RunFiles;
use crate::report::table::{Align, Table};
use crate::report::units::{count, digits};

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let all = over_rounds(&run.records);
    let settings = distinct(all.iter().map(|one| one.setting));
    (!settings.is_empty()).then(|| html! {
        p {
            "Time of neighbouring rounds as a ratio to what is usual for the same puzzles, from the first round \
             to the last. A quiet machine gives flat lines at 1; a bump in all of them is the machine, one in a \
             single curve is the solver."
        }
        @for (i, setting) in settings.iter().enumerate() {
            @let curves: Vec<&OverRounds<'_>> = all.iter().filter(|one| one.setting == *setting).collect();
            @if i == 0 { (figure(run, setting, &curves)) } @else {
                details { summary { (shown(&setting.to_string())) } (figure(run, setting, &curves)) }
            }
        }
    })
}

fn figure(run: &RunFiles, setting: &Setting, curves: &[&OverRounds<'_>]) -> Markup {
    let ratios = curves.iter().flat_map(|one| one.parts.iter().map(|part| part.middle));
    let Some(y) = Scale::log(ratios.chain([0.5, 2.0])) else { return html! {} };
    let y_axis = Axis {
        title: "time of a round, 1 is usual".to_owned(),
        ticks: y.labels(|ratio| ratio.to_string()),
    };
    let x_axis = Axis {
        title: "rounds of each solver, first to last".to_owned(),
        ticks: [0.0, 0.5, 1.0].map(|at| (at, format!("{} %", at * 100.0))).to_vec(),
    };
    let drawn = curves.iter().map(|one| SolverCurve {
        solver: one.solver,
        style: Style::of(run.number_of(one.solver)),
        points: one.parts.iter().map(|part| (part.at, y.at(part.middle))).collect(),
    });
    CurveFigure {
        heading: html! { (shown(&setting.to_string())) },
        label: format!("Rounds over time, {setting}; figures below"),
        curves: drawn.collect(),
        marked: Marked::Last,
        summary: FIGURES,
        table: (figures(curves), "rounds over time"),
        x: x_axis,
        y: y_axis,
    }
    .drawn()
}

fn figures(curves: &[&OverRounds<'_>]) -> Table {
    let columns = [
        ("solver", Align::Left),
        ("rounds", Align::Right),
        ("slowest stretch, median", Align::Right),
        ("slowest round", Align::Right),
    ];
    let line = |one: &&OverRounds<'_>| {
        vec![
            one.solver.to_owned(),
            count(one.rounds as u64),
            most(one, |part| part.middle),
            most(one, |part| part.high),
        ]
    };
    Table::of(columns, curves.iter().map(line).collect())
}

fn most(one: &OverRounds<'_>, of: fn(&Part) -> f64) -> String {
    format!("{} times the usual", digits(one.parts.iter().map(of).fold(0.0, f64::max)))
}
