//! XY-wing: a pivot with candidates x and y sees two pincers, one with x and z, one with y and z.
//! Whichever the pivot is, a pincer is z: cells that see both pincers lose z.
//!
//! ```text
//!   xy . .  . xz .
//!   .  . .  . .  .
//!   yz . .  . -  .      - sees both xz and yz, and so is not z
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_wings.php>. Step: pivot, pincer, pincer; links:
//! x in the pivot, z in its pincer, y in the pivot, z in its pincer.

use super::seen::by_both;
use crate::logic::effect::{Candidate, Effect};
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

pub(in crate::logic) fn find(position: &Position, steps: &mut Vec<Step>) {
    let pairs = position.pairs();
    for &pivot in &pairs {
        let pincers: Vec<u16> =
            pairs.iter().copied().filter(|&cell| position.geometry().sees(pivot, cell)).collect();
        for (i, &one) in pincers.iter().enumerate() {
            pincers[i + 1..].iter().for_each(|&other| wing(position, [pivot, one, other], steps));
        }
    }
}

fn wing(position: &Position, cells: [u16; 3], steps: &mut Vec<Step>) {
    let [xy, xz, yz] = cells.map(|cell| position.candidates(cell));
    let z = xz & yz;
    if z.count_ones() != 1 || z & xy != 0 || (xz | yz) & !z != xy {
        return;
    }
    let removed = by_both(position, cells[1], cells[2], z.trailing_zeros() as u8 + 1);
    if !removed.is_empty() {
        let mut step = Step::new(Technique::XyWing, cells.into(), xy | z, Effect::Remove(removed));
        let link = |cell, set: u32| Candidate { cell, value: set.trailing_zeros() as u8 + 1 };
        step.links = vec![
            link(cells[0], xz & !z),
            link(cells[1], z),
            link(cells[0], yz & !z),
            link(cells[2], z),
        ];
        steps.push(step);
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let [pivot, one, other] = [0, 1, 2].map(|i| names.cell(step.cells[i]));
    let [x, z, y, _] = [0, 1, 2, 3].map(|i| names.value(step.links[i].value));
    // The pincer that shares x with the pivot is not x when the pivot is.
    format!(
        "if {pivot} is {x}, {one} is {z}; if it is {y}, {other} is {z}: so no cell that sees both \
         {one} and {other} is {z}"
    )
}
