//! The frame of a picture: axes with their names, lines of the grid, and what is drawn inside.

use maud::{Markup, html};

use super::marks::percent;

/// An axis: what it shows, and the values it names with their places from 0 to 1.
pub(crate) struct Axis {
    pub title: String,
    pub ticks: Vec<(f64, String)>,
}

/// A picture with two axes. `label` is what a screen reader says in its place; curves stand in a square
/// of 1,000 units that is stretched to the picture, marks at per cents of it.
pub(crate) fn chart(label: &str, x: &Axis, y: &Axis, curves: &Markup, marks: &Markup) -> Markup {
    html! {
        div.chart {
            div.ytitle aria-hidden="true" { (y.title) }
            div.ylabels aria-hidden="true" { @for (at, text) in &y.ticks {
                span style={"top:" (percent(1.0 - at))} { (text) }
            } }
            svg.plot role="img" aria-label=(label) {
                @for (at, _) in &y.ticks {
                    line.gridline x1="0" x2="100%" y1=(percent(1.0 - at)) y2=(percent(1.0 - at)) {}
                }
                @for (at, _) in &x.ticks {
                    line.gridline y1="0" y2="100%" x1=(percent(*at)) x2=(percent(*at)) {}
                }
                svg viewBox="0 0 1000 1000" preserveAspectRatio="none" width="100%" height="100%" {
                    (curves)
                }
                (marks)
                rect.frame width="100%" height="100%" {}
            }
            div.xlabels aria-hidden="true" { @for (at, text) in &x.ticks {
                span style={"left:" (percent(*at))} { (text) }
            } }
            div.xtitle aria-hidden="true" { (x.title) }
        }
    }
}

/// A curve through points, both coordinates from 0 to 1 with 0 at the bottom left.
pub(crate) fn path(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut text = String::new();
    for (x, y) in points {
        text.push(if text.is_empty() { 'M' } else { 'L' });
        text.push_str(&format!("{} {}", unit(x), unit(1.0 - y)));
    }
    text
}

/// In the thousand units of a picture, at a tenth of one.
pub(crate) fn unit(share: f64) -> String {
    let text = format!("{:.1}", share * 1000.0);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
