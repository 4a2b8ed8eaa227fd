//! Throughput by workers, where several numbers of them were measured.

use maud::{Markup, html};

use super::chart::curves::{CurveFigure, FIGURES, Marked, SolverCurve};
use super::chart::frame::Axis;
use super::chart::marks::Style;
use super::chart::scale::{Scale, short};
use super::shown;
use crate::record::{Setting, distinct};
use crate::report::run_files::RunFiles;
use crate::report::summary::SummaryRow;
use crate::report::table::{Align, Table};
use crate::report::units::{count, rate, rate_span};

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let has_rate = |row: &&SummaryRow| row.setting.pass.has_rate() && row.puzzles_per_s.is_some();
    let rows: Vec<&SummaryRow> = run.rows.iter().filter(has_rate).collect();
    let place_of = |row: &SummaryRow| Setting { threads: 0, ..row.setting.clone() };
    let places = distinct(rows.iter().map(|row| place_of(row)));
    let of = |place: &Setting| -> Vec<&SummaryRow> {
        rows.iter().copied().filter(|row| place_of(row) == *place).collect()
    };
    let varies =
        |place: &&Setting| of(place).windows(2).any(|two| two[0].setting != two[1].setting);
    let varying: Vec<&Setting> = places.iter().filter(varies).collect();
    (!varying.is_empty())
        .then(|| html! { @for place in varying { (figure(run, place, &of(place))) } })
}

fn figure(run: &RunFiles, place: &Setting, rows: &[&SummaryRow]) -> Markup {
    let workers = |row: &SummaryRow| f64::from(row.setting.threads);
    let per_s = |row: &SummaryRow| row.puzzles_per_s.unwrap_or(0.0);
    let x = Scale::log(rows.iter().map(|row| workers(row)));
    let y = Scale::log(rows.iter().map(|row| per_s(row)));
    let (Some(x), Some(y)) = (x, y) else { return html! {} };
    let mut solvers = distinct(rows.iter().map(|row| &*row.solver));
    solvers.sort_by_key(|solver| run.number_of(solver));
    let mut numbers = distinct(rows.iter().map(|row| row.setting.threads));
    numbers.sort_unstable();
    let named = numbers.iter().map(|number| (x.at(f64::from(*number)), number.to_string()));
    let x_axis = Axis { title: "workers".to_owned(), ticks: named.collect() };
    let y_axis =
        Axis { title: "puzzles a second".to_owned(), ticks: y.labels(|per_s| short(&rate(per_s))) };
    let place_of = |row: &&SummaryRow| (x.at(workers(row)), y.at(per_s(row)));
    let drawn = solvers.iter().map(|solver| SolverCurve {
        solver,
        style: Style::of(run.number_of(solver)),
        points: rows.iter().filter(|row| row.solver == *solver).map(place_of).collect(),
    });
    CurveFigure {
        heading: html! { (shown(&place.dataset)) ", " (place.order) },
        label: format!("Throughput by workers on {}; figures below", place.dataset),
        curves: drawn.collect(),
        marked: Marked::Each,
        summary: FIGURES,
        table: (figures(rows), "throughput by workers"),
        x: x_axis,
        y: y_axis,
    }
    .drawn()
}

fn figures(rows: &[&SummaryRow]) -> Table {
    let columns = [
        ("solver", Align::Left),
        ("workers", Align::Right),
        ("puzzles/s", Align::Right),
        ("95 % between", Align::Right),
    ];
    let line = |row: &&SummaryRow| {
        let span = row.puzzles_per_s_low.zip(row.puzzles_per_s_high);
        vec![
            row.solver.clone(),
            count(row.setting.threads.into()),
            row.puzzles_per_s.map(rate).unwrap_or_default(),
            span.map(|(low, high)| rate_span(low, high)).unwrap_or_default(),
        ]
    };
    Table::of(columns, rows.iter().map(line).collect())
}
