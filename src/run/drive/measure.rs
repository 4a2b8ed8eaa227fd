//! One phase from its first calibration to its slowest puzzles.

use std::io;
use std::sync::atomic::AtomicBool;

use crate::puzzle::{Order, Puzzles};
use crate::record::Latencies;
use crate::solver::{Abilities, Restart};

use super::calibrate::costs_ns;
use super::conduct::conduct;
use super::entry::{PhaseEnded, PhasePlanned};
use super::job::Job;
use super::memory::{Memory, TIME_NS, memories_of};
use super::observe::Observer;
use super::outcome::PhaseSoFar;
use super::past::PhasePast;
use super::resize::First;
use super::shortfall::shortfalls;
use crate::puzzle::seed::mix;
use crate::record::slow_puzzle::SlowPuzzle;
use crate::run::drive::findings::PhaseFindings;
use crate::run::drive::pool::pool;
use crate::run::plan::select::{Selection, select};
use crate::run::plan::tiers::{Needs, ROUNDS, Rounds, Tier, tiers};
use crate::run::work::clock::{Clock, SystemClock, overhead_ns};
use crate::run::work::phase::{Phase, RunError};
use crate::run::work::schedule::Schedule;
use crate::run::work::slowest::{Slow, Slowest};
use crate::run::work::spent::Spent;
use crate::run::work::times::Times;
use crate::run::work::turn::{CpuClock, End, SolverSlot};
use crate::run::work::watch::{Over, WatchState, watchdog};

/// Largest block of the throughput pass, unless the user says otherwise.
pub(crate) const BLOCK: u32 = 4096;

/// Bytes of puzzles that a round may hold for one worker.
const ROOM_BYTES: u64 = 6 << 20;

/// Measures one phase: sizes its rounds, runs them, and looks at the slowest puzzles again; or what is
/// left of that to do. Returns also what the user should know of solvers that fell short.
///
/// # Errors
/// When a backend, the file or the observer fails.
pub(crate) fn measure(
    job: &Job<'_>,
    phase: &Phase<'_>,
    dataset: usize,
    clock: &SystemClock,
    observer: &mut dyn Observer,
    past: Option<PhasePast>,
) -> Result<(PhaseFindings, Vec<String>), RunError> {
    let begun_ns = clock.wall_ns();
    let before_ns = past.as_ref().map_or(0, PhasePast::elapsed_ns);
    let (planned, so_far) = match past {
        Some(PhasePast { planned, so_far, ended: Some(ended) }) => {
            return Ok(findings(phase, dataset, planned, so_far, ended));
        }
        Some(PhasePast { planned, so_far, ended: None }) => (Some(planned), so_far),
        None => (None, PhaseSoFar::new(phase)),
    };
    let pool = pool(phase.threads(), job.pin)?;
    let selection = select(phase.dataset, phase.setting.order, job.wanted(), job.seed)?;
    let block = match phase.setting.pass.times_single_puzzles() {
        true => 1,
        false => job.block.unwrap_or(BLOCK),
    };
    let watched = WatchState::default();
    let plan = |cost_ns: &[f64]| {
        let budget_ns = phase.bounds.spent_at_ns.saturating_sub(clock.wall_ns());
        (plan(job, phase, &selection, cost_ns.to_vec(), block, budget_ns), budget_ns)
    };
    let mut planned = match planned {
        Some(planned) => planned,
        None => {
            let (cost_ns, memories, spent) =
                calibrated(phase, &selection, block as usize, (clock, &watched), &pool)?;
            let (tiers, budget_ns) = plan(&cost_ns);
            let elapsed_ns = clock.wall_ns() - begun_ns;
            let planned = PhasePlanned {
                setting: phase.setting.clone(),
                backends: phase.backends.iter().map(|backend| backend.id().to_owned()).collect(),
                share_ns: phase.bounds.budget_ns,
                elapsed_ns,
                budget_ns,
                cost_ns,
                tiers,
                memories,
                spent,
            };
            observer.planned(&planned);
            planned
        }
    };
    let schedule = |planned: &PhasePlanned| schedule(job, phase, &selection, planned);
    let left = if so_far.tiers.is_empty() {
        let now = schedule(&planned);
        let mut first = First::of(phase, &now.tiers[0], &planned.cost_ns, observer);
        let left = conduct(phase, &now, &pool, clock, &mut first, so_far)?;
        match first.finish()? {
            None => left,
            Some(cost_ns) => {
                (planned.tiers, planned.budget_ns) = plan(&cost_ns);
                planned.elapsed_ns = before_ns + (clock.wall_ns() - begun_ns);
                planned.cost_ns = cost_ns;
                observer.planned(&planned);
                let so_far = PhaseSoFar::new(phase);
                conduct(phase, &schedule(&planned), &pool, clock, observer, so_far)?
            }
        }
    } else {
        conduct(phase, &schedule(&planned), &pool, clock, observer, so_far)?
    };
    let mut notes = shortfalls(phase, &left.so_far.outcomes);
    notes.extend(left.unspent.map(|share| capped(phase, share)));
    let begun_again_ns = clock.wall_ns();
    let none = |error| RunError::no_thread(phase.threads(), error);
    let slowest: Vec<Again> = guarded(phase, &watched, clock, &|_| (), || {
        pool.install(|| slowest_again(phase, &left.so_far.slowest, clock, &watched))
    })
    .map_err(none)??;
    let start_ns = slowest.iter().map(|again| again.start_ns).sum();
    let ended = PhaseEnded {
        slowest: slowest.into_iter().map(|again| again.puzzles).collect(),
        notes,
        spent: Spent::aside(clock.wall_ns() - begun_again_ns, start_ns, phase.threads()),
        paused: phase.pauses.all(),
        elapsed_ns: before_ns + (clock.wall_ns() - begun_ns),
        clock_overhead_ns: overhead_ns(clock),
    };
    observer.ended(&ended);
    Ok(findings(phase, dataset, planned, left.so_far, ended))
}

