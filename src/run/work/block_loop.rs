//! The blocks of one turn: each solved between two clock reads, and where one is stopped or crashes,
//! the puzzle at fault found.

use super::bounds::Loss;
use super::clock::Clock;
use super::phase::Phase;
use super::state::{SolverState, tally_of};
use super::turn::{Cause, CpuClock, End, Timing};
use super::watch::WatchState;
use crate::dataset::portion::Portion;
use crate::record::incident::IncidentKind;
use crate::record::mark::Mark;
use crate::run::judge::answers::{Answered, Judge};
use crate::run::judge::claims::Entry;
use crate::run::plan::tiers::Tier;
use crate::solver::{Grain, SolverError};

/// One turn of one backend over a worker's portion.
pub(super) struct BlockLoop<'t, 'a, C> {
    pub phase: &'a Phase<'a>,
    pub clock: &'a C,
    pub watched: &'a WatchState,
    pub portion: &'t Portion,
    /// Index of the backend.
    pub backend: usize,
    pub state: &'t mut SolverState<'a>,
    pub judge: &'t mut Judge<'a>,
    /// Whether it is the backend's first turn of the round.
    pub is_first: bool,
    /// Wall time at the end of the turn that led to nothing, since the phase was over.
    pub broken_off_ns: u64,
    /// Wall time of the blocks that led to nothing.
    pub lost_ns: u64,
}

impl<C: Clock> BlockLoop<'_, '_, C> {
    /// Returns true if a turn of this backend is to end here.
    fn is_to_end(&self) -> bool {
        self.phase.is_over() || self.phase.is_left_out(self.backend)
    }

    /// Notes that a puzzle, or a block on the way to it, was not answered.
    fn lose(&mut self, timing: Timing, is_stopped: bool) {
        let (ns, now_ns) = (timing.wall_ns, self.clock.wall_ns());
        let in_a_row = self.state.lost_in_a_row;
        self.phase.lose(self.backend, Loss { ns, is_stopped, in_a_row, now_ns });
    }

    /// Solves the whole portion, as often as the tier asks for. Ends between two blocks when the phase
    /// is over or the backend is left out.
    ///
    /// # Errors
    /// When a solver cannot go on.
    pub(super) fn solve_portion(&mut self, tier: &Tier) -> Result<(), SolverError> {
        let len = self.portion.len();
        let block = tier.block_for(self.state.abilities.grain);
        let blocks = len.div_ceil(block as usize);
        for repeat in 0..tier.repeats {
            for nth in 0..blocks {
                if self.is_to_end() {
                    return Ok(());
                }
                let (from, to) = (len * nth / blocks, len * (nth + 1) / blocks);
                self.solve(from, to, self.is_first && repeat == 0)?;
            }
            if repeat == 0 && !self.is_to_end() {
                let (state, sheet) = (&mut *self.state, &self.judge.sheets[self.backend]);
                state.once = Some((tally_of(state, sheet), self.clock.wall_ns()));
            }
        }
        Ok(())
    }

