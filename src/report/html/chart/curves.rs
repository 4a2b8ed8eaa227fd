//! Curves of solvers in one picture: its heading and legend, the curves with their marks, and the
//! figures as a table below.

use maud::{Markup, html};

use super::frame::{Axis, chart, path};
use super::marks::{Style, legend};
use crate::report::html::{shown, table};
use crate::report::table::Table;

/// What opens a table of the figures that a picture shows.
pub(crate) const FIGURES: &str = "These figures as a table";

/// The curve of one solver; places from 0 to 1 with 0 at the bottom left.
pub(crate) struct SolverCurve<'a> {
    pub solver: &'a str,
    pub style: Style,
    pub points: Vec<(f64, f64)>,
}

/// Which points of a curve have a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Marked {
    /// The last one: there are many.
    Last,
    /// Each: the line between them is nothing but a guide.
    Each,
}

/// A picture of curves with what stands around it.
pub(crate) struct CurveFigure<'a> {
    pub heading: Markup,
    /// What a screen reader says in place of the picture.
    pub label: String,
    pub x: Axis,
    pub y: Axis,
    pub curves: Vec<SolverCurve<'a>>,
    pub marked: Marked,
    /// What is read to open the table below.
    pub summary: &'static str,
    /// The figures, and what the box that they scroll in is called.
    pub table: (Table, &'static str),
}

impl CurveFigure<'_> {
    /// The figure.
    pub(crate) fn drawn(&self) -> Markup {
        let lines = html! { @for one in &self.curves {
            path class=(one.style.curve()) d=(path(one.points.iter().copied())) {}
        } };
        let marks = html! { @for one in &self.curves { @for (x, y) in self.marked(&one.points) {
            (one.style.mark(*x, 1.0 - y))
        } } };
        html! {
            figure {
                h3 { (self.heading) }
                (legend(self.curves.iter().map(|one| (one.solver, one.style))))
                (chart(&shown(&self.label), &self.x, &self.y, &lines, &marks))
                details {
                    summary { (self.summary) }
                    (table::plain(&self.table.0, self.table.1))
                }
            }
        }
    }

    fn marked<'p>(&self, points: &'p [(f64, f64)]) -> &'p [(f64, f64)] {
        match self.marked {
            Marked::Each => points,
            Marked::Last => &points[points.len().saturating_sub(1)..],
        }
    }
}
