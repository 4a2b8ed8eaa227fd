//! One worker: its puzzles, its solvers, and what it does at each step of a round.

use std::mem;

use super::recounter::{Recounter, Recounting};
use crate::dataset::Batch;
use crate::puzzle::Block;
use crate::record::incident::IncidentKind;
use crate::run::judge::answers::{Answered, Judge};
use crate::run::judge::claims::Entry;
use crate::run::judge::settle::{Open, RoundClaims};
use crate::solver::{Answers, Grain, Restart, SolverError, Used};

use super::bounds::Loss;
use super::clock::Clock;
use super::layout::{self, Retired};
use super::pauses::LEAST_NS;
use super::phase::{Phase, Round, RunError};
use super::spent::Spent;
use super::state::{SolverState, tally_of};
use super::tally::Tally;
use super::turn::{Cause, CpuClock, End, Timing};
use super::warm::{StartUp, warm_up};
use super::watch::WatchState;
use crate::dataset::group::Groups;
use crate::dataset::group_puzzles::GroupPuzzles;
use crate::dataset::group_puzzles::Variety;
use crate::dataset::portion::Portion;
use crate::dataset::split::Split;
use crate::record::mark::Mark;
use crate::record::puzzle_row::PuzzleRow;
use crate::run::plan::tiers::Tier;
use crate::run::work::done::Done;
use crate::run::work::schedule::Schedule;

/// Puzzles that solvers are warmed up with.
const WARM: u64 = 256;

/// How much a worker has to hold.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    /// Puzzles of the first share.
    pub room: usize,
    /// Puzzles of the largest block.
    pub block: usize,
}

/// A worker.
pub(crate) struct Worker<'a, C> {
    pub(crate) phase: &'a Phase<'a>,
    /// Wall time that starting each solver took.
    load_ns: Vec<u64>,
    pub(crate) clock: &'a C,
    pub(crate) watched: &'a WatchState,
    worker: usize,
    batch: Batch,
    /// The puzzles of the round in hand.
    pub(crate) share: Portion,
    pub(crate) states: Vec<SolverState<'a>>,
    pub(crate) recounter: Recounter<'a>,
    turns: u64,
    /// Wall time at the end of the turn in hand that led to nothing, since the phase was over.
    broken_off_ns: u64,
    /// Wall time of the blocks of the turn in hand that led to nothing.
    lost_ns: u64,
    retired: Retired,
    /// The answers of the backend whose turn it is; the same memory for all.
    answers: Answers,
    /// Judges the answers, and keeps what the user must hear of.
    pub judge: Judge<'a>,
    /// Wall time by what it was spent on.
    pub spent: Spent,
}

impl<'a, C: Clock> Worker<'a, C> {
    /// Starts a solver of every backend.
    ///
    /// # Errors
    /// When one of them cannot be started.
    pub(crate) fn start(
        phase: &'a Phase<'a>,
        clock: &'a C,
        watched: &'a WatchState,
        worker: usize,
        sizes: Sizes,
    ) -> Result<Self, SolverError> {
        let start = clock.wall_ns();
        let mut load_ns = Vec::new();
        let states = phase.backends.iter().zip(&phase.abilities).map(|(&backend, abilities)| {
            let begun_ns = clock.wall_ns();
            let state = SolverState::start(phase, backend, abilities)?;
            load_ns.push(clock.wall_ns() - begun_ns);
            Ok(state)
        });
        let mut states = states.collect::<Result<Vec<_>, SolverError>>()?;
        // All have begun to come up, and do so side by side.
        for (state, load_ns) in states.iter_mut().zip(&mut load_ns) {
            state.slot.prepare(clock, watched)?;
            *load_ns += state.slot.take_start_ns();
        }
        let start_ns = clock.wall_ns() - start;
        Ok(Self {
            phase,
            clock,
            watched,
            worker,
            batch: Batch::new(phase.order, phase.dataset),
            share: Portion::new(phase.order, sizes.room),
            states,
            load_ns,
            recounter: Recounter::default(),
            turns: 0,
            broken_off_ns: 0,
            lost_ns: 0,
            retired: Retired::new(worker),
            answers: Answers::new(phase.order, sizes.block),
            judge: Judge::new(phase.rules()),
            spent: Spent { start_ns, ..Spent::default() },
        })
    }

