//! Whether a solver remembers answers, and whether its guess counts repeat: some puzzles solved twice,
//! before anything is measured.
//!
//! Both turns of a round solve the same puzzles, so one that remembers them has its second turn for
//! nothing, and looks several times as fast as it is.

use serde::{Deserialize, Serialize};

use crate::dataset::Batch;
use crate::solver::{Backend, Grain, Guesses};

use crate::dataset::group::Groups;
use crate::dataset::group_puzzles::{GroupPuzzles, Variety};
use crate::dataset::portions::Portions;
use crate::run::plan::select::Selection;
use crate::run::work::clock::Clock;
use crate::run::work::phase::{Phase, RunError};
use crate::run::work::turn::{CpuClock, End, SolverSlot};
use crate::run::work::watch::WatchState;

/// What solving some puzzles twice shows of a solver.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// Median over some blocks of the first solve's time by the second's; nothing where there were too
    /// few. About 1 for a solver that does not remember.
    pub first_by_second: Option<f64>,
    /// Whether a puzzle took another number of guesses the second time.
    pub guesses_vary: bool,
}

impl Memory {
    /// Returns true if the solver is faster where it has met a puzzle before.
    pub(crate) fn remembers(&self) -> bool {
        self.first_by_second.is_some_and(|times| times > REMEMBERS)
    }
}

/// From here on a solver is said to remember.
const REMEMBERS: f64 = 1.5;
/// Blocks that are solved twice, ...
const BLOCKS: usize = 30;
/// ... and the fewest that say something.
const FEWEST: usize = 5;
/// Puzzles of a block: fewer are learned by branch predictors within one pass.
const PUZZLES: usize = 100;
/// Time for all of it, roughly; blocks get smaller and fewer where puzzles take longer.
pub(crate) const TIME_NS: f64 = 300e6;

/// Has each solver of a phase, a fresh one, solve some puzzles twice.
///
/// # Errors
/// When a solver cannot be started or the file cannot be read.
pub(crate) fn memories(
    phase: &Phase<'_>,
    selection: &Selection,
    cost_ns: &[f64],
    clock: &impl Clock,
    watched: &WatchState,
) -> Result<Vec<Memory>, RunError> {
    let all = vec![true; phase.backends.len()];
    memories_of(phase, selection, cost_ns, &all, clock, watched)
}

/// As [`memories`], of the solvers that are asked; nothing is known of the others.
///
/// # Errors
/// Those of [`memories`].
pub(crate) fn memories_of(
    phase: &Phase<'_>,
    selection: &Selection,
    cost_ns: &[f64],
    asked: &[bool],
    clock: &impl Clock,
    watched: &WatchState,
) -> Result<Vec<Memory>, RunError> {
    let mut group_puzzles = GroupPuzzles::new(phase.setting.order, BLOCKS * PUZZLES);
    let mut batch = Batch::new(phase.setting.order, phase.dataset);
    let chunks = &selection.chunks;
    let wanted = (BLOCKS * PUZZLES) as u64;
    let groups = Groups::new(wanted, selection.puzzles, chunks.len(), selection.chunk_limit);
    // The last group: calibration and warm-up have met the first.
    let group = groups.nth(groups.count() - 1, chunks);
    let all = Portions::even(1).all(group.chunks.len());
    group_puzzles.fill(phase.dataset, &mut batch, &group, all, Variety::NONE)?;
    let backends = phase.backends.iter().zip(cost_ns).enumerate();
    let each = backends.map(|(index, (&backend, &cost_ns))| {
        if !asked[index] {
            return Ok(Memory::default());
        }
        watched.turn_of(index);
        memory(phase, backend, &group_puzzles, cost_ns, clock, watched)
    });
    each.collect()
}

fn memory(
    phase: &Phase<'_>,
    backend: &dyn Backend,
    group_puzzles: &GroupPuzzles,
    cost_ns: f64,
    clock: &impl Clock,
    watched: &WatchState,
) -> Result<Memory, RunError> {
    let abilities = backend.abilities();
    if abilities.grain == Grain::Whole {
        return Ok(Memory::default()); // a process for each block has nothing to remember
    }
    let cost_ns = cost_ns.max(1.0);
    let len = (TIME_NS / (2.0 * BLOCKS as f64 * cost_ns)).clamp(1.0, PUZZLES as f64) as usize;
    let most = (TIME_NS / (2.0 * len as f64 * cost_ns)).clamp(FEWEST as f64, BLOCKS as f64);
    let blocks = (group_puzzles.len() / len).min(most as usize);
    let mut slot = SolverSlot::start(backend, phase.setting.order, phase.setting.goal, len)?;
    let (mut ratios, mut guesses_vary) = (Vec::with_capacity(blocks), false);
    for nth in 0..blocks {
        let block = group_puzzles.block().slice(nth * len, (nth + 1) * len);
        let mut met = [(0.0, Vec::new()), (0.0, Vec::new())];
        for (ns, guesses) in &mut met {
            let end = slot.solve(&block, clock, CpuClock::Thread, watched)?;
            let End::Done(timing) = end else { return Ok(Memory::default()) };
            *ns = timing.used.cpu_ns.unwrap_or(timing.wall_ns) as f64;
            guesses.extend((0..len).map(|i| slot.answers.get(i).guesses));
        }
        let [(first_ns, first), (second_ns, second)] = met;
        ratios.push(first_ns / second_ns.max(1.0));
        guesses_vary |= abilities.guesses != Guesses::None && first != second;
        if phase.is_over() {
            break;
        }
    }
    ratios.sort_by(f64::total_cmp);
    let first_by_second = (ratios.len() >= FEWEST).then(|| ratios[ratios.len() / 2]);
    Ok(Memory { first_by_second, guesses_vary })
}
