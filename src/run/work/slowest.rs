//! The puzzles a backend took longest over.

use serde::{Deserialize, Serialize};

/// A puzzle and how long it took.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Slow {
    /// Shortest time over everything measured so far, in nanoseconds.
    pub low_ns: u64,
    /// Byte offset of the puzzle in the dataset.
    pub offset: u64,
    /// Guesses; none where the solver did not come back from it.
    pub guesses: Option<u64>,
    /// The puzzle as it was solved.
    #[serde(with = "as_text")]
    pub cells: Vec<u8>,
}

/// Cells, which are ASCII, as text.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(cells: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&String::from_utf8_lossy(cells))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        Ok(String::deserialize(from)?.into_bytes())
    }
}

/// How many are kept.
const KEPT: usize = 20;

/// The slowest puzzles, each by its shortest time, so that a hiccup of the machine does not pass
/// for a hard puzzle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slowest {
    kept: Vec<Slow>,
    /// The least time that still counts; 0 until the list is full.
    least_ns: u64,
    /// Puzzles that were taken in, in this order, since they were last asked for.
    fresh: Vec<Slow>,
}

impl Slowest {
    /// An empty list.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Takes a measured puzzle in if it belongs to the slowest.
    #[inline]
    pub(crate) fn offer(&mut self, low_ns: u64, offset: u64, guesses: Option<u64>, cells: &[u8]) {
        if low_ns >= self.least_ns || self.kept.iter().any(|slow| slow.offset == offset) {
            let new = Slow { low_ns, offset, guesses, cells: cells.to_vec() };
            if self.take(new.clone()) {
                self.fresh.push(new);
            }
        }
    }

    /// What was offered and taken in since this was last asked.
    pub(crate) fn take_fresh(&mut self) -> Vec<Slow> {
        std::mem::take(&mut self.fresh)
    }

    /// Takes a puzzle in, which may not stay; returns true if the list is another than before.
    pub(crate) fn take(&mut self, new: Slow) -> bool {
        match self.kept.iter_mut().find(|slow| slow.offset == new.offset) {
            Some(known) if known.low_ns <= new.low_ns => return false,
            Some(known) => *known = new,
            None => self.kept.push(new),
        }
        self.kept.sort_by(|a, b| b.low_ns.cmp(&a.low_ns).then(a.offset.cmp(&b.offset)));
        self.kept.truncate(KEPT);
        if self.kept.len() == KEPT {
            self.least_ns = self.kept[KEPT - 1].low_ns;
        }
        true
    }

    /// The longest of them.
    pub(crate) fn longest_ns(&self) -> Option<u64> {
        self.kept.first().map(|slow| slow.low_ns)
    }

    /// The puzzles, slowest first.
    pub(crate) fn into_list(self) -> Vec<Slow> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_are_kept_in_order() {
        let mut slowest = Slowest::new();
        for ns in 0..100u64 {
            slowest.offer(ns * 37 % 100, ns, None, b"");
        }
        let times: Vec<u64> = slowest.into_list().iter().map(|slow| slow.low_ns).collect();
        assert_eq!(times, (80..100).rev().collect::<Vec<_>>());
    }

    #[test]
    fn a_puzzle_counts_by_its_shortest_time() {
        let mut slowest = Slowest::new();
        slowest.offer(500, 1, None, b"");
        slowest.offer(100, 2, None, b"");
        slowest.offer(50, 1, None, b"");
        let mut another = Slowest::new();
        for slow in slowest.take_fresh() {
            another.take(slow);
        }
        let list = slowest.into_list();
        assert_eq!(
            list.iter().map(|s| (s.offset, s.low_ns)).collect::<Vec<_>>(),
            [(2, 100), (1, 50)]
        );
        assert_eq!(another.into_list(), list);
    }
}
