//! A worker's puzzles of one round, copied out of the file before anything is timed.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::dataset::{Batch, Dataset, DatasetError};
use crate::puzzle::isomorph::Isomorph;
use crate::puzzle::{Block, Order};

use super::group::Group;
use super::portions::PartRange;
use crate::puzzle::seed::mix;

/// The puzzles that one worker solves in one round, again and again.
pub(crate) struct GroupPuzzles {
    /// The parts of the round's chunks that it was filled with.
    range: Option<PartRange>,
    /// For each part of the range.
    spans: Vec<ChunkSpan>,
    batch: Batch,
    /// Puzzles that are not isomorphs of one before them.
    distinct: usize,
}

/// What is made of a round's puzzles before they are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Variety {
    /// Seed of the isomorphs.
    pub seed: u64,
    /// Whether none of the puzzles is solved as it stands in the file.
    pub scramble: bool,
    /// Times each puzzle is there, each time as another isomorph but for the first.
    pub isomorphs: u32,
}

impl Variety {
    /// The puzzles as they stand in the file, once.
    pub(crate) const NONE: Self = Self { seed: 0, scramble: false, isomorphs: 1 };
}

/// Puzzles of a group that stand side by side in one chunk of the dataset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ChunkSpan {
    /// The chunk.
    pub chunk: u32,
    /// Index in the chunk of the first of them.
    pub at: u32,
    /// Index in the group of the first of them.
    pub start: u32,
    /// How many.
    pub len: u32,
}

impl ChunkSpan {
    /// Indices in the group.
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

impl GroupPuzzles {
    /// Room for `capacity` puzzles.
    pub(crate) fn new(order: Order, capacity: usize) -> Self {
        Self {
            range: None,
            spans: Vec::new(),
            batch: Batch::with_room(order, capacity),
            distinct: 0,
        }
    }

    /// Copies part of a group out of the file.
    ///
    /// Isomorphs are drawn by the seed and the puzzle's offset, the same for every worker layout. They
    /// come after the puzzles: all of them once more, as often as it takes.
    ///
    /// # Errors
    /// When the file has become shorter.
    pub(crate) fn fill(
        &mut self,
        dataset: &Dataset,
        batch: &mut Batch,
        group: &Group<'_>,
        range: PartRange,
        variety: Variety,
    ) -> Result<(), DatasetError> {
        self.clear();
        let scramble = variety.scramble.then_some(variety.seed);
        let mut read = None;
        for part in range.parts() {
            let chunk = group.chunks[part.nth];
            if read != Some(chunk) {
                dataset.read(self.batch.puzzles().order(), chunk as usize, batch)?;
                read = Some(chunk);
            }
            let (from, to) = group.part(part.nth, batch.len());
            let (from, to) = part.part(from, to);
            let [at, start, len] = [from, self.len(), to - from].map(|n| n as u32);
            self.spans.push(ChunkSpan { chunk, at, start, len });
            self.take_all(batch, from, to, scramble);
        }
        self.range = Some(range);
        self.distinct = self.len();
        for nth in 1..variety.isomorphs {
            self.vary(mix(variety.seed, u64::from(nth)));
        }
        Ok(())
    }

    /// Adds an isomorph of each puzzle.
    fn vary(&mut self, seed: u64) {
        let (len, start) = (self.distinct, self.len() as u32);
        let first = self.spans.iter().take_while(|one| (one.start as usize) < len);
        let again: Vec<ChunkSpan> =
            first.map(|one| ChunkSpan { start: one.start + start, ..*one }).collect();
        self.spans.extend(again);
        let order = self.batch.puzzles().order();
        self.batch.push_isomorphs(len, |offset| isomorph(order, seed, offset));
    }

    /// Puzzles that are not isomorphs of one before them: puzzle `i` is one of `i % distinct`.
    pub(crate) fn distinct(&self) -> usize {
        self.distinct
    }

    /// Indices of the puzzles in a range, which must be a part of the range that the group was
    /// filled with.
    pub(crate) fn indices(&self, range: PartRange) -> (usize, usize) {
        let start =
            |place: usize| self.spans.get(place).map_or(self.len(), |span| span.start as usize);
        let skipped = self.range.map_or(0, |all| all.skipped(range));
        (start(skipped), start(skipped + range.len()))
    }

    /// The puzzles `from..to` by where they stand in the dataset.
    pub(crate) fn spans(&self, from: usize, to: usize) -> impl Iterator<Item = ChunkSpan> {
        let within =
            move |span: &&ChunkSpan| span.len > 0 && (from..to).contains(&(span.start as usize));
        self.spans.iter().filter(within).copied()
    }

