//! Naked single: a cell with one candidate left.
//!
//! ```text
//!   1 2 3  . . .  . . *      row, column and box of * hold all values but 8
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_singles.php>. Step: the cell.

use crate::logic::effect::{Candidate, Effect};
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

pub(in crate::logic) fn find(position: &Position, steps: &mut Vec<Step>) {
    for cell in 0..position.order().cells() as u16 {
        let values = position.candidates(cell);
        if values.count_ones() == 1 {
            let effect =
                Effect::Place(Candidate { cell, value: values.trailing_zeros() as u8 + 1 });
            steps.push(Step::new(Technique::NakedSingle, vec![cell], values, effect));
        }
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    format!(
        "{} is the only candidate left in {}",
        names.values(step.values),
        names.cell(step.cells[0])
    )
}
