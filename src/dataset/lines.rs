//! The lines of offsets, many of which are asked for: newlines are counted once a chunk.

use memchr::memchr_iter;

use super::Dataset;
use super::formats::spool;

/// Gives the lines of offsets of one dataset.
pub struct Lines<'a> {
    dataset: &'a Dataset,
    /// Newlines before each chunk, for the chunks that have been looked at.
    before: Vec<u64>,
    /// Two offsets with their lines, from which others are near: places are asked for by turns
    /// with those that they repeat.
    recent: [(usize, u64); 2],
}

impl<'a> Lines<'a> {
    pub(super) fn new(dataset: &'a Dataset) -> Self {
        Self { dataset, before: vec![0], recent: [(0, 1); 2] }
    }

    /// The line of the user's file, counted from 1, in which the puzzle at `offset` begins.
    pub fn of(&mut self, offset: u64) -> u64 {
        let bytes = self.dataset.bytes.get();
        let offset = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
        if self.dataset.converted {
            return spool::line_of(bytes, offset);
        }
        let newlines = |from: usize, to: usize| memchr_iter(b'\n', &bytes[from..to]).count() as u64;
        let size = self.dataset.chunk_size();
        let chunk = offset / size;
        while self.before.len() <= chunk {
            let last = self.before.len() - 1;
            self.before.push(self.before[last] + newlines(last * size, (last + 1) * size));
        }
        let begin = (chunk * size, self.before[chunk] + 1);
        let near = |(at, _): &(usize, u64)| (begin.0..=offset).contains(at);
        let nearest = (0..2).filter(|&i| near(&self.recent[i])).max_by_key(|&i| self.recent[i].0);
        let (from, line) = nearest.map_or(begin, |i| self.recent[i]);
        let found = (offset, line + newlines(from, offset));
        // One that is nowhere near takes the place of the lower, which is that of what is repeated.
        let lower = usize::from(self.recent[1].0 < self.recent[0].0);
        self.recent[nearest.unwrap_or(lower)] = found;
        found.1
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::dataset::Dataset;
    use crate::dataset::survey::line_of;

    proptest! {
        #[test]
        fn lines_in_any_order_are_those_that_counting_gives(
            asked in prop::collection::vec(0usize..100_001, 1..40),
        ) {
            let text = format!("{}\n\n", ".".repeat(81)).repeat(100_000 / 83 + 1);
            let dataset = Dataset::from_bytes("x", text.clone().leak().as_bytes()).unwrap();
            let mut lines = dataset.lines();
            for offset in asked.into_iter().flat_map(|at| [at, 7, at + 1, at / 2]) {
                prop_assert_eq!(lines.of(offset as u64), line_of(text.as_bytes(), offset), "{}", offset);
            }
        }
    }
}