/// What a puzzle costs each backend, whether it remembers answers, and the time that took.
fn calibrated(
    phase: &Phase<'_>,
    selection: &Selection,
    block: usize,
    (clock, watched): (&SystemClock, &WatchState),
    pool: &rayon::ThreadPool,
) -> Result<(Vec<f64>, Vec<Memory>, Spent), RunError> {
    let none = |error| RunError::no_thread(phase.threads(), error);
    let begun_ns = clock.wall_ns();
    let costs = guarded(phase, watched, clock, &|_| (), || {
        pool.install(|| costs_ns(phase, selection, block, clock, watched))
    })
    .map_err(none)??;
    let spent = Spent::aside(clock.wall_ns() - begun_ns, costs.start_ns, phase.threads());
    let cost_ns = costs.each_ns;
    let memories = guarded(phase, watched, clock, &|_| (), || {
        pool.install(|| probed(phase, selection, &cost_ns, clock, watched))
    })
    .map_err(none)??;
    Ok((cost_ns, memories, spent))
}

/// Wall time of a phase of a common run.
const COMMON_NS: f64 = 10e9;

/// Share of a phase's budget that the probe may take.
const PROBE: f64 = 0.1;

/// Whether solvers of others remember answers, where there is time to find out.
fn probed(
    phase: &Phase<'_>,
    selection: &Selection,
    cost_ns: &[f64],
    clock: &SystemClock,
    watched: &WatchState,
) -> Result<Vec<Memory>, RunError> {
    // Ours have been looked at.
    let is_foreign = |of: &Abilities| of.restart == Restart::Costly || !of.cancellable;
    let asked: Vec<bool> = phase.abilities.iter().map(is_foreign).collect();
    let foreign = asked.iter().filter(|&&asked| asked).count() as f64;
    let has_time = foreign * TIME_NS <= PROBE * phase.bounds.budget_ns as f64;
    if !phase.setting.pass.has_rate() || foreign == 0.0 || !has_time {
        return Ok(Vec::new());
    }
    memories_of(phase, selection, cost_ns, &asked, clock, watched)
}

