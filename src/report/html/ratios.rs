//! Every solver's time as a ratio to the baseline's, dataset by dataset, and over all of them.

use maud::{Markup, html};

use super::chart::marks::Style;
use super::intervals::{Group, Line, drawn};
use super::{Compared, shown};
use crate::compare::comparison::Comparison;
use crate::compare::judge::Timing;
use crate::compare::pairing::Series;
use crate::record::distinct;
use crate::report::units;
use crate::report::verdict::words::notes;

pub(super) fn section(compared: &Compared<'_>) -> Option<Markup> {
    let comparison = compared.comparison.as_ref().ok()?;
    let baseline = comparison.rows.first().map(|row| row.baseline.as_str())?;
    let line = |solver: &str, timing: &Timing| {
        let style = Style::of(compared.run.number_of(solver));
        Line::of(solver.to_owned(), timing, style)
    };
    let of_place = |place: &&Series| Group {
        heading: heading(comparison, place),
        lines: comparison
            .rows
            .iter()
            .filter(|row| row.series.is_like(place))
            .map(|row| line(&row.candidate, &row.timing))
            .collect(),
    };
    let of_means = |over: &&str| Group {
        heading: html! { "Geometric mean over datasets (" (*over) ")" },
        lines: comparison
            .overall
            .iter()
            .filter(|mean| mean.over == *over)
            .map(|mean| line(&mean.candidate, &mean.timing))
            .collect(),
    };
    let places = places(comparison);
    let means = means(comparison);
    let groups = places.iter().map(of_place).chain(means.iter().map(of_means));
    let picture = drawn("solver", &groups.collect::<Vec<_>>())?;
    Some(html! {
        p {
            "Time of a puzzle as a ratio to that of " strong { (shown(baseline)) }
            ", with its 95 % interval. Below 1 is faster than the baseline, above 1 slower; the scale is \
             logarithmic."
        }
        (picture)
        (super::notes(&notes(comparison)))
    })
}

/// Series in the order of their rows, each once.
fn places(comparison: &Comparison) -> Vec<&Series> {
    let mut places: Vec<&Series> = Vec::new();
    for row in &comparison.rows {
        if !places.iter().any(|known| known.is_like(&row.series)) {
            places.push(&row.series);
        }
    }
    places
}

/// What the means are over, each once.
fn means(comparison: &Comparison) -> Vec<&str> {
    distinct(comparison.overall.iter().map(|mean| &*mean.over))
}

fn heading(comparison: &Comparison, place: &Series) -> Markup {
    let row = comparison.rows.iter().find(|row| row.series.is_like(place) && row.timing.is_timed());
    html! {
        (shown(&place.to_string()))
        @if let Some(row) = row {
            span.note { "; " (shown(&row.baseline)) ": " @if row.timing.is_counted() {
                (units::count(row.baseline_ns.round() as u64)) " instructions a puzzle"
            } @else {
                (units::time(row.baseline_ns)) " a puzzle"
            } }
        }
    }
}
