//! The moves as a tree: what was undone stays where it was, also when another way is taken from
//! there. Each place is known by a number, 0 for the beginning.

use super::sheet::Change;

/// A move: the changes that lead to a place from the one before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The place it begins at.
    pub parent: usize,
    /// What it changes.
    pub changes: Vec<Change>,
}

/// All moves so far, and the place that has been reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    /// Move `i` leads to place `i + 1`.
    moves: Vec<Move>,
    /// The place to which each place's redo leads; 0 for none.
    next: Vec<usize>,
    here: usize,
}

impl Default for History {
    fn default() -> Self {
        Self { moves: Vec::new(), next: vec![0], here: 0 }
    }
}

impl History {
    /// The place that has been reached.
    pub fn here(&self) -> usize {
        self.here
    }

    /// All moves: move `i` leads to place `i + 1`.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Number of moves that can be undone from here.
    pub fn depth(&self) -> usize {
        std::iter::successors(Some(self.here), |&place| self.parent(place)).count() - 1
    }

    /// The place to which redo leads from a place.
    pub fn next(&self, place: usize) -> Option<usize> {
        Some(self.next[place]).filter(|&next| next != 0)
    }

    /// Makes redo lead from a place to one that follows it.
    pub(super) fn set_next(&mut self, place: usize, next: usize) {
        if next > 0 && self.moves.get(next - 1).is_some_and(|made| made.parent == place) {
            self.next[place] = next;
        }
    }

    fn parent(&self, place: usize) -> Option<usize> {
        place.checked_sub(1).map(|made| self.moves[made].parent)
    }

    /// Adds a move from here, and goes there.
    pub(super) fn push(&mut self, changes: Vec<Change>) {
        self.moves.push(Move { parent: self.here, changes });
        self.next.push(0);
        self.next[self.here] = self.moves.len();
        self.here = self.moves.len();
    }

    /// Goes back a move, and returns what has to be taken back.
    pub(super) fn undo(&mut self) -> Option<Vec<Change>> {
        let parent = self.parent(self.here)?;
        self.next[parent] = self.here;
        let changes = reversed(&self.moves[self.here - 1].changes);
        self.here = parent;
        Some(changes)
    }

    /// Goes on to where the last undo came from, and returns what has to be done.
    pub(super) fn redo(&mut self) -> Option<Vec<Change>> {
        self.here = self.next(self.here)?;
        Some(self.moves[self.here - 1].changes.clone())
    }

    /// Goes to any place, and returns what has to be changed, in this order. Redo then leads along
    /// the way that was taken.
    ///
    /// # Panics
    /// When there is no such place.
    pub(super) fn go_to(&mut self, place: usize) -> Vec<Change> {
        assert!(place <= self.moves.len());
        let path = |from| std::iter::successors(Some(from), |&place| self.parent(place));
        let down: Vec<usize> = path(place).collect();
        // Both ways lead to the beginning, so that they meet.
        let meeting = path(self.here).find(|place| down.contains(place)).unwrap_or(0);
        let mut changes = Vec::new();
        while self.here != meeting {
            changes.extend(self.undo().unwrap_or_default());
        }
        let below = down.iter().position(|&place| place == meeting).unwrap_or(0);
        for &step in down[..below].iter().rev() {
            self.next[self.here] = step;
            changes.extend(self.redo().unwrap_or_default());
        }
        changes
    }
}

/// What takes changes back.
fn reversed(changes: &[Change]) -> Vec<Change> {
    let back = |change: &Change| Change { from: change.to, to: change.from, ..*change };
    changes.iter().rev().map(back).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sheet::Writing;
    use super::*;

    fn change(from: u32, to: u32) -> Vec<Change> {
        vec![Change { cell: 0, writing: Writing::Value, from, to }]
    }

    #[test]
    fn undo_and_redo_go_back_and_forth_without_losing_another_way() {
        let mut history = History::default();
        assert_eq!(history.undo(), None);
        history.push(change(0, 1));
        history.push(change(1, 2));
        assert_eq!(history.undo(), Some(change(2, 1)));
        history.push(change(1, 3));
        assert_eq!((history.here(), history.depth(), history.redo()), (3, 2, None));
        assert_eq!(history.undo(), Some(change(3, 1)));
        assert_eq!(history.redo(), Some(change(1, 3)));
        let there = [change(3, 1), change(1, 2)].concat();
        assert_eq!(history.go_to(2), there, "by way of place 1");
        assert_eq!((history.here(), history.depth()), (2, 2));
        assert_eq!(history.go_to(0), [change(2, 1), change(1, 0)].concat());
        assert_eq!(history.redo(), Some(change(0, 1)));
        assert_eq!(history.redo(), Some(change(1, 2)), "the way that was come");
    }
}
