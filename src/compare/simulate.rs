//! Runs on a machine that never was, whose truth is known: for tests of the verdict.
//!
//! Turn by turn a clock advances: the machine's speed drifts and steps, a turn jitters, the first
//! turn over a group pays for cold caches, and interruptions of heavy-tailed length strike whatever
//! runs. Eight launches meet all groups each.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::puzzle::Order;
use crate::record::{Outcomes, Pass, Record, Setting, TurnTimes};
use crate::solver::{Goal, Used};

/// A record of one round with this time, all else alike.
pub(crate) fn record(solver: &str, round: u32, wall_ns: u64) -> Record {
    Record {
        setting: Setting {
            dataset: "17-clue".to_owned(),
            order: Order::THREE,
            goal: Goal::First,
            pass: Pass::Throughput,
            threads: 1,
        },
        solver: solver.to_owned(),
        block: 256,
        round,
        group: 0,
        sample: 0,
        place: 0,
        turns: 2,
        repeats: 1,
        puzzles: 1000,
        outcomes: Outcomes { unique: 1000, ..Outcomes::default() },
        disputed: 0,
        unconfirmed: 0,
        wall_ns,
        cpu_ns: None,
        elapsed_ns: wall_ns,
        guesses: Some(0),
        no_guess: Some(1000),
        peak_rss_bytes: None,
        launch: 0,
        anchor: false,
        each_turn: [wall_ns / 2, wall_ns - wall_ns / 2]
            .map(|wall_ns| Some(TurnTimes { wall_ns, used: Used::UNKNOWN })),
        groups: 0,
        isomorphs: 1,
        harness_ns: None,
        timed_out_solves: None,
        timed_out_ns: None,
        shorter_ns: None,
        only_counted: 0,
        instructions: None,
    }
}

/// How a machine disturbs what runs on it. Shares are of a turn's due time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noise {
    /// Standard deviation of a turn, as a share.
    pub jitter: f64,
    /// Standard deviation of the work in a group, as a share: groups differ.
    pub groups: f64,
    /// What the first turn over a group costs more, as a share.
    pub cold: f64,
    /// How far the speed swings, as a share, with a period of about three seconds.
    pub drift: f64,
    /// Interruptions a second.
    pub spikes: f64,
    /// Everything takes this many times longer from the middle of the run on.
    pub step: f64,
}

/// Little noise, as on a machine of one's own.
pub(crate) const QUIET: Noise =
    Noise { jitter: 0.01, groups: 0.05, cold: 0.01, drift: 0.02, spikes: 2.0, step: 1.0 };
/// A shared machine: speed swings by a quarter, every second turn or so is interrupted.
pub(crate) const SHARED: Noise =
    Noise { jitter: 0.03, groups: 0.2, cold: 0.05, drift: 0.25, spikes: 60.0, step: 1.0 };
/// A shared machine that becomes half as fast in the middle.
pub(crate) const STEPPED: Noise = Noise { step: 2.0, ..SHARED };

/// Due time of a turn of the baseline: 4 ms.
const TURN_NS: f64 = 4e6;
/// Launches.
const LAUNCHES: u32 = 8;

/// The records of `rounds` rounds of backends, each with its true factor on the time, given in
/// turns as a real run gives them.
pub(crate) fn run(noise: Noise, backends: &[(&str, f64)], rounds: u32, seed: u64) -> Vec<Record> {
    let turns = f64::from(rounds) * 2.0 * backends.len() as f64;
    let mut machine = Machine {
        noise,
        random: ChaCha8Rng::seed_from_u64(seed),
        clock_ns: 0.0,
        middle_ns: turns * TURN_NS / 2.0,
    };
    let groups = rounds.div_ceil(LAUNCHES);
    // The same dataset whatever the seed.
    let mut dataset = Machine { random: ChaCha8Rng::seed_from_u64(0), ..machine.clone() };
    let sizes: Vec<f64> = (0..groups).map(|_| dataset.gauss(noise.groups).exp()).collect();
    let mut order: Vec<usize> = (0..backends.len()).collect();
    let mut records = Vec::new();
    for round in 0..rounds {
        if round % 2 == 0 {
            order.shuffle(&mut machine.random);
        } else {
            order.reverse();
        }
        let (launch, group) = (1 + round / groups, round % groups);
        let mut times = vec![[None; 2]; backends.len()];
        for (turn, &backend) in order.iter().chain(order.iter().rev()).enumerate() {
            let cold = if turn == 0 { 1.0 + noise.cold } else { 1.0 };
            let due_ns = TURN_NS * sizes[group as usize] * backends[backend].1 * cold;
            times[backend][turn / backends.len()] = Some(machine.turn(due_ns));
        }
        for (&(solver, _), each_turn) in backends.iter().zip(times) {
            let sum = |of: fn(&TurnTimes) -> u64| each_turn.iter().flatten().map(of).sum();
            let wall_ns = sum(|turn| turn.wall_ns);
            let cpu_ns = Some(sum(|turn| turn.used.cpu_ns.unwrap_or(0)));
            let place = Record {
                group: group.into(),
                launch,
                anchor: true,
                ..record(solver, round, wall_ns)
            };
            records.push(Record { cpu_ns, each_turn, ..place });
        }
    }
    records
}

#[derive(Clone)]
struct Machine {
    noise: Noise,
    random: ChaCha8Rng,
    clock_ns: f64,
    middle_ns: f64,
}

impl Machine {
    fn turn(&mut self, due_ns: f64) -> TurnTimes {
        let swing = (self.clock_ns / 3e9 * std::f64::consts::TAU).sin() * self.noise.drift;
        let step = if self.clock_ns > self.middle_ns { self.noise.step } else { 1.0 };
        let ns = due_ns * (swing + self.gauss(self.noise.jitter)).exp() * step;
        let struck = 1.0 - (-self.noise.spikes * ns / 1e9).exp();
        let mut used =
            Used { cpu_ns: Some(ns as u64), process_cpu_ns: Some(ns as u64), ..Used::NOTHING };
        let mut wall_ns = ns;
        if self.random_unit() < struck {
            // Pareto from 0.3 ms with exponent 1.2: a mean of 1.8 ms, and no variance.
            wall_ns += 3e5 * self.random_unit().powf(-1.0 / 1.2);
            used.involuntary = Some(1);
        }
        self.clock_ns += wall_ns;
        TurnTimes { wall_ns: wall_ns as u64, used }
    }

    /// Above 0, at most 1.
    fn random_unit(&mut self) -> f64 {
        (f64::from(self.random.random::<u32>()) + 1.0) / 4_294_967_296.0
    }

    /// Normal, by Box and Muller.
    fn gauss(&mut self, deviation: f64) -> f64 {
        let radius = (-2.0 * self.random_unit().ln()).sqrt();
        radius * (self.random_unit() * std::f64::consts::TAU).cos() * deviation
    }
}
