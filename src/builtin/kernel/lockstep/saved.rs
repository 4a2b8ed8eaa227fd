//! Grids that no lane holds: for each puzzle a list, the newest first.
//!
//! A grid is saved alone, which costs a copy of its 81 cells lane by lane, or as one of a snapshot
//! of all lanes: a snapshot costs little more than one grid, and serves all that are saved at a
//! time.

use super::grids::{Grid, Grids};
use super::split::Split;
use crate::builtin::kernel::simd::Lanes;

const NONE: u32 = u32::MAX;

/// A list of saved grids; none to begin with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct List(u32);

impl List {
    /// Without a grid.
    pub(super) const EMPTY: Self = Self(NONE);

    /// Returns true if there is none in it.
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

/// A snapshot, as long as a grid of it is saved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Snapshot(u32);

/// A saved grid, or a place in memory for one.
struct SavedLane {
    /// What follows in the list; for a place that is free, the next free one.
    rest: List,
    /// The snapshot that the grid is in; none if it is saved alone.
    snapshot: Snapshot,
    lane: u8,
    /// The way to go on from the snapshot is this one's second.
    split: Split,
}

/// All lists, in memory that is kept and reused, last freed first.
pub(super) struct Saved<V> {
    entries: Vec<SavedLane>,
    /// The grids that are saved alone, each where its entry is.
    grids: Vec<Grid>,
    free: List,
    snapshots: Vec<Grids<V>>,
    /// How many saved grids are in each snapshot.
    users: Vec<u32>,
    unused: Vec<Snapshot>,
}

impl<V: Lanes> Saved<V> {
    /// None saved.
    pub(super) fn new() -> Self {
        Self {
            entries: Vec::new(),
            grids: Vec::new(),
            free: List::EMPTY,
            snapshots: Vec::new(),
            users: Vec::new(),
            unused: Vec::new(),
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.grids.clear();
        self.free = List::EMPTY;
        self.snapshots.clear();
        self.users.clear();
        self.unused.clear();
    }

    /// Puts a grid, which `write` writes, before the others of a list.
    #[inline(always)]
    pub(super) fn push(&mut self, list: &mut List, write: impl FnOnce(&mut Grid)) {
        let at = self.entry(SavedLane {
            rest: *list,
            snapshot: Snapshot(NONE),
            lane: 0,
            split: Split::NONE,
        });
        write(&mut self.grids[at.0 as usize]);
        *list = at;
    }

    /// Takes a snapshot, of which a grid is to be saved at once.
    #[inline(always)]
    pub(super) fn snapshot(&mut self, grids: &Grids<V>) -> Snapshot {
        if let Some(snapshot) = self.unused.pop() {
            self.snapshots[snapshot.0 as usize].clone_from(grids);
            return snapshot;
        }
        self.snapshots.push(grids.clone());
        self.users.push(0);
        Snapshot(self.users.len() as u32 - 1)
    }

    /// Puts the grid in a lane of a snapshot, gone the second way of a split, before the others of
    /// a list.
    #[inline(always)]
    pub(super) fn push_second(
        &mut self,
        list: &mut List,
        snapshot: Snapshot,
        lane: usize,
        split: Split,
    ) {
        self.users[snapshot.0 as usize] += 1;
        *list = self.entry(SavedLane { rest: *list, snapshot, lane: lane as u8, split });
    }

    #[inline(always)]
    fn entry(&mut self, entry: SavedLane) -> List {
        let at = self.free;
        if at.is_empty() {
            self.entries.push(entry);
            self.grids.push(Grid::EMPTY);
            return List(self.entries.len() as u32 - 1);
        }
        self.free = self.entries[at.0 as usize].rest;
        self.entries[at.0 as usize] = entry;
        at
    }

    /// Puts a saved grid that was taken from its list into a lane.
    #[inline(always)]
    pub(super) fn restore(&self, entry: usize, grids: &mut Grids<V>, lane: usize) {
        let SavedLane { snapshot, lane: from, split, .. } = self.entries[entry];
        if snapshot == Snapshot(NONE) {
            grids.restore(lane, &self.grids[entry]);
        } else {
            grids.copy_from(lane, &self.snapshots[snapshot.0 as usize], from as usize);
            grids.go_second(lane, split);
        }
    }

    /// Drops all of a list.
    pub(super) fn drop_all(&mut self, list: &mut List) {
        while self.unlink(list).is_some() {}
    }

    /// Takes the newest from a list, if there is one: its entry, which can be read until something else is saved.
    #[inline(always)]
    pub(super) fn unlink(&mut self, list: &mut List) -> Option<usize> {
        if list.is_empty() {
            return None;
        }
        let (at, free) = (list.0 as usize, self.free);
        self.free = *list;
        let entry = &mut self.entries[at];
        *list = std::mem::replace(&mut entry.rest, free);
        if let Some(users) = self.users.get_mut(entry.snapshot.0 as usize) {
            *users -= 1;
            if *users == 0 {
                self.unused.push(entry.snapshot);
            }
        }
        Some(at)
    }
}
