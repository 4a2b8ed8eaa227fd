//! Every solver's time as a ratio to the baseline's: a picture in a table, a line a dataset and solver.

use maud::{Markup, html};

use super::chart::marks::{Style, percent};
use super::chart::scale::Scale;
use super::{Compared, shown};
use crate::compare::comparison::Comparison;
use crate::compare::estimate::Interval;
use crate::compare::judge::Timing;
use crate::compare::pairing::Series;
use crate::report::units;
use crate::report::verdict::changes::ratio;
use crate::report::verdict::words::{notes, verdict};

/// ln of the factor by which an interval may widen the axis to each side.
const WIDEST: f64 = 1.4;

pub(super) fn section(compared: &Compared<'_>) -> Option<Markup> {
    let comparison = compared.comparison.as_ref().ok()?;
    let baseline = comparison.rows.first().map(|row| row.baseline.as_str())?;
    let scale = scale(comparison)?;
    let style = |solver: &str| Style::of(compared.run.number_of(solver));
    Some(html! {
        p {
            "Time of a puzzle as a ratio to that of " strong { (shown(baseline)) }
            ", with its 95 % interval. Below 1 is faster than the baseline, above 1 slower; the scale is \
             logarithmic."
        }
        div.scroll tabindex="0" role="region" aria-label="ratios to the baseline" {
            table.ratios {
                thead { tr {
                    th scope="col" { "solver" }
                    th.picture scope="col" { (axis(&scale)) }
                    th scope="col" { "ratio, 95 % interval" }
                    th scope="col" { "verdict" }
                } }
                @for place in places(comparison) { tbody {
                    (heading(comparison, place))
                    @for row in comparison.rows.iter().filter(|row| row.series.is_like(place)) {
                        (line(&row.candidate, &row.timing, &scale, style(&row.candidate)))
                    }
                } }
                @if !comparison.overall.is_empty() { tbody {
                    @for over in means(comparison) {
                        tr.dataset { th scope="rowgroup" colspan="4" {
                            "Geometric mean over datasets (" (over) ")"
                        } }
                        @for mean in comparison.overall.iter().filter(|mean| mean.over == over) {
                            (line(&mean.candidate, &mean.timing, &scale, style(&mean.candidate)))
                        }
                    }
                } }
            }
        }
        (super::notes(&notes(comparison)))
    })
}

/// Holds every interval, and 1.
fn scale(comparison: &Comparison) -> Option<Scale> {
    let rows = comparison.rows.iter().map(|row| &row.timing);
    let all = rows.chain(comparison.overall.iter().map(|mean| &mean.timing));
    let intervals = all.filter(|timing| timing.is_timed()).map(|timing| timing.interval);
    // Where an interval is very wide, its picture ends at the frame.
    let ends = intervals.flat_map(|Interval { low, middle, high }| {
        [low.max(middle - WIDEST), middle, high.min(middle + WIDEST)]
    });
    Scale::log(ends.chain([0.0]).map(f64::exp))
}

fn axis(scale: &Scale) -> Markup {
    html! {
        div.axis {
            @for (at, label) in scale.labels(|ratio| ratio.to_string()) {
                span style={"left:" (percent(at))} { (label) }
            }
        }
    }
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
    let mut all: Vec<&str> = Vec::new();
    for mean in &comparison.overall {
        if !all.contains(&mean.over.as_str()) {
            all.push(&mean.over);
        }
    }
    all
}

fn heading(comparison: &Comparison, place: &Series) -> Markup {
    let row = comparison.rows.iter().find(|row| row.series.is_like(place) && row.timing.is_timed());
    html! {
        tr.dataset { th scope="rowgroup" colspan="4" {
            (shown(&place.to_string()))
            @if let Some(row) = row {
                span.note { "; " (shown(&row.baseline)) ": " @if row.timing.is_counted() {
                    (units::count(row.baseline_ns.round() as u64)) " instructions a puzzle"
                } @else {
                    (units::time(row.baseline_ns)) " a puzzle"
                } }
            }
        } }
    }
}

fn line(solver: &str, timing: &Timing, scale: &Scale, style: Style) -> Markup {
    html! {
        tr {
            th scope="row" { (shown(solver)) }
            @if timing.is_timed() {
                td.picture { (picture(timing.interval, scale, style)) }
                td.figures { (ratio(timing.interval)) }
            } @else {
                td.picture {}
                td { "no times to compare" }
            }
            td { (verdict(timing)) }
        }
    }
}

/// The interval as a line with a mark at its middle, beside the line at 1.
fn picture(interval: Interval, scale: &Scale, style: Style) -> Markup {
    let Interval { low, middle, high } = interval;
    let place = |log_ratio: f64| scale.at(log_ratio.exp());
    html! {
        svg aria-hidden="true" {
            @for (at, _) in scale.labels(|_| String::new()) {
                line.gridline x1=(percent(at)) x2=(percent(at)) y1="0" y2="100%" {}
            }
            line.one x1=(percent(place(0.0))) x2=(percent(place(0.0))) y1="0" y2="100%" {}
            @if low.is_finite() && high.is_finite() {
                line class={"whisker " (style.colour())} x1=(percent(place(low))) x2=(percent(place(high)))
                    y1="50%" y2="50%" {}
            }
            (style.mark(place(middle), 0.5))
        }
    }
}
