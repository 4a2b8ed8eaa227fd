//! One step drawn: the grid with its candidates, the cells of the pattern shaded, its units
//! outlined, what is placed in green and what goes struck out in red.

use std::fmt::Write as _;

use crate::logic::{Candidate, Effect, Names, Position, Step, Technique, bits};
use crate::puzzle::Units;

/// Pixels of a cell's side at order 3 or less, and for each column of small candidates beyond.
const CELL: usize = 60;
const CANDIDATE: usize = 16;
const MARGIN: usize = 24;
/// Pixels of a line of the text below the grid, and of a character of it, about.
const LINE: usize = 20;
const CHARACTER: usize = 8;

/// A step before it is taken, as an SVG image on a white ground.
pub fn draw(position: &Position, step: &Step, names: &Names) -> String {
    let canvas = Canvas::new(position, step, names);
    let text = format!(
        "{}: {}: {}.",
        capital(step.technique.name()),
        step.sentence(names),
        step.effect_text(names)
    );
    let size = canvas.side_px + 2 * MARGIN;
    let lines = textwrap::wrap(&text, (canvas.side_px / CHARACTER).max(30));
    let height = size + lines.len() * LINE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{height}\" \
         viewBox=\"0 0 {size} {height}\" font-family=\"sans-serif\">\n<title>{}</title>\n\
         <rect width=\"{size}\" height=\"{height}\" fill=\"white\"/>\n",
        escaped(&text)
    );
    canvas.shade(&mut svg);
    canvas.rule(&mut svg);
    canvas.outline_units(&mut svg);
    canvas.connect(&mut svg);
    (0..position.order().cells() as u16).for_each(|cell| canvas.fill(cell, &mut svg));
    for (i, line) in lines.iter().enumerate() {
        let y = size + i * LINE;
        let _ = writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"14\">{}</text>",
            escaped(line)
        );
    }
    svg + "</svg>\n"
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// What is drawn, and where.
struct Canvas<'a> {
    position: &'a Position,
    step: &'a Step,
    names: &'a Names,
    n: usize,
    side: usize,
    /// Pixels of a cell and of the grid.
    cell_px: usize,
    side_px: usize,
}

impl<'a> Canvas<'a> {
    fn new(position: &'a Position, step: &'a Step, names: &'a Names) -> Self {
        let (n, side) = (position.order().n(), position.side());
        let cell_px = CELL.max(n * CANDIDATE + 4);
        Self { position, step, names, n, side, cell_px, side_px: side * cell_px }
    }

    /// The upper left corner of a cell.
    fn corner(&self, cell: u16) -> (usize, usize) {
        let (row, column) = (usize::from(cell) / self.side, usize::from(cell) % self.side);
        (MARGIN + column * self.cell_px, MARGIN + row * self.cell_px)
    }

    /// The middle of a small candidate.
    fn middle(&self, Candidate { cell, value }: Candidate) -> (usize, usize) {
        let ((x, y), index) = (self.corner(cell), usize::from(value) - 1);
        let part = self.cell_px / self.n;
        (x + index % self.n * part + part / 2, y + index / self.n * part + part / 2)
    }

