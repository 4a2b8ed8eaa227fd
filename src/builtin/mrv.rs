//! `mrv`: candidate sets, naked and hidden singles, and a guess at a cell with fewest candidates.
//!
//! The sensible baseline, and what answers are recounted with. The search keeps its own
//! stack, so that its memory is bounded at every order. The rule for the next guess is the field's
//! "minimum remaining values" (Bitner and Reingold, "Backtrack programming techniques", 1975): the
//! first cell in reading order among those with fewest candidates, its values from 1 upwards.

use super::scalar::{Found, Scalar, ScalarBackend};
use super::singles::{Mark, Singles, is_single};
use crate::puzzle::Order;
use crate::solver::{Search, Stop};

/// The backend `mrv`.
pub(super) const BACKEND: ScalarBackend = ScalarBackend {
    id: "mrv",
    summary: "naked and hidden singles, then the cell with fewest candidates",
    complete: true,
    start: |order| Box::new(Mrv::new(order)),
};

struct Mrv {
    grid: Singles,
    guesses: Vec<Guess>,
}

/// A cell being tried, and what to return to.
struct Guess {
    cell: u16,
    /// Values not tried yet.
    untried: u64,
    mark: Mark,
}

impl Mrv {
    fn new(order: Order) -> Self {
        Self { grid: Singles::new(order), guesses: Vec::new() }
    }

    /// The first open cell with fewest candidates.
    fn fewest(&self) -> usize {
        let (mut best, mut fewest) = (0, u32::MAX);
        for (cell, &candidates) in self.grid.candidates().iter().enumerate() {
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
            untried: self.grid.candidates()[cell],
            mark: self.grid.mark(),
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
        let choice = guess.untried != 0;
        self.grid.retry(guess.mark, guess.cell, value);
        Some(choice)
    }
}

impl Scalar for Mrv {
    fn search(&mut self, cells: &[u8], limit: u32, stop: &Stop, solution: &mut [u8]) -> Found {
        let mut found = Found::NONE;
        self.guesses.clear();
        if self.grid.load(cells).is_err() {
            return found;
        }
        loop {
            let consistent = self.grid.propagate().is_ok();
            if consistent && self.grid.is_solved() {
                if found.count == 0 {
                    self.grid.write(solution);
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
