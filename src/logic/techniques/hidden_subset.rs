//! Hidden pair, triple and quad: k values of a unit that have only k cells between them, so these
//! cells hold nothing else. No value has to be possible in all of them.
//!
//! ```text
//!   box 5:  1479  359   1467
//!           359   35    39       4 and 7 stand in r4c4 and r4c6 only: both lose 1, 6 and 9
//!           13    1359  1369
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_hidden.php>. Step: the cells; the unit.

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
    let side = position.side();
    for unit in 0..position.units().len() {
        let mut sets = [0; 25];
        for (value, set) in (1..).zip(&mut sets[..side]) {
            *set = position.places(unit, value);
        }
        unions_of_size(&sets[..side], k, &mut |chosen, places| {
            let values = chosen.iter().fold(0, |values, &index| values | 1 << index);
            let cells: Vec<u16> = position.cells_at(unit, places).collect();
            let removed: Vec<_> = cells
                .iter()
                .flat_map(|&cell| {
                    let gone = bits(position.candidates(cell) & !values);
                    gone.map(move |bit| Candidate { cell, value: bit + 1 })
                })
                .collect();
            if !removed.is_empty() {
                let step = Step::new(technique, cells, values, Effect::Remove(removed));
                steps.push(step.in_units([unit]));
            }
        });
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let (cells, values) = (names.cells(&step.cells), names.values(step.values));
    format!(
        "in {}, {values} can only be in {cells}, so these hold nothing else",
        names.unit(step.units[0])
    )
}