    /// Shades the cells of the pattern, those of a chain's links in a second colour.
    fn shade(&self, svg: &mut String) {
        let linked = self.step.links.iter().map(|link| (link.cell, "#cfe3ff"));
        let own = self.step.cells.iter().map(|&cell| (cell, "#fff0b3"));
        for (cell, colour) in linked.chain(own) {
            let ((x, y), size) = (self.corner(cell), self.cell_px);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" fill=\"{colour}\"/>"
            );
        }
    }

    /// The lines of the grid.
    fn rule(&self, svg: &mut String) {
        let end = MARGIN + self.side_px;
        for i in 0..=self.side {
            let (at, width) = (MARGIN + i * self.cell_px, if i % self.n == 0 { 3 } else { 1 });
            let _ = writeln!(
                svg,
                "<path d=\"M{MARGIN} {at}H{end}M{at} {MARGIN}V{end}\" stroke=\"black\" \
                 stroke-width=\"{width}\" stroke-linecap=\"square\"/>"
            );
        }
    }

    /// Outlines the units in which the pattern is seen, dashed those in which candidates go.
    fn outline_units(&self, svg: &mut String) {
        let own = self.step.units.iter().map(|unit| (unit, "none"));
        for (&unit, dashes) in own.chain(self.step.covers.iter().map(|unit| (unit, "8 5"))) {
            let cells = Units::of(self.position.order()).cells(unit.into());
            let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { continue };
            let ((x, y), (right, lower)) = (self.corner(first), self.corner(last));
            let (width, height) = (right - x + self.cell_px, lower - y + self.cell_px);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" \
                 stroke=\"#1f5fbf\" stroke-width=\"4\" stroke-dasharray=\"{dashes}\"/>"
            );
        }
    }

    /// Connects the links of a chain; the two colours of a colouring do not form a chain.
    fn connect(&self, svg: &mut String) {
        if self.step.links.len() < 2 || self.step.technique == Technique::SimpleColouring {
            return;
        }
        let points: Vec<String> = self
            .step
            .links
            .iter()
            .map(|&link| self.middle(link))
            .map(|(x, y)| format!("{x},{y}"))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f5fbf\" stroke-width=\"1.5\"/>",
            points.join(" ")
        );
    }

    /// The value of a cell, or its candidates.
    fn fill(&self, cell: u16, svg: &mut String) {
        match (self.position.value(cell), &self.step.effect) {
            (Some(value), _) => {
                let weight = if self.position.is_given(cell) { "bold" } else { "normal" };
                self.write_value(Candidate { cell, value }, "black", weight, svg);
            }
            (None, &Effect::Place(placed)) if placed.cell == cell => {
                self.write_value(placed, "#0a7a2f", "bold", svg);
            }
            (None, effect) => {
                for bit in bits(self.position.candidates(cell)) {
                    let candidate = Candidate { cell, value: bit + 1 };
                    let goes =
                        matches!(effect, Effect::Remove(removed) if removed.contains(&candidate));
                    self.write_candidate(candidate, goes, svg);
                }
            }
        }
    }

    fn write_value(&self, one: Candidate, colour: &str, weight: &str, svg: &mut String) {
        let ((x, y), size) = (self.corner(one.cell), self.cell_px * 3 / 5);
        let (x, y) = (x + self.cell_px / 2, y + self.cell_px / 2 + size * 7 / 20);
        let symbol = escaped(&self.names.value(one.value).to_string());
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" \
             fill=\"{colour}\" text-anchor=\"middle\">{symbol}</text>"
        );
    }

    fn write_candidate(&self, candidate: Candidate, goes: bool, svg: &mut String) {
        let ((x, y), size) = (self.middle(candidate), CANDIDATE - 3);
        let in_pattern = self.step.cells.contains(&candidate.cell)
            && self.step.values >> (candidate.value - 1) & 1 == 1;
        let (colour, weight) = match (goes, in_pattern) {
            (true, _) => ("#c0182b", "bold"),
            (false, true) => ("black", "bold"),
            (false, false) => ("#555555", "normal"),
        };
        let symbol = escaped(&self.names.value(candidate.value).to_string());
        let below = y + size * 7 / 20;
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{below}\" font-size=\"{size}\" font-weight=\"{weight}\" \
             fill=\"{colour}\" text-anchor=\"middle\">{symbol}</text>"
        );
        if goes {
            let (left, right) = (x - size / 2, x + size / 2);
            let _ = writeln!(
                svg,
                "<path d=\"M{left} {y}H{right}\" stroke=\"{colour}\" stroke-width=\"2\"/>"
            );
        }
    }
}