/// What is to be said of a phase that ended with a share of its budget left.
fn capped(phase: &Phase<'_>, share: f64) -> String {
    format!(
        "{}, {} pass: ended after {ROUNDS} rounds with {:.0} % of its budget left; more would not make \
         the figures better",
        phase.setting.dataset,
        phase.setting.pass.name(),
        100.0 * share
    )
}

/// Most puzzles that a round may hold in memory.
pub(crate) fn room(order: Order, threads: usize) -> u64 {
    ROOM_BYTES * threads as u64 / order.stride() as u64
}

/// The tiers of a phase.
fn plan(
    job: &Job<'_>,
    phase: &Phase<'_>,
    selection: &Selection,
    cost_ns: Vec<f64>,
    block: u32,
    budget_ns: u64,
) -> Vec<Tier> {
    tiers(&Needs {
        rounds: job.rounds,
        grains: phase.abilities.iter().map(|abilities| abilities.grain).collect(),
        puzzles: selection.puzzles,
        of_all_shards: selection.of_all_shards,
        as_given: job.as_given,
        threads: phase.setting.threads,
        block,
        block_fixed: job.block.is_some() || phase.setting.pass.times_single_puzzles(),
        budget_ns: budget_ns.min(enough_ns(job, phase, selection, &cost_ns)),
        room: room(phase.setting.order, phase.threads()),
        timeout_ns: (0..phase.backends.len())
            .map(|one| phase.limit_ns(one))
            .min()
            .unwrap_or(u64::MAX),
        cost_ns,
    })
}

/// Time that rounds are sized for where it is not the budget that ends them: what they will take,
/// roughly, and no less than a common run.
fn enough_ns(job: &Job<'_>, phase: &Phase<'_>, selection: &Selection, cost_ns: &[f64]) -> u64 {
    let Some(coverages) = job.coverages else { return u64::MAX };
    let turns = 2.0 * coverages as f64 * selection.puzzles as f64 / phase.threads() as f64;
    (turns * cost_ns.iter().sum::<f64>()).max(COMMON_NS) as u64
}

fn schedule<'a>(
    job: &Job<'_>,
    phase: &Phase<'_>,
    selection: &'a Selection,
    planned: &PhasePlanned,
) -> Schedule<'a> {
    let tiers = planned.tiers.clone();
    let room = room(phase.setting.order, phase.threads());
    Schedule {
        keeps: !job.scramble
            && tiers.iter().all(|tier| tier.isomorphs == 1)
            && selection.puzzles * tiers.len() as u64 <= room,
        tiers,
        selection,
        budget_ns: planned.budget_ns,
        coverages: job.coverages,
        shared: job.rounds == Rounds::Shared,
        seed: mix(job.seed, phase.setting.pass as u64),
        scramble: job.scramble,
        per_puzzle: job.per_puzzle && phase.setting.pass.times_single_puzzles(),
        launch: None,
        overdue: &|_| (),
    }
}

/// What a phase leaves behind, with what the user should know of solvers that fell short.
fn findings(
    phase: &Phase<'_>,
    dataset: usize,
    planned: PhasePlanned,
    so_far: PhaseSoFar,
    ended: PhaseEnded,
) -> (PhaseFindings, Vec<String>) {
    let isomorphs = |backend: usize| {
        let own = planned.tiers.iter().find(|tier| tier.own.contains(&backend));
        own.map_or(1, |tier| u64::from(tier.isomorphs))
    };
    let longest_ns: Vec<_> = so_far.slowest.iter().map(Slowest::longest_ns).collect();
    let of = |(backend, times): (usize, Times)| Latencies {
        setting: phase.setting.clone(),
        solver: phase.backends[backend].id().to_owned(),
        solves: times.solves,
        times_each: times.coverages.max(1) * isomorphs(backend),
        puzzles: if times.coverages > 0 { times.covered } else { times.open },
        longest_ns: longest_ns[backend],
        clock_overhead_ns: ended.clock_overhead_ns,
    };
    let measured = so_far.times.into_iter().enumerate().filter(|(_, t)| !t.solves.is_empty());
    let found = PhaseFindings {
        dataset,
        setting: phase.setting.clone(),
        backends: planned.backends,
        latencies: measured.map(of).collect(),
        slowest: ended.slowest,
        incidents: so_far.incidents,
        spent: planned.spent.merge(so_far.spent).merge(ended.spent),
        paused: ended.paused,
        memories: planned.memories,
    };
    (found, ended.notes)
}

