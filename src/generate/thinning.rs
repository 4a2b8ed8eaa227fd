//! Leaving out givens of grids on which that is hard, with unavoidable sets for a guide.
//!
//! Which given goes first decides how hard it gets. One is chosen that brings small unavoidable
//! sets down to their last given, so that most of what is left at the end is known to be needed
//! without a question; and each second solution that the prover finds is a set more. Questions that
//! take many conflicts are put off: by the time they are asked again, much of the answer is known.

use super::hits::Hits;
use super::prover::{Proof, Prover};
use super::unavoidable::unavoidable_sets;
use crate::puzzle::Order;

/// Conflicts after which a question is postponed, the first time and later.
const PUT_OFF: [u64; 5] = [60, 240, 960, 3_840, 15_360];
/// Conflicts after which a grid is given up: some five seconds' work on 25x25.
const FOR_GRID: u64 = 60_000;
/// The same for a turned grid, of which another may be easier, and how many more each exchange is
/// worth.
const FOR_TURNED_GRID: u64 = 25_000;
const FOR_EXCHANGE: u64 = 5_000;
/// Groups that are exchanged for others before the grid is given up.
const EXCHANGES: usize = 100;

/// Whether a grid is known to be its own image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Image {
    /// Nothing is known.
    Any,
    /// Half a turn and other names for the values lead back to the grid: with each unavoidable set
    /// the turned one is unavoidable.
    Turned,
}

/// The givens of one grid.
pub(super) struct Thinning<'a> {
    prover: Prover,
    hits: Hits,
    image: Image,
    last_cell: u16,
    /// Conflicts that all questions together may take.
    conflicts: u64,
    /// Cells that are given or blank together; those that come first are left out first, in doubt.
    groups: &'a [[u16; 2]],
    /// How often each group was given anew.
    returns: Vec<usize>,
}

impl<'a> Thinning<'a> {
    /// All cells of a solved grid, to be left out in groups; a group of one names its cell twice.
    pub(super) fn new(order: Order, grid: &[u8], groups: &'a [[u16; 2]], image: Image) -> Self {
        Self {
            prover: Prover::new(order, grid),
            hits: Hits::new(grid.len(), unavoidable_sets(order, grid)),
            image,
            last_cell: grid.len() as u16 - 1,
            conflicts: FOR_GRID,
            returns: vec![0; groups.len()],
            groups,
        }
    }

    /// Leaves out groups until each given that is left is needed by itself; `None` if that takes
    /// too long, or exchanging groups does not lead there.
    pub(super) fn minimal(mut self) -> Option<Vec<u16>> {
        if self.image == Image::Turned {
            self.conflicts = FOR_TURNED_GRID;
        }
        for _ in 0..=EXCHANGES {
            if !self.leave_out(0) {
                return None;
            }
            let Some(group) = self.group_not_needed()? else { return Some(self.hits.givens()) };
            self.conflicts += FOR_EXCHANGE;
            self.exchange(group)?;
        }
        None
    }

    /// Leaves out groups until there are no more givens than a target. Where nothing more can go,
    /// groups are exchanged for others, in turn, since then something often can.
    pub(super) fn down_to(mut self, target: usize) -> Vec<u16> {
        self.leave_out(target);
        let mut in_turn = (0..self.groups.len()).cycle();
        for _ in 0..EXCHANGES {
            if self.hits.givens().len() <= target || self.prover.conflicts() >= self.conflicts {
                break;
            }
            let is_given = |group: &usize| self.hits.is_given(self.groups[*group][0]);
            let group = in_turn.find(is_given).expect("a puzzle without givens is not unique");
            let _gave_up = self.exchange(group).is_none();
            self.leave_out(target);
        }
        self.hits.givens()
    }

    /// Leaves out what can go as long as there are more givens than a target. Whether that is
    /// reached or it is certain that nothing more can go.
    fn leave_out(&mut self, target: usize) -> bool {
        let mut put_off = vec![false; self.groups.len()];
        for conflicts in PUT_OFF {
            put_off.fill(false);
            while self.hits.givens().len() > target
                && let Some(group) = self.most_promising(&put_off)
            {
                match self.ask_without(self.groups[group], conflicts) {
                    Proof::One(_) => self.take(group),
                    Proof::More => self.add_difference(),
                    Proof::Undecided => put_off[group] = true,
                }
            }
            if !put_off.contains(&true) {
                return true;
            }
        }
        false
    }

