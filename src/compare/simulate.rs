//! Runs on a machine that never was, whose truth is known: for tests of the verdict.
//!
//! Turn by turn a clock advances: the machine's speed drifts and steps, a turn jitters, the first
//! turn over a group pays for cold caches, and interruptions of heavy-tailed length strike whoever
//! runs.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::puzzle::Order;
use crate::record::{Outcomes, Pass, Record};
use crate::solver::Goal;

/// A record of one round with this time, all else alike.
pub fn record(solver: &str, round: u32, wall_ns: u64) -> Record {
    Record {
        dataset: "17-clue".to_owned(),
        order: Order::THREE,
        goal: Goal::First,
        pass: Pass::Throughput,
        solver: solver.to_owned(),
        threads: 1,
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
        each_turn: [None; 2],
        groups: 0,
        isomorphs: 1,
        harness_ns: None,
        timed_out_solves: None,
        timed_out_ns: None,
        shorter_ns: None,
    }
}

/// How a machine disturbs what runs on it. Shares are of a turn's due time.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
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
pub const QUIET: Noise =
    Noise { jitter: 0.01, groups: 0.05, cold: 0.01, drift: 0.02, spikes: 2.0, step: 1.0 };
/// A shared machine: speed swings by a quarter, every second turn or so is interrupted.
pub const SHARED: Noise =
    Noise { jitter: 0.03, groups: 0.2, cold: 0.05, drift: 0.25, spikes: 60.0, step: 1.0 };
/// A shared machine that becomes half as fast in the middle.
pub const STEPPED: Noise = Noise { step: 2.0, ..SHARED };

/// Due time of a turn of the baseline: 4 ms.
const TURN_NS: f64 = 4e6;

/// The records of `rounds` rounds of backends, each with its true factor on the time, given in
/// turns as a real run gives them.
pub fn run(noise: Noise, backends: &[(&str, f64)], rounds: u32, seed: u64) -> Vec<Record> {
    let turns = f64::from(rounds) * 2.0 * backends.len() as f64;
    let mut machine = Machine {
        noise,
        random: ChaCha8Rng::seed_from_u64(seed),
        clock_ns: 0.0,
        middle_ns: turns * TURN_NS / 2.0,
    };
    let mut order: Vec<usize> = (0..backends.len()).collect();
    let mut records = Vec::new();
    for round in 0..rounds {
        if round % 2 == 0 {
            order.shuffle(&mut machine.random);
        } else {
            order.reverse();
        }
        let group = machine.gauss(noise.groups).exp();
        let mut times = vec![0.0; backends.len()];
        for (turn, &backend) in order.iter().chain(order.iter().rev()).enumerate() {
            let cold = if turn == 0 { 1.0 + noise.cold } else { 1.0 };
            times[backend] += machine.turn(TURN_NS * group * backends[backend].1 * cold);
        }
        for (&(solver, _), time) in backends.iter().zip(times) {
            records.push(Record { group: round.into(), ..record(solver, round, time as u64) });
        }
    }
    records
}

struct Machine {
    noise: Noise,
    random: ChaCha8Rng,
    clock_ns: f64,
    middle_ns: f64,
}

impl Machine {
    fn turn(&mut self, due_ns: f64) -> f64 {
        let swing = (self.clock_ns / 3e9 * std::f64::consts::TAU).sin() * self.noise.drift;
        let step = if self.clock_ns > self.middle_ns { self.noise.step } else { 1.0 };
        let mut ns = due_ns * (swing + self.gauss(self.noise.jitter)).exp() * step;
        let struck = 1.0 - (-self.noise.spikes * ns / 1e9).exp();
        if self.random_unit() < struck {
            // Pareto from 0.3 ms with exponent 1.2: a mean of 1.8 ms, and no variance.
            ns += 3e5 * self.random_unit().powf(-1.0 / 1.2);
        }
        self.clock_ns += ns;
        ns
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
