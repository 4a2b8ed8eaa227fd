//! X-wing, swordfish and jellyfish: k rows that can have a value in k columns only, so the other
//! rows lose it in these columns; or the same with rows and columns exchanged. Not every row has to
//! reach every column.
//!
//! ```text
//!           c3    c8
//!   r2   .  5  .  5  .
//!   r4   .  -  .  -  .      rows 2 and 6 have their 5 in columns 3 and 8, one each,
//!   r6   .  5  .  5  .      so no other cell of these columns holds 5
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_fishb.php>. Step: the cells of the value in the k
//! lines; the lines; covered by the crossing lines.

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
    for value in 1..=side as u8 {
        for (lines, crossing) in [(0, side), (side, 0)] {
            let mut sets = [0; 25];
            for (line, set) in sets[..side].iter_mut().enumerate() {
                *set = position.places(lines + line, value);
            }
            unions_of_size(&sets[..side], k, &mut |chosen, union| {
                let bases = chosen.iter().fold(0u32, |bases, &line| bases | 1 << line);
                let mut removed = Vec::new();
                for cover in bits(union) {
                    let unit = crossing + usize::from(cover);
                    let rest = position.cells_at(unit, position.places(unit, value) & !bases);
                    removed.extend(rest.map(|cell| Candidate { cell, value }));
                }
                if removed.is_empty() {
                    return;
                }
                removed.sort_unstable();
                let cells =
                    chosen.iter().flat_map(|&line| position.cells_at(lines + line, sets[line]));
                let effect = Effect::Remove(removed);
                let step = Step::new(technique, cells.collect(), 1 << (value - 1), effect);
                let covers = bits(union).map(|cover| crossing + usize::from(cover));
                steps.push(
                    step.in_units(chosen.iter().map(|&line| lines + line)).covered_by(covers),
                );
            });
        }
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let (lines, covers) = (names.units(&step.units), names.units(&step.covers));
    let value = names.values(step.values);
    let each = if step.units.len() == 2 { "one each" } else { "one in each" };
    format!(
        "{lines} have their {value}s in {covers}, {each}, so no other cell of {covers} holds {value}"
    )
}