    /// Warms every solver up, untimed, and says what their start has cost.
    ///
    /// # Errors
    /// When a solver cannot go on, or the file has become shorter.
    pub(crate) fn warm_up(&mut self, schedule: &Schedule<'_>) -> Result<Vec<StartUp>, RunError> {
        let (phase, chunks) = (self.phase, &schedule.selection.chunks);
        let few =
            Groups::new(WARM, schedule.selection.puzzles, chunks.len(), schedule.selection.quota);
        let (mut share, mut nth) = (GroupPuzzles::new(phase.order, WARM as usize), 0);
        while share.len() == 0 && nth < few.count() {
            let (group, alone) = (few.nth(nth, chunks), Split::even(1));
            let deal = alone.all(group.chunks.len());
            share.fill(phase.dataset, &mut self.batch, &group, deal, Variety::NONE)?;
            nth += 1;
        }
        let mut start_ups = Vec::with_capacity(self.states.len());
        // A first call that takes more would leave nothing for the others.
        let fair_ns = phase.bounds.budget_ns / phase.backends.len().max(1) as u64;
        let begun_ns = self.clock.wall_ns();
        for (backend, state) in self.states.iter_mut().enumerate() {
            self.watched.turn_of(backend);
            let load_ns = self.load_ns[backend];
            let warm = match state.abilities.grain {
                Grain::Whole => StartUp::default(), // each of its turns begins with a cold process
                Grain::Puzzle | Grain::Block => {
                    let (clock, watched, block) = (self.clock, self.watched, share.block());
                    // Nor is one waited for twice.
                    let is_lost = phase.losses[backend].so_far().0 > 0;
                    let first_call_ns = if is_lost { 0 } else { fair_ns };
                    let is_over = || phase.is_over();
                    warm_up(&mut state.slot, &block, clock, watched, first_call_ns, is_over)?
                }
            };
            start_ups.push(StartUp { load_ns, ..warm });
            state.slot.take_start_ns();
        }
        self.spent.start_ns += self.clock.wall_ns() - begun_ns;
        Ok(start_ups)
    }

    /// Takes this worker's puzzles of a round out of the file.
    ///
    /// # Errors
    /// When the file has become shorter.
    pub(crate) fn fill(&mut self, round: &Round<'_>) -> Result<(), RunError> {
        let start = self.clock.wall_ns();
        let dataset = self.phase.dataset;
        let deal = round.split.deal(self.worker, round.group.chunks.len());
        if let Some(share) = &round.share {
            dataset.check()?; // reading would have
            self.share = Portion::of(share, deal);
        } else {
            let (batch, group) = (&mut self.batch, &round.group);
            self.share.fill(|share| share.fill(dataset, batch, group, deal, round.variety))?;
        }
        for &backend in &round.tier.members {
            let state = &mut self.states[backend];
            state.is_own = round.tier.own.contains(&backend);
            let singly = self.phase.pass.times_single_puzzles();
            self.judge.sheets[backend].begin(self.share.len(), singly);
            if singly {
                state.lows_ns.clear();
                state.lows_ns.resize(self.share.len(), u64::MAX);
                state.highs_ns.clear();
                state.highs_ns.resize(self.share.len(), 0);
            }
        }
        self.spent.fill_ns += self.clock.wall_ns() - start;
        Ok(())
    }

    /// Solves the whole share with one backend, as often as the tier asks for, and returns the
    /// times. Ends between two blocks when the phase is over or the backend is left out.
    ///
    /// # Errors
    /// When a solver cannot go on.
    pub(crate) fn turn(
        &mut self,
        tier: &Tier,
        backend: usize,
        first: bool,
    ) -> Result<Done, RunError> {
        let (begun_ns, pauses) = (self.clock.wall_ns(), self.phase.pauses.seen());
        self.watched.turn_of(backend);
        let state = &mut self.states[backend];
        state.tally = Tally::default();
        self.judge.sheets[backend].begin_turn();
        state.once = None;
        (self.broken_off_ns, self.lost_ns) = (0, 0);
        if first {
            state.slot.renew(state.abilities.restart, &mut self.retired)?;
        }
        self.turns += 1;
        let depth = layout::depth(self.worker, self.turns);
        mem::swap(&mut self.answers, &mut self.states[backend].slot.answers);
        let before = self.clock.used();
        let solved = layout::at_depth(depth, &mut || self.solve_share(tier, backend, first));
        mem::swap(&mut self.answers, &mut self.states[backend].slot.answers);
        solved?;
        let used = self.clock.used().since(before);
        let state = &mut self.states[backend];
        if self.phase.pass.times_single_puzzles() && state.abilities.restart == Restart::Cheap {
            // Nothing is read around single puzzles; of the turn as a whole the switches are known.
            state.tally.used = Used { cpu_ns: None, process_cpu_ns: None, ..used };
        }
        let ended_ns = self.clock.wall_ns();
        let is_paused = ended_ns - begun_ns >= LEAST_NS && self.phase.pauses.so_far() != pauses;
        if is_paused {
            state.forget_latencies();
        }
        state.fold_latencies();
        state.tally.peak_rss_bytes = state.slot.peak_rss_bytes().unwrap_or(0);
        let lie = state.slot.lie();
        let mut times = tally_of(state, &self.judge.sheets[backend]);
        times.harness_ns = (ended_ns - begun_ns).saturating_sub(times.wall_ns);
        if state.abilities.restart == Restart::Cheap
            && let Some((all_ns, clocked_ns)) = used.cpu_ns.zip(times.used.cpu_ns)
        {
            // In its own process the harness's part is what it worked, not what it was kept
            // waiting.
            times.harness_ns = times.harness_ns.min(all_ns.saturating_sub(clocked_ns));
        }
        let start_ns = state.slot.take_start_ns();
        self.spent.start_ns += start_ns;
        self.spent.lost_ns += self.lost_ns;
        self.spent.turn_ns += (ended_ns - begun_ns).saturating_sub(start_ns + self.lost_ns);
        self.spent.clocked_ns += times.wall_ns;
        if let Some(lie) = lie {
            self.judge.report_lie(backend, &self.share, lie);
        }
        let puzzles = self.share.len() as u64 * u64::from(tier.repeats);
        let worker = self.worker;
        let done = Done { worker, puzzles, begun_ns, ended_ns, times, is_cut: false, is_paused };
        Ok(if self.is_to_end(backend) { self.cut(done, backend) } else { done })
    }

