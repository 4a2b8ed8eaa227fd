//! Simple colouring: where a unit has a value in two cells only, one of the two holds it. Such
//! cells are connected and coloured in turn, so that all cells of one colour hold the value or all
//! of the other. Two cells of one colour that see each other rule that colour out ("wrap"); a cell
//! that sees both colours loses the value ("trap").
//!
//! ```text
//!   A . .  . . B        A and B: row 1 has the value in two cells
//!   . . .  . . .
//!   - . .  . B A        - sees A in its column and B in its row, and is not the value
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_col.php>. Step: the cells of one colour; links:
//! the candidates of the other. Of a wrap, the first colour is the one that is ruled out, and the
//! unit is where two of its cells see each other.

use crate::logic::effect::{Candidate, Effect};
use crate::logic::geometry::CellSet;
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

/// Connected cells of one value, by colour.
struct Colours {
    one: CellSet,
    other: CellSet,
}

pub(in crate::logic) fn find(position: &Position, steps: &mut Vec<Step>) {
    for value in 1..=position.side() as u8 {
        let partners = partners(position, value);
        let mut coloured = CellSet::EMPTY;
        for &(start, _) in &partners {
            if coloured.contains(start) {
                continue;
            }
            let Some(colours) = colour(start, &partners) else { return };
            coloured = coloured.or(&colours.one).or(&colours.other);
            wraps(position, value, &colours, steps);
            trap(position, value, &colours, steps);
        }
    }
}

/// Pairs of cells that are a unit's only places for a value, in both directions, sorted.
fn partners(position: &Position, value: u8) -> Vec<(u16, u16)> {
    let mut partners = Vec::new();
    for unit in 0..position.units().len() {
        let places = position.places(unit, value);
        if places.count_ones() == 2 {
            let mut cells = position.cells_at(unit, places);
            if let (Some(one), Some(other)) = (cells.next(), cells.next()) {
                partners.extend([(one, other), (other, one)]);
            }
        }
    }
    partners.sort_unstable();
    partners.dedup();
    partners
}

/// Colours all cells that are connected with one. `None` where one cell would get both colours,
/// which no puzzle with a solution has.
fn colour(start: u16, partners: &[(u16, u16)]) -> Option<Colours> {
    let mut colours = [CellSet::EMPTY; 2];
    let mut waiting = vec![(start, 0)];
    while let Some((cell, own)) = waiting.pop() {
        if colours[own].contains(cell) {
            continue;
        }
        if colours[1 - own].contains(cell) {
            return None;
        }
        colours[own].insert(cell);
        let first = partners.partition_point(|pair| pair.0 < cell);
        let of_cell = partners[first..].iter().take_while(|pair| pair.0 == cell);
        waiting.extend(of_cell.map(|pair| (pair.1, 1 - own)));
    }
    let [one, other] = colours;
    Some(Colours { one, other })
}

/// A colour of which two cells share a unit is ruled out.
fn wraps(position: &Position, value: u8, colours: &Colours, steps: &mut Vec<Step>) {
    for (out, other) in [(&colours.one, &colours.other), (&colours.other, &colours.one)] {
        let shares_twice = |&unit: &usize| {
            let cells = position.units().cells(unit).iter();
            cells.filter(|&&cell| out.contains(cell)).count() > 1
        };
        let Some(unit) = (0..position.units().len()).find(shares_twice) else { continue };
        let removed = out.iter().map(|cell| Candidate { cell, value }).collect();
        steps.push(step(value, out, other, Effect::Remove(removed)).in_units([unit]));
    }
}

/// A cell that sees both colours loses the value.
fn trap(position: &Position, value: u8, colours: &Colours, steps: &mut Vec<Step>) {
    let sees = |cell, set: &CellSet| !position.geometry().peers(cell).and(set).is_empty();
    let removed: Vec<_> = position
        .cells_of(value)
        .iter()
        .filter(|&cell| !colours.one.contains(cell) && !colours.other.contains(cell))
        .filter(|&cell| sees(cell, &colours.one) && sees(cell, &colours.other))
        .map(|cell| Candidate { cell, value })
        .collect();
    if !removed.is_empty() {
        steps.push(step(value, &colours.one, &colours.other, Effect::Remove(removed)));
    }
}

fn step(value: u8, one: &CellSet, other: &CellSet, effect: Effect) -> Step {
    let cells = one.iter().collect();
    let mut step = Step::new(Technique::SimpleColouring, cells, 1 << (value - 1), effect);
    step.links = other.iter().map(|cell| Candidate { cell, value }).collect();
    step
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let value = names.values(step.values);
    let other: Vec<u16> = step.links.iter().map(|link| link.cell).collect();
    let (one, other) = (group(&step.cells, &value, names), group(&other, &value, names));
    let either = format!("either {one} or {other}");
    match step.units.first() {
        Some(&unit) => format!(
            "{either}; the first would put {value} into {} twice, so none of these is {value}",
            names.unit(unit)
        ),
        None => format!("{either}, so no cell that sees one of each is {value}"),
    }
}

/// `r1c1 is 5`, `r1c1 and r4c6 are 5`.
fn group(cells: &[u16], value: &str, names: &Names) -> String {
    let verb = if cells.len() == 1 { "is" } else { "are all" };
    format!("{} {verb} {value}", names.cells(cells))
}
