//! A worker's puzzles of one round, copied out of the file before anything is timed.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::dataset::{Batch, Dataset, DatasetError};
use crate::puzzle::isomorph::Isomorph;
use crate::puzzle::{Block, Order, Puzzles};

use super::group::Group;
use super::plan::mix;

/// The puzzles that one worker solves in one round, again and again.
pub struct Share {
    puzzles: Puzzles,
    offsets: Vec<u64>,
    expected: Vec<u8>,
    has_expected: Vec<bool>,
    scratch: Vec<u8>,
}

/// Which worker, of how many.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The worker, from 0.
    pub worker: usize,
    /// Workers.
    pub workers: usize,
}

impl Place {
    /// This worker's part of `from..to`, all parts side by side and as even as can be.
    fn part(self, from: usize, to: usize) -> (usize, usize) {
        let len = to - from;
        let at = |worker: usize| from + len * worker / self.workers;
        (at(self.worker), at(self.worker + 1))
    }
}

impl Share {
    /// Room for `capacity` puzzles.
    pub fn new(order: Order, capacity: usize) -> Self {
        Self {
            puzzles: Puzzles::with_capacity(order, capacity),
            offsets: Vec::with_capacity(capacity),
            expected: Vec::new(),
            has_expected: Vec::new(),
            scratch: vec![0; order.cells()],
        }
    }

    /// Takes this worker's puzzles of a group out of the file.
    ///
    /// With `scramble`, each puzzle is replaced by an isomorph that this seed and its offset draw,
    /// the same for every worker layout.
    ///
    /// # Errors
    /// When the file has become shorter.
    pub fn fill(
        &mut self,
        dataset: &Dataset,
        batch: &mut Batch,
        group: &Group<'_>,
        place: Place,
        scramble: Option<u64>,
    ) -> Result<(), DatasetError> {
        self.clear();
        let by_chunk = group.chunks.len() >= place.workers && group.parts == 1;
        for (nth, &chunk) in group.chunks.iter().enumerate() {
            if by_chunk && nth % place.workers != place.worker {
                continue;
            }
            dataset.read(self.puzzles.order(), chunk as usize, batch)?;
            let (from, to) = group.part(nth, batch.len());
            let (from, to) = if by_chunk { (from, to) } else { place.part(from, to) };
            self.take_all(batch, from, to, scramble);
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.puzzles.clear();
        self.offsets.clear();
        self.expected.clear();
        self.has_expected.clear();
    }

    /// Takes the puzzles `from..to` of a batch.
    fn take_all(&mut self, batch: &Batch, from: usize, to: usize, scramble: Option<u64>) {
        if scramble.is_some() || batch.has_expected() {
            for i in from..to {
                self.take(batch, i, scramble);
            }
            return;
        }
        if self.puzzles.room() < to - from {
            self.grow(to - from);
        }
        self.puzzles.extend(&batch.block().slice(from, to));
        self.offsets.extend_from_slice(&batch.offsets()[from..to]);
    }

    fn take(&mut self, batch: &Batch, i: usize, scramble: Option<u64>) {
        if self.puzzles.is_full() {
            self.grow(1);
        }
        let (cells, offset) = (batch.puzzles().block().cells(i), batch.offset(i));
        let isomorph = scramble.map(|seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(mix(seed, offset));
            Isomorph::random(self.puzzles.order(), &mut rng)
        });
        match &isomorph {
            Some(isomorph) => isomorph.apply(cells, self.puzzles.push_slot()),
            None => self.puzzles.push(cells),
        }
        self.offsets.push(offset);
        if let Some(expected) = batch.expected(i) {
            if let Some(isomorph) = &isomorph {
                isomorph.apply(expected, &mut self.scratch);
            } else {
                self.scratch.copy_from_slice(expected);
            }
            self.expect();
        }
    }

    /// Keeps the solution in the scratch memory as that of the puzzle taken last.
    fn expect(&mut self) {
        let last = self.offsets.len() - 1;
        self.expected.resize(last * self.scratch.len(), 0);
        self.expected.extend_from_slice(&self.scratch);
        self.has_expected.resize(last, false);
        self.has_expected.push(true);
    }

    /// Makes room for so many more puzzles, or twice as many as there are: a chunk may hold more than
    /// the dataset's average promised.
    fn grow(&mut self, more: usize) {
        let block = self.puzzles.block();
        let mut wider = Puzzles::with_capacity(block.order(), block.len() + more.max(block.len()));
        wider.extend(&block);
        self.puzzles = wider;
    }

    /// Puzzles held.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// All of them, to be cut into blocks.
    pub fn block(&self) -> Block<'_> {
        self.puzzles.block()
    }

    /// Byte offset of puzzle `i` in the dataset.
    pub fn offset(&self, i: usize) -> u64 {
        self.offsets[i]
    }

    /// Whether the dataset has a solution of any of the puzzles.
    pub fn shows_solutions(&self) -> bool {
        !self.has_expected.is_empty()
    }

    /// The dataset's own solution of puzzle `i`.
    pub fn expected(&self, i: usize) -> Option<&[u8]> {
        if !*self.has_expected.get(i)? {
            return None;
        }
        let cells = self.scratch.len();
        self.expected.get(i * cells..(i + 1) * cells)
    }
}

#[cfg(test)]
mod tests {
    use super::super::group::{Groups, Quota};
    use super::*;

    #[test]
    fn more_puzzles_than_there_was_room_for_are_taken_all_the_same() {
        let line = ".".repeat(80);
        let text: String = (0..50).map(|i| format!("{}{line}\n", i % 9 + 1)).collect();
        let dataset = Dataset::from_bytes("fifty", text.leak().as_bytes()).unwrap();
        let groups = Groups::new(50, 50, 1, Quota::NONE);
        let alone = Place { worker: 0, workers: 1 };
        for room in [0, 1, 2, 7, 49, 50, 51] {
            for scramble in [None, Some(1)] {
                let mut share = Share::new(Order::THREE, room);
                let mut batch = Batch::new(Order::THREE, &dataset);
                share.fill(&dataset, &mut batch, &groups.nth(0, &[0]), alone, scramble).unwrap();
                assert_eq!((share.len(), share.block().len()), (50, 50), "room for {room}");
            }
        }
    }

    #[test]
    fn the_workers_parts_cover_the_whole_without_overlap() {
        for workers in 1..5 {
            for len in 0..20 {
                let mut next = 3;
                for worker in 0..workers {
                    let (from, to) = Place { worker, workers }.part(3, 3 + len);
                    assert_eq!(from, next);
                    next = to;
                }
                assert_eq!(next, 3 + len);
            }
        }
    }
}
