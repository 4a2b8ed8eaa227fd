//! Where in memory a solver stands while it is timed.
//!
//! Two copies of one solver differ by up to one percent for as long as a process lives, by nothing
//! but the addresses of their stack frames and tables (Mytkowicz, Diwan, Hauswirth and Sweeney 2009,
//! "Producing Wrong Data Without Doing Anything Obviously Wrong!"). No number of rounds averages
//! that out, so the addresses change between rounds: turns are taken at different depths of the
//! stack, and a solver that starts at next to no cost is started anew (Curtsinger and Berger 2013,
//! "STABILIZER: Statistically Sound Performance Evaluation").

use super::plan::mix;

/// Different depths; a step is a cache line or a little more, so together they span a page.
const DEPTHS: u64 = 64;

/// Steps down the stack for a worker's turn.
pub fn depth(worker: usize, turn: u64) -> u64 {
    mix(worker as u64, turn) % DEPTHS
}

/// Calls `work` so many steps further down the stack.
#[inline(never)]
pub fn at_depth<R>(steps: u64, work: &mut dyn FnMut() -> R) -> R {
    let step = std::hint::black_box([0_u8; 64]);
    let result = if steps == 0 { work() } else { at_depth(steps - 1, work) };
    // Still there, so the call above was no tail call.
    std::hint::black_box(&step);
    result
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
}
