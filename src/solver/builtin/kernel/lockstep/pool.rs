//! The pool: which grid is in which lane, and what becomes of it after a sweep.
//!
//! A dead grid frees its lane. A grid that stalled is split: one half stays, the other goes to a
//! free lane, all of them in one pass. Without a free lane the grid waits, which costs nothing but
//! the lane's sweep; when many wait, halves are saved. Free lanes take up saved grids, newest
//! first, and only then new puzzles, so that few puzzles are begun at a time.

use super::choice::{Choice, Split};
use super::grids::{Grid, Grids};
use super::sweep::{Sweep, Swept};
use crate::puzzle::Block;
use crate::solver::builtin::kernel::simd::{Lanes, Work};
use crate::solver::{Answers, Search, Stop};

/// Grids that wait for a lane before others are saved.
const WAITING: u32 = 4;

/// What is known of a puzzle of the block.
#[derive(Clone, Copy)]
struct Found {
    solutions: u32,
    guesses: u64,
    /// `Unanswered` while the search goes on.
    search: Search,
}

/// A grid that goes on in two lanes.
#[derive(Clone, Copy)]
struct Fork {
    from: u8,
    to: u8,
    split: Split,
}

/// Grids in lanes.
struct Half<V> {
    grids: Grids<V>,
    /// The puzzle of each lane's grid.
    puzzle: [u32; 32],
    /// Lanes that hold a grid.
    busy: u32,
}

/// Grids in lanes and grids that are saved, for one block after the other.
pub struct Pool<V> {
    halves: [Half<V>; 2],
    saved: Vec<(u32, Grid)>,
    found: Vec<Found>,
    forks: [Fork; 32],
    pairs: [(u8, u8); 32],
    next: usize,
}

/// A block being solved.
pub struct Solving<'a, 'b, V> {
    /// Reused between blocks.
    pub pool: &'a mut Pool<V>,
    /// The puzzles.
    pub block: &'a Block<'b>,
    /// Solutions at which a puzzle is done.
    pub limit: u32,
    /// When to end early.
    pub stop: &'a Stop,
    /// Where the answers go.
    pub answers: &'a mut Answers,
}

impl<V: Lanes> Pool<V> {
    /// A pool without grids.
    pub fn new() -> Self {
        let half = || Half { grids: Grids::new(), puzzle: [0; 32], busy: 0 };
        Self {
            halves: [half(), half()],
            saved: Vec::new(),
            found: Vec::new(),
            forks: [Fork { from: 0, to: 0, split: Split::NONE }; 32],
            pairs: [(0, 0); 32],
            next: 0,
        }
    }

    /// Forgets the last block.
    fn begin(&mut self, len: usize) {
        let open = Found { solutions: 0, guesses: 0, search: Search::Unanswered };
        self.found.clear();
        self.found.resize(len, open);
        self.saved.clear();
        self.next = 0;
        for half in &mut self.halves {
            half.busy = 0;
        }
    }
}

impl<V: Lanes> Work<V> for Solving<'_, '_, V> {
    type Output = ();

    /// While one half is swept, the outcome of the other's last sweep is dealt with: the processor
    /// does both at once, where it would else wait for the sweep's last instruction and be in
    /// doubt about each branch.
    #[inline(always)]
    fn run(mut self) {
        self.pool.begin(self.block.len());
        self.refill(0);
        self.refill(1);
        let mut swept = [Swept::nothing(), Swept::nothing()];
        while !self.stop.is_raised() && self.pool.halves[0].busy | self.pool.halves[1].busy != 0 {
            for h in 0..2 {
                swept[h] = V::enter(Sweep::<V, true>(&mut self.pool.halves[h].grids));
                self.settle(1 - h, &swept[1 - h]);
                self.refill(1 - h);
            }
        }
        self.answer();
    }
}

impl<V: Lanes> Solving<'_, '_, V> {
    /// Fills free lanes.
    #[inline(always)]
    fn refill(&mut self, h: usize) {
        let pool = &mut *self.pool;
        let half = &mut pool.halves[h];
        let mut free = !half.busy & lanes_mask::<V>();
        while free != 0 {
            let lane = free.trailing_zeros() as usize;
            if let Some((puzzle, grid)) = pool.saved.pop() {
                if pool.found[puzzle as usize].search != Search::Unanswered {
                    continue;
                }
                half.grids.restore(lane, &grid);
                half.puzzle[lane] = puzzle;
            } else if pool.next < self.block.len() {
                half.grids.load(lane, self.block.cells(pool.next));
                half.puzzle[lane] = pool.next as u32;
                pool.next += 1;
            } else {
                break;
            }
            free &= free - 1;
            half.busy |= 1 << lane;
        }
    }

