//! What the counted records of a row add up to.

use super::figures::{ratio, rounded, spread};
use super::rates::{Relative, delivered_ns, uncertainty};
use crate::record::Record;

/// Rounds whose rates are kept one by one; of more, every second in the order of rates.
const MOST_RATES: usize = 20_000;

/// Sums over the records of one solver, pass and number of workers, all about the same puzzles
/// equally often. What is optional is known if it is in every record.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// Records.
    pub rounds: u64,
    /// Puzzles solved inside the clock, each as often as it was.
    pub solves: u64,
    /// Wall time inside the clock.
    pub wall_ns: u64,
    /// CPU time inside the clock.
    pub cpu_ns: Option<u64>,
    /// Wall time of the turns.
    pub elapsed_ns: u64,
    /// The harness's own part of the turns.
    pub harness_ns: Option<u64>,
    /// Times that the system took the processor away from a worker.
    pub involuntary: Option<u64>,
    instructions: Option<u64>,
    /// Workers' time.
    workers_ns: u64,
    /// Sum of the shorter turns, and puzzles.
    shorter: Option<(u64, u64)>,
    /// Solves that were stopped, and the time of the others.
    stopped: u64,
    others_ns: u64,
    /// Solves that ended with a right answer.
    answered: f64,
    delivered_ns: f64,
    uncertainty: Option<Relative>,
    /// Puzzles a second of each round, or of a share of them.
    rates: Vec<f64>,
}

/// Puzzles a second, several times over.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Rates {
    /// Delivered; nothing where there were more workers than processors.
    pub puzzles_per_s: Option<f64>,
    /// Ends of its interval.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// What was delivered by more workers than there are processors.
    pub oversubscribed: Option<f64>,
    /// What the CPU time would have delivered on processors of its own.
    pub by_cpu: Option<f64>,
    /// 5th and 95th percentile over the rounds.
    pub rounds: Option<(f64, f64)>,
}

impl Counted {
    /// The sums of some records.
    pub(super) fn of(records: &[&Record]) -> Self {
        let sum = |field: fn(&Record) -> u64| records.iter().map(|record| field(record)).sum();
        let known = |field: fn(&Record) -> Option<u64>| {
            let sum = records.iter().map(|record| field(record)).sum::<Option<u64>>();
            sum.filter(|_| !records.is_empty())
        };
        let shorter = records.iter().map(|record| shorter(record)).collect::<Option<Vec<_>>>();
        let shorter = shorter.filter(|parts| !parts.is_empty());
        let rate = |record: &&&Record| ratio(answered_of(record) * 1e9, delivered_ns(record));
        Self {
            rounds: records.len() as u64,
            solves: sum(Record::solves),
            wall_ns: sum(|record| record.wall_ns),
            cpu_ns: known(|record| record.cpu_ns),
            elapsed_ns: sum(|record| record.elapsed_ns),
            harness_ns: known(|record| record.harness_ns),
            involuntary: known(involuntary),
            instructions: known(|record| record.instructions),
            workers_ns: sum(|record| record.elapsed_ns * u64::from(record.setting.threads)),
            shorter: shorter.map(|parts| parts.into_iter().fold((0, 0), add)),
            stopped: sum(|record| record.timed_out_solves.unwrap_or(0)),
            others_ns: sum(|one| one.wall_ns.saturating_sub(one.timed_out_ns.unwrap_or(0))),
            answered: records.iter().map(|record| answered_of(record)).sum(),
            delivered_ns: records.iter().map(|record| delivered_ns(record)).sum(),
            uncertainty: uncertainty(records),
            rates: records.iter().filter_map(|record| rate(&record)).collect(),
        }
    }

    /// The sums of both: of the same solver on other puzzles.
    pub(super) fn merge(self, other: Self) -> Self {
        let known = |a: Option<u64>, b: Option<u64>| Some(a? + b?);
        let uncertainty = self
            .uncertainty
            .zip(other.uncertainty)
            .and_then(|(a, b)| Relative::of_sum((a, self.delivered_ns), (b, other.delivered_ns)));
        Self {
            rounds: self.rounds + other.rounds,
            solves: self.solves + other.solves,
            wall_ns: self.wall_ns + other.wall_ns,
            cpu_ns: known(self.cpu_ns, other.cpu_ns),
            elapsed_ns: self.elapsed_ns + other.elapsed_ns,
            harness_ns: known(self.harness_ns, other.harness_ns),
            involuntary: known(self.involuntary, other.involuntary),
            instructions: known(self.instructions, other.instructions),
            workers_ns: self.workers_ns + other.workers_ns,
            shorter: self.shorter.zip(other.shorter).map(|(a, b)| add(a, b)),
            stopped: self.stopped + other.stopped,
            others_ns: self.others_ns + other.others_ns,
            answered: self.answered + other.answered,
            delivered_ns: self.delivered_ns + other.delivered_ns,
            uncertainty,
            rates: thinned([self.rates, other.rates].concat()),
        }
    }

