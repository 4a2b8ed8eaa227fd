//! `mrv`: candidate sets, naked and hidden singles, and a guess at a cell with fewest candidates.
//!
//! The sensible baseline, and what answers are recounted with. The search keeps its own stack and
//! a trail of overwritten candidate sets, so that its memory is bounded at every order and undoing
//! costs what doing did. The rule for the next guess is the field's "minimum remaining values"
//! (Bitner and Reingold, "Backtrack programming techniques", 1975): the first cell in reading
//! order among those with fewest candidates, its values from 1 upwards.

use super::scalar::{Found, Scalar, ScalarBackend};
use crate::puzzle::{Order, Units};
use crate::solver::{Search, Stop};

/// The backend `mrv`.
pub(super) const BACKEND: ScalarBackend = ScalarBackend {
    id: "mrv",
    summary: "naked and hidden singles, then the cell with fewest candidates",
    complete: true,
    start: |order| Box::new(Mrv::new(order)),
};

struct Mrv {
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
    guesses: Vec<Guess>,
}

/// A cell being tried, and what to return to.
struct Guess {
    cell: u16,
    /// Values not tried yet.
    untried: u64,
    trail_len: usize,
    open: usize,
}

/// A cell or value without a place.
struct Contradiction;

impl Mrv {
    fn new(order: Order) -> Self {
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
            guesses: Vec::new(),
        }
    }

    /// Sets up the candidates that the givens leave.
    fn load(&mut self, cells: &[u8]) -> Result<(), Contradiction> {
        let side = self.order.side();
        self.queue.clear();
        self.trail.clear();
        self.guesses.clear();
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
    fn propagate(&mut self) -> Result<(), Contradiction> {
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

    /// The first open cell with fewest candidates.
    fn fewest(&self) -> usize {
        let (mut best, mut fewest) = (0, u32::MAX);
        for (cell, &candidates) in self.candidates.iter().enumerate() {
            let rest = candidates & candidates.wrapping_sub(1);
            if rest == 0 {
                continue;
            }
            if is_single(rest) {
                return cell;
            }
            let count = candidates.count_ones();
            if count < fewest {
                (best, fewest) = (cell, count);
            }
        }
        best
    }

    /// Opens a guess at a cell; its first value is tried by [`Mrv::try_next`].
    fn begin_guess(&mut self) {
        let cell = self.fewest();
        self.guesses.push(Guess {
            cell: cell as u16,
            untried: self.candidates[cell],
            trail_len: self.trail.len(),
            open: self.open,
        });
    }

    /// Returns to the last guess that has a value left and sets that value. `None` when there is
    /// no such guess; otherwise whether more values remain, which makes it a choice.
    fn try_next(&mut self) -> Option<bool> {
        while self.guesses.last()?.untried == 0 {
            self.guesses.pop();
        }
        let guess = self.guesses.last_mut()?;
        let value = guess.untried & guess.untried.wrapping_neg();
        guess.untried ^= value;
        let (cell, choice) = (guess.cell, guess.untried != 0);
        self.open = guess.open;
        while self.trail.len() > guess.trail_len {
            if let Some((cell, candidates)) = self.trail.pop() {
                self.candidates[cell as usize] = candidates;
            }
        }
        self.queue.clear();
        self.dirty = [0; 3];
        // One value of at least two: this shrinks the cell to a single and cannot contradict.
        let _ = self.shrink(cell, value);
        Some(choice)
    }

    fn write(&self, solution: &mut [u8]) {
        for (symbol, &candidates) in solution.iter_mut().zip(&self.candidates) {
            *symbol = Order::symbol(candidates.trailing_zeros() as u8 + 1);
        }
    }
}

impl Scalar for Mrv {
    fn search(&mut self, cells: &[u8], limit: u32, stop: &Stop, solution: &mut [u8]) -> Found {
        let mut found = Found::NONE;
        if self.load(cells).is_err() {
            return found;
        }
        loop {
            let consistent = self.propagate().is_ok();
            if consistent && self.open == 0 {
                if found.count == 0 {
                    self.write(solution);
                }
                found.count += 1;
                if found.count == limit {
                    return found;
                }
            } else if consistent {
                self.begin_guess();
            }
            match self.try_next() {
                None => return found,
                Some(choice) => {
                    if stop.ends(found.guesses) {
                        found.search = Search::Incomplete;
                        return found;
                    }
                    found.guesses += u64::from(choice);
                }
            }
        }
    }
}

/// Returns true if at most one bit is set.
#[inline]
fn is_single(set: u64) -> bool {
    set & set.wrapping_sub(1) == 0
}
