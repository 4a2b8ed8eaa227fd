//! What two cells see in common.

use crate::logic::effect::Candidate;
use crate::logic::position::Position;

/// Cells that see both of two cells and have a value as a candidate, in reading order.
pub(super) fn by_both(position: &Position, one: u16, other: u16, value: u8) -> Vec<Candidate> {
    let geometry = position.geometry();
    let seen = geometry.peers(one).and(geometry.peers(other)).and(position.cells_of(value));
    seen.iter().map(|cell| Candidate { cell, value }).collect()
}
