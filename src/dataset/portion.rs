//! A worker's puzzles of one round: a part of a group, which may be all of it.

use std::sync::Arc;

use crate::dataset::DatasetError;
use crate::puzzle::{Block, Order};

use super::group_puzzles::{ChunkSpan, GroupPuzzles};
use super::portions::PartRange;

/// Some neighbouring puzzles of a group, counted from 0.
pub(crate) struct Portion {
    group: Arc<GroupPuzzles>,
    from: usize,
    to: usize,
}

impl Portion {
    /// No puzzles yet, but room for `capacity`.
    pub(crate) fn new(order: Order, capacity: usize) -> Self {
        Self { group: Arc::new(GroupPuzzles::new(order, capacity)), from: 0, to: 0 }
    }

    /// A range of a group that others have ranges of.
    pub(crate) fn of(group: &Arc<GroupPuzzles>, range: PartRange) -> Self {
        let (from, to) = group.indices(range);
        Self { group: Arc::clone(group), from, to }
    }

    /// Fills a group of this worker's own, all of which is its portion.
    ///
    /// # Errors
    /// When `fill` fails.
    ///
    /// # Panics
    /// When others have ranges of the same group.
    pub(crate) fn fill(
        &mut self,
        fill: impl FnOnce(&mut GroupPuzzles) -> Result<(), DatasetError>,
    ) -> Result<(), DatasetError> {
        let group =
            Arc::get_mut(&mut self.group).expect("a group that is kept is not filled again");
        fill(group)?;
        (self.from, self.to) = (0, group.len());
        Ok(())
    }

    /// Puzzles there are.
    pub(crate) fn len(&self) -> usize {
        self.to - self.from
    }

    /// Puzzles that are not isomorphs of one before them: puzzle `i` is one of `i % distinct`.
    pub(crate) fn distinct(&self) -> usize {
        // isomorphs are never in a group that others have ranges of
        self.group.distinct().min(self.len())
    }

    /// All of them, to be cut into blocks.
    pub(crate) fn block(&self) -> Block<'_> {
        self.group.block().slice(self.from, self.to)
    }

    /// Byte offset of puzzle `i` in the dataset.
    pub(crate) fn offset(&self, i: usize) -> u64 {
        self.group.offset(self.from + i)
    }

    /// Returns true if the dataset has a solution of any of the puzzles.
    pub(crate) fn shows_solutions(&self) -> bool {
        self.group.shows_solutions()
    }

    /// The dataset's own solution of puzzle `i`.
    pub(crate) fn expected(&self, i: usize) -> Option<&[u8]> {
        self.group.expected(self.from + i)
    }

    /// The puzzles by where they stand in the dataset.
    pub(crate) fn spans(&self) -> impl Iterator<Item = ChunkSpan> {
        let spans = self.group.spans(self.from, self.to);
        spans.map(|span| ChunkSpan { start: span.start - self.from as u32, ..span })
    }
}

#[cfg(test)]
mod tests {
    use super::super::group::{ChunkLimit, Groups};
    use super::super::group_puzzles::Variety;
    use super::super::portions::Portions;
    use super::*;
    use crate::dataset::{Batch, Dataset};

    /// 40 KB of 4x4 puzzles: several chunks.
    fn dataset() -> Dataset {
        let text: String = (0..2400).map(|i| format!("{}...............\n", 1 + i % 4)).collect();
        Dataset::from_bytes("many", text.leak().as_bytes()).unwrap()
    }

    fn uneven() -> Portions {
        Portions::by_weight(vec![100.0, 137.0])
    }

    #[test]
    fn a_part_of_the_shared_puzzles_is_what_would_have_been_read() {
        let dataset = dataset();
        let chunks: Vec<u32> = (0..dataset.chunks() as u32).collect();
        let mut batch = Batch::new(Order::TWO, &dataset);
        for (wanted, portions) in [(1000, Portions::even(2)), (1000, uneven()), (100, uneven())] {
            let group = Groups::new(wanted, 2400, chunks.len(), ChunkLimit::NONE).nth(1, &chunks);
            let mut all = GroupPuzzles::new(Order::TWO, 0);
            all.fill(&dataset, &mut batch, &group, portions.all(group.chunks.len()), Variety::NONE)
                .unwrap();
            let all = Arc::new(all);
            for worker in 0..2 {
                let range = portions.of(worker, group.chunks.len());
                let part = Portion::of(&all, range);
                let mut read = Portion::new(Order::TWO, 0);
                read.fill(|puzzles| {
                    puzzles.fill(&dataset, &mut batch, &group, range, Variety::NONE)
                })
                .unwrap();
                assert!(part.len() > 0);
                assert!(part.block().iter().eq(read.block().iter()));
                assert!((0..part.len()).all(|i| part.offset(i) == read.offset(i)));
                assert!(part.spans().eq(read.spans()));
                let covered: usize = part.spans().map(|span| span.range().len()).sum();
                assert_eq!(covered, part.len());
            }
        }
    }
}
