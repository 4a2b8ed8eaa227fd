//! Warming a solver up before it is timed: its first calls bring pages, tables and predictors into
//! place, and some libraries build their tables then.

use serde::{Deserialize, Serialize};

use crate::puzzle::Block;
use crate::solver::SolverError;

use super::clock::Clock;
use super::turn::{CpuClock, End, SolverSlot};
use super::watch::WatchState;

/// What starting a solver has cost, in the process that is timed.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct StartUp {
    /// Wall time to load it; of a library in a launch, with the probe's puzzles.
    pub load_ns: u64,
    /// Wall time of its first call.
    pub first_ns: u64,
    /// Windows of the warm-up.
    pub windows: u32,
    /// Whether the last two windows agreed; else the warm-up ended at its cap.
    pub steady: bool,
    /// CPU time that other threads of its process used meanwhile, as a share of its own; nothing
    /// where it is unknown.
    pub elsewhere: Option<f64>,
}

/// A window lasts so long at least, if there are puzzles enough.
const WINDOW_NS: u64 = 500_000;
/// Two windows agree if they differ by no more than this share.
const AGREE: f64 = 0.05;
/// The warm-up ends at this, agreed or not, but not before there were three windows.
pub(crate) const CAP_NS: u64 = 30_000_000;
/// A first call may take so long, whatever the timeout: then the library builds its tables.
pub(crate) const FIRST_CALL_NS: u64 = 30_000_000_000;

/// Has a solver solve some puzzles, untimed, until two windows agree.
///
/// The first call may take `first_call_ns`. Where it crashes or is stopped, the warm-up is over:
/// the rounds meet the same and name the puzzle.
///
/// # Errors
/// When a solver that died cannot be started again.
pub(crate) fn warm_up(
    slot: &mut SolverSlot<'_>,
    puzzles: &Block<'_>,
    clock: &impl Clock,
    watched: &WatchState,
    first_call_ns: u64,
    is_interrupted: impl Fn() -> bool,
) -> Result<StartUp, SolverError> {
    let mut start_up = StartUp::default();
    let mut window = |len: usize| -> Result<Option<(u64, u64, Option<u64>)>, SolverError> {
        let block = puzzles.slice(0, len);
        let End::Done(timing) = slot.solve(&block, clock, CpuClock::Process, watched)? else {
            return Ok(None);
        };
        let cpu_ns = timing.used.cpu_ns.unwrap_or(timing.wall_ns);
        Ok(Some((timing.wall_ns, cpu_ns, timing.used.process_cpu_ns)))
    };
    watched.allow(first_call_ns.min(FIRST_CALL_NS));
    let first = window(1.min(puzzles.len()));
    watched.allow(0);
    let Some((first_ns, ..)) = first? else { return Ok(start_up) };
    start_up.first_ns = first_ns;
    let begun_ns = clock.wall_ns();
    let (mut len, mut last_ns) = (1, None::<u64>);
    let (mut own_ns, mut all_ns) = (0, Some(0));
    while !is_interrupted() {
        let Some((wall_ns, cpu_ns, process_ns)) = window(len.min(puzzles.len()))? else { break };
        start_up.windows += 1;
        own_ns += cpu_ns;
        all_ns = all_ns.zip(process_ns).map(|(sum, more)| sum + more);
        if wall_ns < WINDOW_NS && len < puzzles.len() {
            len *= 2;
            continue;
        }
        let close = |last: u64| last.abs_diff(cpu_ns) as f64 <= AGREE * last.max(cpu_ns) as f64;
        start_up.steady = last_ns.is_some_and(close);
        if start_up.steady {
            break;
        }
        last_ns = Some(cpu_ns);
        if start_up.windows >= 3 && clock.wall_ns() - begun_ns > CAP_NS {
            break;
        }
    }
    let beyond = |all: u64| all.saturating_sub(own_ns) as f64 / own_ns.max(1) as f64;
    start_up.elsewhere = all_ns.filter(|_| own_ns > 0).map(beyond);
    Ok(start_up)
}
