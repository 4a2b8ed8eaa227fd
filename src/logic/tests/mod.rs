//! Techniques against published examples and against their definitions, tried in full.

mod definitions;
mod isomorphs;
mod published;
mod shortened;

use crate::logic::{Candidate, Effect, Explanation, Known, Position, Step};
use crate::puzzle::Order;

/// Minimal 9x9 puzzles, and 16x16 ones.
const NINE: &str = include_str!("../../../datasets/minimal.txt");
const SIXTEEN: &str = include_str!("../../../datasets/hex.txt");

/// The position that some steps lead to, and then all singles.
fn without_singles(order: Order, cells: &str, steps: usize) -> Position {
    let position = Position::new(order, cells.as_bytes()).unwrap();
    let mut explanation = Explanation::new(position, Known::Nothing);
    explanation.by_ref().take(steps).for_each(drop);
    while let Some(step) = explanation.peek()
        && matches!(step.effect, Effect::Place(_))
    {
        explanation.apply(&step).unwrap();
    }
    explanation.position().clone()
}

/// What steps remove, each candidate once; a value placed removes the other candidates of its cell.
fn removed(position: &Position, steps: &[Step]) -> Vec<Candidate> {
    let mut removed = Vec::new();
    for step in steps {
        match &step.effect {
            Effect::Remove(gone) => removed.extend(gone),
            Effect::Place(Candidate { cell, value }) => {
                let values = (1..=position.side() as u8).filter(|other| other != value);
                let gone = values.filter(|&other| position.has(*cell, other));
                removed.extend(gone.map(|value| Candidate { cell: *cell, value }));
            }
        }
    }
    removed.sort_unstable();
    removed.dedup();
    removed
}
