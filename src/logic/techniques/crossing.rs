//! Where lines and boxes cross, for pointing and claiming.

use crate::logic::effect::{Candidate, Effect};
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;
use crate::puzzle::{Order, Units};

/// A line and a box that share cells.
pub(super) struct Crossing {
    pub(super) line: usize,
    pub(super) box_: usize,
}

/// All crossings, box by box, rows first.
pub(super) fn all(order: Order) -> impl Iterator<Item = Crossing> {
    let (n, side) = (order.n(), order.side());
    (0..side).flat_map(move |index| {
        let rows = (index / n * n..).take(n);
        let columns = (side + index % n * n..).take(n);
        rows.chain(columns).map(move |line| Crossing { line, box_: 2 * side + index })
    })
}

/// Values whose places in one unit all lie in another as well, and so go from the rest of that.
pub(super) fn locked(
    position: &Position,
    in_unit: usize,
    from_unit: usize,
    technique: Technique,
    steps: &mut Vec<Step>,
) {
    let shared = shared_places(position.order(), in_unit, from_unit);
    let shared_there = shared_places(position.order(), from_unit, in_unit);
    for value in 1..=position.side() as u8 {
        let places = position.places(in_unit, value);
        let rest = position.places(from_unit, value) & !shared_there;
        if places.count_ones() < 2 || places & !shared != 0 || rest == 0 {
            continue;
        }
        let removed = position.cells_at(from_unit, rest).map(|cell| Candidate { cell, value });
        let effect = Effect::Remove(removed.collect());
        let cells = position.cells_at(in_unit, places).collect();
        let step = Step::new(technique, cells, 1 << (value - 1), effect);
        steps.push(step.in_units([in_unit]).covered_by([from_unit]));
    }
}

/// The places of one unit that are also in another.
fn shared_places(order: Order, of: usize, with: usize) -> u32 {
    let (units, kind) = (Units::of(order), with / order.side());
    let cells = units.cells(of).iter().enumerate();
    let shared = cells.filter(|&(_, &cell)| usize::from(units.of_cell(cell.into())[kind]) == with);
    shared.fold(0, |places, (place, _)| places | 1 << place)
}

/// The reason that pointing and claiming share.
pub(super) fn sentence(step: &Step, names: &Names) -> String {
    let (unit, cover) = (names.unit(step.units[0]), names.unit(step.covers[0]));
    let (value, cells) = (names.values(step.values), names.either(&step.cells));
    format!(
        "{unit} has its {value} in {cells}, all in {cover}, so no other cell of {cover} holds it"
    )
}
