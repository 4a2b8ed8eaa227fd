//! What one worker keeps for one backend: its solver, and the times of its turns.

use super::durations::{BackendTimes, Counted};
use super::phase::Phase;
use super::slowest::Slowest;
use super::tally::Tally;
use super::turn::{SolverSlot, Timing};
use crate::dataset::portion::Portion;
use crate::run::judge::sheet::Sheet;
use crate::solver::{Abilities, Backend, SolverError};

/// Everything one worker keeps for one backend.
pub(crate) struct SolverState<'a> {
    pub abilities: &'a Abilities,
    pub slot: SolverSlot<'a>,
    /// Times of the turn in hand.
    pub tally: Tally,
    /// Shortest time of each puzzle in this round; filled in the latency pass only.
    pub lows_ns: Vec<u64>,
    pub highs_ns: Vec<u64>,
    /// Latencies of the turn in hand, counted after it: the memory for that would push the solver's
    /// tables out of the cache.
    pub fresh_ns: Vec<u32>,
    /// Longer ones.
    pub fresh_long_ns: Vec<u64>,
    /// Whether the round is of the tier that the backend has its figures from.
    pub is_own: bool,
    /// Latencies of the round in hand.
    pub solves: Counted,
    pub shorter: Counted,
    /// Puzzles in a row that it has not answered.
    pub lost_in_a_row: u32,
    /// The first time over the puzzles of the turn in hand, and when it ended.
    pub once: Option<(Tally, u64)>,
    pub slowest: Slowest,
}

impl<'a> SolverState<'a> {
    /// Starts a solver of a backend. It may still be coming up.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start(
        phase: &Phase<'a>,
        backend: &'a dyn Backend,
        abilities: &'a Abilities,
    ) -> Result<Self, SolverError> {
        Ok(Self {
            abilities,
            slot: SolverSlot::start(backend, phase.setting.order, phase.setting.goal, 0)?,
            tally: Tally::default(),
            lows_ns: Vec::new(),
            highs_ns: Vec::new(),
            fresh_ns: Vec::new(),
            fresh_long_ns: Vec::new(),
            is_own: false,
            solves: Counted::default(),
            shorter: Counted::default(),
            lost_in_a_row: 0,
            once: None,
            slowest: Slowest::new(),
        })
    }
}

impl SolverState<'_> {
    /// Adds the time of the puzzles `from..to`, which is a latency if it is one puzzle's.
    pub(super) fn take(&mut self, timing: Timing, from: usize, to: usize) {
        self.tally.wall_ns += timing.wall_ns;
        self.tally.used = self.tally.used.plus(timing.used);
        if !self.lows_ns.is_empty() && to - from == 1 {
            self.take_latency(from, timing.wall_ns);
        }
    }

    fn take_latency(&mut self, i: usize, ns: u64) {
        match u32::try_from(ns) {
            _ if !self.is_own => {}
            Ok(short) => self.fresh_ns.push(short),
            Err(_) => self.fresh_long_ns.push(ns),
        }
        self.lows_ns[i] = self.lows_ns[i].min(ns);
        self.highs_ns[i] = self.highs_ns[i].max(ns);
    }

    /// Drops the times of a round in which the program stood still.
    pub(super) fn forget_latencies(&mut self) {
        self.begin_round();
        self.lows_ns.fill(u64::MAX);
        self.highs_ns.fill(0);
    }

    /// Forgets what is left of a round that does not count.
    pub(super) fn begin_round(&mut self) {
        self.fresh_ns.clear();
        self.fresh_long_ns.clear();
        self.solves.take();
        self.shorter.take();
    }

    /// Counts the latencies of a turn.
    pub(super) fn fold_latencies(&mut self) {
        for ns in self.fresh_ns.drain(..) {
            self.solves.add(u64::from(ns));
        }
        for ns in self.fresh_long_ns.drain(..) {
            self.solves.add(ns);
        }
    }

    /// The shorter turns of all puzzles together; 0 where they were not timed one by one.
    pub(super) fn shorter_ns(&self) -> u64 {
        self.lows_ns.iter().filter(|&&low_ns| low_ns != u64::MAX).sum()
    }

    /// Counts the shorter turns of the round's puzzles.
    pub(super) fn fold_puzzles(&mut self, portion: &Portion, guesses: &[Option<u64>]) {
        for (i, &low_ns) in self.lows_ns.iter().enumerate() {
            if low_ns != u64::MAX {
                let (cells, guesses) = (portion.block().cells(i), guesses[i]);
                self.slowest.offer(low_ns, portion.offset(i), guesses, cells);
                self.shorter.add(low_ns);
            }
        }
    }

    /// Hands over the latencies of the round.
    pub(super) fn take_times(&mut self, backend: usize) -> BackendTimes {
        BackendTimes { backend, solves: self.solves.take(), shorter: self.shorter.take() }
    }
}

/// Times of the turn in hand, with its guesses.
pub(super) fn tally_of(state: &SolverState<'_>, sheet: &Sheet) -> Tally {
    let (guesses, no_guess) = (sheet.guesses_in_turn, sheet.no_guess_in_turn);
    Tally { guesses, no_guess, ..state.tally }
}
