//! Gates on machines that never were, whose truth is known: for tests of the census.
//!
//! A dataset has puzzles of unequal cost; a launch has a placement that makes one solver slower for
//! as long as it lives; the machine's speed drifts and is remembered from turn to turn; and a turn
//! jitters, pays for cold caches when it comes first, and may be interrupted. The candidate is the
//! baseline with a slowdown somewhere.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::census::PairedRound;

/// Where the candidate loses time. Shares are of the baseline's total.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slowdown {
    /// Every puzzle takes this much longer; below zero it is a gain.
    Even(f64),
    /// So many puzzles share the loss evenly.
    Puzzles(usize, f64),
    /// Every so many calls, counted in each process from where its warm-up ended, share the loss.
    Calls(u64, f64),
}

/// A machine and a dataset.
#[derive(Clone, Copy, Debug)]
pub(super) struct World {
    /// Groups of the dataset.
    pub groups: usize,
    /// Puzzles of a group.
    pub size: usize,
    /// Standard deviation of a puzzle's ln cost: 1 has a tail as real sets do.
    pub spread: f64,
    /// Standard deviation of the log-ratio between launches.
    pub launch: f64,
    /// Standard deviation of a turn, as a share.
    pub jitter: f64,
    /// Standard deviation of the machine's remembered speed, as a share.
    pub drift: f64,
    /// Share of the turns that are interrupted: Pareto lengths from a tenth of the turn.
    pub interrupted: f64,
    /// Launches that a coverage is divided among.
    pub launches: u32,
    /// Where the candidate loses time.
    pub slowdown: Slowdown,
}

/// A 25 us library on the 17-clue set, on a machine of one's own.
pub(super) const QUIET: World = World {
    groups: 600,
    size: 80,
    spread: 1.0,
    launch: 0.003,
    jitter: 0.015,
    drift: 0.03,
    interrupted: 0.0,
    launches: 8,
    slowdown: Slowdown::Even(0.0),
};
/// The same beside compilers, as CPU time sees it.
pub(super) const BUSY: World =
    World { launch: 0.0055, jitter: 0.03, drift: 0.15, interrupted: 0.06, ..QUIET };

/// One share of the groups is met in every launch.
const ANCHORS: usize = 20;
/// Mean cost of a puzzle, in nanoseconds.
const COST_NS: f64 = 25_000.0;

/// A dataset with the truth about its candidate.
pub(super) struct Gate {
    world: World,
    random: ChaCha8Rng,
    /// Due time of each group, baseline and candidate, without the loss by calls.
    due: Vec<(f64, f64)>,
    /// Time of a call that is slow.
    pause_ns: f64,
    speed: f64,
    calls: u64,
    launch: u32,
    /// R as it would be without any noise.
    pub truth: f64,
}

impl Gate {
    /// Draws the puzzles.
    pub(super) fn new(world: World, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let puzzles = world.groups * world.size;
        let costs: Vec<f64> =
            (0..puzzles).map(|_| COST_NS * (gauss(&mut random) * world.spread).exp()).collect();
        let total: f64 = costs.iter().sum();
        let (mut factor, mut extra, mut pause_ns) = (1.0, vec![0.0; puzzles], 0.0);
        let loss = match world.slowdown {
            Slowdown::Even(share) => {
                factor = 1.0 + share;
                share
            }
            Slowdown::Puzzles(number, share) => {
                for _ in 0..number {
                    extra[random.random_range(0..puzzles)] += total * share / number as f64;
                }
                share
            }
            Slowdown::Calls(every, share) => {
                pause_ns = total / puzzles as f64 * every as f64 * share;
                share
            }
        };
        let due = (0..world.groups).map(|group| {
            let of = group * world.size..(group + 1) * world.size;
            let cost: f64 = costs[of.clone()].iter().sum();
            (cost, cost * factor + extra[of].iter().sum::<f64>())
        });
        let due = due.collect();
        let (speed, calls, launch, truth) = (0.0, 0, 0, 1.0 + loss);
        Self { world, random, due, pause_ns, speed, calls, launch, truth }
    }

    /// The rounds of one more coverage: all groups divided among fresh launches, the anchors met in each.
    /// `share` below 1 stops before all groups were met.
    pub(super) fn coverage(&mut self, share: f64) -> Vec<PairedRound> {
        let mut groups: Vec<usize> = (0..self.world.groups).collect();
        groups.shuffle(&mut self.random);
        let kept = (groups.len() as f64 * share) as usize;
        let is_anchor = |group: &usize| group.is_multiple_of(ANCHORS);
        let (anchors, others): (Vec<_>, Vec<_>) =
            groups[..kept].iter().copied().partition(is_anchor);
        let mut rounds = Vec::new();
        for nth in 0..self.world.launches as usize {
            self.launch += 1;
            let placement = gauss(&mut self.random) * self.world.launch;
            self.calls = self.random.random_range(0..1 << 40);
            let own = others.iter().skip(nth).step_by(self.world.launches as usize);
            let mut mine: Vec<usize> = own.chain(&anchors).copied().collect();
            mine.shuffle(&mut self.random);
            rounds.extend(mine.into_iter().map(|group| self.round(group, placement.exp())));
        }
        rounds
    }

    fn round(&mut self, group: usize, placement: f64) -> PairedRound {
        let (a, b) = self.due[group];
        let mut baseline = [0.0; 2];
        let mut candidate = [0.0; 2];
        let candidate_first = self.random.random::<u32>() % 2 == 0;
        // A B B A, or B A A B; the first turn finds cold caches.
        for half in 0..2 {
            for place in 0..2 {
                let is_candidate = (place == 0) == (candidate_first == (half == 0));
                let cold = if half + place == 0 { 1.01 } else { 1.0 };
                if is_candidate {
                    candidate[half] = self.turn(b * placement * cold) + self.pauses();
                } else {
                    baseline[half] = self.turn(a * cold);
                }
            }
        }
        PairedRound { group: group as u64, launch: self.launch, baseline, candidate }
    }

    fn turn(&mut self, due_ns: f64) -> f64 {
        // Half of the deviation is forgotten in some 35 turns.
        self.speed = 0.98 * self.speed + 0.199 * gauss(&mut self.random) * self.world.drift;
        let jitter = gauss(&mut self.random) * self.world.jitter;
        let mut ns = due_ns * (self.speed + jitter).exp();
        if self.unit() < self.world.interrupted {
            // What an interruption costs in CPU time: caches to fill again.
            ns += due_ns * 0.1 * self.unit().powf(-1.0 / 1.5).min(10.0);
        }
        ns
    }

    fn pauses(&mut self) -> f64 {
        let Slowdown::Calls(every, _) = self.world.slowdown else { return 0.0 };
        let before = self.calls / every;
        self.calls += self.world.size as u64;
        (self.calls / every - before) as f64 * self.pause_ns
    }

    /// Above 0, at most 1.
    fn unit(&mut self) -> f64 {
        (f64::from(self.random.random::<u32>()) + 1.0) / 4_294_967_296.0
    }
}

/// Standard normal, by Box and Muller.
fn gauss(random: &mut ChaCha8Rng) -> f64 {
    let mut unit = || (f64::from(random.random::<u32>()) + 1.0) / 4_294_967_296.0;
    (-2.0 * unit().ln()).sqrt() * (unit() * std::f64::consts::TAU).cos()
}
