//! XYZ-wing: a pivot with candidates x, y and z sees two pincers, one with x and z, one with y and
//! z. One of the three is z: cells that see all three lose z.
//!
//! ```text
//!   .  .  .   |  . . .
//!   xz -  xyz |  . . yz      - sees xz, xyz and yz, and so is not z
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
    for pivot in 0..position.order().cells() as u16 {
        let values = position.candidates(pivot);
        if values.count_ones() != 3 {
            continue;
        }
        let fits = |&cell: &u16| {
            position.candidates(cell) & !values == 0 && position.geometry().sees(pivot, cell)
        };
        let pincers: Vec<u16> = pairs.iter().copied().filter(fits).collect();
        for (i, &one) in pincers.iter().enumerate() {
            pincers[i + 1..].iter().for_each(|&other| wing(position, [pivot, one, other], steps));
        }
    }
}

fn wing(position: &Position, cells: [u16; 3], steps: &mut Vec<Step>) {
    let [pivot, one, other] = cells;
    let [xyz, xz, yz] = cells.map(|cell| position.candidates(cell));
    let z = xz & yz;
    if z.count_ones() != 1 {
        return;
    }
    let mut removed = by_both(position, one, other, z.trailing_zeros() as u8 + 1);
    removed.retain(|gone| position.geometry().sees(gone.cell, pivot));
    if !removed.is_empty() {
        let mut step = Step::new(Technique::XyzWing, cells.into(), xyz, Effect::Remove(removed));
        let link = |cell, set: u32| Candidate { cell, value: set.trailing_zeros() as u8 + 1 };
        step.links = vec![link(pivot, xz & !z), link(one, z), link(pivot, yz & !z), link(other, z)];
        steps.push(step);
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let [pivot, one, other] = [0, 1, 2].map(|i| names.cell(step.cells[i]));
    let [x, z, y, _] = [0, 1, 2, 3].map(|i| names.value(step.links[i].value));
    format!(
        "{pivot} is {z} itself, or {x} and then {one} is {z}, or {y} and then {other} is {z}: so no \
         cell that sees all three is {z}"
    )
}
