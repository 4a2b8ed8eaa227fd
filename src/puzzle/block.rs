//! Puzzles laid out for solvers: canonical cells at a fixed, aligned stride.

use super::Order;

/// Bytes readable after the last puzzle of every block, so that whole-vector loads stay inside.
pub const PADDING: usize = 64;
const ALIGNMENT: usize = 64;

/// Owns the cells of puzzles of one order, 64-byte aligned at the first, `stride` bytes apart,
/// NUL between the cells of one and the start of the next, [`PADDING`] NULs after the last.
///
/// The memory is reused: clearing and refilling does not allocate.
pub struct Puzzles {
    order: Order,
    bytes: Vec<u8>,
    start: usize,
    len: usize,
    capacity: usize,
}

impl Puzzles {
    /// Room for `capacity` puzzles of an order.
    pub fn with_capacity(order: Order, capacity: usize) -> Self {
        let bytes = vec![0; capacity * order.stride() + PADDING + ALIGNMENT];
        let start = bytes.as_ptr().align_offset(ALIGNMENT);
        Self { order, bytes, start, len: 0, capacity }
    }

    /// Copies puzzles given as canonical cells.
    ///
    /// # Panics
    /// When one of them has not exactly the order's number of cells.
    pub fn from_cells<'a>(order: Order, cells: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let cells: Vec<_> = cells.into_iter().collect();
        let mut puzzles = Self::with_capacity(order, cells.len());
        for one in cells {
            puzzles.push(one);
        }
        puzzles
    }

    /// The order of every puzzle in here.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Puzzles held.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if no puzzle is held.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puzzles that can be added.
    pub fn room(&self) -> usize {
        self.capacity - self.len
    }

    /// Returns true if [`Puzzles::push`] would panic for want of room.
    pub fn is_full(&self) -> bool {
        self.len == self.capacity
    }

    /// Forgets all puzzles and keeps the memory.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a puzzle given as canonical cells.
    ///
    /// # Panics
    /// When there is no room, or `cells` has not exactly the order's number of cells.
    pub fn push(&mut self, cells: &[u8]) {
        self.push_slot().copy_from_slice(cells);
    }

    /// Adds all puzzles of a block.
    ///
    /// # Panics
    /// When there is no room, or they are of another order.
    pub fn extend(&mut self, block: &Block<'_>) {
        assert!(block.len <= self.room() && block.order == self.order, "no room for the puzzles");
        let stride = self.order.stride();
        let (at, bytes) = (self.start + self.len * stride, block.len * stride);
        self.bytes[at..at + bytes].copy_from_slice(&block.bytes[..bytes]);
        self.len += block.len;
    }

    /// Adds a puzzle to be filled in by the caller, who writes canonical cells to the slice.
    ///
    /// # Panics
    /// When there is no room.
    pub fn push_slot(&mut self) -> &mut [u8] {
        assert!(!self.is_full(), "no room for another puzzle");
        self.len += 1;
        self.cells_mut(self.len - 1)
    }

    /// Takes back the puzzle added last, for a parser that finds its line malformed half-way.
    pub fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    /// The cells of puzzle `i`, to be changed.
    pub fn cells_mut(&mut self, i: usize) -> &mut [u8] {
        assert!(i < self.len);
        let at = self.start + i * self.order.stride();
        &mut self.bytes[at..at + self.order.cells()]
    }

    /// All puzzles as one block.
    pub fn block(&self) -> Block<'_> {
        let end = self.start + self.len * self.order.stride() + PADDING;
        Block { order: self.order, len: self.len, bytes: &self.bytes[self.start..end] }
    }
}

/// Consecutive puzzles of one order: what a solver is handed at once.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    order: Order,
    len: usize,
    bytes: &'a [u8],
}

impl<'a> Block<'a> {
    /// The order of every puzzle in here.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Number of puzzles.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there is no puzzle.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The canonical cells of puzzle `i`, row by row.
    pub fn cells(&self, i: usize) -> &'a [u8] {
        assert!(i < self.len);
        let at = i * self.order.stride();
        &self.bytes[at..at + self.order.cells()]
    }

    /// Everything readable: puzzle `i` starts at `i * stride`, and at least [`PADDING`] bytes
    /// follow the last puzzle's stride. Bytes after the block's last puzzle are another puzzle's
    /// or stale: readable, not meaningful, except that each puzzle is followed by a NUL.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The puzzles `from..to` as a block of their own, without a copy.
    pub fn slice(&self, from: usize, to: usize) -> Block<'a> {
        assert!(from <= to && to <= self.len);
        let stride = self.order.stride();
        let bytes = &self.bytes[from * stride..to * stride + PADDING];
        Block { order: self.order, len: to - from, bytes }
    }

    /// The cells of each puzzle in turn.
    pub fn iter(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let this = *self;
        (0..this.len).map(move |i| this.cells(i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_aligned_terminated_and_padded() {
        let one = [b'1'; 81];
        let two = [b'2'; 81];
        let puzzles = Puzzles::from_cells(Order::THREE, [&one[..], &two[..]]);
        let block = puzzles.block();
        assert_eq!(block.bytes().as_ptr().align_offset(64), 0);
        assert_eq!(block.bytes().len(), 2 * 96 + 64);
        assert_eq!(block.bytes()[81..96], [0; 15]);
        assert_eq!(block.cells(1), two);
        assert_eq!(block.iter().collect::<Vec<_>>(), [&one[..], &two[..]]);
    }

    #[test]
    fn a_slice_of_a_block_sees_its_own_puzzles() {
        let cells: Vec<[u8; 16]> = (0..5).map(|i| [b'0' + i; 16]).collect();
        let puzzles = Puzzles::from_cells(Order::TWO, cells.iter().map(|c| &c[..]));
        let slice = puzzles.block().slice(1, 3);
        assert_eq!(slice.len(), 2);
        assert_eq!(slice.cells(0), [b'1'; 16]);
        assert_eq!(slice.bytes().len(), 2 * 32 + PADDING);
    }

    #[test]
    fn a_block_added_to_others_follows_them() {
        let two = Puzzles::from_cells(Order::TWO, [&[b'1'; 16][..], &[b'2'; 16]]);
        let mut puzzles = Puzzles::with_capacity(Order::TWO, 3);
        puzzles.push(&[b'3'; 16]);
        puzzles.extend(&two.block());
        assert!(puzzles.is_full() && puzzles.room() == 0);
        let firsts: Vec<u8> = puzzles.block().iter().map(|cells| cells[0]).collect();
        assert_eq!(firsts, *b"312");
        assert_eq!(puzzles.block().bytes()[3 * 32..], [0; PADDING]);
    }

    #[test]
    fn refilled_memory_shows_nothing_of_its_past() {
        let mut puzzles = Puzzles::with_capacity(Order::TWO, 2);
        puzzles.push(&[b'1'; 16]);
        puzzles.push(&[b'2'; 16]);
        assert!(puzzles.is_full());
        puzzles.clear();
        puzzles.push(&[b'3'; 16]);
        assert_eq!(puzzles.block().len(), 1);
        assert_eq!(puzzles.block().cells(0), [b'3'; 16]);
        puzzles.pop();
        assert!(puzzles.is_empty());
    }
}
