//! The conductor of a phase: has the workers take their turns, round after round, until the budget
//! is spent or the observer has seen enough.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use hdrhistogram::Histogram;

use crate::record::{Outcomes, Pass, Record};
use crate::solver::{Grain, Guesses};

use super::clock::Clock;
use super::crew::Crew;
use super::group::Groups;
use super::judging::Incident;
use super::observe::{Next, Observer, RoundReport};
use super::phase::{Phase, Round, RunError};
use super::plan::{self, ROUNDS, Tier};
use super::select::Selection;
use super::share::Place;
use super::slowest::Slowest;
use super::spent::Spent;
use super::tally::Tally;
use super::watch::{Over, Watched, guard};
use super::worker::{PuzzleRow, Sizes, Worker, latency_histogram};

/// How a phase is to be run.
pub(super) struct Score<'a> {
    pub tiers: Vec<Tier>,
    pub selection: &'a Selection,
    pub budget_ns: u64,
    pub timeout_ns: Option<u64>,
    pub seed: u64,
    pub scramble: bool,
    /// Whether all puzzles fit into the workers' memory, and are read once.
    pub keeps: bool,
    pub per_puzzle: bool,
}

/// What a phase leaves behind, besides its records.
pub(super) struct Left {
    /// For each backend.
    pub histograms: Vec<Histogram<u64>>,
    /// For each backend.
    pub slowest: Vec<Slowest>,
    pub incidents: Vec<Incident>,
    pub spent: Spent,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Fill(Round<'a>),
    Turn { tier: &'a Tier, backend: usize, first: bool },
    Settle(Round<'a>),
}

/// What workers hand to the conductor after a step.
#[derive(Default)]
struct Basket {
    tallies: Vec<Tally>,
    rows: Vec<PuzzleRow>,
    error: Option<RunError>,
}

/// One backend's part of the round in hand.
#[derive(Clone, Copy, Default)]
struct Part {
    place: usize,
    turns: u32,
    elapsed_ns: u64,
    times: Tally,
}

/// Runs a phase to its end.
///
/// # Errors
/// When a solver or the file fails, or the observer cannot write.
pub(super) fn conduct<C: Clock>(
    phase: &Phase<'_>,
    score: &Score<'_>,
    pool: &rayon::ThreadPool,
    clock: &C,
    observer: &mut dyn Observer,
) -> Result<Left, RunError> {
    let watched: Vec<Watched> = (0..phase.threads).map(|_| Watched::default()).collect();
    let largest_block = score.tiers.iter().map(|tier| tier.block).max().unwrap_or(1) as usize;
    let largest_round = score.tiers.iter().map(|tier| tier.puzzles).max().unwrap_or(1);
    let room = (largest_round / phase.threads as u64 + 1) as usize;
    let sizes = Sizes { room, block: largest_block, keeps: score.keeps };
    let basket = Mutex::new(Basket::default());
    let done = AtomicBool::new(false);
    let begun_ns = clock.wall_ns();

    let start = |place: Place| {
        let watched = &watched[place.worker];
        Worker::start(phase, clock, watched, place, sizes).map_err(|error| {
            lock(&basket).error.get_or_insert(error.into());
        })
    };
    let act = |worker: &mut Result<Worker<'_, C>, ()>, step: Step<'_>| {
        let Ok(worker) = worker else { return };
        if let Err(error) = take_step(worker, step, score.per_puzzle, &basket) {
            lock(&basket).error.get_or_insert(error);
        }
    };
    let (outcome, workers) = std::thread::scope(|scope| {
        if let Some(limit_ns) = score.timeout_ns {
            let (watched, done) = (&watched, &done);
            scope.spawn(move || guard(watched, clock, limit_ns, done));
        }
        let crew = Crew::new(phase.threads);
        let _over = Over(&done);
        crew.run(pool, start, act, leave, |crew| {
            Conductor { phase, score, clock, crew, basket: &basket, begun_ns }.rounds(observer)
        })
    });
    outcome?;
    let elapsed_ns = (clock.wall_ns() - begun_ns) * phase.threads as u64;
    Ok(gather(phase, workers.into_iter().flatten(), elapsed_ns))
}

fn lock(basket: &Mutex<Basket>) -> std::sync::MutexGuard<'_, Basket> {
    basket.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take_step<C: Clock>(
    worker: &mut Worker<'_, C>,
    step: Step<'_>,
    per_puzzle: bool,
    basket: &Mutex<Basket>,
) -> Result<(), RunError> {
    match step {
        Step::Fill(round) => worker.fill(&round)?,
        Step::Turn { tier, backend, first } => {
            let tally = worker.turn(tier, backend, first)?;
            lock(basket).tallies.push(tally);
        }
        Step::Settle(round) => {
            let tallies = worker.settle(&round)?;
            let mut basket = lock(basket);
            basket.tallies.extend(tallies);
            if per_puzzle {
                worker.rows(round.tier, &mut basket.rows);
            }
        }
    }
    Ok(())
}

/// A worker's results, free of its thread.
type Remains = Option<(Vec<(Histogram<u64>, Slowest)>, Vec<Incident>, Spent)>;

fn leave<C: Clock>(worker: Result<Worker<'_, C>, ()>) -> Remains {
    let worker = worker.ok()?;
    let desks = worker.desks.into_iter().map(|desk| (desk.histogram, desk.slowest)).collect();
    Some((desks, worker.incidents, worker.spent))
}

fn gather(
    phase: &Phase<'_>,
    workers: impl Iterator<Item = (Vec<(Histogram<u64>, Slowest)>, Vec<Incident>, Spent)>,
    elapsed_ns: u64,
) -> Left {
    let mut left = Left {
        histograms: phase.backends.iter().map(|_| latency_histogram()).collect(),
        slowest: phase.backends.iter().map(|_| Slowest::new()).collect(),
        incidents: Vec::new(),
        spent: Spent { elapsed_ns, ..Spent::default() },
    };
    for (desks, incidents, spent) in workers {
        for (backend, (histogram, slowest)) in desks.into_iter().enumerate() {
            left.histograms[backend] += histogram;
            let known = std::mem::take(&mut left.slowest[backend]);
            left.slowest[backend] = known.merge(slowest);
        }
        left.incidents.extend(incidents);
        left.spent = left.spent.merge(spent);
    }
    left
}

struct Conductor<'a, 'c, 'p, C> {
    phase: &'a Phase<'p>,
    score: &'a Score<'a>,
    clock: &'a C,
    crew: &'c Crew<Step<'a>>,
    basket: &'a Mutex<Basket>,
    begun_ns: u64,
}

/// How far a tier has come.
struct Progress {
    groups: Groups,
    rounds: u64,
    spent_ns: u64,
    open: bool,
}

impl<'a, C: Clock> Conductor<'a, '_, '_, C> {
    fn elapsed_ns(&self) -> u64 {
        self.clock.wall_ns() - self.begun_ns
    }

    /// Rounds until the budget is spent: always one of the tier that has had least of it.
    fn rounds(&self, observer: &mut dyn Observer) -> Result<(), RunError> {
        self.check()?;
        let selection = self.score.selection;
        let mut progress: Vec<Progress> = self
            .score
            .tiers
            .iter()
            .map(|tier| {
                let chunks = selection.chunks.len();
                let groups = Groups::new(tier.puzzles, selection.puzzles, chunks, selection.quota);
                Progress { groups, rounds: 0, spent_ns: 0, open: true }
            })
            .collect();
        while !self.phase.is_interrupted() {
            let open = progress.iter_mut().enumerate().filter(|(_, progress)| progress.open);
            let Some((index, next)) = open.min_by_key(|(_, progress)| progress.spent_ns) else {
                return Ok(());
            };
            if !self.fits(next) {
                next.open = false;
                continue;
            }
            let begun_ns = self.clock.wall_ns();
            let report = self.round(index, next)?;
            next.rounds += 1;
            next.spent_ns += self.clock.wall_ns() - begun_ns;
            let done = self.elapsed_ns() as f64 / self.score.budget_ns.max(1) as f64;
            if observer.round(&report, done.min(1.0))? == Next::Enough {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether another round is expected to end within the budget. Every tier has one.
    fn fits(&self, progress: &Progress) -> bool {
        let mean_ns = progress.spent_ns / progress.rounds.max(1);
        progress.rounds == 0
            || (progress.rounds < ROUNDS && self.elapsed_ns() + mean_ns <= self.score.budget_ns)
    }

    fn round(&self, index: usize, progress: &Progress) -> Result<RoundReport, RunError> {
        let tier = &self.score.tiers[index];
        let number = progress.rounds;
        let salt = plan::mix(self.score.seed, ((index as u64) << 32) | number);
        let round = Round {
            tier,
            tier_index: index,
            group: progress.groups.nth(number, &self.score.selection.chunks),
            number,
            scramble: self.score.scramble.then_some(salt),
        };
        self.give(Step::Fill(round))?;
        let mut parts = vec![Part::default(); self.phase.backends.len()];
        let seed = plan::mix(self.score.seed, index as u64);
        for (nth, turn) in plan::turns(&tier.members, seed, number).into_iter().enumerate() {
            if nth == tier.members.len() && self.elapsed_ns() > self.score.budget_ns {
                break; // half a round is worth having, a whole one would take as long again
            }
            let begun_ns = self.clock.wall_ns();
            let part = &mut parts[turn.backend];
            let first = part.turns == 0;
            self.give(Step::Turn { tier, backend: turn.backend, first })?;
            let tallies = std::mem::take(&mut lock(self.basket).tallies);
            if self.phase.is_interrupted() {
                break; // the turn may have been cut short: its time is that of nothing whole
            }
            part.place = turn.place;
            part.turns += 1;
            part.elapsed_ns += self.clock.wall_ns() - begun_ns;
            part.times = tallies.into_iter().fold(part.times, Tally::merge);
        }
        self.give(Step::Settle(round))?;
        let mut basket = lock(self.basket);
        let settled = std::mem::take(&mut basket.tallies);
        let rows = std::mem::take(&mut basket.rows);
        drop(basket);
        let mut outcomes = vec![Tally::default(); tier.members.len()];
        for (i, tally) in settled.into_iter().enumerate() {
            let member = i % tier.members.len();
            outcomes[member] = outcomes[member].merge(tally);
        }
        let members = tier.members.iter().zip(outcomes);
        let records = members
            .filter(|&(&backend, _)| parts[backend].turns > 0)
            .map(|(&backend, settled)| self.record(&round, backend, &parts[backend], &settled))
            .collect();
        Ok(RoundReport { records, rows })
    }

    fn record(&self, round: &Round<'_>, backend: usize, part: &Part, settled: &Tally) -> Record {
        let phase = self.phase;
        let counts = phase.abilities[backend].guesses != Guesses::None;
        let outcomes: Outcomes = settled.outcomes;
        let grain = phase.abilities[backend].grain;
        let mut block = round.tier.block_for(grain);
        if grain == Grain::Whole {
            let each = round.tier.puzzles.div_ceil(phase.threads as u64);
            block = block.min(u32::try_from(each).unwrap_or(u32::MAX));
        }
        Record {
            dataset: phase.name.to_owned(),
            order: phase.order,
            goal: phase.goal,
            pass: phase.pass,
            solver: phase.backends[backend].id().to_owned(),
            threads: phase.threads as u32,
            block,
            round: round.number as u32,
            group: round.group.id,
            sample: round.tier_index as u32,
            place: part.place as u32,
            turns: part.turns,
            repeats: round.tier.repeats,
            puzzles: outcomes.total(),
            outcomes,
            disputed: settled.disputed,
            unconfirmed: settled.unconfirmed,
            wall_ns: part.times.wall_ns,
            cpu_ns: part.times.cpu.ns().filter(|_| phase.pass == Pass::Throughput),
            elapsed_ns: part.elapsed_ns,
            guesses: counts.then_some(part.times.guesses),
            no_guess: counts.then_some(part.times.no_guess),
            peak_rss_bytes: Some(part.times.peak_rss_bytes).filter(|&bytes| bytes > 0),
        }
    }

    fn give(&self, step: Step<'a>) -> Result<(), RunError> {
        self.crew.give(step);
        self.check()
    }

    fn check(&self) -> Result<(), RunError> {
        lock(self.basket).error.take().map_or(Ok(()), Err)
    }
}
