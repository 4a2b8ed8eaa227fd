//! Candidate sets shrunk by naked and hidden singles, with a trail to undo that.

use crate::puzzle::{Order, Units};

/// The candidates of every cell of a puzzle. A trail of overwritten sets bounds its memory at every
/// order, and undoing costs what doing did.
pub(super) struct Singles {
    order: Order,
    units: &'static Units,
    /// All values of the order: bit `v - 1` is value `v`, here and in every set.
    full: u64,
    candidates: Vec<u64>,
    /// For each cell the bits of its row, column and box in `dirty`.
    units_of: Vec<[u64; 3]>,
    /// Units that lost a candidate since they were last searched for hidden singles: a bit for
    /// each row, column and box.
    dirty: [u64; 3],
    /// Cells down to one candidate whose peers do not know it yet.
    queue: Vec<u16>,
    /// Cells whose value has not been taken from their peers.
    open: usize,
    /// Candidate sets as they were before they shrank, oldest first.
    trail: Vec<(u16, u64)>,
}

/// How much was known at a guess.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    trail_len: usize,
    open: usize,
}

/// A cell or value without a place.
pub(super) struct Contradiction;

impl Singles {
    /// Room for the candidates of one puzzle.
    pub(super) fn new(order: Order) -> Self {
        let (side, cells) = (order.side(), order.cells());
        let units = Units::of(order);
        let bit = |kind: usize, unit: u16| 1 << (unit as usize - kind * side);
        let units_of = |cell| {
            let [row, column, box_] = units.of_cell(cell);
            [bit(0, row), bit(1, column), bit(2, box_)]
        };
        Self {
            order,
            units,
            full: (1 << side) - 1,
            candidates: vec![0; cells],
            units_of: (0..cells).map(units_of).collect(),
            dirty: [0; 3],
            queue: Vec::with_capacity(cells),
            open: cells,
            trail: Vec::new(),
        }
    }

    /// Sets up the candidates that the givens leave.
    pub(super) fn load(&mut self, cells: &[u8]) -> Result<(), Contradiction> {
        let side = self.order.side();
        self.queue.clear();
        self.trail.clear();
        self.dirty = [self.full; 3];
        self.open = cells.len();
        let mut used = [0u64; 3 * Order::SEVEN.side()];
        for (cell, &symbol) in cells.iter().enumerate() {
            let given = self.order.value(symbol).map_or(0, |value| 1 << (value - 1));
            let [row, column, box_] = self.units.of_cell(cell).map(usize::from);
            if (used[row] | used[column] | used[box_]) & given != 0 {
                return Err(Contradiction);
            }
            used[row] |= given;
            used[column] |= given;
            used[box_] |= given;
            self.candidates[cell] = given;
        }
        for cell in 0..side * side {
            if self.candidates[cell] != 0 {
                self.open -= 1;
                continue;
            }
            let [row, column, box_] = self.units.of_cell(cell).map(usize::from);
            let left = self.full & !(used[row] | used[column] | used[box_]);
            self.candidates[cell] = left;
            match left {
                0 => return Err(Contradiction),
                single if is_single(single) => self.queue.push(cell as u16),
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes values from a cell; the first that leaves it one puts it in the queue.
    #[inline]
    fn shrink(&mut self, cell: u16, to: u64) -> Result<(), Contradiction> {
        let candidates = &mut self.candidates[cell as usize];
        self.trail.push((cell, *candidates));
        *candidates = to;
        if is_single(to) {
            if to == 0 {
                return Err(Contradiction);
            }
            self.queue.push(cell);
        }
        let [row, column, box_] = self.units_of[cell as usize];
        self.dirty[0] |= row;
        self.dirty[1] |= column;
        self.dirty[2] |= box_;
        Ok(())
    }

    /// Naked and hidden singles until there are no more.
    pub(super) fn propagate(&mut self) -> Result<(), Contradiction> {
        loop {
            while let Some(cell) = self.queue.pop() {
                self.open -= 1;
                let value = self.candidates[cell as usize];
                for &peer in self.units.peers(cell as usize) {
                    let candidates = self.candidates[peer as usize];
                    if candidates & value != 0 {
                        self.shrink(peer, candidates & !value)?;
                    }
                }
            }
            if self.open == 0 {
                return Ok(());
            }
            let Some(kind) = self.dirty.iter().position(|&dirty| dirty != 0) else {
                return Ok(());
            };
            let index = self.dirty[kind].trailing_zeros() as usize;
            self.dirty[kind] &= self.dirty[kind] - 1;
            self.find_hidden_singles(kind * self.order.side() + index)?;
        }
    }

    /// Gives each value with one place in a unit that place.
    fn find_hidden_singles(&mut self, unit: usize) -> Result<(), Contradiction> {
        let cells = self.units.cells(unit);
        let (mut once, mut twice, mut singles) = (0, 0, 0);
        for &cell in cells {
            let candidates = self.candidates[cell as usize];
            twice |= once & candidates;
            once |= candidates;
            singles |= if is_single(candidates) { candidates } else { 0 };
        }
        if once != self.full {
            return Err(Contradiction);
        }
        let hidden = once & !twice & !singles;
        if hidden == 0 {
            return Ok(());
        }
        for &cell in cells {
            let here = self.candidates[cell as usize] & hidden;
            if here != 0 {
                if !is_single(here) {
                    return Err(Contradiction);
                }
                self.shrink(cell, here)?;
            }
        }
        Ok(())
    }

    /// The candidates of every cell: bit `v - 1` is value `v`.
    pub(super) fn candidates(&self) -> &[u64] {
        &self.candidates
    }

    /// Returns true if every cell has its value, after [`Singles::propagate`] found no contradiction.
    pub(super) fn is_solved(&self) -> bool {
        self.open == 0
    }

    /// What [`Singles::retry`] returns to.
    pub(super) fn mark(&self) -> Mark {
        Mark { trail_len: self.trail.len(), open: self.open }
    }

    /// Undoes everything since a mark and gives a cell of several candidates one of them.
    pub(super) fn retry(&mut self, mark: Mark, cell: u16, value: u64) {
        self.open = mark.open;
        while self.trail.len() > mark.trail_len {
            if let Some((cell, candidates)) = self.trail.pop() {
                self.candidates[cell as usize] = candidates;
            }
        }
        self.queue.clear();
        self.dirty = [0; 3];
        // One value of at least two: this shrinks the cell to a single and cannot contradict.
        let _ = self.shrink(cell, value);
    }

    /// Writes a solved grid as canonical symbols.
    pub(super) fn write(&self, solution: &mut [u8]) {
        for (symbol, &candidates) in solution.iter_mut().zip(&self.candidates) {
            *symbol = Order::symbol(candidates.trailing_zeros() as u8 + 1);
        }
    }
}

/// Whether at most one bit is set.
#[inline]
pub(super) fn is_single(set: u64) -> bool {
    set & set.wrapping_sub(1) == 0
}
