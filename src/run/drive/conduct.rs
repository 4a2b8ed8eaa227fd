//! The conductor of a phase: has the workers take their turns, round after round, until the budget
//! is spent or the observer has seen enough.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::record::{Outcomes, Record};
use crate::solver::{Grain, Guesses};

use super::backend_round::BackendRound;
use super::observe::{Next, Observer, RoundReport};
use super::outcome::{PhaseOutcome, PhaseSoFar};
use super::progress::TierProgress;
use super::round_left::RoundLeft;
use crate::dataset::group_puzzles::Variety;
use crate::puzzle::seed::mix;
use crate::run::plan::speeds::Pace;
use crate::run::plan::tiers::ROUNDS;
use crate::run::plan::turns::turns;
use crate::run::work::clock::Clock;
use crate::run::work::crew::Crew;
use crate::run::work::phase::{Phase, Round, RunError};
use crate::run::work::schedule::Schedule;
use crate::run::work::step;
use crate::run::work::step::{Results, Step, TurnTask};
use crate::run::work::tally::Tally;
use crate::run::work::watch::{Over, WatchState, watchdog};
use crate::run::work::worker::{Sizes, Worker};

/// A share of the budget beyond which it is worth a word that it was left.
const UNSPENT: f64 = 0.1;

/// How a round went.
enum Course {
    /// To its end, or to that of the phase.
    Whole(Box<RoundReport>),
    /// No puzzle was read.
    Empty,
    /// The program was stopped and continued in the middle of a turn, so that nothing of it counts.
    Paused,
}

/// Runs a phase to its end, from where `so_far` has brought it.
///
/// # Errors
/// When a solver or the file fails, or the observer cannot write.
pub(crate) fn conduct<C: Clock>(
    phase: &Phase<'_>,
    schedule: &Schedule<'_>,
    pool: &rayon::ThreadPool,
    clock: &C,
    observer: &mut dyn Observer,
    so_far: PhaseSoFar,
) -> Result<PhaseOutcome, RunError> {
    let watched: Vec<WatchState> = (0..phase.threads()).map(|_| WatchState::default()).collect();
    let largest_block = schedule.tiers.iter().map(|tier| tier.block).max().unwrap_or(1) as usize;
    let largest_round = schedule.tiers.iter().map(|tier| tier.puzzles).max().unwrap_or(1);
    let room = (largest_round / phase.threads() as u64 + 1) as usize;
    let sizes = Sizes { room, block: largest_block };
    let (results, done) = (Results::default(), AtomicBool::new(false));
    let begun_ns = clock.wall_ns();

    let start = |worker: usize| {
        let watched = &watched[worker];
        let started = Worker::start(phase, clock, watched, worker, sizes);
        let mut started = started.map_err(|error| results.fail(error.into()))?;
        match started.warm_up(schedule) {
            Ok(start_ups) if worker == 0 => results.contents().start_ups = start_ups,
            Ok(_) => {}
            Err(error) => results.fail(error),
        }
        Ok(started)
    };
    let act = |worker: &mut Result<Worker<'_, C>, ()>, step: Step<'_>| {
        let Ok(worker) = worker else { return };
        if let Err(error) = step::take(worker, &step, &results) {
            results.fail(error);
        }
    };
    let none = |error| RunError::no_thread(phase.threads(), error);
    let leave = |worker: Result<Worker<'_, C>, ()>| Some(worker.ok()?.leave());
    let (outcome, workers) = std::thread::scope(|scope| {
        let _over = Over(&done);
        watchdog(scope, phase, &watched, clock, &done, schedule.overdue).map_err(none)?;
        let crew = Crew::new(phase.threads());
        crew.run(pool, start, act, leave, |crew| {
            let conductor = Conductor {
                phase,
                schedule,
                clock,
                crew,
                results: &results,
                begun_ns,
                before_ns: so_far.elapsed_ns,
            };
            conductor.rounds(observer, so_far)
        })
        .map_err(none)
    })?;
    let mut outcome = outcome?;
    workers.into_iter().flatten().for_each(|worker| outcome.so_far.add_last(worker));
    Ok(outcome)
}