    /// A turn that ended early, with the puzzles that had an outcome by then, each solved once.
    fn cut(&self, done: Done, backend: usize) -> Done {
        let until_then = (done.times, done.ended_ns - self.broken_off_ns);
        let (times, ended_ns) = self.states[backend].once.unwrap_or(until_then);
        Done { times, ended_ns: ended_ns.max(done.begun_ns), is_cut: true, ..done }
    }

    /// Returns true if a turn of this backend is to end here.
    fn is_to_end(&self, backend: usize) -> bool {
        self.phase.is_over() || self.phase.is_left_out(backend)
    }

    /// Notes that a puzzle, or a block on the way to it, was not answered.
    fn lose(&mut self, backend: usize, timing: Timing, is_stopped: bool) {
        let (ns, now_ns) = (timing.wall_ns, self.clock.wall_ns());
        let in_a_row = self.states[backend].lost_in_a_row;
        self.phase.lose(backend, Loss { ns, is_stopped, in_a_row, now_ns });
    }

    fn solve_share(&mut self, tier: &Tier, backend: usize, first: bool) -> Result<(), SolverError> {
        let len = self.share.len();
        let block = tier.block_for(self.states[backend].abilities.grain);
        let blocks = len.div_ceil(block as usize);
        for repeat in 0..tier.repeats {
            for nth in 0..blocks {
                if self.is_to_end(backend) {
                    return Ok(());
                }
                let (from, to) = (len * nth / blocks, len * (nth + 1) / blocks);
                self.solve(backend, from, to, first && repeat == 0)?;
            }
            if repeat == 0 && !self.is_to_end(backend) {
                let (state, sheet) = (&mut self.states[backend], &self.judge.sheets[backend]);
                state.once = Some((tally_of(state, sheet), self.clock.wall_ns()));
            }
        }
        Ok(())
    }

