//! What distinguishes one solver from another: colour, dashes and the shape of its marks, so that
//! none of them is needed by itself.

use maud::{Markup, html};

use crate::report::html::shown;

/// Shapes of marks around their middle, some 10 pixels wide.
const SHAPES: [&str; 8] = [
    "M-4.5 0A4.5 4.5 0 1 1 4.5 0A4.5 4.5 0 1 1-4.5 0Z",
    "M-4-4H4V4H-4Z",
    "M0-5.5L5 4H-5Z",
    "M0-6L5.5 0L0 6L-5.5 0Z",
    "M0 5.5L5-4H-5Z",
    "M-2-5.5H2V-2H5.5V2H2V5.5H-2V2H-5.5V-2H-2Z",
    "M-5.5-3L-3-5.5L0-2.5L3-5.5L5.5-3L2.5 0L5.5 3L3 5.5L0 2.5L-3 5.5L-5.5 3L-2.5 0Z",
    "M-5.5-2H5.5V2H-5.5Z",
];

/// How a solver is drawn wherever it appears on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    number: usize,
}

impl Style {
    /// The style of the solver with this number in its run.
    pub(crate) fn of(number: usize) -> Self {
        Self { number }
    }

    /// Class that sets its colour. After eight solvers colours come again, beside another shape.
    pub(crate) fn colour(self) -> String {
        format!("s{}", self.number % 8)
    }

    /// Classes of its curves.
    pub(crate) fn curve(self) -> String {
        format!("curve {} d{}", self.colour(), self.shape())
    }

    fn shape(self) -> usize {
        (self.number + self.number / 8) % SHAPES.len()
    }

    /// A mark at a place of the picture, both from 0 to 1 with 0 at the top.
    pub(crate) fn mark(self, x: f64, y: f64) -> Markup {
        let shape = format!("#m{}", self.shape());
        html! { use href=(shape) class={"mark " (self.colour())} x=(percent(x)) y=(percent(y)) {} }
    }
}

/// Shapes of marks, once a page.
pub(crate) fn definitions() -> Markup {
    html! {
        svg width="0" height="0" style="position:absolute" aria-hidden="true" {
            defs { @for (i, shape) in SHAPES.iter().enumerate() { path id={"m" (i)} d=(shape) {} } }
        }
    }
}

/// Names of solvers with their line and mark.
pub(crate) fn legend<'a>(solvers: impl IntoIterator<Item = (&'a str, Style)>) -> Markup {
    html! {
        ul.legend { @for (name, style) in solvers {
            li {
                svg aria-hidden="true" {
                    line x1="0" y1="7" x2="34" y2="7" class=(style.curve()) {}
                    (style.mark(0.5, 0.5))
                }
                (shown(name))
            }
        } }
    }
}

/// A share as CSS and SVG write it.
pub(crate) fn percent(share: f64) -> String {
    let text = format!("{:.2}", share * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_four_solvers_differ_in_colour_or_shape() {
        let mut seen = Vec::new();
        for style in (0..64).map(Style::of) {
            let look = (style.colour(), style.shape());
            assert!(!seen.contains(&look), "{look:?}");
            seen.push(look);
        }
    }
}
