//! Pointing (locked candidates, type 1): all cells of a box that can hold a value lie in one line,
//! so the value goes from the rest of the line.
//!
//! ```text
//!   . . .  - - -  - - -
//!   5 5 .  - - -  - - -      box 1 has its 5 in row 2: none of the cells - ... of row 2 holds 5
//!   . . .  . . .  . . .
//! ```
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_intersections.php>. Step: the box's cells; the
//! box; covered by the line.

use super::crossing::{self, Crossing};
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

pub(in crate::logic) fn find(position: &Position, steps: &mut Vec<Step>) {
    for Crossing { line, box_, .. } in crossing::all(position.order()) {
        crossing::locked(position, box_, line, Technique::Pointing, steps);
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    crossing::sentence(step, names)
}