struct Conductor<'a, 'c, 'p, C> {
    phase: &'a Phase<'p>,
    schedule: &'a Schedule<'a>,
    clock: &'a C,
    crew: &'c Crew<Step<'a>>,
    results: &'a Results,
    begun_ns: u64,
    /// Wall time of the rounds that an earlier process has measured.
    before_ns: u64,
}

impl<'a, C: Clock> Conductor<'a, '_, '_, C> {
    fn elapsed_ns(&self) -> u64 {
        let now_ns = self.before_ns + (self.clock.wall_ns() - self.begun_ns);
        now_ns.saturating_sub(self.phase.pauses.ns())
    }

    /// Rounds until the budget is spent: those that let the faster backends cover the dataset,
    /// where they can, one of every tier, then always one of the tier that has had least of the
    /// budget.
    fn rounds(
        &self,
        observer: &mut dyn Observer,
        mut so_far: PhaseSoFar,
    ) -> Result<PhaseOutcome, RunError> {
        self.give(Step::REST)?; // the workers have started then
        observer.started(&self.results.contents().start_ups)?;
        let mut progress = self.progress(&so_far);
        let mut handed_over_ns = self.begun_ns;
        while !self.phase.is_over() {
            let Some(index) = self.turn_of(&progress) else { break };
            let next = &mut progress[index];
            if !self.fits(next) || !self.is_of_use(index) {
                next.open = false;
                continue;
            }
            let begun_ns = self.clock.wall_ns();
            let course = self.round(index, next)?;
            next.spent_ns += self.clock.wall_ns() - begun_ns;
            let mut report = match course {
                Course::Whole(report) => report,
                Course::Empty => {
                    next.pass_empty();
                    continue;
                }
                Course::Paused => continue, // the same again
            };
            next.pass();
            report.left.tier_so_far = next.so_far();
            report.left.elapsed_ns = self.elapsed_ns();
            let now_ns = self.clock.wall_ns();
            report.left.spent.elapsed_ns = (now_ns - handed_over_ns) * self.phase.threads() as u64;
            handed_over_ns = now_ns;
            so_far.add(self.phase, &report);
            if observer.round(&report, self.done(&progress))? == Next::Enough {
                break;
            }
        }
        let is_capped =
            self.schedule.coverages.is_none() && progress.iter().any(|tier| tier.rounds >= ROUNDS);
        let unspent = 1.0 - self.elapsed_ns() as f64 / self.schedule.budget_ns.max(1) as f64;
        let is_capped = is_capped && unspent > UNSPENT;
        let last_ns = self.clock.wall_ns() - handed_over_ns;
        so_far.spent.elapsed_ns += last_ns * self.phase.threads() as u64;
        Ok(PhaseOutcome { so_far, unspent: is_capped.then_some(unspent) })
    }

    /// The share of the phase that is done, from 0 to 1.
    fn done(&self, progress: &[TierProgress]) -> f64 {
        let of_time = self.elapsed_ns() as f64 / self.schedule.budget_ns.max(1) as f64;
        let groups =
            |tier: &TierProgress| tier.groups.count() * self.schedule.coverages.unwrap_or(0);
        let all: u64 = progress.iter().map(groups).sum();
        let met: u64 = progress.iter().map(|tier| tier.next_group).sum();
        let of_rounds = if all > 0 { met as f64 / all as f64 } else { 0.0 };
        of_time.max(of_rounds).min(1.0)
    }

    /// The tiers, each where its last round has left it.
    fn progress(&self, so_far: &PhaseSoFar) -> Vec<TierProgress> {
        let tiers = self.schedule.tiers.iter().enumerate();
        let one = |(nth, tier)| {
            let so_far = so_far.tiers.get(nth).copied().unwrap_or_default();
            TierProgress::new(tier, self.schedule.selection, self.phase.threads())
                .continuing(so_far)
        };
        tiers.map(one).collect()
    }

    /// Returns false if backends were left out without which a tier shows nothing: all of them, the
    /// slowest, for which it is there, or, where rounds are shared, any.
    fn is_of_use(&self, index: usize) -> bool {
        let members = &self.schedule.tiers[index].members;
        let is_out = |&backend: &usize| self.phase.is_left_out(backend);
        let is_company = index > 0 && members.last().is_some_and(is_out);
        let is_incomplete = self.schedule.shared && members.iter().any(is_out);
        !is_company && !is_incomplete && !members.iter().all(is_out)
    }

