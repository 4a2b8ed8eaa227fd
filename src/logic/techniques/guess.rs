//! A guess: none of the techniques leads on. The cell with fewest candidates gets the value that a
//! solver found, so that the next steps can be shown; a person would have to try.
//!
//! Step: the cell; values: its candidates.

use crate::logic::effect::{Candidate, Effect};
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

/// The guess in a position, with canonical cells of a solution. None where no cell is open, or the
/// solution is not one of this position.
pub(in crate::logic) fn make(position: &Position, solution: &[u8]) -> Option<Step> {
    let open = (0..solution.len() as u16).filter(|&cell| position.value(cell).is_none());
    let cell = open.min_by_key(|&cell| position.candidates(cell).count_ones())?;
    let value = position.order().value(solution[usize::from(cell)])?;
    let effect = Effect::Place(Candidate { cell, value });
    let values = position.candidates(cell);
    position.has(cell, value).then(|| Step::new(Technique::Guess, vec![cell], values, effect))
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let (cell, values) = (names.cell(step.cells[0]), names.one_of(step.values));
    format!(
        "the techniques known here fill no further cell; {cell} is {values}, and a solver found which"
    )
}
