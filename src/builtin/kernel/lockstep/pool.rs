//! The pool: which grid is in which lane, and what becomes of it after a sweep.
//!
//! A dead grid frees its lane. A grid that stalled is split: one half stays, the other goes to a
//! free lane, all of them in one pass. Without a free lane the grid waits, which costs nothing but
//! the lane's sweep; when many wait, halves are saved. A free lane takes up a saved grid of the
//! puzzle it was used for, or another saved one, and only then a new puzzle, so that few puzzles
//! are begun at a time.
//!
//! A puzzle with many solutions wants the opposite: straight down to the first two, and nothing of
//! what lies aside. So a puzzle that is sparse when it is first split keeps to one lane and saves
//! what it leaves aside, for its first guesses.

use super::board::Board;
use super::choice::{SPARSE, SPARSE_THOROUGH};
use super::moves::Moves;
use super::ones::Ones;
use super::saved::{List, Saved};
use super::split::Split;
use super::sweep::Sweep;
use crate::builtin::kernel::simd::{Lanes, Work};
use crate::puzzle::Block;
use crate::solver::{Answers, Search, Stop};

/// Grids that wait for a lane before others are saved.
const WAITING: u32 = 2;

/// Guesses for which a puzzle that began sparse keeps to one lane.
const DIVE: u64 = 16;

/// The share of early ends, of 2^16, from which on puzzles dive.
const DIVE_SHARE: u32 = 12288;

/// Mean guesses of a puzzle, in 2^16ths, from which on sweeps are thorough.
const HARD: u64 = 3 << 16;

/// What is known of a puzzle of the block.
#[derive(Clone, Copy)]
struct Found {
    guesses: u64,
    solutions: u32,
    /// Grids of it that no lane holds.
    saved: List,
    /// `Unanswered` while the search goes on.
    search: Search,
    dives: bool,
}

/// All lanes, for one block after the other.
pub(super) struct Pool<V> {
    board: Board<V>,
    scheduler: Scheduler<V>,
}

/// Which puzzle a lane works on next, and what is known of each puzzle beside the board.
struct Scheduler<V> {
    found: Vec<Found>,
    saved: Saved<V>,
    /// Puzzles that have a saved grid and perhaps no lane.
    pending: Vec<u32>,
    /// The first puzzle that is not begun.
    next: usize,
    /// Whether a search has ended of which a lane may still hold a grid.
    ended: bool,
    /// The share of puzzles lately begun that ended before their last grid did, of 2^16.
    early_ends: u32,
    /// The mean guesses of the puzzles lately begun, in 2^16ths.
    guesses_lately: u64,
    /// What is planned for the lanes.
    moves: Moves<V>,
}

/// A block being solved.
pub(super) struct Solving<'a, 'b, V> {
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
    pub(super) fn new() -> Self {
        Self { board: Board::new(), scheduler: Scheduler::new() }
    }
}

impl<V: Lanes> Work<V> for Solving<'_, '_, V> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { pool, block, limit, stop, answers } = self;
        pool.scheduler.clear(block.len());
        let board = &mut pool.board;
        board.clear();
        let mut settling = Settling { scheduler: &mut pool.scheduler, block, limit, stop, answers };
        settling.refill(board);
        while board.busy != 0 && !stop.is_raised() {
            let (grids, swept) = (&mut board.grids, &mut board.swept);
            let thorough = settling.scheduler.is_hard();
            match thorough {
                true => V::enter(Sweep::<V, true> { grids, swept }),
                false => V::enter(Sweep::<V, false> { grids, swept }),
            }
            settling.settle(board);
            settling.split(board, if thorough { SPARSE_THOROUGH } else { SPARSE });
            settling.refill(board);
        }
        settling.leave_open(board);
        settling.answer();
    }
}

/// The scheduler with what it works on.
struct Settling<'a, 'b, V> {
    scheduler: &'a mut Scheduler<V>,
    block: &'a Block<'b>,
    limit: u32,
    stop: &'a Stop,
    answers: &'a mut Answers,
}

impl<V: Lanes> Settling<'_, '_, V> {
    /// Frees lanes of dead grids, of solutions, and of puzzles whose search has ended.
    #[inline(always)]
    fn settle(&mut self, board: &mut Board<V>) {
        board.busy &= !board.swept.dead;
        if self.scheduler.ended {
            self.scheduler.ended = false;
            for lane in Ones(board.busy) {
                if self.scheduler.found[board.puzzle[lane] as usize].search != Search::Unanswered {
                    board.release(lane);
                }
            }
        }
        for lane in Ones(board.busy & board.swept.stalled & board.swept.filled) {
            board.release(lane);
            self.solved(board, lane);
        }
    }

    /// Counts a solution.
    #[inline(always)]
    fn solved(&mut self, board: &Board<V>, lane: usize) {
        let puzzle = board.puzzle[lane];
        let found = &mut self.scheduler.found[puzzle as usize];
        if found.search != Search::Unanswered {
            return;
        }
        if found.solutions == 0 {
            board.grids.write_symbols(lane, self.answers.solution_mut(puzzle as usize));
        }
        found.solutions += 1;
        if found.solutions >= self.limit {
            self.scheduler.end(puzzle, Search::Complete);
        }
    }

