//! Cycle: a set of cells of a unit that hold as many values as they are cells, of any size. Here it
//! is found by following candidates around, so that five cells or more cost no more than two: in
//! "12, 23, 34, 45, 51" each cell leads to the next by a value. Subsets of up to four have names and
//! files of their own, and on 9x9 a larger one always leaves a smaller, hidden one; on 16x16 and
//! 25x25 there are others.
//!
//! ```text
//!   row 4:  12  23  34  45  51  1267  48..      the five are 1 to 5: the others lose 1 to 5
//! ```
//!
//! Every cell is matched with a value of its own; from a cell one follows each of its candidates to
//! the cell matched with it. All cells reached are the smallest set around the first (J.-C. Régin,
//! "A filtering algorithm for constraints of difference in CSPs", 1994). Where fewer open cells stay
//! outside than are in it, the same is said of the values outside: they have no other cells.
//!
//! Step: the cells; the unit; values: those of the cells, or, where there are fewer outside, those
//! that the cells outside hold alone, and then the cells are those.

use crate::logic::effect::{Candidate, Effect};
use crate::logic::geometry::bits;
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

/// The smallest set that has no name of its own.
const SMALLEST: u32 = 5;

pub(in crate::logic) fn find(position: &Position, steps: &mut Vec<Step>) {
    if position.side() < 2 * SMALLEST as usize {
        return;
    }
    for unit in 0..position.units().len() {
        let cells = position.units().cells(unit).iter().copied();
        let open: Vec<u16> = cells.filter(|&cell| position.value(cell).is_none()).collect();
        let sets: Vec<u32> = open.iter().map(|&cell| position.candidates(cell)).collect();
        let Some(matched) = matching(&sets) else { continue };
        let mut cycles: Vec<u32> = (0..open.len()).map(|i| around(i, &sets, &matched)).collect();
        cycles.sort_unstable();
        cycles.dedup();
        for cycle in cycles {
            if cycle.count_ones() >= SMALLEST {
                steps.extend(step(&open, &sets, cycle).map(|step| step.in_units([unit])));
            }
        }
    }
}

/// The value index matched with each cell, or `None` where there are too few (Kuhn, 1955).
fn matching(sets: &[u32]) -> Option<Vec<u8>> {
    let mut holder = [None; 32];
    for i in 0..sets.len() {
        if !augment(i, sets, &mut holder, &mut 0) {
            return None;
        }
    }
    let mut matched = vec![0; sets.len()];
    for (value, cell) in holder.iter().enumerate() {
        if let &Some(cell) = cell {
            matched[cell] = value as u8;
        }
    }
    Some(matched)
}

fn augment(cell: usize, sets: &[u32], holder: &mut [Option<usize>; 32], seen: &mut u32) -> bool {
    for bit in bits(sets[cell]) {
        if *seen >> bit & 1 == 1 {
            continue;
        }
        *seen |= 1 << bit;
        let held_by = holder[usize::from(bit)];
        if held_by.is_none_or(|other| augment(other, sets, holder, seen)) {
            holder[usize::from(bit)] = Some(cell);
            return true;
        }
    }
    false
}

/// The smallest cycle around a cell, as a set of cells.
fn around(cell: usize, sets: &[u32], matched: &[u8]) -> u32 {
    let (mut members, mut values) = (1u32 << cell, sets[cell]);
    loop {
        let grown = (0..sets.len()).filter(|&i| values >> matched[i] & 1 == 1);
        let grown = grown.fold(members, |members, i| members | 1 << i);
        if grown == members {
            return members;
        }
        members = grown;
        values = bits(members).fold(0, |values, i| values | sets[usize::from(i)]);
    }
}

/// What a cycle removes, seen from whichever side is smaller.
fn step(open: &[u16], sets: &[u32], members: u32) -> Option<Step> {
    let values = bits(members).fold(0, |values, i| values | sets[usize::from(i)]);
    let outside: Vec<usize> = (0..open.len()).filter(|i| members >> i & 1 == 0).collect();
    let mut removed = Vec::new();
    for &i in &outside {
        removed
            .extend(bits(sets[i] & values).map(|bit| Candidate { cell: open[i], value: bit + 1 }));
    }
    if removed.is_empty() {
        return None;
    }
    let is_smaller_outside = outside.len() < members.count_ones() as usize;
    let (cells, values) = if is_smaller_outside {
        let all = outside.iter().fold(0, |all, &i| all | sets[i]);
        (outside.iter().map(|&i| open[i]).collect(), all & !values)
    } else {
        (bits(members).map(|i| open[usize::from(i)]).collect(), values)
    };
    Some(Step::new(Technique::Cycle, cells, values, Effect::Remove(removed)))
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let (cells, values) = (names.cells(&step.cells), names.values(step.values));
    let unit = names.unit(step.units[0]);
    let Effect::Remove(removed) = &step.effect else { return String::new() };
    if removed.iter().any(|gone| step.cells.contains(&gone.cell)) {
        format!("in {unit}, {values} can only be in {cells}, so these hold nothing else")
    } else {
        format!("{cells} hold only {values}, so no other cell of {unit} does")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> u32 {
        text.bytes().fold(0, |set, digit| set | 1 << (digit - b'1'))
    }

    #[test]
    fn the_articles_example_is_a_cycle_of_five() {
        let rest = "123456789";
        let sets = ["12", "23", "34", "45", "51", rest, rest, rest, rest].map(set);
        let matched = matching(&sets).unwrap();
        for cell in 0..5 {
            assert_eq!(around(cell, &sets, &matched), 0b11111);
        }
        assert_eq!(around(5, &sets, &matched), 0b1_1111_1111);
    }

    #[test]
    fn cells_with_too_few_values_have_no_matching() {
        assert_eq!(matching(&["12", "12", "12"].map(set)), None);
    }
}
