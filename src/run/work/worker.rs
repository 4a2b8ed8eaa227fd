//! One worker: its puzzles, its solvers, and what it does at each step of a round.

use std::mem;

use super::recounter::{Recounter, Recounting};
use crate::dataset::Batch;
use crate::puzzle::Block;
use crate::run::judge::answers::Judge;
use crate::run::judge::settle::{Open, RoundClaims};
use crate::solver::{Answers, Grain, Restart, SolverError, Used};

use super::block_loop::BlockLoop;
use super::clock::Clock;
use super::layout::{self, Retired};
use super::leavings::Leavings;
use super::pauses::LEAST_NS;
use super::phase::{Phase, Round, RunError};
use super::spent::Spent;
use super::state::{SolverState, tally_of};
use super::tally::Tally;
use super::warm::{StartUp, warm_up};
use super::watch::WatchState;
use crate::dataset::group::Groups;
use crate::dataset::group_puzzles::GroupPuzzles;
use crate::dataset::group_puzzles::Variety;
use crate::dataset::portion::Portion;
use crate::dataset::portions::Portions;
use crate::record::puzzle_row::PuzzleRow;
use crate::run::plan::tiers::Tier;
use crate::run::work::done::Done;
use crate::run::work::schedule::Schedule;

/// Puzzles that solvers are warmed up with.
const WARM: u64 = 256;