    fn clear(&mut self) {
        self.range = None;
        self.spans.clear();
        self.batch.clear();
    }

    /// Takes the puzzles `from..to` of a chunk.
    fn take_all(&mut self, chunk: &Batch, from: usize, to: usize, scramble: Option<u64>) {
        if scramble.is_none() && !chunk.has_expected() {
            return self.batch.extend(chunk, from, to);
        }
        for i in from..to {
            let order = self.batch.puzzles().order();
            let isomorph = scramble.map(|seed| isomorph(order, seed, chunk.offset(i)));
            self.batch.push_of(chunk, i, isomorph.as_ref());
        }
    }

    /// Puzzles held.
    pub(crate) fn len(&self) -> usize {
        self.batch.len()
    }

    /// All of them, to be cut into blocks.
    pub(crate) fn block(&self) -> Block<'_> {
        self.batch.block()
    }

    /// Byte offset of puzzle `i` in the dataset.
    pub(crate) fn offset(&self, i: usize) -> u64 {
        self.batch.offset(i)
    }

    /// Returns true if the dataset has a solution of any of the puzzles.
    pub(crate) fn shows_solutions(&self) -> bool {
        self.batch.has_expected()
    }

    /// The dataset's own solution of puzzle `i`.
    pub(crate) fn expected(&self, i: usize) -> Option<&[u8]> {
        self.batch.expected(i)
    }
}

fn isomorph(order: Order, seed: u64, offset: u64) -> Isomorph {
    Isomorph::random(order, &mut ChaCha8Rng::seed_from_u64(mix(seed, offset)))
}

#[cfg(test)]
mod tests {
    use super::super::group::{ChunkLimit, Groups};
    use super::super::portions::Portions;
    use super::*;

    #[test]
    fn more_puzzles_than_there_was_room_for_are_taken_all_the_same() {
        let line = ".".repeat(80);
        let text: String = (0..50).map(|i| format!("{}{line}\n", i % 9 + 1)).collect();
        let dataset = Dataset::from_bytes("fifty", text.leak().as_bytes()).unwrap();
        let groups = Groups::new(50, 50, 1, ChunkLimit::NONE);
        let alone = Portions::even(1).all(1);
        for room in [0, 1, 2, 7, 49, 50, 51] {
            for scramble in [false, true] {
                let variety = Variety { seed: 1, scramble, isomorphs: 1 };
                let mut puzzles = GroupPuzzles::new(Order::THREE, room);
                let mut batch = Batch::new(Order::THREE, &dataset);
                puzzles.fill(&dataset, &mut batch, &groups.nth(0, &[0]), alone, variety).unwrap();
                assert_eq!((puzzles.len(), puzzles.block().len()), (50, 50), "room for {room}");
            }
        }
    }

    #[test]
    fn isomorphs_are_the_same_for_every_range_and_others_in_every_round() {
        let text: String = (0..6).map(|i| format!("{}{}\n", i + 1, ".".repeat(80))).collect();
        let dataset = Dataset::from_bytes("six", text.leak().as_bytes()).unwrap();
        let groups = Groups::new(6, 6, 1, ChunkLimit::NONE);
        let filled = |range, seed| {
            let mut puzzles = GroupPuzzles::new(Order::THREE, 6);
            let mut batch = Batch::new(Order::THREE, &dataset);
            let variety = Variety { seed, scramble: false, isomorphs: 50 };
            puzzles.fill(&dataset, &mut batch, &groups.nth(0, &[0]), range, variety).unwrap();
            assert_eq!(puzzles.len(), puzzles.distinct() * 50);
            let cells = |i: usize| (puzzles.offset(i), puzzles.block().cells(i).to_vec());
            (0..puzzles.len()).map(cells).collect::<Vec<_>>()
        };
        let all = filled(Portions::even(1).all(1), 7);
        assert!(all.iter().enumerate().all(|(i, one)| one.0 == all[i % 6].0));
        let mut distinct = all.clone();
        distinct.sort();
        distinct.dedup();
        // A grid with one given has 81 * 9 isomorphs, so a few of 300 are drawn twice.
        assert!(distinct.len() > 200, "{}", distinct.len());
        let portions = Portions::even(2);
        let mut read = [filled(portions.of(0, 1), 7), filled(portions.of(1, 1), 7)].concat();
        let mut sorted = all.clone();
        read.sort();
        sorted.sort();
        assert_eq!(read, sorted);
        let other = filled(Portions::even(1).all(1), 8);
        assert_eq!(other[..6], all[..6], "the first are the puzzles themselves");
        assert_ne!(other[6..], all[6..]);
    }
}