    /// Solves some puzzles as one block. Where that block is stopped or crashes, the puzzle at
    /// fault is found and named, and the others are solved without it. An interrupt ends the
    /// search.
    fn solve(
        &mut self,
        backend: usize,
        mut from: usize,
        to: usize,
        first: bool,
    ) -> Result<(), SolverError> {
        while from < to && !self.is_to_end(backend) {
            match self.solve_block(backend, from, to, first)? {
                Solved::Until(next) => from = next,
                Solved::Nothing { parts_of, stopped } => {
                    for start in (from..to).step_by(parts_of) {
                        self.solve(backend, start, to.min(start + parts_of), first)?;
                    }
                    if let Some(timing) = stopped {
                        self.account_for_stop(backend, from, to, timing);
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Where the puzzles of a stopped block passed one by one, the block hung all the same: the
    /// time is the solver's, and the user must hear of it.
    fn account_for_stop(&mut self, backend: usize, from: usize, to: usize, timing: Timing) {
        let state = &mut self.states[backend];
        let is_open = |entry: &Entry| matches!(entry.mark, Mark::TimedOut | Mark::Crashed);
        let is_cut = self.phase.is_over() || self.phase.is_left_out(backend);
        if is_cut || self.judge.sheets[backend].entries[from..to].iter().any(is_open) {
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
        self.judge.report(backend, &self.share, from, IncidentKind::Stopped, what, "");
    }

    fn solve_block(
        &mut self,
        backend: usize,
        from: usize,
        to: usize,
        first: bool,
    ) -> Result<Solved, SolverError> {
        let cpu = match (self.phase.pass.reads_cpu_clock(), self.phase.threads) {
            (true, 1) => CpuClock::Process,
            (true, _) => CpuClock::Thread,
            (false, _) => CpuClock::Skipped,
        };
        let block = self.share.block().slice(from, to);
        let state = &mut self.states[backend];
        match state.slot.solve(&block, self.clock, cpu, self.watched)? {
            End::Done(timing) => {
                state.lost_in_a_row = 0;
                state.take(timing, from, to);
                self.judge_answers(backend, from, to, first);
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
                self.judge.sheets[backend].entries[from].add(Mark::TimedOut, None);
                self.lose(backend, timing, true);
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
                self.judge.sheets[backend].entries[from + index].add(Mark::Crashed, None);
                self.lose(backend, timing, false);
                let kind = match crash.cause {
                    Cause::Died => IncidentKind::Crashed,
                    Cause::NoAnswer => IncidentKind::NoAnswer,
                };
                self.judge.report(backend, &self.share, from + index, kind, crash.why, "");
                self.judge_answers(backend, from, from + index, first);
                Ok(Solved::Until(from + index + 1))
            }
            // A process a puzzle would be started for each of a whole sample.
            End::Stopped(timing) => {
                let is_whole = state.abilities.grain == Grain::Whole;
                let parts_of = if is_whole { (to - from).div_ceil(2) } else { 1 };
                self.lost_ns += timing.wall_ns;
                self.lose(backend, timing, true);
                Ok(Solved::Nothing { parts_of, stopped: Some(timing) })
            }
        }
    }

    /// Ends a round: settles who was right, and returns what became of the puzzles, a tally for
    /// each backend of the tier in its order.
    ///
    /// # Errors
    /// When the recounting solver fails.
    pub(crate) fn settle(&mut self, round: &Round<'_>) -> Result<Vec<Tally>, RunError> {
        let start = self.clock.wall_ns();
        let opens = self.settle_claims(round)?;
        let tallies = round.tier.members.iter().zip(opens).map(|(&backend, open)| {
            let (state, sheet) = (&self.states[backend], &self.judge.sheets[backend]);
            let each = u64::from(round.tier.isomorphs);
            Tally {
                outcomes: sheet.outcomes(self.share.distinct()),
                disputed: open.disputed.div_ceil(each),
                unconfirmed: open.unconfirmed.div_ceil(each),
                only_counted: sheet.only_counted(self.share.distinct()),
                shorter_ns: state.shorter_ns(),
                ..Tally::default()
            }
        });
        let tallies = tallies.collect();
        if self.phase.pass.times_single_puzzles() {
            for &backend in &round.tier.own {
                let guesses = &self.judge.sheets[backend].guesses;
                let (share, ends) = (&self.share, round.ends_coverage());
                self.states[backend].fold_puzzles(share, guesses, ends);
            }
        }
        self.spent.settle_ns += self.clock.wall_ns() - start;
        Ok(tallies)
    }

    fn judge_answers(&mut self, backend: usize, from: usize, to: usize, first: bool) {
        let answers = &self.states[backend].slot.answers;
        self.judge.judge(backend, &Answered { puzzles: &self.share, answers, from, to }, first);
    }

    /// Settles the claims of a round; for each backend of the tier, how many stay open.
    fn settle_claims(&mut self, round: &Round<'_>) -> Result<Vec<Open>, SolverError> {
        let (members, block) = (&round.tier.members, round.tier.block);
        let claims = RoundClaims { members, group: round.group.id, block, puzzles: &self.share };
        let Self { phase, clock, watched, .. } = *self;
        let recounter = &mut self.recounter;
        self.judge.settle(&claims, &mut Recounting { recounter, phase, clock, watched })
    }

    /// The puzzles of the round one by one, for `--per-puzzle`.
    pub(crate) fn rows(&self, tier: &Tier, rows: &mut Vec<PuzzleRow>) {
        let block = self.share.block();
        for &backend in &tier.members {
            let (state, sheet) = (&self.states[backend], &self.judge.sheets[backend]);
            rows.extend((0..self.share.len()).map(|i| PuzzleRow {
                backend,
                offset: self.share.offset(i),
                mark: sheet.entries[i].mark,
                guesses: sheet.guesses[i],
                low_ns: state.lows_ns[i],
                high_ns: state.highs_ns[i],
                isomorph: (i / self.share.distinct().max(1)) as u32,
                givens: givens(&block, i),
            }));
        }
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

fn givens(block: &Block<'_>, i: usize) -> u32 {
    block.cells(i).iter().filter(|&&cell| cell != crate::puzzle::order::BLANK).count() as u32
}
