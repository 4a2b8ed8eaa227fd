//! The list of cells that may carry new information, kept sorted by level.

/// Entries, each listed at most once and under one level; the lowest is taken first, and among
/// equals the one with the smallest number.
pub(super) struct Agenda {
    /// For each level a bit for each entry.
    levels: Vec<Vec<u64>>,
    /// Entries listed under each level.
    lengths: Vec<usize>,
    /// Level of each entry; 0 when it is not listed.
    level_of: Vec<u8>,
}

impl Agenda {
    /// Room for entries `0..entries` under levels `1..=highest`.
    pub(super) fn new(entries: usize, highest: usize) -> Self {
        Self {
            levels: vec![vec![0; entries.div_ceil(64)]; highest + 1],
            lengths: vec![0; highest + 1],
            level_of: vec![0; entries],
        }
    }

    /// Lists an entry under a level, and no longer under another.
    pub(super) fn put(&mut self, entry: usize, level: u8) {
        self.remove(entry);
        self.levels[level as usize][entry / 64] |= 1 << (entry % 64);
        self.lengths[level as usize] += 1;
        self.level_of[entry] = level;
    }

    /// Takes an entry off the list, if it is on it.
    pub(super) fn remove(&mut self, entry: usize) {
        let level = std::mem::take(&mut self.level_of[entry]) as usize;
        if level > 0 {
            self.levels[level][entry / 64] &= !(1 << (entry % 64));
            self.lengths[level] -= 1;
        }
    }

    /// Takes the first entry off the list, with the level it had.
    pub(super) fn take(&mut self) -> Option<(usize, u8)> {
        let level = self.lengths.iter().position(|&length| length > 0)?;
        let words = self.levels[level].iter().enumerate();
        let (word, &bits) = words.into_iter().find(|&(_, &bits)| bits != 0)?;
        let entry = word * 64 + bits.trailing_zeros() as usize;
        self.remove(entry);
        Some((entry, level as u8))
    }

    /// Empties the list.
    pub(super) fn clear(&mut self) {
        while self.take().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_leave_by_level_and_only_once() {
        let mut agenda = Agenda::new(200, 9);
        for (entry, level) in [(150, 3), (7, 9), (151, 3), (8, 1), (9, 2)] {
            agenda.put(entry, level);
        }
        agenda.put(7, 2);
        agenda.put(8, 4);
        agenda.remove(151);
        agenda.remove(199);
        let taken: Vec<_> = std::iter::from_fn(|| agenda.take()).collect();
        assert_eq!(taken, [(7, 2), (9, 2), (150, 3), (8, 4)]);
    }

    #[test]
    fn a_cleared_list_is_empty_and_usable() {
        let mut agenda = Agenda::new(10, 4);
        agenda.put(3, 1);
        agenda.put(4, 4);
        agenda.clear();
        assert_eq!(agenda.take(), None);
        agenda.put(3, 2);
        assert_eq!(agenda.take(), Some((3, 2)));
    }
}