/// Does something with a watchdog over one worker.
pub(crate) fn guarded<T: Send>(
    phase: &Phase<'_>,
    watched: &WatchState,
    clock: &SystemClock,
    overdue: &(dyn Fn(usize) + Sync),
    work: impl FnOnce() -> T + Send,
) -> io::Result<T> {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _over = Over(&done);
        watchdog(scope, phase, std::slice::from_ref(watched), clock, &done, overdue)?;
        Ok(work())
    })
}

/// Wall time given to one backend's slowest puzzles, and solves of each.
const AGAIN_NS: u64 = 250_000_000;
const AGAIN: usize = 5;

/// The slowest puzzles of a backend, solved again.
struct Again {
    puzzles: Vec<SlowPuzzle>,
    /// Wall time of bringing the solver up.
    start_ns: u64,
}

/// Solves each backend's slowest puzzles again, alone, so that noise and real difficulty part.
fn slowest_again(
    phase: &Phase<'_>,
    slowest: &[Slowest],
    clock: &impl Clock,
    watched: &WatchState,
) -> Result<Vec<Again>, RunError> {
    let lists: Vec<_> = slowest.iter().map(|slowest| slowest.clone().into_list()).collect();
    let start = |(&backend, list): (_, &Vec<Slow>)| {
        let slot = || SolverSlot::start(backend, phase.setting.order, phase.setting.goal, 1);
        (!list.is_empty()).then(slot).transpose()
    };
    // All begin to come up before the first is waited for.
    let slots: Vec<_> = phase.backends.iter().zip(&lists).map(start).collect::<Result<_, _>>()?;
    let mut all = Vec::new();
    for (backend, (slot, list)) in slots.into_iter().zip(lists).enumerate() {
        all.push(match slot {
            Some(slot) => again(phase, (backend, slot), list, clock, watched)?,
            None => Again { puzzles: Vec::new(), start_ns: 0 },
        });
    }
    Ok(all)
}

fn again(
    phase: &Phase<'_>,
    (backend, mut slot): (usize, SolverSlot<'_>),
    list: Vec<Slow>,
    clock: &impl Clock,
    watched: &WatchState,
) -> Result<Again, RunError> {
    let mut is_lost = phase.is_left_out(backend);
    let puzzles = Puzzles::from_cells(phase.setting.order, list.iter().map(|slow| &slow.cells[..]));
    let mut alone_ns = vec![None::<u64>; list.len()];
    let begun_ns = clock.wall_ns();
    for _ in 0..AGAIN {
        for (i, alone_ns) in alone_ns.iter_mut().enumerate() {
            let is_late = clock.wall_ns() - begun_ns + list[i].low_ns > AGAIN_NS;
            if is_late || is_lost || phase.is_over() {
                continue;
            }
            let block = puzzles.block().slice(i, i + 1);
            match slot.solve(&block, clock, CpuClock::Skipped, watched)? {
                End::Done(timing) => {
                    *alone_ns = Some(alone_ns.unwrap_or(u64::MAX).min(timing.wall_ns));
                }
                End::Stopped(_) => is_lost = clock.wall_ns() >= phase.bounds.spent_at_ns,
                End::Crashed(..) => {}
            }
        }
    }
    let join = |(slow, alone_ns): (Slow, _)| SlowPuzzle {
        offset: slow.offset,
        low_ns: slow.low_ns,
        alone_ns,
        guesses: slow.guesses,
        puzzle: String::from_utf8_lossy(&slow.cells).into_owned(),
    };
    let puzzles = list.into_iter().zip(alone_ns).map(join).collect();
    Ok(Again { puzzles, start_ns: slot.take_start_ns() })
}
