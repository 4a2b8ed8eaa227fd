//! Claiming (locked candidates, type 2): all cells of a line that can hold a value lie in one box,
//! so the value goes from the rest of the box.
//!
//! ```text
//!   - - -  . . .  . . .
//!   5 5 .  . . .  . . .      row 2 has its 5 in box 1: none of the cells - holds 5
//!   - - -  . . .  . . .
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_intersections.php>. Step: the line's cells; the
//! line; covered by the box.

use super::crossing::{self, Crossing};
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

pub(in crate::logic) fn find(position: &Position, steps: &mut Vec<Step>) {
    for Crossing { line, box_, .. } in crossing::all(position.order()) {
        crossing::locked(position, line, box_, Technique::Claiming, steps);
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    crossing::sentence(step, names)
}
