//! Counts the solutions of puzzles anew, with solvers that are trusted.

use crate::puzzle::Puzzles;
use crate::run::judge::cases::Recount;
use crate::run::judge::settle::Recounts;
use crate::run::judge::trust::WHO;
use crate::solver::{Search, SolverError};
use crate::verify::check_solution;

use super::clock::Clock;
use super::phase::Phase;
use super::turn::{CpuClock, End, SolverSlot};
use super::watch::WatchState;

/// The trusted solvers, one worker's own, each started when it is first needed.
#[derive(Default)]
pub(crate) struct Recounter<'a> {
    slots: [Option<SolverSlot<'a>>; WHO],
}

/// The trusted solvers of a worker, ready to count. Their answers are judged too.
pub(crate) struct Recounting<'r, 'a, C> {
    /// The solvers.
    pub recounter: &'r mut Recounter<'a>,
    /// Whose claims are recounted.
    pub phase: &'a Phase<'a>,
    /// Times the recounts.
    pub clock: &'a C,
    /// Stops a recount that lasts too long.
    pub watched: &'a WatchState,
}

impl<C: Clock> Recounts for Recounting<'_, '_, C> {
    fn counts(&mut self, number: usize, puzzles: &Puzzles) -> Result<Vec<Recount>, SolverError> {
        let Self { phase, clock, watched, .. } = *self;
        let len = puzzles.block().len();
        if phase.is_interrupted() || !phase.trust.has_time() {
            return Ok(vec![Recount::NoTime; len]);
        }
        let slot = match &mut self.recounter.slots[number] {
            Some(slot) => slot,
            none => {
                let backend = phase.trust.solver(number);
                none.insert(SolverSlot::start(
                    backend,
                    phase.setting.order,
                    phase.setting.goal,
                    len,
                )?)
            }
        };
        let time = || clock.used().cpu_ns.unwrap_or_else(|| clock.wall_ns());
        let mut all = Vec::with_capacity(len);
        // A block that is stopped is counted again puzzle by puzzle, to know which one it was.
        for block in [len, 1] {
            for from in (0..len).step_by(block) {
                if !phase.trust.has_time() {
                    all.push(Recount::NoTime);
                    continue;
                }
                let part = puzzles.block().slice(from, len.min(from + block));
                let begun_ns = time();
                let end = slot.solve(&part, clock, CpuClock::Skipped, watched)?;
                phase.trust.spend(time() - begun_ns);
                match end {
                    End::Done(_) => all.extend((0..part.len()).map(|i| counted(slot, &part, i))),
                    _ if part.len() == 1 => all.push(Recount::Open),
                    _ => break,
                }
            }
            if all.len() == len {
                break;
            }
        }
        Ok(all)
    }
}

/// A trusted solver's count, unless it is open or its own grid is not right.
fn counted(slot: &SolverSlot<'_>, block: &crate::puzzle::Block<'_>, i: usize) -> Recount {
    let answer = slot.answers.get(i);
    let shows = |cells: &[u8]| check_solution(block.order(), block.cells(i), cells).is_ok();
    let is_right = answer.count == 0 || answer.solution.is_some_and(shows);
    match answer.search {
        Search::Complete if is_right => Recount::Count(answer.count),
        _ => Recount::Open,
    }
}