    /// The tier whose round it is; none where all are through.
    fn turn_of(&self, progress: &[TierProgress]) -> Option<usize> {
        let open = || (0..progress.len()).filter(|&tier| progress[tier].open);
        let new = open().find(|&tier| progress[tier].rounds == 0);
        // A slow backend's rounds could use up what the fast ones need to meet every puzzle once;
        // its first round it gets in any case.
        let left_ns = self.schedule.budget_ns.saturating_sub(self.elapsed_ns()) / 4 * 3;
        let covers = open().find(|&tier| progress[tier].needs_to_cover(left_ns));
        covers.or(new).or_else(|| open().min_by_key(|&tier| progress[tier].spent_ns))
    }

    /// Returns true if another round is expected to end within the budget. Every tier has one.
    fn fits(&self, progress: &TierProgress) -> bool {
        let mean_ns = progress.spent_ns / progress.rounds.max(1);
        let met = self.schedule.launch.as_ref().map(|launch| launch.rounds.len() as u64);
        if met.is_some_and(|rounds| progress.next_group >= rounds) {
            return false;
        }
        let is_enough = match self.schedule.coverages {
            Some(coverages) => {
                progress.next_group >= coverages.saturating_mul(progress.groups.count())
            }
            None => progress.rounds >= ROUNDS,
        };
        progress.rounds == 0
            || (!is_enough && self.elapsed_ns() + mean_ns <= self.schedule.budget_ns)
    }

    fn round(&self, index: usize, progress: &mut TierProgress) -> Result<Course, RunError> {
        let round = self.next(index, progress)?;
        let is_in = |backend: &usize| !self.phase.is_left_out(*backend);
        let members: Vec<usize> = round.tier.members.iter().copied().filter(is_in).collect();
        let mut parts = vec![BackendRound::default(); self.phase.backends.len()];
        let mut paces = vec![Pace::default(); self.phase.threads()];
        let turns = turns(&members, mix(self.schedule.seed, index as u64), round.number);
        let mut settled = false;
        for (nth, turn) in turns.iter().enumerate() {
            if nth == members.len() && self.elapsed_ns() > self.schedule.budget_ns {
                break; // half a round is worth having, a whole one would take as long again
            }
            if nth > 0 && !is_in(&turn.backend) {
                settled = false;
                continue;
            }
            let part = &mut parts[turn.backend];
            let task = TurnTask { backend: turn.backend, first: part.turns == 0 };
            settled = nth + 1 == turns.len();
            self.give(self.step(&round, nth == 0, Some(task), settled))?;
            let done = std::mem::take(&mut self.results.contents().done);
            if self.phase.is_interrupted() {
                break; // the turn may have been cut short: its time is that of nothing whole
            }
            if done.iter().any(|done| done.is_paused) {
                self.results.contents().forget_round();
                return Ok(Course::Paused);
            }
            if done.iter().all(|done| done.puzzles == 0) {
                self.results.contents().forget_round();
                return Ok(Course::Empty);
            }
            part.take(turn.place, &done, &mut paces);
            if self.phase.is_over() {
                break;
            }
        }
        if !settled {
            self.give(self.step(&round, false, None, true))?;
        }
        progress.speeds.observe(&paces);
        Ok(Course::Whole(Box::new(self.report(&round, &parts))))
    }

