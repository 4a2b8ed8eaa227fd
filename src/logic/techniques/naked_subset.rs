//! Naked pair, triple and quad: k cells of a unit that hold only k values between them, so these
//! values go from the other cells of the unit. No cell has to hold all of them.
//!
//! ```text
//!   row 4:  28  128  28 | 2468  ...      r4c1 and r4c3 are 2 and 8, so r4c2 loses 2 and 8
//!   row 6:  12  23   13 | 1259  ...      r6c1, r6c2, r6c3 are 1, 2 and 3
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_naked.php>. Step: the cells; the unit.

use super::combinations::unions_of_size;
use crate::logic::effect::{Candidate, Effect};
use crate::logic::geometry::bits;
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

pub(in crate::logic) fn find(
    position: &Position,
    k: usize,
    technique: Technique,
    steps: &mut Vec<Step>,
) {
    for unit in 0..position.units().len() {
        let cells = position.units().cells(unit);
        let mut sets = [0; 25];
        for (set, &cell) in sets.iter_mut().zip(cells) {
            *set = position.candidates(cell);
        }
        unions_of_size(&sets[..cells.len()], k, &mut |chosen, values| {
            let mut removed = Vec::new();
            for (place, &cell) in cells.iter().enumerate() {
                if sets[place] & values != 0 && !chosen.contains(&place) {
                    let gone = bits(sets[place] & values);
                    removed.extend(gone.map(|bit| Candidate { cell, value: bit + 1 }));
                }
            }
            if !removed.is_empty() {
                let pattern = chosen.iter().map(|&place| cells[place]).collect();
                let step = Step::new(technique, pattern, values, Effect::Remove(removed));
                steps.push(step.in_units([unit]));
            }
        });
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let (cells, values) = (names.cells(&step.cells), names.values(step.values));
    format!("{cells} hold only {values}, so no other cell of {} does", names.unit(step.units[0]))
}