/// How much a worker has to hold.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    /// Puzzles of the first portion.
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
    pub(crate) portion: Portion,
    pub(crate) states: Vec<SolverState<'a>>,
    pub(crate) recounter: Recounter<'a>,
    turns: u64,
    retired: Retired,
    /// The answers of the backend whose turn it is; the same memory for all.
    answers: Answers,
    /// Judges the answers, and keeps what the user must hear of.
    judge: Judge<'a>,
    /// Incidents that were handed over.
    reported: usize,
    /// Wall time by what it was spent on, since it was last handed over.
    spent: Spent,
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
            batch: Batch::new(phase.setting.order, phase.dataset),
            portion: Portion::new(phase.setting.order, sizes.room),
            states,
            load_ns,
            recounter: Recounter::default(),
            turns: 0,
            retired: Retired::new(worker),
            answers: Answers::new(phase.setting.order, sizes.block),
            judge: Judge::new(phase.rules()),
            reported: 0,
            spent: Spent { start_ns, ..Spent::default() },
        })
    }

    /// Warms every solver up, untimed, and says what their start has cost.
    ///
    /// # Errors
    /// When a solver cannot go on, or the file has become shorter.
    pub(crate) fn warm_up(&mut self, schedule: &Schedule<'_>) -> Result<Vec<StartUp>, RunError> {
        let (phase, chunks) = (self.phase, &schedule.selection.chunks);
        let few = Groups::new(
            WARM,
            schedule.selection.puzzles,
            chunks.len(),
            schedule.selection.chunk_limit,
        );
        let (mut puzzles, mut nth) = (GroupPuzzles::new(phase.setting.order, WARM as usize), 0);
        while puzzles.len() == 0 && nth < few.count() {
            let (group, alone) = (few.nth(nth, chunks), Portions::even(1));
            let range = alone.all(group.chunks.len());
            puzzles.fill(phase.dataset, &mut self.batch, &group, range, Variety::NONE)?;
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
                    let (clock, watched, block) = (self.clock, self.watched, puzzles.block());
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
        let range = round.portions.of(self.worker, round.group.chunks.len());
        if let Some(group_puzzles) = &round.group_puzzles {
            dataset.check()?; // reading would have
            self.portion = Portion::of(group_puzzles, range);
        } else {
            let (batch, group) = (&mut self.batch, &round.group);
            self.portion
                .fill(|puzzles| puzzles.fill(dataset, batch, group, range, round.variety))?;
        }
        for &backend in &round.tier.members {
            let state = &mut self.states[backend];
            state.is_own = round.tier.own.contains(&backend);
            state.begin_round();
            let singly = self.phase.setting.pass.times_single_puzzles();
            self.judge.sheets[backend].begin(self.portion.len(), singly);
            if singly {
                state.lows_ns.clear();
                state.lows_ns.resize(self.portion.len(), u64::MAX);
                state.highs_ns.clear();
                state.highs_ns.resize(self.portion.len(), 0);
            }
        }
        self.spent.fill_ns += self.clock.wall_ns() - start;
        Ok(())
    }

    /// Solves the whole portion with one backend, as often as the tier asks for, and returns the
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
        if first {
            state.slot.renew(state.abilities.restart, &mut self.retired)?;
        }
        let solved = self.solve_blocks(tier, backend, first)?;
        let ended_ns = self.clock.wall_ns();
        let turn_ns = ended_ns - begun_ns;
        let is_paused = turn_ns >= LEAST_NS && self.phase.pauses.so_far() != pauses;
        let times = self.times_of_turn(backend, turn_ns, solved.used, is_paused);
        let start_ns = self.states[backend].slot.take_start_ns();
        self.spent.start_ns += start_ns;
        self.spent.lost_ns += solved.lost_ns;
        self.spent.turn_ns += turn_ns.saturating_sub(start_ns + solved.lost_ns);
        self.spent.clocked_ns += times.wall_ns;
        if let Some(lie) = self.states[backend].slot.lie() {
            self.judge.report_lie(backend, &self.portion, lie);
        }
        let puzzles = self.portion.len() as u64 * u64::from(tier.repeats);
        let worker = self.worker;
        let done = Done { worker, puzzles, begun_ns, ended_ns, times, is_cut: false, is_paused };
        let is_to_end = self.phase.is_over() || self.phase.is_left_out(backend);
        Ok(if is_to_end { self.cut(done, backend, solved.broken_off_ns) } else { done })
    }

    /// Solves the portion with one backend at a stack depth of its own, in the answers that all
    /// backends use in turn.
    fn solve_blocks(
        &mut self,
        tier: &Tier,
        backend: usize,
        first: bool,
    ) -> Result<SolvedBlocks, SolverError> {
        self.turns += 1;
        let depth = layout::depth(self.worker, self.turns);
        mem::swap(&mut self.answers, &mut self.states[backend].slot.answers);
        let before = self.clock.used();
        let mut blocks = BlockLoop {
            phase: self.phase,
            clock: self.clock,
            watched: self.watched,
            portion: &self.portion,
            backend,
            state: &mut self.states[backend],
            judge: &mut self.judge,
            is_first: first,
            broken_off_ns: 0,
            lost_ns: 0,
        };
        let solved = layout::at_depth(depth, &mut || blocks.solve_portion(tier));
        let (lost_ns, broken_off_ns) = (blocks.lost_ns, blocks.broken_off_ns);
        mem::swap(&mut self.answers, &mut self.states[backend].slot.answers);
        solved?;
        Ok(SolvedBlocks { lost_ns, broken_off_ns, used: self.clock.used().since(before) })
    }

    /// The times of the turn in hand, whose latencies go into the histogram.
    fn times_of_turn(
        &mut self,
        backend: usize,
        turn_ns: u64,
        used: Used,
        is_paused: bool,
    ) -> Tally {
        let state = &mut self.states[backend];
        let is_cheap = state.abilities.restart == Restart::Cheap;
        if self.phase.setting.pass.times_single_puzzles() && is_cheap {
            // Nothing is read around single puzzles; of the turn as a whole the switches are known.
            state.tally.used = Used { cpu_ns: None, process_cpu_ns: None, ..used };
        }
        if is_paused {
            state.forget_latencies();
        }
        state.fold_latencies();
        state.tally.peak_rss_bytes = state.slot.peak_rss_bytes().unwrap_or(0);
        let mut times = tally_of(state, &self.judge.sheets[backend]);
        times.harness_ns = turn_ns.saturating_sub(times.wall_ns);
        if is_cheap && let Some((all_ns, clocked_ns)) = used.cpu_ns.zip(times.used.cpu_ns) {
            // In its own process the harness's part is what it worked, not what it was kept
            // waiting.
            times.harness_ns = times.harness_ns.min(all_ns.saturating_sub(clocked_ns));
        }
        times
    }

    /// A turn that ended early, with the puzzles that had an outcome by then, each solved once.
    fn cut(&self, done: Done, backend: usize, broken_off_ns: u64) -> Done {
        let until_then = (done.times, done.ended_ns - broken_off_ns);
        let (times, ended_ns) = self.states[backend].once.unwrap_or(until_then);
        Done { times, ended_ns: ended_ns.max(done.begun_ns), is_cut: true, ..done }
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
                outcomes: sheet.outcomes(self.portion.distinct()),
                disputed: open.disputed.div_ceil(each),
                unconfirmed: open.unconfirmed.div_ceil(each),
                only_counted: sheet.only_counted(self.portion.distinct()),
                shorter_ns: state.shorter_ns(),
                ..Tally::default()
            }
        });
        let tallies = tallies.collect();
        if self.phase.setting.pass.times_single_puzzles() {
            for &backend in &round.tier.own {
                let guesses = &self.judge.sheets[backend].guesses;
                self.states[backend].fold_puzzles(&self.portion, guesses);
            }
        }
        self.spent.settle_ns += self.clock.wall_ns() - start;
        Ok(tallies)
    }

    /// Hands over what is new since the last round, latencies of the backends that have theirs from
    /// this tier.
    pub(crate) fn leave_round(&mut self, tier: &Tier) -> Leavings {
        let own = tier.own.iter().filter(|_| self.phase.setting.pass.times_single_puzzles());
        let times = own.clone().map(|&backend| self.states[backend].take_times(backend)).collect();
        let fresh = |&backend: &usize| {
            let slowest = self.states[backend].slowest.take_fresh();
            slowest.into_iter().map(move |slow| (backend, slow))
        };
        let slowest = own.flat_map(fresh).collect();
        let incidents = self.judge.incidents[self.reported..].to_vec();
        self.reported = self.judge.incidents.len();
        Leavings { times, slowest, incidents, spent: mem::take(&mut self.spent) }
    }

    /// Hands over the last of it.
    pub(crate) fn leave(mut self) -> Leavings {
        let incidents = self.judge.incidents.split_off(self.reported);
        Leavings { incidents, spent: self.spent, ..Leavings::default() }
    }

    /// Settles the claims of a round; for each backend of the tier, how many stay open.
    fn settle_claims(&mut self, round: &Round<'_>) -> Result<Vec<Open>, SolverError> {
        let (members, block) = (&round.tier.members, round.tier.block);
        let claims = RoundClaims { members, group: round.group.id, block, puzzles: &self.portion };
        let Self { phase, clock, watched, .. } = *self;
        let recounter = &mut self.recounter;
        self.judge.settle(&claims, &mut Recounting { recounter, phase, clock, watched })
    }

    /// The puzzles of the round one by one, for `--per-puzzle`.
    pub(crate) fn rows(&self, tier: &Tier, rows: &mut Vec<PuzzleRow>) {
        let block = self.portion.block();
        for &backend in &tier.members {
            let (state, sheet) = (&self.states[backend], &self.judge.sheets[backend]);
            rows.extend((0..self.portion.len()).map(|i| PuzzleRow {
                backend,
                offset: self.portion.offset(i),
                mark: sheet.entries[i].mark,
                guesses: sheet.guesses[i],
                low_ns: state.lows_ns[i],
                high_ns: state.highs_ns[i],
                isomorph: (i / self.portion.distinct().max(1)) as u32,
                givens: givens(&block, i),
            }));
        }
    }
}

/// What solving the blocks of a turn has cost.
struct SolvedBlocks {
    /// Wall time of the blocks that led to nothing.
    lost_ns: u64,
    /// Wall time at the end that led to nothing, since the phase was over.
    broken_off_ns: u64,
    /// What the thread and the process used.
    used: Used,
}

fn givens(block: &Block<'_>, i: usize) -> u32 {
    block.cells(i).iter().filter(|&&cell| cell != crate::puzzle::order::BLANK).count() as u32
}
