//! Where in memory a solver stands while it is timed.
//!
//! Two copies of one solver differ by up to one percent for as long as a process lives, by nothing
//! but the addresses of their stack frames and tables (Mytkowicz, Diwan, Hauswirth and Sweeney 2009,
//! "Producing Wrong Data Without Doing Anything Obviously Wrong!"). No number of rounds averages
//! that out, so the addresses change between rounds: turns are taken at different depths of the
//! stack, and a solver that starts at next to no cost is started anew (Curtsinger and Berger 2013,
//! "STABILIZER: Statistically Sound Performance Evaluation").

use std::mem;

use crate::solver::Solver;

use crate::puzzle::seed::mix;

/// Different depths; a step is a cache line or a little more, so together they span a page.
const DEPTHS: u64 = 64;

/// Steps down the stack for a worker's turn.
pub(crate) fn depth(worker: usize, turn: u64) -> u64 {
    mix(worker as u64, turn) % DEPTHS
}

/// Calls `work` so many steps further down the stack.
#[inline(never)]
pub(crate) fn at_depth<R>(steps: u64, work: &mut dyn FnMut() -> R) -> R {
    let step = std::hint::black_box([0_u8; 64]);
    let result = if steps == 0 { work() } else { at_depth(steps - 1, work) };
    // Still there, so the call above was not a tail call.
    std::hint::black_box(&step);
    result
}

/// Solvers of the turns before, kept for a while.
///
/// An allocator gives memory that was just freed to the next who asks for as much. If a solver's
/// memory were freed when it is replaced, each backend would have its own back in every second round,
/// as the order of turns is reversed then, good or bad, for as long as the run lasts.
pub struct Retired {
    worker: u64,
    taken: u64,
    solvers: Vec<Box<dyn Solver>>,
}

/// Solvers that are kept.
const KEPT: usize = 8;

impl Retired {
    /// None yet, of this worker.
    pub fn new(worker: usize) -> Self {
        Self { worker: worker as u64, taken: 0, solvers: Vec::with_capacity(KEPT) }
    }

    /// Keeps a solver, and frees the memory of any one of those kept.
    pub fn take(&mut self, solver: Box<dyn Solver>) {
        self.taken += 1;
        if self.solvers.len() < KEPT {
            self.solvers.push(solver);
            return;
        }
        let any = mix(!self.worker, self.taken) as usize % KEPT;
        drop(mem::replace(&mut self.solvers[any], solver));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use crate::builtin;
    use crate::puzzle::Order;
    use crate::solver::Goal;

    use super::*;

    #[test]
    fn each_step_stands_further_down_the_stack() {
        let address = |steps| {
            at_depth(steps, &mut || {
                let here = 0_u8;
                std::ptr::from_ref(std::hint::black_box(&here)).addr()
            })
        };
        let addresses: Vec<usize> = (0..DEPTHS).map(address).collect();
        assert!(addresses.windows(2).all(|two| two[0] >= two[1] + 64), "{addresses:?}");
    }

    #[test]
    fn turns_come_at_every_depth() {
        let depths: BTreeSet<u64> = (0..1000).map(|turn| depth(0, turn)).collect();
        assert_eq!(depths.len() as u64, DEPTHS);
        assert!((0..1000).any(|turn| depth(0, turn) != depth(1, turn)));
    }

    #[test]
    fn no_backend_has_the_same_memory_again_and_again() {
        let mrv = builtin::find("mrv").unwrap();
        let start = || mrv.start(Order::THREE, Goal::Unique).unwrap();
        let mut retired = Retired::new(0);
        let mut slots = [start(), start(), start()];
        let mut found: [BTreeMap<usize, u32>; 3] = Default::default();
        let rounds = 3000;
        for round in 0..rounds {
            for nth in 0..3 {
                // an order, and in the next round the same reversed
                let backend = if round % 2 == 0 { nth } else { 2 - nth };
                retired.take(mem::replace(&mut slots[backend], start()));
                let address = std::ptr::from_ref(&*slots[backend]).cast::<u8>().addr();
                *found[backend].entry(address).or_default() += 1;
            }
        }
        for of_backend in found {
            let most = of_backend.values().max().copied().unwrap_or(0);
            assert!(most < rounds / 4, "{most} of {rounds} rounds in one place");
        }
    }
}
