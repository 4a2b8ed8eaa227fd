//! What a puzzle costs each backend, roughly: enough to size turns by.

use crate::dataset::Batch;
use crate::solver::Grain;

use crate::dataset::group::Groups;
use crate::dataset::group_puzzles::{GroupPuzzles, Variety};
use crate::dataset::portions::Portions;
use crate::run::work::bounds::Loss;
use crate::run::work::clock::Clock;
use crate::run::work::phase::{Phase, RunError};
use crate::run::work::turn::{CpuClock, End, SolverSlot, Timing};
use crate::run::work::warm::FIRST_CALL_NS;
use crate::run::work::watch::WatchState;

/// CPU time given to each backend. The first windows also warm caches and predictors.
const WINDOWS_NS: u64 = 15_000_000;
/// Windows after the first, at least.
const LEAST_WINDOWS: u32 = 3;
/// Times as much wall time, at most, for those: the machine may be busy, the solver may sleep.
const WALL_TIMES: u64 = 20;

/// Times as much, at most, for a backend that takes its whole sample at once: only a window that
/// lasts several times as long as the first shows what a puzzle costs beside the start of a
/// process.
const WHOLE_TIMES: u64 = 100;
/// How many times as long.
const SEVERAL: f64 = 4.0;

/// Puzzles the windows are taken from.
const PUZZLES: u64 = 2048;

/// What the calibration found, and what it cost.
pub(crate) struct Costs {
    /// Cost of a puzzle for each backend, in nanoseconds.
    pub each_ns: Vec<f64>,
    /// Wall time of bringing the solvers up.
    pub start_ns: u64,
}

/// Estimates the cost of a puzzle for each backend of a phase, on the calling thread.
///
/// # Errors
/// When a solver cannot be started or the file cannot be read.
pub(crate) fn costs_ns(
    phase: &Phase<'_>,
    selection: &crate::run::plan::select::Selection,
    block: usize,
    clock: &impl Clock,
    watched: &WatchState,
) -> Result<Costs, RunError> {
    let mut batch = Batch::new(phase.setting.order, phase.dataset);
    let mut group_puzzles = GroupPuzzles::new(phase.setting.order, PUZZLES as usize);
    let chunks = &selection.chunks;
    let groups = Groups::new(PUZZLES, selection.puzzles, chunks.len(), selection.chunk_limit);
    let mut nth = 0;
    while group_puzzles.len() == 0 && nth < groups.count() {
        let group = groups.nth(nth, chunks);
        let all = Portions::even(1).all(group.chunks.len());
        group_puzzles.fill(phase.dataset, &mut batch, &group, all, Variety::NONE)?;
        nth += 1;
    }
    let largest = block.min(group_puzzles.len()).max(1);
    let start =
        |&backend| SolverSlot::start(backend, phase.setting.order, phase.setting.goal, largest);
    let mut slots = phase.backends.iter().map(start).collect::<Result<Vec<_>, _>>()?;
    // All have begun to come up, and do so side by side.
    for slot in &mut slots {
        slot.prepare(clock, watched)?;
    }
    let mut costs = Costs { each_ns: Vec::new(), start_ns: 0 };
    for (index, slot) in slots.iter_mut().enumerate() {
        watched.turn_of(index);
        costs.each_ns.push(cost_ns(phase, (index, slot), &group_puzzles, block, clock, watched)?);
        costs.start_ns += slot.take_start_ns();
    }
    Ok(costs)
}

/// A window's time, without what the machine took away: CPU time, but wall time of a solver that
/// waited or whose CPU time is unknown. Where it was interrupted as well, how long it waited is not
/// known, and a busy machine is the likelier cause.
pub(crate) fn own_ns(timing: Timing) -> u64 {
    let Timing { wall_ns, used } = timing;
    match used.cpu_ns {
        Some(cpu_ns) if used.voluntary == Some(0) => cpu_ns.min(wall_ns),
        Some(cpu_ns) if used.involuntary.is_some_and(|times| times > 0) => cpu_ns.min(wall_ns),
        _ => wall_ns,
    }
}

/// Solves windows until the time is up, of doubling size until a quarter of it is: at least three
/// count, the last of like size. The mean of all but the first, which may have a library build its
/// tables. Where each window is a process, the mean of the last.
fn cost_ns(
    phase: &Phase<'_>,
    (index, slot): (usize, &mut SolverSlot<'_>),
    group_puzzles: &GroupPuzzles,
    block: usize,
    clock: &impl Clock,
    watched: &WatchState,
) -> Result<f64, RunError> {
    let largest = block.min(group_puzzles.len()).max(1);
    let whole = phase.abilities[index].grain == Grain::Whole;
    let windows_ns = if whole { WHOLE_TIMES * WINDOWS_NS } else { WINDOWS_NS };
    let (mut from, mut size) = (0, 1);
    let (mut first, mut rest) = (None::<f64>, (0, 0));
    let mut begun = clock.wall_ns();
    let (mut spent_ns, mut windows) = (0, 0);
    // One that takes more would leave nothing for the others.
    let fair_ns = phase.bounds.budget_ns / phase.backends.len().max(1) as u64;
    watched.allow(FIRST_CALL_NS.min(fair_ns));
    while group_puzzles.len() > 0 && !phase.is_over() {
        let wall_ns = clock.wall_ns() - begun;
        let is_long = spent_ns >= windows_ns || wall_ns > WALL_TIMES * windows_ns;
        // Windows that take seconds are fewer, where more would leave no time for the rounds.
        let is_too_long = windows > 1 && wall_ns > fair_ns / 4;
        if is_too_long || (windows > LEAST_WINDOWS && is_long) {
            break;
        }
        if from + size > group_puzzles.len() {
            from = 0;
        }
        let window = group_puzzles.block().slice(from, from + size);
        let end = slot.solve(&window, clock, CpuClock::Thread, watched)?;
        watched.allow(0);
        let is_stopped = matches!(end, End::Stopped(_));
        let (End::Done(timing) | End::Stopped(timing) | End::Crashed(timing, _)) = end;
        if is_stopped {
            let (ns, now_ns) = (timing.wall_ns, clock.wall_ns());
            phase.lose(index, Loss { ns, is_stopped, in_a_row: 1, now_ns });
        }
        // A window that was stopped or crashed counts too: its time is what the solver costs.
        let ns = own_ns(timing);
        (spent_ns, windows) = (spent_ns + ns, windows + 1);
        let Some(first_ns) = first else {
            first = Some(ns as f64);
            // The clock starts anew, or a first call of seconds would leave no time for windows.
            (begun, spent_ns) = (clock.wall_ns(), 0);
            continue;
        };
        // A process's start is a part of each of its windows: only the largest says what a puzzle costs.
        rest = if whole { (ns, size) } else { (rest.0 + ns, rest.1 + size) };
        if whole && (ns as f64 >= SEVERAL * first_ns || size == largest) {
            break;
        }
        from += size;
        let fills = 4 * spent_ns >= windows_ns;
        if !phase.setting.pass.times_single_puzzles() && !fills {
            size = (2 * size).min(largest);
        }
    }
    let mean_ns = (rest.1 > 0).then(|| rest.0 as f64 / rest.1 as f64);
    Ok(mean_ns.or(first).unwrap_or(0.0).max(0.1))
}
