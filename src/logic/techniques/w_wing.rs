//! W-wing: two cells with the same candidates x and y, and a unit that has x in two cells only, one
//! seen by each. Both ends cannot be x, so one is y: cells that see both lose y.
//!
//! ```text
//!   xy .  .  . .  .
//!   .  .  .  . .  .
//!   x  .  .  . .  x      row 3 has x at both ends: one is under r1c1, one is over r5c6
//!   .  .  .  . .  .
//!   -  .  .  . .  xy     - sees both xy, and so is not y
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_wings.php>. Step: end, end, and between them the
//! cells of x, each after the end that sees it; the unit; links: y in an end, x in the two cells, y
//! in the other end.

use super::seen::by_both;
use crate::logic::effect::{Candidate, Effect};
use crate::logic::geometry::bits;
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

pub(in crate::logic) fn find(position: &Position, steps: &mut Vec<Step>) {
    let pairs = position.pairs();
    for (i, &one) in pairs.iter().enumerate() {
        for &other in &pairs[i + 1..] {
            let values = position.candidates(one);
            if values != position.candidates(other) || position.geometry().sees(one, other) {
                continue;
            }
            for bit in bits(values) {
                let [x, y] = [bit + 1, (values & !(1 << bit)).trailing_zeros() as u8 + 1];
                wings(position, [one, other], x, y, steps);
            }
        }
    }
}

fn wings(position: &Position, ends: [u16; 2], x: u8, y: u8, steps: &mut Vec<Step>) {
    let removed = by_both(position, ends[0], ends[1], y);
    if removed.is_empty() {
        return;
    }
    let sees = |one, other| position.geometry().sees(one, other);
    for unit in 0..position.units().len() {
        let places = position.places(unit, x);
        if places.count_ones() != 2 {
            continue;
        }
        let mut cells = position.cells_at(unit, places);
        let (Some(mut near), Some(mut far)) = (cells.next(), cells.next()) else { continue };
        if !(sees(near, ends[0]) && sees(far, ends[1])) {
            (near, far) = (far, near);
        }
        if sees(near, ends[0]) && sees(far, ends[1]) {
            let values = position.candidates(ends[0]);
            let effect = Effect::Remove(removed.clone());
            let cells = vec![ends[0], near, far, ends[1]];
            let mut step = Step::new(Technique::WWing, cells, values, effect).in_units([unit]);
            let link = |cell, value| Candidate { cell, value };
            step.links = vec![link(ends[0], y), link(near, x), link(far, x), link(ends[1], y)];
            steps.push(step);
        }
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let [one, near, far, other] = [0, 1, 2, 3].map(|i| names.cell(step.cells[i]));
    let [y, x] = [0, 1].map(|i| names.value(step.links[i].value));
    let unit = names.unit(step.units[0]);
    format!(
        "{one} and {other} hold {x} and {y}; {unit} has its {x} in {near}, which {one} sees, or in \
         {far}, which {other} sees, so one of the two is {y}, and no cell that sees both is"
    )
}
