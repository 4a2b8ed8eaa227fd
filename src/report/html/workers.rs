//! Throughput by workers, where several numbers of them were measured.

use maud::{Markup, html};

use super::chart::frame::{Axis, chart, path};
use super::chart::marks::{Style, legend};
use super::chart::scale::{Scale, short};
use super::{shown, table};
use crate::record::Setting;
use crate::report::run_files::RunFiles;
use crate::report::summary::SummaryRow;
use crate::report::table::{Align, Column, Table};
use crate::report::units::{count, rate, rate_span};

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let has_rate = |row: &&SummaryRow| row.setting.pass.has_rate() && row.puzzles_per_s.is_some();
    let rows: Vec<&SummaryRow> = run.rows.iter().filter(has_rate).collect();
    let mut places: Vec<Setting> = Vec::new();
    for row in &rows {
        let place = Setting { threads: 0, ..row.setting.clone() };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let of = |place: &Setting| -> Vec<&SummaryRow> {
        let is_here = |row: &&SummaryRow| Setting { threads: 0, ..row.setting.clone() } == *place;
        rows.iter().copied().filter(is_here).collect()
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
    let mut solvers: Vec<&str> = rows.iter().map(|row| &*row.solver).collect();
    solvers.dedup();
    solvers.sort_by_key(|solver| run.number_of(solver));
    solvers.dedup();
    let mut numbers: Vec<u32> = rows.iter().map(|row| row.setting.threads).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let named = numbers.iter().map(|number| (x.at(f64::from(*number)), number.to_string()));
    let x_axis = Axis { title: "workers".to_owned(), ticks: named.collect() };
    let y_axis =
        Axis { title: "puzzles a second".to_owned(), ticks: y.labels(|per_s| short(&rate(per_s))) };
    let style = |solver: &str| Style::of(run.number_of(solver));
    let place_of = |row: &SummaryRow| (x.at(workers(row)), y.at(per_s(row)));
    let curve = |solver: &str| {
        path(rows.iter().filter(|row| row.solver == solver).map(|row| place_of(row)))
    };
    let lines = html! { @for solver in &solvers {
        path class=(style(solver).curve()) d=(curve(solver)) {}
    } };
    let marks = html! { @for row in rows {
        @let (x, y) = place_of(row);
        (style(&row.solver).mark(x, 1.0 - y))
    } };
    let label = format!("Throughput by workers on {}; figures below", place.dataset);
    html! {
        figure {
            h3 { (shown(&place.dataset)) ", " (place.order) }
            (legend(solvers.iter().map(|solver| (*solver, style(solver)))))
            (chart(&shown(&label), &x_axis, &y_axis, &lines, &marks))
            details { summary { "These figures as a table" } (figures(rows)) }
        }
    }
}

fn figures(rows: &[&SummaryRow]) -> Markup {
    let columns = [("solver", Align::Left), ("workers", Align::Right), ("puzzles/s", Align::Right)];
    let columns = columns.into_iter().chain([("95 % between", Align::Right)]);
    let line = |row: &&SummaryRow| {
        let span = row.puzzles_per_s_low.zip(row.puzzles_per_s_high);
        vec![
            row.solver.clone(),
            count(row.setting.threads.into()),
            row.puzzles_per_s.map(rate).unwrap_or_default(),
            span.map(|(low, high)| rate_span(low, high)).unwrap_or_default(),
        ]
    };
    let table = Table {
        columns: columns.map(|(heading, align)| Column::named(heading, align)).collect(),
        keys: 1,
        rows: rows.iter().map(line).collect(),
        ..Table::default()
    };
    table::plain(&table, "throughput by workers")
}
