//! How fast the workers are, and so how large a part of a group each should get. Pure.
//!
//! A turn ends with its last worker, so equal parts leave the faster cores waiting: the cores of a
//! shared machine differ by a tenth or two for seconds at a time. Every solver of a round meets the
//! same parts.

use crate::dataset::portions::Portions;

/// Minimum mean number of puzzles per worker before a round is used to estimate the speed of cores;
/// below it, the hardest puzzle dominates.
const LEAST_PUZZLES: u64 = 64;

/// The least part of an equal share that a worker counts for, which leaves it a third of one:
/// enough to show that it is faster again.
const LEAST: f64 = 0.5;

/// Weight of the latest round in a worker's speed.
const WEIGHT: f64 = 0.25;

/// What a worker did in a round.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Pace {
    /// Puzzles solved, in all turns.
    pub puzzles: u64,
    /// Wall time that took.
    pub ns: u64,
}

impl Pace {
    /// Adds a turn.
    pub(crate) fn add(&mut self, puzzles: u64, ns: u64) {
        self.puzzles += puzzles;
        self.ns += ns;
    }
}

/// How fast the workers have been.
#[derive(Clone, Debug)]
pub(crate) struct Speeds {
    /// By what the rounds so far call for.
    wanted: Vec<f64>,
}

impl Speeds {
    /// Nothing known: all alike.
    pub(crate) fn new(workers: usize) -> Self {
        Self { wanted: vec![1.0 / workers as f64; workers] }
    }

    /// Takes in a round, unless it was too short for an estimate.
    pub(crate) fn observe(&mut self, paces: &[Pace]) {
        let workers = paces.len() as u64;
        let puzzles: u64 = paces.iter().map(|pace| pace.puzzles).sum();
        if puzzles < LEAST_PUZZLES * workers
            || paces.iter().any(|pace| pace.puzzles == 0 || pace.ns == 0)
        {
            return;
        }
        let speeds = paces.iter().map(|pace| pace.puzzles as f64 / pace.ns as f64);
        let all: f64 = speeds.clone().sum();
        // Moves towards the latest round: a core that was interrupted once is not slow for good.
        for (wanted, speed) in self.wanted.iter_mut().zip(speeds) {
            *wanted += WEIGHT * (speed / all - *wanted);
        }
    }

    /// Parts that should take all workers equally long, with a lower bound on each.
    pub(crate) fn portions(&self) -> Portions {
        let least = LEAST / self.wanted.len() as f64;
        Portions::by_weight(self.wanted.iter().map(|weight| weight.max(least)).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Some speeds after some rounds of them.
    fn speeds(of: &[u64], rounds: usize) -> Speeds {
        let mut speeds = Speeds::new(of.len());
        let paces: Vec<_> = of.iter().map(|&puzzles| Pace { puzzles, ns: 1000 }).collect();
        (0..rounds).for_each(|_| speeds.observe(&paces));
        speeds
    }

    proptest! {
        #[test]
        fn every_puzzle_belongs_to_one_worker(
            of in prop::collection::vec(1u64..1000, 1..9),
            sizes in prop::collection::vec(0usize..300, 0..200),
        ) {
            let portions = speeds(&of, 30).portions();
            let mut got = Vec::new();
            for worker in 0..of.len() {
                for part in portions.of(worker, sizes.len()).parts() {
                    let (from, to) = part.part(0, sizes[part.nth]);
                    got.extend((from..to).map(|i| (part.nth, i)));
                }
            }
            let all = sizes.iter().enumerate().flat_map(|(nth, &size)| (0..size).map(move |i| (nth, i)));
            prop_assert!(got.into_iter().eq(all));
        }

        #[test]
        fn workers_of_any_speed_take_equally_long(
            of in prop::collection::vec(100u64..200, 2..9),
            chunks in 1usize..300,
        ) {
            let portions = speeds(&of, 100).portions();
            let puzzles = 12_000;
            let times: Vec<f64> = (0..of.len()).map(|worker| {
                let size = puzzles / chunks;
                let parts = portions.of(worker, chunks).parts().map(|part| part.part(0, size));
                let got: usize = parts.map(|(from, to)| to - from).sum();
                got as f64 / of[worker] as f64
            }).collect();
            let longest = times.iter().copied().fold(0.0, f64::max);
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            // half a place of 64 at either end
            prop_assert!(longest < 1.04 * mean, "{times:?}");
        }
    }

    #[test]
    fn two_equal_workers_take_halves_however_few_puzzles_there_are() {
        let even = Portions::even(2);
        for (chunks, size) in [(1, 2), (1, 10), (2, 1), (2, 7), (82, 200)] {
            let got = [0, 1].map(|worker| {
                let parts = even.of(worker, chunks).parts().map(|part| part.part(0, size));
                parts.map(|(from, to)| to - from).sum::<usize>()
            });
            assert_eq!(got, [chunks * size / 2; 2]);
        }
    }

    #[test]
    fn a_round_of_few_puzzles_says_nothing() {
        let mut speeds = Speeds::new(2);
        speeds.observe(&[0, 1000].map(|puzzles| Pace { puzzles, ns: 1 }));
        // a hard puzzle on one core, an easy one on the other
        (0..50).for_each(|_| speeds.observe(&[1, 100].map(|ns| Pace { puzzles: 1, ns })));
        assert_eq!(speeds.portions(), Portions::even(2));
    }

    #[test]
    fn a_worker_that_was_held_up_gets_enough_to_come_back() {
        let mut speeds = Speeds::new(2);
        let mut round = |slow_ns: u64, rounds: usize| {
            let mut got = [0; 2];
            for _ in 0..rounds {
                let portions = speeds.portions();
                got = [0, 1].map(|worker| {
                    let parts = portions.of(worker, 1).parts().map(|part| part.part(0, 128));
                    parts.map(|(from, to)| (to - from) as u64).sum()
                });
                let ns = [got[0] * slow_ns, got[1] * 10];
                speeds.observe(&[0, 1].map(|i| Pace { puzzles: got[i], ns: ns[i] }));
            }
            got
        };
        assert!(round(100_000, 200)[0] >= 64 / 3);
        assert_eq!(round(10, 200), [64, 64]);
    }
}