    /// Decides on each stalled grid: to fork it, to save a half of it, or to let it wait. From `sparse`
    /// open configurations of its best band on, a grid is sparse.
    #[inline(always)]
    fn split(&mut self, board: &mut Board<V>, sparse: u16) {
        let stalled = board.busy & board.swept.stalled;
        // lanes that are freed meanwhile may be part of a fork
        let mut free = board.free();
        let mut waiting = stalled.count_ones();
        let mut snapshot = None;
        if stalled != 0 {
            board.swept.choice.pick_digits(stalled);
        }
        for lane in Ones(stalled) {
            let puzzle = board.puzzle[lane];
            let found = &mut self.scheduler.found[puzzle as usize];
            waiting -= 1;
            if free == 0 && waiting < WAITING && !found.dives {
                continue;
            }
            if found.search != Search::Unanswered {
                board.release(lane);
                continue;
            }
            if self.stop.ends(found.guesses) {
                board.release(lane);
                self.scheduler.end(puzzle, Search::Incomplete);
                continue;
            }
            let Some(split) = board.swept.choice.split(lane, &board.grids, sparse) else {
                board.release(lane);
                continue;
            };
            if found.guesses == 0 {
                found.dives = self.scheduler.early_ends > DIVE_SHARE;
            } else if found.guesses == DIVE {
                found.dives = false;
            }
            found.guesses += 1;
            self.scheduler.guesses_lately += 1 << 10;
            if found.dives {
                let saved = &mut self.scheduler.saved;
                let now = *snapshot.get_or_insert_with(|| saved.snapshot(&board.grids));
                saved.push_second(&mut found.saved, now, lane, split);
                board.grids.go_first(lane, split);
            } else if free == 0 {
                self.scheduler.pending.push(puzzle);
                let grids = &mut board.grids;
                self.scheduler.saved.push(&mut found.saved, |grid| {
                    grids.save(lane, grid);
                    grid.go_second(split);
                });
                grids.go_first(lane, split);
            } else {
                let to = free.trailing_zeros() as usize;
                free &= free - 1;
                self.scheduler.plan(board, lane, to, split);
            }
        }
    }

    /// Gives free lanes saved grids or new puzzles, and makes these moves and the forks.
    #[inline(always)]
    fn refill(&mut self, board: &mut Board<V>) {
        let scheduler = &mut *self.scheduler;
        for lane in Ones(board.free()) {
            let mut puzzle = board.puzzle[lane];
            loop {
                if let Some(found) = scheduler.found.get_mut(puzzle as usize)
                    && let Some(entry) = scheduler.saved.unlink(&mut found.saved)
                {
                    let Scheduler { moves, saved, .. } = &mut *scheduler;
                    moves.restore(entry, lane, &mut board.grids, saved);
                    board.occupy(lane, puzzle);
                    break;
                }
                if let Some(pending) = scheduler.pending.pop() {
                    puzzle = pending;
                    continue;
                }
                if scheduler.next < self.block.len() {
                    let Scheduler { moves, next, .. } = &mut *scheduler;
                    moves.begin(lane, &mut board.grids, self.block, *next);
                    board.occupy(lane, scheduler.next as u32);
                    scheduler.next += 1;
                    scheduler.early_ends -= scheduler.early_ends / 64;
                    scheduler.guesses_lately -= scheduler.guesses_lately / 64;
                }
                break;
            }
        }
        let Scheduler { moves, saved, next, .. } = scheduler;
        moves.make(&mut board.grids, saved, self.block, *next);
    }

    /// Puzzles with a grid left are incomplete.
    fn leave_open(&mut self, board: &Board<V>) {
        for lane in Ones(board.busy) {
            let found = &mut self.scheduler.found[board.puzzle[lane] as usize];
            if found.search == Search::Unanswered {
                found.search = Search::Incomplete;
            }
        }
    }

    /// Writes what was found; a puzzle with a saved grid left, or not begun, is incomplete.
    fn answer(&mut self) {
        for (i, found) in self.scheduler.found.iter().enumerate() {
            let search = match found.search {
                Search::Unanswered if i < self.scheduler.next && found.saved.is_empty() => {
                    Search::Complete
                }
                Search::Unanswered => Search::Incomplete,
                decided => decided,
            };
            self.answers.set(i, found.solutions, found.guesses, search);
        }
    }
}

impl<V: Lanes> Scheduler<V> {
    fn new() -> Self {
        Self {
            found: Vec::new(),
            saved: Saved::new(),
            pending: Vec::new(),
            next: 0,
            ended: false,
            early_ends: 0,
            guesses_lately: 0,
            moves: Moves::new(),
        }
    }

    /// Forgets the last block.
    fn clear(&mut self, puzzles: usize) {
        let open = Found {
            guesses: 0,
            solutions: 0,
            saved: List::EMPTY,
            search: Search::Unanswered,
            dives: false,
        };
        self.found.clear();
        self.found.resize(puzzles, open);
        self.saved.clear();
        self.pending.clear();
        self.moves.clear();
        self.next = 0;
        self.early_ends = 0;
        self.guesses_lately = 0;
    }

    /// Returns true if puzzles lately begun take many guesses, most of which lead nowhere.
    #[inline(always)]
    fn is_hard(&self) -> bool {
        self.guesses_lately > HARD && self.early_ends <= DIVE_SHARE
    }

    /// Ends a puzzle's search: its saved grids are dropped now, its lanes freed when they are met.
    #[inline(never)]
    fn end(&mut self, puzzle: u32, search: Search) {
        let found = &mut self.found[puzzle as usize];
        found.search = search;
        self.saved.drop_all(&mut found.saved);
        self.ended = true;
        self.early_ends += (1 << 16) / 64;
    }

    /// Plans a fork. A saved grid that waited for the lane taken goes to the next free lane.
    #[inline(always)]
    fn plan(&mut self, board: &mut Board<V>, from: usize, to: usize, split: Split) {
        let last = board.puzzle[to];
        if !self.found[last as usize].saved.is_empty() {
            self.pending.push(last);
        }
        board.occupy(to, board.puzzle[from]);
        self.moves.fork(from, to, split);
    }
}
