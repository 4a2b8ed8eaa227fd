//! Hidden single: the only cell of a unit that can hold a value. Boxes come first: there it is seen
//! without candidates written down.
//!
//! ```text
//!   . . .  5 . .  . . .
//!   . . .  . . .  . 5 .
//!   2 1 *  . . .  . . .      in box 1 only * can hold 5
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_singles.php>. Step: the cell; the unit.

use crate::logic::effect::{Candidate, Effect};
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

pub(in crate::logic) fn find(position: &Position, steps: &mut Vec<Step>) {
    let side = position.side();
    for unit in (2 * side..3 * side).chain(0..2 * side) {
        for value in 1..=side as u8 {
            let places = position.places(unit, value);
            if places.count_ones() != 1 {
                continue;
            }
            let cell = position.units().cells(unit)[places.trailing_zeros() as usize];
            let effect = Effect::Place(Candidate { cell, value });
            let step = Step::new(Technique::HiddenSingle, vec![cell], 1 << (value - 1), effect);
            steps.push(step.in_units([unit]));
        }
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let (cell, unit) = (names.cell(step.cells[0]), names.unit(step.units[0]));
    format!("{cell} is the only cell of {unit} that can hold {}", names.values(step.values))
}