    /// The group whose removal is most informative, of those that may have to go.
    fn most_promising(&self, put_off: &[bool]) -> Option<usize> {
        let may_go = |&group: &usize| {
            let cells = self.groups[group];
            !put_off[group]
                && self.hits.is_given(cells[0])
                && self.hits.hit_by_only(cells).is_none()
        };
        let promise = |&group: &usize| {
            let [a, b] = self.groups[group];
            self.hits.promise(a) + if a == b { 0 } else { self.hits.promise(b) }
        };
        (0..self.groups.len()).rev().filter(may_go).max_by_key(promise)
    }

    /// A group of which one given is not needed; none if all are, an outer `None` if that takes too
    /// long to decide.
    fn group_not_needed(&mut self) -> Option<Option<usize>> {
        for group in 0..self.groups.len() {
            for cell in self.groups[group] {
                if !self.hits.is_given(cell) || self.hits.is_needed(cell) {
                    continue;
                }
                match self.ask_without([cell; 2], u64::MAX) {
                    Proof::One(_) => return Some(Some(group)),
                    Proof::More => self.add_difference(),
                    Proof::Undecided => return None,
                }
            }
        }
        Some(None)
    }

    /// Leaves a group out and gives others instead, as many as it takes; `None` if that takes too
    /// long to decide.
    fn exchange(&mut self, group: usize) -> Option<()> {
        loop {
            if let Some(set) = self.hits.hit_by_only(self.groups[group]) {
                let set = set.to_vec();
                self.give_instead(&set);
                continue;
            }
            match self.ask_without(self.groups[group], u64::MAX) {
                Proof::One(_) => {
                    self.take(group);
                    return Some(());
                }
                Proof::More => self.add_difference(),
                Proof::Undecided => return None,
            }
        }
    }

    /// Gives a blank group that hits a set: with one cell if possible, since then that cell will be
    /// needed, and otherwise the one that does the least harm and was not given anew too often.
    fn give_instead(&mut self, set: &[u16]) {
        let is_in_set = |cell: u16| set.binary_search(&cell).is_ok();
        let harm = |&group: &usize| {
            let cells = self.groups[group];
            let both = cells.iter().all(|&cell| is_in_set(cell));
            (both && cells[0] != cells[1], self.hits.spoilt_by(cells) + 3 * self.returns[group])
        };
        let hits = |&group: &usize| {
            let cells = self.groups[group];
            !self.hits.is_given(cells[0]) && cells.iter().any(|&cell| is_in_set(cell))
        };
        let best = (0..self.groups.len()).filter(hits).min_by_key(harm);
        let best = best.expect("a set that one group hits has other cells");
        self.returns[best] += 1;
        let [a, b] = self.groups[best];
        self.hits.give(a);
        if a != b {
            self.hits.give(b);
        }
    }

    fn ask_without(&mut self, cells: [u16; 2], conflicts: u64) -> Proof {
        let mut asked = self.hits.givens();
        asked.retain(|cell| !cells.contains(cell));
        let conflicts = conflicts.min(self.conflicts.saturating_sub(self.prover.conflicts()));
        self.prover.ask(&asked, conflicts)
    }

    fn take(&mut self, group: usize) {
        let [a, b] = self.groups[group];
        self.hits.take(a);
        if a != b {
            self.hits.take(b);
        }
    }

    /// Takes note of the second solution that the prover has found.
    fn add_difference(&mut self) {
        let set = self.prover.difference();
        if self.image == Image::Turned {
            let turned: Vec<u16> = set.iter().rev().map(|&cell| self.last_cell - cell).collect();
            if turned != set {
                self.hits.add(turned);
            }
        }
        self.hits.add(set);
    }
}

#[cfg(test)]
mod tests;
