//! Puzzles with where they stand, in memory that is used again: those of one chunk, or of one
//! group.

use crate::puzzle::{Block, Isomorph, Order, Puzzles};

/// Puzzles of one order with where they stand and, if the file says so, how they end.
pub struct Batch {
    puzzles: Puzzles,
    offsets: Vec<u64>,
    expected: Vec<u8>,
    has_expected: Vec<bool>,
    capacity: usize,
}

impl Batch {
    /// Room for any chunk of a dataset. It grows by itself when used with another one.
    pub fn new(order: Order, dataset: &super::Dataset) -> Self {
        Self::for_chunks_of(order, dataset.chunk_size())
    }

    pub(super) fn for_chunks_of(order: Order, bytes: usize) -> Self {
        Self::with_room(order, Self::most_in(order, bytes))
    }

    /// Room for `capacity` puzzles.
    pub(super) fn with_room(order: Order, capacity: usize) -> Self {
        Self {
            puzzles: Puzzles::with_capacity(order, capacity),
            offsets: Vec::with_capacity(capacity),
            expected: Vec::new(),
            has_expected: Vec::with_capacity(capacity),
            capacity,
        }
    }

    /// The most lines with a puzzle that can begin in so many bytes.
    fn most_in(order: Order, bytes: usize) -> usize {
        bytes.div_ceil(order.cells() + 1).max(1)
    }

    /// Empties the batch and sees to it that a chunk of so many bytes fits.
    pub(super) fn begin(&mut self, order: Order, bytes: usize) {
        if self.puzzles.order() != order || self.capacity < Self::most_in(order, bytes) {
            *self = Self::for_chunks_of(order, bytes);
        }
        self.clear();
    }

    /// Empties the batch.
    pub(super) fn clear(&mut self) {
        self.puzzles.clear();
        self.offsets.clear();
        self.expected.clear();
        self.has_expected.clear();
    }

    /// Adds puzzles `from..to` of another batch, without their solutions.
    pub(super) fn extend(&mut self, other: &Self, from: usize, to: usize) {
        if self.puzzles.room() < to - from {
            self.grow(to - from);
        }
        self.puzzles.extend(&other.block().slice(from, to));
        self.offsets.extend_from_slice(&other.offsets[from..to]);
    }

    /// Adds puzzle `i` of another batch with its solution, as it stands or as an isomorph.
    pub(super) fn push_of(&mut self, other: &Self, i: usize, isomorph: Option<&Isomorph>) {
        self.push(other.block().cells(i), other.offsets[i], other.expected(i), isomorph);
    }

    /// Adds an isomorph of each of the first `len` puzzles, and of their solutions; which one,
    /// depends on the puzzle's offset.
    pub(super) fn push_isomorphs(&mut self, len: usize, isomorph: impl Fn(u64) -> Isomorph) {
        let (mut cells, mut solution) = (Vec::new(), Vec::new());
        for i in 0..len {
            let offset = self.offsets[i];
            cells.clear();
            cells.extend_from_slice(self.block().cells(i));
            solution.clear();
            let expected = self.expected(i);
            solution.extend_from_slice(expected.unwrap_or_default());
            let expected = expected.is_some().then_some(&solution[..]);
            self.push(&cells, offset, expected, Some(&isomorph(offset)));
        }
    }

    fn push(
        &mut self,
        cells: &[u8],
        offset: u64,
        expected: Option<&[u8]>,
        isomorph: Option<&Isomorph>,
    ) {
        let write = |from: &[u8], to: &mut [u8]| match isomorph {
            Some(isomorph) => isomorph.apply(from, to),
            None => to[..from.len()].copy_from_slice(from),
        };
        if self.puzzles.is_full() {
            self.grow(1);
        }
        write(cells, self.puzzles.push_slot());
        self.offsets.push(offset);
        if let Some(expected) = expected {
            write(expected, self.expected_slot());
            self.keep_expected();
        }
    }

    /// Makes room for so many more puzzles, or twice as many as there are: a chunk may hold more
    /// than the dataset's average promised.
    fn grow(&mut self, more: usize) {
        let block = self.puzzles.block();
        let mut wider = Puzzles::with_capacity(block.order(), block.len() + more.max(block.len()));
        wider.extend(&block);
        self.puzzles = wider;
    }

    /// A slot for the cells of the next puzzle, to be confirmed by [`Batch::keep`] or given back.
    #[inline]
    pub(super) fn slot(&mut self) -> &mut [u8] {
        self.puzzles.push_slot()
    }

    #[inline]
    pub(super) fn give_back(&mut self) {
        self.puzzles.pop();
    }

    #[inline]
    pub(super) fn keep(&mut self, offset: usize) {
        self.offsets.push(offset as u64);
    }

    /// A slot for the solution of the puzzle kept last.
    pub(super) fn expected_slot(&mut self) -> &mut [u8] {
        let cells = self.puzzles.order().cells();
        let last = self.offsets.len() - 1;
        self.expected.resize((last + 1) * cells, 0);
        &mut self.expected[last * cells..]
    }

    /// Says that the slot given last holds a solution.
    pub(super) fn keep_expected(&mut self) {
        self.has_expected.resize(self.offsets.len() - 1, false);
        self.has_expected.push(true);
    }

    /// The puzzles themselves.
    pub fn puzzles(&self) -> &Puzzles {
        &self.puzzles
    }

    /// All puzzles as one block.
    pub fn block(&self) -> Block<'_> {
        self.puzzles.block()
    }

    /// Number of puzzles.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Returns true if there is none.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Where puzzle `i` stands: the byte offset of its line, and its identity in the dataset.
    pub fn offset(&self, i: usize) -> u64 {
        self.offsets[i]
    }

    /// Where each puzzle stands.
    pub fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    /// Returns true if the dataset has a solution of any of the puzzles.
    pub fn has_expected(&self) -> bool {
        !self.has_expected.is_empty()
    }

    /// The solution of puzzle `i` by the dataset's own solution column, as canonical cells. It has
    /// no blanks; it has not been checked.
    pub fn expected(&self, i: usize) -> Option<&[u8]> {
        if !*self.has_expected.get(i)? {
            return None;
        }
        let cells = self.puzzles.order().cells();
        self.expected.get(i * cells..(i + 1) * cells)
    }
}
