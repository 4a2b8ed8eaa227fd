//! Latency by percentile, on the axis of HdrHistogram: each step to the right is half as many puzzles.

use maud::{Markup, html};

use super::chart::curves::{CurveFigure, Marked, SolverCurve};
use super::chart::frame::Axis;
use super::chart::marks::Style;
use super::chart::scale::Scale;
use super::shown;
use crate::record::{Setting, distinct};
use crate::report::histogram::{LoggedHistogram, Of};
use crate::report::percentiles::{Curve, curve};
use crate::report::run_files::RunFiles;
use crate::report::summary::SummaryRow;
use crate::report::table::{Align, Table};
use crate::report::units;

/// Percentiles that the axis names.
const NAMED: [(f64, &str); 6] =
    [(0.0, "0"), (0.5, "50"), (0.9, "90"), (0.99, "99"), (0.999, "99.9"), (0.9999, "99.99")];

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let of_puzzles: Vec<&LoggedHistogram> = run
        .histograms
        .iter()
        .filter(|one| one.of == Of::Puzzles && !one.histogram.is_empty())
        .collect();
    let places = distinct(of_puzzles.iter().map(|one| Place::of(one)));
    (!places.is_empty()).then(|| html! {
        p {
            "How long a single puzzle takes, one after the other on one worker: of a puzzle's two turns in \
             a round the shorter one counts, every puzzle once. The higher a curve's right end, the slower \
             its hardest puzzles."
        }
        @for place in &places {
            (figure(run, place, of_puzzles.iter().filter(|one| Place::of(one) == *place).copied()))
        }
    })
}

/// Where curves belong together.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place<'a> {
    dataset: &'a str,
    size: &'a str,
    goal: &'a str,
    threads: u32,
}

impl<'a> Place<'a> {
    fn of(one: &'a LoggedHistogram) -> Self {
        Self { dataset: &one.dataset, size: &one.size, goal: &one.goal, threads: one.threads }
    }

    /// The summary row of a solver here.
    fn row<'r>(&self, run: &'r RunFiles, solver: &str) -> Option<&'r SummaryRow> {
        run.rows.iter().find(|row| {
            let Setting { dataset, order, goal, pass, threads } = &row.setting;
            pass.times_single_puzzles()
                && (&*row.solver, &**dataset, *threads) == (solver, self.dataset, self.threads)
                && (&*order.to_string(), &*goal.to_string()) == (self.size, self.goal)
        })
    }
}

fn figure<'a>(
    run: &RunFiles,
    place: &Place<'_>,
    histograms: impl Iterator<Item = &'a LoggedHistogram>,
) -> Markup {
    let curves: Vec<(&SummaryRow, Curve)> = histograms
        .filter_map(|one| {
            let row = place.row(run, &one.solver)?;
            Some((row, curve(&one.histogram, row)))
        })
        .filter(|(_, curve)| !curve.is_empty())
        .collect();
    let points = || curves.iter().flat_map(|(_, curve)| curve);
    let Some(y) = Scale::log(points().map(|point| point.ns)) else { return html! {} };
    let most = points().map(|point| point.halvings()).fold(1.0, f64::max);
    let at = |quantile: f64| -(1.0 - quantile).log2() / most;
    let named = NAMED.iter().filter(|(quantile, _)| at(*quantile) <= 1.0);
    let x = Axis {
        title: "percentile of the puzzles, %".to_owned(),
        ticks: named.map(|(quantile, label)| (at(*quantile), (*label).to_owned())).collect(),
    };
    let y_axis = Axis { title: "time of a puzzle".to_owned(), ticks: y.times() };
    let drawn = curves.iter().map(|(row, curve)| SolverCurve {
        solver: &row.solver,
        style: Style::of(run.number_of(&row.solver)),
        points: curve.iter().map(|point| (point.halvings() / most, y.at(point.ns))).collect(),
    });
    CurveFigure {
        heading: html! {
            (shown(place.dataset)) ", " (place.size) ", goal " (place.goal)
            @if place.threads > 1 { ", " (place.threads) " workers" }
        },
        label: format!(
            "Latency by percentile on {}, {}: times are in the table below",
            place.dataset, place.size
        ),
        curves: drawn.collect(),
        marked: Marked::Last,
        summary: "These percentiles as a table",
        table: (percentiles(curves.iter().map(|(row, _)| *row)), "latency percentiles"),
        x,
        y: y_axis,
    }
    .drawn()
}

fn percentiles<'a>(rows: impl Iterator<Item = &'a SummaryRow>) -> Table {
    let headings = ["mean", "p50", "p90", "p99", "p99.9", "max", "longest of all solves"];
    let columns =
        [("solver", Align::Left)].into_iter().chain(headings.map(|one| (one, Align::Right)));
    let line = |row: &SummaryRow| {
        let ns = |ns: Option<u64>| ns.map(|ns| units::time(ns as f64)).unwrap_or_default();
        vec![
            row.solver.clone(),
            row.mean_ns.map(units::time).unwrap_or_default(),
            ns(row.p50_ns),
            ns(row.p90_ns),
            ns(row.p99_ns),
            ns(row.p999_ns),
            ns(row.max_ns),
            ns(row.all_max_ns),
        ]
    };
    Table::of(columns, rows.map(line).collect()).without_empty_columns()
}