    /// Solves some puzzles as one block. Where that block is stopped or crashes, the puzzle at
    /// fault is found and named, and the others are solved without it. An interrupt ends the
    /// search.
    fn solve(&mut self, mut from: usize, to: usize, first: bool) -> Result<(), SolverError> {
        while from < to && !self.is_to_end() {
            match self.solve_block(from, to, first)? {
                Solved::Until(next) => from = next,
                Solved::Nothing { parts_of, stopped } => {
                    for start in (from..to).step_by(parts_of) {
                        self.solve(start, to.min(start + parts_of), first)?;
                    }
                    if let Some(timing) = stopped {
                        self.account_for_stop(from, to, timing);
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Where the puzzles of a stopped block passed one by one, the block hung all the same: the
    /// time is the solver's, and the user must hear of it.
    fn account_for_stop(&mut self, from: usize, to: usize, timing: Timing) {
        let state = &mut *self.state;
        let is_open = |entry: &Entry| matches!(entry.mark, Mark::TimedOut | Mark::Crashed);
        let is_cut = self.phase.is_over() || self.phase.is_left_out(self.backend);
        if is_cut || self.judge.sheets[self.backend].entries[from..to].iter().any(is_open) {
            return;
        }
        self.lost_ns = self.lost_ns.saturating_sub(timing.wall_ns);
        state.tally.wall_ns += timing.wall_ns;
        state.tally.used = state.tally.used.plus(timing.used);
        let seconds = timing.wall_ns as f64 / 1e9;
        let what = format!(
            "stopped once, not repeated: a block of {} puzzles was stopped after {seconds:.2} s, and \
             all of them passed one by one",
            to - from
        );
        self.judge.report(self.backend, self.portion, from, IncidentKind::Stopped, what, "");
    }

    fn solve_block(&mut self, from: usize, to: usize, first: bool) -> Result<Solved, SolverError> {
        let cpu = match (self.phase.setting.pass.reads_cpu_clock(), self.phase.threads()) {
            (true, 1) => CpuClock::Process,
            (true, _) => CpuClock::Thread,
            (false, _) => CpuClock::Skipped,
        };
        let block = self.portion.block().slice(from, to);
        let state = &mut *self.state;
        match state.slot.solve(&block, self.clock, cpu, self.watched)? {
            End::Done(timing) => {
                state.lost_in_a_row = 0;
                state.take(timing, from, to);
                self.judge_answers(from, to, first);
                Ok(Solved::Until(to))
            }
            // The end of the phase has stopped it, not its own limit: it is left open.
            End::Stopped(timing) if self.phase.is_over() => {
                self.broken_off_ns += timing.wall_ns;
                self.lost_ns += timing.wall_ns;
                Ok(Solved::Until(to))
            }
            End::Stopped(timing) if to - from == 1 => {
                state.lost_in_a_row += 1;
                state.take(timing, from, to);
                state.tally.timed_out_solves += 1;
                state.tally.timed_out_ns += timing.wall_ns;
                self.judge.sheets[self.backend].entries[from].add(Mark::TimedOut, None);
                self.lose(timing, true);
                Ok(Solved::Until(to))
            }
            End::Crashed(timing, crash) => {
                let stands = state.abilities.grain == Grain::Puzzle;
                let index = crash.index.filter(|&index| stands && index < to - from);
                let Some(index) = index.or((to - from == 1).then_some(0)) else {
                    self.lost_ns += timing.wall_ns;
                    let parts_of = (to - from).div_ceil(2);
                    return Ok(Solved::Nothing { parts_of, stopped: None });
                };
                state.lost_in_a_row = if index == 0 { state.lost_in_a_row + 1 } else { 1 };
                state.take(timing, from, from + index);
                self.judge.sheets[self.backend].entries[from + index].add(Mark::Crashed, None);
                self.lose(timing, false);
                let kind = match crash.cause {
                    Cause::Died => IncidentKind::Crashed,
                    Cause::NoAnswer => IncidentKind::NoAnswer,
                };
                self.judge.report(self.backend, self.portion, from + index, kind, crash.why, "");
                self.judge_answers(from, from + index, first);
                Ok(Solved::Until(from + index + 1))
            }
            // A process a puzzle would be started for each of a whole sample.
            End::Stopped(timing) => {
                let is_whole = state.abilities.grain == Grain::Whole;
                let parts_of = if is_whole { (to - from).div_ceil(2) } else { 1 };
                self.lost_ns += timing.wall_ns;
                self.lose(timing, true);
                Ok(Solved::Nothing { parts_of, stopped: Some(timing) })
            }
        }
    }

    fn judge_answers(&mut self, from: usize, to: usize, first: bool) {
        let answers = &self.state.slot.answers;
        self.judge.judge(
            self.backend,
            &Answered { puzzles: self.portion, answers, from, to },
            first,
        );
    }
}

/// How far an attempt at a block came.
enum Solved {
    /// Everything before this puzzle has its outcome.
    Until(usize),
    /// Nothing does: the block is to be solved in smaller ones.
    Nothing {
        /// Puzzles in each of them, fewer than there were.
        parts_of: usize,
        /// What it took until it was stopped, if it was.
        stopped: Option<Timing>,
    },
}
