//! Ratios of times with their intervals, drawn beside their figures: a picture and its table in one.

use maud::{Markup, html};

use super::chart::marks::{Style, percent};
use super::chart::scale::Scale;
use super::shown;
use crate::compare::estimate::Interval;
use crate::compare::judge::Timing;
use crate::report::verdict::changes::ratio;
use crate::report::verdict::words::verdict;

/// ln of the factor by which an interval may widen the axis to each side.
const WIDEST: f64 = 1.4;

/// Lines under one heading.
pub(super) struct Group {
    pub heading: Markup,
    pub lines: Vec<Line>,
}

/// One ratio.
pub(super) struct Line {
    /// What it is of.
    pub label: String,
    /// ln of it; nothing where there are no times to compare.
    pub ratio: Option<Interval>,
    /// What it amounts to.
    pub verdict: String,
    pub style: Style,
}

impl Line {
    /// The line of a timing.
    pub(super) fn of(label: String, timing: &Timing, style: Style) -> Self {
        let ratio = timing.is_timed().then_some(timing.interval);
        Self { label, ratio, verdict: verdict(timing), style }
    }
}

/// All groups over one axis; `labels` heads the first column. Nothing without a ratio.
pub(super) fn drawn(labels: &str, groups: &[Group]) -> Option<Markup> {
    let scale = scale(groups)?;
    Some(html! {
        div.scroll tabindex="0" role="group" aria-label="ratios with their intervals" {
            table.ratios {
                thead { tr {
                    th scope="col" { (labels) }
                    th.picture scope="col" { (axis(&scale)) }
                    th scope="col" { "ratio, 95 % interval" }
                    th scope="col" { "verdict" }
                } }
                @for group in groups { tbody {
                    tr.dataset { th scope="rowgroup" colspan="4" { (group.heading) } }
                    @for one in &group.lines { (line(one, &scale)) }
                } }
            }
        }
    })
}

/// Holds every ratio and 1; where an interval is very wide, its picture ends at the frame.
fn scale(groups: &[Group]) -> Option<Scale> {
    let lines = groups.iter().flat_map(|group| &group.lines);
    let mut intervals = lines.filter_map(|line| line.ratio).peekable();
    intervals.peek()?;
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

fn line(one: &Line, scale: &Scale) -> Markup {
    let Line { label, ratio: interval, verdict, style } = one;
    html! {
        tr {
            th scope="row" { (shown(label)) }
            @if let Some(interval) = *interval {
                td.picture { (picture(interval, scale, *style)) }
                td { (ratio(interval)) }
            } @else {
                td.picture {}
                td { "no times to compare" }
            }
            td { (shown(verdict)) }
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