    /// The puzzles of the next round of a tier, and who gets which.
    fn next(&self, index: usize, progress: &mut TierProgress) -> Result<Round<'a>, RunError> {
        let launch = self.schedule.launch.as_ref();
        let number = progress.rounds + launch.map_or(0, |launch| launch.first_round);
        let met = launch.and_then(|launch| launch.rounds.get(progress.next_group as usize));
        let id = met.map_or(progress.next_group, |met| met.group);
        let group = progress.groups.nth(id, &self.schedule.selection.chunks);
        let portions = progress.speeds.portions();
        let group_puzzles = match self.schedule.keeps {
            true => Some(progress.keep(self.phase, &group, &portions)?),
            false => None,
        };
        let salt = mix(self.schedule.seed, ((index as u64) << 32) | number);
        Ok(Round {
            tier: &self.schedule.tiers[index],
            tier_index: index,
            group,
            portions: Arc::new(portions),
            group_puzzles,
            number,
            is_anchor: met.is_some_and(|met| met.anchor),
            variety: Variety {
                seed: salt,
                scramble: self.schedule.scramble,
                isomorphs: self.schedule.tiers[index].isomorphs,
            },
            groups: progress.groups.count(),
        })
    }

    fn step(
        &self,
        round: &Round<'a>,
        fills: bool,
        turn: Option<TurnTask>,
        settles: bool,
    ) -> Step<'a> {
        let round = Some(round.clone());
        Step { round, fills, turn, settles, per_puzzle: self.schedule.per_puzzle }
    }

    fn report(&self, round: &Round<'_>, parts: &[BackendRound]) -> RoundReport {
        let mut contents = self.results.contents();
        let settled = std::mem::take(&mut contents.settled);
        let rows = std::mem::take(&mut contents.rows);
        let leavings = std::mem::take(&mut contents.leavings);
        drop(contents);
        let lost = self.phase.losses.iter().enumerate();
        let mut left = RoundLeft {
            tier: round.tier_index,
            ends_coverage: round.ends_coverage(),
            lost: lost.filter_map(|(backend, losses)| Some((backend, losses.lost()?))).collect(),
            ..RoundLeft::default()
        };
        leavings.into_iter().for_each(|worker| left.add(worker));
        let of = |member: usize| {
            settled.iter().fold(Tally::default(), |sum, worker| sum.merge(worker[member]))
        };
        let members = round.tier.members.iter().enumerate();
        let records = members
            .filter(|&(_, &backend)| parts[backend].turns > 0)
            .map(|(member, &backend)| self.record(round, backend, &parts[backend], &of(member)))
            .filter(|record| record.puzzles > 0)
            .collect();
        RoundReport { records, rows, left }
    }

    fn record(
        &self,
        round: &Round<'_>,
        backend: usize,
        part: &BackendRound,
        settled: &Tally,
    ) -> Record {
        let phase = self.phase;
        // Of a turn that ended early, the puzzles had other guesses than the round's.
        let counts = phase.abilities[backend].guesses != Guesses::None && !part.is_cut;
        let outcomes: Outcomes = settled.outcomes;
        let grain = phase.abilities[backend].grain;
        let mut block = round.tier.block_for(grain);
        if grain == Grain::Whole {
            let each = round.tier.puzzles.div_ceil(phase.threads() as u64);
            block = block.min(u32::try_from(each).unwrap_or(u32::MAX));
        }
        Record {
            setting: phase.setting.clone(),
            solver: phase.backends[backend].id().to_owned(),
            block,
            round: round.number as u32,
            group: round.group.id,
            sample: round.tier_index as u32,
            place: part.place as u32,
            turns: part.turns,
            repeats: if part.is_cut { 1 } else { round.tier.repeats },
            puzzles: outcomes.total(),
            outcomes,
            disputed: settled.disputed,
            unconfirmed: settled.unconfirmed,
            wall_ns: part.times.wall_ns,
            cpu_ns: part.times.used.cpu_ns.filter(|_| phase.setting.pass.reads_cpu_clock()),
            elapsed_ns: part.elapsed_ns,
            guesses: counts.then_some(part.times.guesses),
            no_guess: counts.then_some(part.times.no_guess),
            peak_rss_bytes: Some(part.times.peak_rss_bytes).filter(|&bytes| bytes > 0),
            launch: self.schedule.launch.as_ref().map_or(0, |launch| launch.nth),
            anchor: round.is_anchor,
            each_turn: part.each,
            groups: round.groups,
            isomorphs: if part.is_cut { 1 } else { round.tier.isomorphs },
            harness_ns: Some(part.times.harness_ns),
            timed_out_solves: Some(part.times.timed_out_solves),
            timed_out_ns: Some(part.times.timed_out_ns),
            shorter_ns: Some(settled.shorter_ns)
                .filter(|_| phase.setting.pass.times_single_puzzles()),
            only_counted: settled.only_counted,
            instructions: None,
        }
    }

    fn give(&self, step: Step<'a>) -> Result<(), RunError> {
        self.crew.give(step);
        self.check()
    }

    fn check(&self) -> Result<(), RunError> {
        self.results.contents().error.take().map_or(Ok(()), Err)
    }
}