    /// Mean time of a solve inside the clock; in the latency pass, of the shorter turn of a puzzle.
    pub(super) fn mean_ns(&self) -> Option<f64> {
        match self.shorter {
            Some((ns, puzzles)) => ratio(ns as f64, puzzles as f64),
            None => ratio(self.wall_ns as f64, self.solves as f64),
        }
    }

    /// Instructions of a solve.
    pub(super) fn instructions_per_puzzle(&self) -> Option<f64> {
        ratio(self.instructions? as f64, self.solves as f64)
    }

    /// CPU time of a solve.
    pub(super) fn cpu_per_puzzle_ns(&self) -> Option<f64> {
        ratio(self.cpu_ns? as f64, self.solves as f64)
    }

    /// Share of the workers' time that lay inside the clock.
    pub(super) fn clocked_share(&self) -> Option<f64> {
        ratio(self.wall_ns as f64, self.workers_ns as f64)
    }

    /// Mean time with every solve that was stopped counted as twice the limit.
    pub(super) fn par2_ns(&self, timeout_ns: Option<u64>) -> Option<f64> {
        let limit_ns = timeout_ns.filter(|_| self.stopped > 0)? as f64;
        ratio(self.others_ns as f64 + 2.0 * limit_ns * self.stopped as f64, self.solves as f64)
    }

    /// The rates of some workers on so many processors' worth of time.
    pub(super) fn rates(&self, threads: u32, usable: f64) -> Rates {
        let workers = f64::from(threads).min(usable);
        let cpu_ns = self.cpu_ns.filter(|&cpu_ns| cpu_ns > 0);
        let most = |workers: f64| {
            cpu_ns.and_then(|cpu_ns| ratio(workers * self.answered * 1e9, cpu_ns as f64))
        };
        if self.answered == 0.0 {
            return Rates::default(); // no rate comes from puzzles that were not answered
        }
        let delivered = ratio(self.answered * 1e9, self.delivered_ns)
            .map(|rate| most(usable).map_or(rate, |most| rate.min(most)))
            .map(rounded);
        let is_too_many = f64::from(threads) > usable + 0.01;
        let share = self.uncertainty.and_then(Relative::share);
        let interval = share.zip(delivered).filter(|_| !is_too_many);
        Rates {
            puzzles_per_s: delivered.filter(|_| !is_too_many),
            low: interval.and_then(|(share, rate)| ratio(rate, 1.0 + share)),
            // An interval that reaches beyond twice the time has no upper end worth showing.
            high: interval.and_then(|(share, rate)| ratio(rate, (1.0 - share).max(0.5))),
            oversubscribed: delivered.filter(|_| is_too_many),
            by_cpu: most(workers),
            rounds: spread(&self.rates).map(|(low, high)| (rounded(low), rounded(high))),
        }
    }
}

fn add(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    (a.0 + b.0, a.1 + b.1)
}

/// Sum of the shorter turns of a record of the latency pass, and its puzzles.
fn shorter(record: &Record) -> Option<(u64, u64)> {
    let puzzles = record.puzzles * u64::from(record.isomorphs);
    let known = record.shorter_ns.map(|ns| (ns, puzzles));
    known.filter(|_| record.setting.pass.times_single_puzzles())
}

/// Times that the system took the processor away from a worker; unknown where any turn's is.
fn involuntary(record: &Record) -> Option<u64> {
    let turns = record.each_turn.iter().flatten();
    let switches = turns.map(|turn| turn.used.involuntary).sum::<Option<u64>>();
    switches.filter(|_| record.each_turn[0].is_some())
}

/// Solves of a record that ended with a right answer.
fn answered_of(record: &Record) -> f64 {
    record.solves() as f64 * record.outcomes.answered() as f64 / record.puzzles.max(1) as f64
}

/// No more rates than are kept, with quantiles that stay where they are.
fn thinned(mut rates: Vec<f64>) -> Vec<f64> {
    if rates.len() > MOST_RATES {
        rates.sort_by(f64::total_cmp);
        rates = rates.into_iter().skip(1).step_by(2).collect();
    }
    rates
}
