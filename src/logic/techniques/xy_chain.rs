//! XY-chain: cells with two candidates, each seeing the next. If the first is not z, each in turn is
//! forced, and the last is z; so one end is z, and cells that see both ends lose z.
//!
//! ```text
//!   z1 . .  . 12 .
//!   .  . .  . .  .
//!   -  . .  . 2z .      r1c1 is z, or 1, then r1c5 is 2, then r3c5 is z: - is not z
//! ```
//!
//! For each pair of ends the shortest chain is found, breadth first.
//!
//! Source: <https://hodoku.sourceforge.net/en/tech_chains.php>. Step: the cells of the chain; links:
//! what each cell is if the first is not z, the first's other candidate first, z last.

use std::collections::VecDeque;

use super::seen::by_both;
use crate::logic::effect::{Candidate, Effect};
use crate::logic::geometry::bits;
use crate::logic::names::Names;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

pub(in crate::logic) fn find(position: &Position, steps: &mut Vec<Step>) {
    let pairs = position.pairs();
    let mut search = Search::new(position, &pairs);
    for (start, &cell) in pairs.iter().enumerate() {
        for bit in bits(position.candidates(cell)) {
            search.from(start, bit + 1);
            search.steps(start, bit + 1, steps);
        }
    }
}

/// A breadth-first search over "this cell is that value". Nodes are numbered `2 * pair + which`:
/// which of the cell's two candidates it is.
struct Search<'a> {
    position: &'a Position,
    pairs: &'a [u16],
    /// The two candidates of each cell.
    values: Vec<[u8; 2]>,
    /// For each node, the cells forced by it: nodes.
    forces: Vec<Vec<usize>>,
    before: Vec<Option<usize>>,
    reached: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(position: &'a Position, pairs: &'a [u16]) -> Self {
        let both = |&cell: &u16| {
            let set = position.candidates(cell);
            [set.trailing_zeros() as u8 + 1, 32 - set.leading_zeros() as u8]
        };
        let values: Vec<[u8; 2]> = pairs.iter().map(both).collect();
        let forced_by = |node: usize| {
            let (cell, value) = (pairs[node / 2], values[node / 2][node % 2]);
            let seen = (0..pairs.len()).filter(|&i| position.geometry().sees(cell, pairs[i]));
            let holding =
                seen.filter_map(|i| values[i].iter().position(|&v| v == value).map(|w| (i, w)));
            holding.map(|(i, which)| 2 * i + 1 - which).collect()
        };
        let forces = (0..2 * pairs.len()).map(forced_by).collect();
        let before = vec![None; 2 * pairs.len()];
        Self { position, pairs, values, forces, before, reached: Vec::new() }
    }

    /// Follows what is forced if a cell is not a value.
    fn from(&mut self, start: usize, not: u8) {
        self.before.fill(None);
        self.reached.clear();
        let first = 2 * start + usize::from(self.values[start][0] == not);
        self.before[first] = Some(first);
        let mut waiting = VecDeque::from([first]);
        while let Some(node) = waiting.pop_front() {
            self.reached.push(node);
            for &next in &self.forces[node] {
                if self.before[next].is_none() {
                    self.before[next] = Some(node);
                    waiting.push_back(next);
                }
            }
        }
    }

    /// The steps of the chains from a cell to later ones that end in the value it is not.
    fn steps(&self, start: usize, z: u8, steps: &mut Vec<Step>) {
        for &node in &self.reached {
            let end = node / 2;
            if end <= start || self.values[end][node % 2] != z {
                continue;
            }
            let removed = by_both(self.position, self.pairs[start], self.pairs[end], z);
            if removed.is_empty() {
                continue;
            }
            let links = self.chain_to(node);
            let cells: Vec<u16> = links.iter().map(|link| link.cell).collect();
            let values = cells.iter().fold(0, |set, &cell| set | self.position.candidates(cell));
            let mut step = Step::new(Technique::XyChain, cells, values, Effect::Remove(removed));
            step.links = links;
            steps.push(step);
        }
    }

    fn chain_to(&self, mut node: usize) -> Vec<Candidate> {
        let mut links = Vec::new();
        loop {
            let (pair, which) = (node / 2, node % 2);
            links.push(Candidate { cell: self.pairs[pair], value: self.values[pair][which] });
            match self.before[node] {
                Some(before) if before != node => node = before,
                _ => break,
            }
        }
        links.reverse();
        links
    }
}

pub(in crate::logic) fn sentence(step: &Step, names: &Names) -> String {
    let (Some(first), Some(last)) = (step.links.first(), step.links.last()) else {
        return String::new();
    };
    let z = names.value(last.value);
    let (start, end) = (names.cell(first.cell), names.cell(last.cell));
    let forced = step
        .links
        .iter()
        .map(|link| format!("{} is {}", names.cell(link.cell), names.value(link.value)));
    let forced: Vec<String> = forced.collect();
    format!(
        "if {start} is not {z}: {}; so {start} or {end} is {z}, and no cell that sees both is",
        forced.join(", then ")
    )
}
