//! Full house: a unit with one empty cell.
//!
//! ```text
//!   row 4:  7 1 9  3 . 6  2 8 5      the value missing is 4, so r4c5 = 4
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_singles.php>. Step: the cell; the unit.

use crate::logic::effect::{Candidate, Effect};
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

pub(in crate::logic) fn find(position: &Position, steps: &mut Vec<Step>) {
    for unit in 0..position.units().len() {
        let cells = position.units().cells(unit).iter().copied();
        let mut open = cells.filter(|&cell| position.value(cell).is_none());
        let (Some(cell), None) = (open.next(), open.next()) else { continue };
        let values = position.candidates(cell);
        if values.count_ones() == 1 {
            let effect =
                Effect::Place(Candidate { cell, value: values.trailing_zeros() as u8 + 1 });
            steps
                .push(Step::new(Technique::FullHouse, vec![cell], values, effect).in_units([unit]));
        }
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let (cell, unit) = (names.cell(step.cells[0]), names.unit(step.units[0]));
    format!(
        "{cell} is the last empty cell of {unit}, and {} is missing there",
        names.values(step.values)
    )
}
