//! Unique rectangle, type 1: four open cells in two rows, two columns and two boxes, of which three
//! hold only x and y. If the fourth were x or y, too, the four could be exchanged, and the puzzle
//! would have two solutions: it is neither. It need not have both as candidates. Sound only for a puzzle that has one solution.
//!
//! ```text
//!   xy .  .  |  xy  . .
//!   .  .  .  |  .   . .
//!   xy .  .  |  xyz . .      r3c4 loses x and y      (two rows of one band: two boxes)
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_ur.php>. Step: the three cells, then the fourth.

use crate::logic::effect::{Candidate, Effect};
use crate::logic::geometry::bits;
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

pub(in crate::logic) fn find(position: &Position, steps: &mut Vec<Step>) {
    let side = position.side() as u16;
    for corner in position.pairs() {
        let (row, column, values) = (corner / side, corner % side, position.candidates(corner));
        let in_row = (0..side)
            .filter(|&other| other != column && position.candidates(row * side + other) == values);
        for other_column in in_row {
            let in_column = (0..side).filter(|&other| {
                other != row && position.candidates(other * side + column) == values
            });
            for other_row in in_column {
                let cells = [
                    corner,
                    row * side + other_column,
                    other_row * side + column,
                    other_row * side + other_column,
                ];
                rectangle(position, cells, values, steps);
            }
        }
    }
}

fn rectangle(position: &Position, cells: [u16; 4], values: u32, steps: &mut Vec<Step>) {
    let box_of = |cell: u16| position.units().of_cell(cell.into())[2];
    let mut boxes = cells.map(box_of);
    boxes.sort_unstable();
    let in_two_boxes = boxes[0] == boxes[1] && boxes[1] != boxes[2] && boxes[2] == boxes[3];
    let held = position.candidates(cells[3]);
    if !in_two_boxes || held & values == 0 || held & !values == 0 {
        return;
    }
    let removed = bits(held & values).map(|bit| Candidate { cell: cells[3], value: bit + 1 });
    let effect = Effect::Remove(removed.collect());
    steps.push(Step::new(Technique::UniqueRectangle, cells.into(), values, effect));
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let (three, fourth) = (names.cells(&step.cells[..3]), names.cell(step.cells[3]));
    let (values, either) = (names.values(step.values), names.one_of(step.values));
    format!(
        "{three} hold only {values}; were {fourth} {either}, the four could be exchanged and the \
         puzzle would have two solutions, but it has been verified to have one"
    )
}