    /// Frees, answers and splits grids after a sweep.
    #[inline(always)]
    fn settle(&mut self, h: usize, swept: &Swept<V>) {
        let half = &mut self.pool.halves[h];
        half.busy &= !swept.dead;
        let stalled = half.busy & swept.stalled;
        for lane in ones(stalled & swept.filled) {
            self.solved(h, lane);
        }
        let stalled = stalled & !swept.filled & self.pool.halves[h].busy;
        if stalled != 0 {
            self.split(h, stalled, &swept.choice);
        }
    }

    /// Counts a solution, and frees its lane.
    #[inline(always)]
    fn solved(&mut self, h: usize, lane: usize) {
        let half = &mut self.pool.halves[h];
        if half.busy & 1 << lane == 0 {
            return;
        }
        half.busy &= !(1 << lane);
        let puzzle = half.puzzle[lane];
        let found = &mut self.pool.found[puzzle as usize];
        if found.solutions == 0 {
            half.grids.write_symbols(lane, self.answers.solution_mut(puzzle as usize));
        }
        found.solutions += 1;
        if found.solutions >= self.limit {
            self.end(puzzle, Search::Complete);
        }
    }

    /// Ends a puzzle's search: its lanes are freed now, its saved grids when they are met.
    #[inline(never)]
    fn end(&mut self, puzzle: u32, search: Search) {
        let pool = &mut *self.pool;
        pool.found[puzzle as usize].search = search;
        for half in &mut pool.halves {
            for lane in ones(half.busy) {
                if half.puzzle[lane] == puzzle {
                    half.busy &= !(1 << lane);
                }
            }
        }
    }

    /// Splits stalled grids, each into its own lane and a free one.
    #[inline(always)]
    fn split(&mut self, h: usize, stalled: u32, choice: &Choice<V>) {
        let mut len = 0;
        // lanes that are freed meanwhile may be part of a pair
        let mut free = !self.pool.halves[h].busy & lanes_mask::<V>();
        let mut waiting = stalled.count_ones();
        for lane in ones(stalled) {
            if self.pool.halves[h].busy & 1 << lane == 0 {
                waiting -= 1;
                continue;
            }
            if free == 0 && waiting <= WAITING {
                break;
            }
            waiting -= 1;
            let Some(split) = self.guess(h, lane, choice) else { continue };
            let pool = &mut *self.pool;
            let half = &mut pool.halves[h];
            if free == 0 {
                let mut second = half.grids.save(lane);
                second.go_second(split);
                pool.saved.push((half.puzzle[lane], second));
                half.grids.go_first(lane, split);
            } else {
                let to = free.trailing_zeros() as usize;
                free &= free - 1;
                half.busy |= 1 << to;
                half.puzzle[to] = half.puzzle[lane];
                pool.forks[len] = Fork { from: lane as u8, to: to as u8, split };
                pool.pairs[len] = (lane as u8, to as u8);
                len += 1;
            }
        }
        let pool = &mut *self.pool;
        let half = &mut pool.halves[h];
        V::copy_lanes(&mut half.grids.0, &pool.pairs[..len]);
        for fork in &pool.forks[..len] {
            half.grids.go_first(fork.from as usize, fork.split);
            half.grids.go_second(fork.to as usize, fork.split);
        }
    }

    /// Says how to split a grid and counts that as a guess; none if its search ends here.
    #[inline(always)]
    fn guess(&mut self, h: usize, lane: usize, choice: &Choice<V>) -> Option<Split> {
        let pool = &mut *self.pool;
        let half = &mut pool.halves[h];
        let puzzle = half.puzzle[lane];
        let split = choice.split(lane, &half.grids);
        let found = &mut pool.found[puzzle as usize];
        if split.is_none() {
            half.busy &= !(1 << lane);
        } else if self.stop.ends(found.guesses) {
            self.end(puzzle, Search::Incomplete);
            return None;
        } else {
            found.guesses += 1;
        }
        split
    }

    /// Writes what was found; a puzzle with a grid left, or not begun, is incomplete.
    fn answer(&mut self) {
        let pool = &mut *self.pool;
        for half in &pool.halves {
            for lane in ones(half.busy) {
                leave_open(&mut pool.found[half.puzzle[lane] as usize]);
            }
        }
        for (puzzle, _) in &pool.saved {
            leave_open(&mut pool.found[*puzzle as usize]);
        }
        for (i, found) in pool.found.iter().enumerate() {
            let search = match found.search {
                Search::Unanswered if i < pool.next => Search::Complete,
                Search::Unanswered => Search::Incomplete,
                decided => decided,
            };
            self.answers.set(i, found.solutions, found.guesses, search);
        }
    }
}

fn leave_open(found: &mut Found) {
    if found.search == Search::Unanswered {
        found.search = Search::Incomplete;
    }
}

/// A bit for each lane there is.
#[inline(always)]
fn lanes_mask<V: Lanes>() -> u32 {
    u32::MAX >> (32 - V::LANES)
}

/// The lanes whose bits are set.
#[inline(always)]
fn ones(bits: u32) -> Ones {
    Ones(bits)
}

struct Ones(u32);

impl Iterator for Ones {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lane)
    }
}
